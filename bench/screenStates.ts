/** Asks the questions of a set through the loop, and keeps what the first screen was made from. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildGraph } from '../src/agent/ask.ts';
import type { AgentParts } from '../src/agent/parts/parts.ts';
import type { AskState } from '../src/agent/state/askState.ts';
import type { Outcome } from '../src/agent/state/outcome.ts';
import { checkRequest, resolveRequest } from '../src/agent/resolveRequest.ts';
import { loadConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/db/openDatabase.ts';
import { inMemory } from '../src/db/openEmbedded.ts';
import { newId } from '../src/db/statement.ts';
import { openCorpus, readQuestions } from '../src/evaluation/formats/readSet.ts';
import { foreignQuestions, type SetQuestion, sampleByType } from '../src/evaluation/question.ts';
import type { RankedSentence } from '../src/grounding/sentences/rankSentences.ts';
import { aliasesIn } from '../src/knowledge/curated/aliases.ts';
import { ingest } from '../src/knowledge/ingest/ingest.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import { cachedEmbedder } from '../src/models/embedder.ts';
import { openModels } from '../src/models/openModels.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { createWorkspaces } from '../src/workspaces/workspaces.ts';
import { inlineParser } from '../test/support/parser.ts';

/** A passage that was found: `section` as alternatives take it. */
export interface KeptPassage {
  readonly id: string;
  readonly document: string;
  readonly text: string;
  readonly similarity: number | null;
  readonly keyword: number | null;
  readonly coverage: number;
}

/** A sentence that the chooser compared. */
export interface KeptSentence {
  readonly passage: string;
  readonly section: string;
  readonly text: string;
  readonly start: number;
  /** Of its passage, from 1: beyond five it was read for the refusal alone. */
  readonly rank: number;
  readonly share: number;
  readonly features: Readonly<Record<string, number>>;
}

/** One question with all that its first screen could be made of. */
export interface KeptState {
  readonly set: string;
  readonly id: string;
  readonly question: string;
  /** Borrowed from another set: nothing here answers it. */
  readonly isForeign: boolean;
  readonly type: string;
  readonly isAnswerable: boolean;
  readonly outcome: Outcome['type'];
  readonly tier: string;
  readonly reason: string | null;
  readonly confidence: number;
  readonly signals: Readonly<Record<string, number>>;
  /** The words of the question that no document has, and its content words. */
  readonly unknown: readonly string[];
  readonly idf: readonly (readonly [string, number])[];
  readonly text: string;
  readonly citations: readonly {
    readonly passage: string;
    readonly document: string;
    readonly start: number;
    readonly end: number;
  }[];
  /** Ids of the passages that are shown, in order. */
  readonly shown: readonly string[];
  readonly passages: readonly KeptPassage[];
  readonly further: readonly KeptPassage[];
  readonly sentences: readonly KeptSentence[];
}

/** The sets of the repository; every other name is a folder inside the given one. */
const own: Readonly<Record<string, { readonly folder: string; readonly corpus: string }>> = {
  golden: { folder: 'test/golden', corpus: 'sample/knowledge' },
  people: { folder: 'test/golden/people', corpus: 'sample/knowledge' },
  telecom: { folder: 'bench/typed/telecom', corpus: 'bench/typed/telecom/knowledge' },
  hospital: { folder: 'bench/typed/hospital', corpus: 'bench/typed/hospital/knowledge' },
};

export const folderOf = (name: string, root: string): string => own[name]?.folder ?? join(root, name);

interface Asked {
  readonly root: string;
  readonly limit: number;
  /** Sets that are on other topics, and how many of their questions are borrowed. */
  readonly foreign: readonly string[];
  readonly foreignLimit: number;
  /** Omitted: all questions. */
  readonly wants?: (id: string) => boolean;
  readonly tell: (text: string) => void;
}

