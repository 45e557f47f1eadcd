import type { App } from '../../app/app.ts';
import { CandorError } from '../../errors.ts';
import type { ArmWeights, RetrievalOverrides } from '../../retrieval/presets.ts';
import type { FittedWeights } from '../../retrieval/fuse/fittedWeights.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { boundsOf, documentIdsByKey } from '../run/evaluationContext.ts';
import { fitFusion, leastQuestions, otherLanguages, type FusionFit, type FusionSample } from './fitFusion.ts';
import { languageOf, type SetQuestion, searchText } from '../question.ts';
import { isScorable } from '../figures/retrievalFigures.ts';
import { overCorpora } from '../run/runEvaluation.ts';

export interface CalibrationPlan {
  /** The set's folder. */
  readonly folder: string;
  readonly questions: readonly SetQuestion[];
  /** Whether to search the folder's own documents, in a temporary workspace, instead of the caller's. */
  readonly ownCorpus: boolean;
  /** Seed for drawing the folds. */
  readonly seed: number;
}

export interface CalibrationWatch {
  readonly signal: AbortSignal;
  onIngest(done: number, total: number | null, key: string): void;
  onSearch(done: number, total: number): void;
}

export interface Calibration {
  readonly fits: readonly FusionFit[];
  readonly stored: readonly FittedWeights[];
  /** Questions that cannot be answered or name no relevant document. */
  readonly notScorable: number;
  /** Questions whose relevant documents are all missing from the searched workspace. */
  readonly withoutDocuments: number;
  /** Documents that could not be ingested, with the reason. */
  readonly failedDocuments: readonly string[];
}

/**
 * Both arms at the same weight and at full depth, so that every pair of weights finds its best passages among the
 * results.
 */
const wide: RetrievalOverrides = {
  vectorWeight: 1,
  keywordWeight: 1,
  fusion: 'CONVEX',
  topK: 50,
  vectorCandidates: 100,
  keywordCandidates: 100,
  rerank: 'NEVER',
};

/** The workspace to search: the caller's, or one that is created for the purpose. */
interface Bench {
  readonly app: App;
  readonly searcher: Caller;
  /** The weights in use for each language. */
  readonly inUse: (language: string) => Promise<ArmWeights>;
  readonly watch: CalibrationWatch;
  readonly onSample: () => void;
}

interface Sampled {
  readonly samples: readonly FusionSample[];
  readonly withoutDocuments: number;
  readonly failedDocuments: readonly string[];
}

/**
 * Searches every scorable question once, fits the fusion weights for each language, and stores those that are better
 * than the workspace's current ones. Needs ADMIN.
 * @throws BAD_INPUT for fewer than 30 such questions or a corpus that cannot be read; FORBIDDEN, EMBEDDER_MISMATCH,
 * MODEL_UNAVAILABLE, DATABASE_FAILED, CANCELLED
 */
export async function calibrateFusion(
  app: App,
  caller: Caller,
  plan: CalibrationPlan,
  watch: CalibrationWatch,
): Promise<Calibration> {
  const scorable = plan.questions.filter(isScorable);
  requireEnough(
    scorable.length,
    'Give questions that can be answered, with relevantDocIds: the keys of the documents that hold the answer.',
  );
  const weights = new Map<string, Promise<ArmWeights>>();
  const inUse = (language: string) =>
    weights.get(language) ?? remember(weights, language, app.weights.inUse(caller, language));
  let done = 0;
  const parts: Omit<Bench, 'searcher'> = {
    app,
    inUse,
    watch,
    onSample: () => watch.onSearch((done += 1), scorable.length),
  };
  const { samples, withoutDocuments, failedDocuments } = plan.ownCorpus
    ? await sampleCorpora(parts, plan.folder, scorable)
    : { ...(await sampleAll({ ...parts, searcher: caller }, scorable)), failedDocuments: [] };
  requireEnough(
    samples.length,
    `The relevant documents of ${withoutDocuments} more are not there. relevantDocIds are keys of documents of the workspace; --corpus reads the folder's own corpus.jsonl instead.`,
  );
  const fits = fitFusion(samples, plan.seed);
  const stored = await worthStoring(app, caller, fits, inUse);
  await app.weights.save(caller, stored);
  return { fits, stored, notScorable: plan.questions.length - scorable.length, withoutDocuments, failedDocuments };
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  known.set(key, value);
  return value;
}

