import { createHash } from 'node:crypto';
import type { App } from '../../app/app.ts';
import { newId } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { readPath, type Source } from '../../knowledge/ingest/readPath.ts';
import type { PresetName } from '../../retrieval/passage.ts';
import { groupBy } from '../../stats.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { Caution } from '../../workspaces/settings.ts';
import { type ArmMeasurements, type ArmRow, measureArms, type SearchRecord } from '../arms/measureArms.ts';
import { openCorpus } from '../formats/readSet.ts';
import type { SetQuestion } from '../question.ts';
import { askQuestion } from './askQuestion.ts';
import { documentIdsByKey, type EvaluationContext, loadCurated } from './evaluationContext.ts';
import type { RunRecord } from './runRecord.ts';

export interface EvaluationPlan {
  /** The set's folder or file, in any of the formats. */
  readonly folder: string;
  /** Which split of the set; see `findSet`. */
  readonly split?: string | undefined;
  /** Used instead of the set's own documents. */
  readonly corpusPath: string | undefined;
  readonly curatedPath: string | undefined;
  readonly questions: readonly SetQuestion[];
  /** The presets to ask with; if there are none, only `rows` is measured. */
  readonly presets: readonly PresetName[];
  /** Ways of retrieval to measure without answers; null: none, and no baseline either. */
  readonly rows: readonly ArmRow[] | null;
  readonly useModel: boolean;
  /** How sure an answer must be; left out: the shipped default. */
  readonly caution?: Caution | undefined;
  /** Whether a question has already been asked and must not be asked again. */
  readonly skip?: ((questionId: string, preset: PresetName) => boolean) | undefined;
}

/** Receives progress during the evaluation. */
interface EvaluationWatch {
  readonly signal: AbortSignal;
  onIngest(done: number, total: number | null, key: string): void;
  onRecord(record: RunRecord): void;
  onSearch(record: SearchRecord): void;
}

export interface EvaluationResult {
  readonly records: readonly RunRecord[];
  /** Retrieval alone; null if it was not requested. */
  readonly arms: ArmMeasurements | null;
  readonly documentCount: number;
  readonly chunkCount: number;
  /** Documents that could not be ingested, with the reason. */
  readonly failedDocuments: readonly string[];
  readonly embedder: string | null;
}

/**
 * Asks every question with every preset, and searches it in every way, in workspaces that are created for the purpose
 * and removed at the end. Questions that name another corpus file get a workspace of their own. Questions that name
 * documents read only those, by filter.
 * @throws BAD_INPUT for a corpus that cannot be read; CANCELLED
 */
export async function runEvaluation(app: App, plan: EvaluationPlan, watch: EvaluationWatch): Promise<EvaluationResult> {
  const results: EvaluationResult[] = [];
  for (const [corpusFile, questions] of groupBy(plan.questions, (question) => question.corpusFile)) {
    const ownCorpus = corpusFile === undefined && plan.corpusPath !== undefined;
    const corpus = ownCorpus
      ? await readPath(plan.corpusPath, { signal: watch.signal })
      : await openCorpus(plan.folder, corpusFile, watch.signal, plan.split);
    results.push(await evaluateCorpus(app, corpus, { ...plan, questions }, watch));
  }
  return {
    records: results.flatMap(({ records }) => records),
    arms: mergeArms(results.flatMap(({ arms }) => arms ?? [])),
    documentCount: results.reduce((sum, { documentCount }) => sum + documentCount, 0),
    chunkCount: results.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
    failedDocuments: results.flatMap(({ failedDocuments }) => failedDocuments),
    embedder: results[0]?.embedder ?? null,
  };
}

function mergeArms(parts: readonly ArmMeasurements[]): ArmMeasurements | null {
  const [first] = parts;
  if (!first) return null;
  return {
    rows: first.rows,
    records: parts.flatMap(({ records }) => records),
    lexicalGap: new Set(parts.flatMap(({ lexicalGap }) => [...lexicalGap])),
    missing: first.missing,
  };
}