/** Asks a set and what it borrows, one question after the other, with the shipped settings and no chat model. */
export async function askStates(name: string, asked: Asked): Promise<KeptState[]> {
  const folder = folderOf(name, asked.root);
  const all = await readQuestions(folder);
  const others = await Promise.all(
    asked.foreign.map(async (other) => ({ name: other, questions: await readQuestions(folderOf(other, asked.root)) })),
  );
  const { wants = () => true } = asked;
  const wanted = sampleByType(all, asked.limit, 1).filter(
    ({ id, corpusDocIds, corpusFile }) => !corpusDocIds && !corpusFile && wants(id),
  );
  const borrowed = foreignQuestions(all, others, { limit: asked.foreignLimit, seed: 1 });
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: inMemory });
  const models = await openModels(loadConfig({}).models, silentLog);
  const parts: AgentParts = {
    ...models,
    database,
    embedder: cachedEmbedder(models.embedder),
    chat: null,
    log: silentLog,
    aliasesIn: (workspaceId, question) => aliasesIn(database, workspaceId, question.text),
    saveRun: () => Promise.resolve(),
  };
  const workspaceId = newId();
  try {
    await createWorkspaces(database).ensure(workspaceId, name);
    const corpus = own[name]?.corpus;
    const { documents } = corpus === undefined ? await openCorpus(folder) : await readPath(corpus);
    await ingest({ database, embedder: parts.embedder, parser: inlineParser, log: silentLog }, workspaceId, documents);
    return await askAll(parts, workspaceId, { name, wanted, borrowed, tell: asked.tell });
  } finally {
    await models.close();
    await database.close();
  }
}

async function askAll(
  parts: AgentParts,
  workspaceId: string,
  {
    name,
    wanted,
    borrowed,
    tell,
  }: { name: string; wanted: readonly SetQuestion[]; borrowed: readonly SetQuestion[]; tell: Asked['tell'] },
): Promise<KeptState[]> {
  const graph = buildGraph(parts);
  const kept: KeptState[] = [];
  for (const [at, question] of [...wanted, ...borrowed].entries()) {
    const history = (question.history ?? []).map(
      ({ role, text }) => ({ role: role === 'user' ? 'USER' : 'ASSISTANT', text }) as const,
    );
    const checked = checkRequest({ workspaceId, accessGroups: null }, { question: question.question, history });
    const input = await resolveRequest(parts, checked, undefined);
    const state = await graph.invoke(input, { recursionLimit: 60 });
    if (!state.outcome) throw new Error(`${question.question} ended without an outcome.`);
    kept.push(keptOf(name, question, state, state.outcome, at >= wanted.length));
    if (kept.length % 25 === 0) tell(`${name}: ${kept.length} of ${wanted.length + borrowed.length}`);
  }
  return kept;
}

function keptOf(set: string, question: SetQuestion, state: AskState, outcome: Outcome, isForeign: boolean): KeptState {
  const { evidence } = state.found;
  const { sentences } = state.judged;
  return {
    set,
    id: question.id,
    question: question.question,
    isForeign,
    type: question.type,
    isAnswerable: question.answerable && !isForeign,
    outcome: outcome.type,
    tier: outcome.tier,
    reason: outcome.type === 'Answer' ? null : outcome.reason,
    confidence: outcome.confidence.value,
    signals: outcome.confidence.signals,
    unknown: evidence.unknown,
    idf: evidence.idf,
    text: outcome.type === 'Abstention' ? outcome.message : outcome.text,
    citations: outcome.citations.map(({ chunkId, documentKey, sourceSpan }) => ({
      passage: chunkId,
      document: documentKey,
      ...sourceSpan,
    })),
    shown: outcome.alternatives.map(({ passage }) => passage.chunkId),
    passages: evidence.passages.map(keptPassage),
    further: evidence.further.map(keptPassage),
    sentences: sentences
      .filter(({ share }) => share > 0)
      .map(({ candidate, share, features }) => ({
        passage: candidate.passage.chunkId,
        section: sectionOf(candidate),
        text: candidate.text,
        start: candidate.sourceSpan.start,
        rank: candidate.passage.rank,
        share,
        features: features as Readonly<Record<string, number>>,
      })),
  };
}

function keptPassage({ chunkId, documentKey, text, trace, coverage }: Passage): KeptPassage {
  return {
    id: chunkId,
    document: documentKey,
    text,
    similarity: trace.vector.rawScore,
    keyword: trace.keyword.rawScore,
    coverage,
  };
}

function sectionOf({ passage, headings: [, ...above] }: RankedSentence['candidate']): string {
  return above.length === 0 ? passage.chunkId : [passage.documentId, ...above].join('\n');
}

export function writeStates(file: string, states: readonly KeptState[]): void {
  const text = states.map((state) => `${JSON.stringify(state)}\n`).join('');
  writeFileSync(file, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
}

export function readStates(file: string): KeptState[] {
  return brotliDecompressSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as KeptState);
}