function requireEnough(count: number, remedy: string): void {
  if (count >= leastQuestions) return;
  throw new CandorError('BAD_INPUT', `Only ${count} questions can be scored; weights need ${leastQuestions}.`, {
    remedy,
    details: { count, least: leastQuestions },
  });
}

/** Samples each corpus file in a workspace of its own, which is removed afterwards. */
async function sampleCorpora(
  parts: Omit<Bench, 'searcher'>,
  folder: string,
  questions: readonly SetQuestion[],
): Promise<Sampled> {
  const { results, failedDocuments } = await overCorpora(
    parts.app,
    folder,
    questions,
    parts.watch,
    (searcher, members) => sampleAll({ ...parts, searcher }, members),
  );
  return {
    samples: results.flatMap(({ samples }) => samples),
    withoutDocuments: results.reduce((sum, each) => sum + each.withoutDocuments, 0),
    failedDocuments,
  };
}

async function sampleAll(bench: Bench, questions: readonly SetQuestion[]): Promise<Omit<Sampled, 'failedDocuments'>> {
  const documentIds = await documentIdsByKey(bench.app, bench.searcher);
  const known = questions.filter(({ relevantDocIds }) => relevantDocIds.some((key) => documentIds.has(key)));
  const samples: FusionSample[] = [];
  for (const question of known) {
    samples.push(await sampleOf(bench, documentIds, question));
    bench.onSample();
  }
  return { samples, withoutDocuments: questions.length - known.length };
}

async function sampleOf(
  { app, searcher, inUse, watch }: Bench,
  documentIds: ReadonlyMap<string, string>,
  question: SetQuestion,
): Promise<FusionSample> {
  const text = searchText(question);
  const request = { query: text, retrieval: wide, ...boundsOf({ documentIds }, question) };
  const { passages, degraded } = await app.search(searcher, request, { signal: watch.signal });
  const lost = degraded.find(({ part }) => part === 'VECTOR_ARM' || part === 'KEYWORD_ARM');
  // Weights fitted without one of the arms would stay in use when the arm is back.
  if (lost)
    throw new CandorError(
      lost.part === 'VECTOR_ARM' ? 'MODEL_UNAVAILABLE' : 'DATABASE_FAILED',
      `An arm failed while question ${question.id} was searched: ${lost.message}`,
      { details: { questionId: question.id, part: lost.part } },
    );
  const language = languageOf(question);
  return {
    id: question.id,
    text,
    language,
    relevant: question.relevantDocIds,
    inUse: await inUse(language),
    // At a weight of 1, a contribution is the cosine, or the keyword score divided by its upper bound.
    passages: passages.map(({ documentKey, trace }) => ({
      documentKey,
      cosine: trace.vector.contribution,
      words: trace.keyword.contribution,
    })),
  };
}

/**
 * The weights that are better. Weights for all other languages would also apply to a language that was measured and is
 * best as it is. In that case, that language's current weights are stored for it.
 */
async function worthStoring(
  app: App,
  caller: Caller,
  fits: readonly FusionFit[],
  inUse: (language: string) => Promise<ArmWeights>,
): Promise<FittedWeights[]> {
  const better = fits.filter(({ verdict }) => verdict === 'BETTER');
  const stored = better.map((fit) => rowOf(fit, fit.weights, fit.after ?? fit.before));
  if (!better.some(({ language }) => language === otherLanguages)) return stored;
  const before = await app.weights.list(caller);
  const own = new Set(before.filter(({ usable }) => usable).map(({ language }) => language));
  for (const fit of fits) {
    if (fit.language !== otherLanguages && fit.verdict !== 'BETTER' && !own.has(fit.language))
      stored.push(rowOf(fit, await inUse(fit.language), fit.before));
  }
  return stored;
}

function rowOf(
  { language, questionCount, before, dataHash }: FusionFit,
  { vectorWeight, keywordWeight }: ArmWeights,
  after: number,
): FittedWeights {
  return { language, vectorWeight, keywordWeight, questionCount, ndcgBefore: before, ndcgAfter: after, dataHash };
}