async function evaluateCorpus(
  app: App,
  corpus: Source,
  plan: EvaluationPlan,
  watch: EvaluationWatch,
): Promise<EvaluationResult> {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Evaluation');
  try {
    const failedDocuments = await ingestCorpus(app, caller, corpus, watch);
    const curatedNames =
      plan.curatedPath === undefined
        ? new Map<string, string>()
        : await loadCurated(app, caller, plan.curatedPath, watch.signal);
    const documentIds = await documentIdsByKey(app, caller);
    if (documentIds.size === 0)
      throw new CandorError('BAD_INPUT', `No document of ${plan.corpusPath ?? plan.folder} could be ingested.`, {
        details: { failedDocuments: failedDocuments.slice(0, 5) },
      });
    const workspace = await app.workspaces.find(caller.workspaceId);
    const context: EvaluationContext = {
      app,
      caller,
      documentIds,
      curatedNames,
      versionTexts: new Map(),
      useModel: plan.useModel,
      caution: plan.caution,
      signal: watch.signal,
    };
    const records = await askAll(context, plan, watch);
    const arms =
      plan.rows && (await measureArms(context, plan.questions, plan.rows, (record) => watch.onSearch(record)));
    return {
      records,
      arms,
      documentCount: documentIds.size,
      chunkCount: workspace?.chunkCount ?? 0,
      failedDocuments,
      embedder: workspace?.embedder ?? null,
    };
  } finally {
    await app.workspaces.remove(caller.workspaceId);
  }
}

/** Returns the documents that failed or were skipped. */
export async function ingestCorpus(
  app: App,
  caller: Caller,
  source: Source,
  watch: Pick<EvaluationWatch, 'signal' | 'onIngest'>,
): Promise<string[]> {
  const { results } = await app.ingest(caller, source.documents, {
    signal: watch.signal,
    ...(source.total === null ? {} : { total: source.total }),
    onProgress: ({ done, current }) => watch.onIngest(done, source.total, current),
  });
  return [
    ...source.skipped.map(({ path: skipped, reason }) => `${skipped}: ${reason}`),
    ...results.flatMap(({ key, error }) => (error ? [`${key}: ${error.message}`] : [])),
  ];
}

/**
 * Presets take turns at each question, so that a machine that slows down slows all of them. Questions run one at a
 * time. The embedded database has one session, and two questions at once took the same processor time. With four at
 * once on a busy machine, some ended differently, because a run has a deadline.
 */
async function askAll(
  context: EvaluationContext,
  { questions, presets, skip }: EvaluationPlan,
  watch: EvaluationWatch,
): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  for (const question of questions) {
    for (const preset of presets) {
      if (skip?.(question.id, preset)) continue;
      const record = await askQuestion(context, question, preset);
      records.push(record);
      watch.onRecord(record);
    }
  }
  return records;
}

/**
 * The hash of every question and document of a set, whatever its format: 16 hexadecimal digits. @throws whatever
 * reading the set throws
 */
export async function setHash(
  { folder, split, corpusPath }: Pick<EvaluationPlan, 'folder' | 'split' | 'corpusPath'>,
  questions: readonly SetQuestion[],
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  for (const question of questions) hash.update(JSON.stringify(question));
  for (const corpusFile of new Set(questions.map((question) => question.corpusFile))) {
    const source =
      corpusFile === undefined && corpusPath !== undefined
        ? await readPath(corpusPath, { signal })
        : await openCorpus(folder, corpusFile, signal, split);
    for await (const { key, text, bytes } of source.documents)
      hash.update(JSON.stringify([key, text ?? ''])).update(bytes ?? '');
  }
  return hash.digest('hex').slice(0, 16);
}

interface Thrown<Result> {
  readonly results: readonly Result[];
  /** Documents that could not be ingested, with the reason. */
  readonly failedDocuments: readonly string[];
}

/**
 * Runs `work` over each corpus file that the questions name, in a workspace of its own, which is removed again whatever
 * happens.
 * @throws BAD_INPUT for a corpus that cannot be read, CANCELLED, and whatever `work` throws
 */
export async function overCorpora<Result>(
  app: App,
  folder: string,
  questions: readonly SetQuestion[],
  watch: Pick<EvaluationWatch, 'signal' | 'onIngest'>,
  work: (caller: Caller, questions: readonly SetQuestion[]) => Promise<Result>,
): Promise<Thrown<Result>> {
  const [results, failedDocuments]: [Result[], string[]] = [[], []];
  for (const [corpusFile, members] of groupBy(questions, (question) => question.corpusFile)) {
    const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
    await app.workspaces.ensure(caller.workspaceId, 'Calibration');
    try {
      failedDocuments.push(
        ...(await ingestCorpus(app, caller, await openCorpus(folder, corpusFile, watch.signal), watch)),
      );
      results.push(await work(caller, members));
    } finally {
      await app.workspaces.remove(caller.workspaceId);
    }
  }
  return { results, failedDocuments };
}
