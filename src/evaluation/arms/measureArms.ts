import type MiniSearch from 'minisearch';
import type { SearchRequest } from '../../app/app.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import { lowerWords } from '../../knowledge/language/words.ts';
import type { Degradation, Passage, PassageTrace, PresetName } from '../../retrieval/passage.ts';
import { presets } from '../../retrieval/presets.ts';
import type { RetrievalOverrides } from '../../retrieval/presets.ts';
import { mean } from '../../stats.ts';
import { isScorable } from '../figures/retrievalFigures.ts';
import { type SetQuestion, searchText } from '../question.ts';
import {
  boundsOf,
  type EvaluationContext,
  retrievedCount,
  type StoredDocument,
  storedDocuments,
} from '../run/evaluationContext.ts';
import { presetLabel } from '../run/runRecord.ts';

type Arm = keyof Pick<PassageTrace, 'vector' | 'keyword'>;

/** One way to retrieve that is compared with the others, as a search request to the app. */
export interface ArmRow {
  readonly name: string;
  readonly preset: PresetName;
  readonly retrieval: RetrievalOverrides;
  /** Keeps only what this arm returned, in the arm's own order. */
  readonly arm?: Arm;
}

/** The most passages that a search may ask for, because many documents have more than one among them. */
const topK = 50;
const alone: RetrievalOverrides = {
  topK,
  vectorCandidates: topK,
  keywordCandidates: topK,
  fusion: 'CONVEX',
  rerank: 'NEVER',
};
const reciprocal: RetrievalOverrides = { topK, fusion: 'RRF', rerank: 'NEVER' };

/** The two arms of the default preset, each alone, and fused with RRF at two weightings. */
export const armsOfCandor: readonly ArmRow[] = [
  { name: 'vector arm', preset: 'CANDOR', retrieval: { ...alone, vectorWeight: 1, keywordWeight: 0 }, arm: 'vector' },
  { name: 'keyword arm', preset: 'CANDOR', retrieval: { ...alone, vectorWeight: 0, keywordWeight: 1 }, arm: 'keyword' },
  { name: 'RRF 1:1', preset: 'CANDOR', retrieval: { ...reciprocal, vectorWeight: 1, keywordWeight: 1 } },
  { name: 'RRF 3:1 keyword', preset: 'CANDOR', retrieval: { ...reciprocal, vectorWeight: 1, keywordWeight: 3 } },
];

/** A preset's retrieval with its shipped settings, but with more results. */
export function presetRow(preset: PresetName): ArmRow {
  return { name: presetLabel(preset), preset, retrieval: { topK } };
}

/** Every row that the app itself can search: the arms, `candor`, then the other presets. */
export const allRows: readonly ArmRow[] = [
  ...armsOfCandor,
  presetRow('CANDOR'),
  ...Object.values(presets)
    .filter(({ name }) => name !== 'CANDOR')
    .map(({ name }) => presetRow(name)),
];

/**
 * Keys of documents by their best passage, without repeats, at most 30. For a single arm, they keep the arm's own
 * order, whatever else changed the fused one. A weight of 0 still lets in what only the other arm found; that is cut
 * here.
 */
export function rankDocuments(passages: readonly Pick<Passage, 'documentKey' | 'trace'>[], arm?: Arm): string[] {
  const ranked = arm === undefined ? passages : inArm(passages, arm);
  return [...new Set(ranked.map(({ documentKey }) => documentKey))].slice(0, retrievedCount);
}

function inArm<Found extends Pick<Passage, 'trace'>>(passages: readonly Found[], arm: Arm): Found[] {
  return passages
    .flatMap((passage) => {
      const { rank } = passage.trace[arm];
      return rank === null ? [] : [{ passage, rank }];
    })
    .sort((left, right) => left.rank - right.rank)
    .map(({ passage }) => passage);
}

/** One question, searched in one way. */
export interface SearchRecord {
  readonly questionId: string;
  readonly row: string;
  /** Keys of documents by their best passage, without repeats, at most 30; empty after a fault. */
  readonly retrieved: readonly string[];
  readonly millis: number;
  /** Parts that failed. */
  readonly degraded: readonly Degradation[];
  /** The fault; null if there was none. */
  readonly error: string | null;
}

/** The measurements of retrieval alone over one corpus or several. */
export interface ArmMeasurements {
  /** Names of all ways to retrieve, in display order. */
  readonly rows: readonly string[];
  readonly records: readonly SearchRecord[];
  /** Ids of questions that share less than half of their idf mass with their documents. */
  readonly lexicalGap: ReadonlySet<string>;
  /** Baselines that could not be measured, and what to do about it. */
  readonly missing: readonly string[];
}

const miniSearchMissing =
  'MiniSearch is not installed, so its row is missing: run npm install with the development dependencies.';

/**
 * Searches every scorable question in every way, and with the baseline.
 * @throws CANCELLED; any other fault becomes a record
 */
export async function measureArms(
  context: EvaluationContext,
  questions: readonly SetQuestion[],
  rows: readonly ArmRow[],
  onRecord: (record: SearchRecord) => void,
): Promise<ArmMeasurements> {
  const documents = await storedDocuments(context.app, context.caller);
  const baseline = await openMiniSearch(documents);
  const ways: Way[] = [...rows.map((row) => wayOf(context, row)), ...(baseline ? [baselineWay(baseline)] : [])];
  const records: SearchRecord[] = [];
  for (const [position, question] of questions.filter(isScorable).entries()) {
    for (const way of inTurn(ways, position)) {
      const record = await measure(context, question, way);
      records.push(record);
      onRecord(record);
    }
  }
  return {
    rows: ways.map(({ name }) => name),
    records,
    lexicalGap: findLexicalGap(questions, documents),
    missing: baseline ? [] : [miniSearchMissing],
  };
}

interface Way {
  readonly name: string;
  search(question: SetQuestion): Promise<Pick<SearchRecord, 'retrieved' | 'degraded'>>;
}

function wayOf(context: EvaluationContext, { name, preset, retrieval, arm }: ArmRow): Way {
  return {
    name,
    search: async (question) => {
      const request: SearchRequest = { query: searchText(question), preset, retrieval, ...boundsOf(context, question) };
      const { passages, degraded } = await context.app.search(context.caller, request, { signal: context.signal });
      return { retrieved: rankDocuments(passages, arm), degraded };
    },
  };
}

function baselineWay({ name, search }: KeywordBaseline): Way {
  return {
    name,
    search: (question) =>
      Promise.resolve({
        retrieved: search(searchText(question), question.corpusDocIds && new Set(question.corpusDocIds)),
        degraded: [],
      }),
  };
}

/**
 * Lets each way go first equally often, so that none is favoured by what the first search of a question leaves warm,
 * such as its embedding.
 */
function inTurn<Item>(items: readonly Item[], turn: number): Item[] {
  const first = turn % Math.max(1, items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

async function measure(context: EvaluationContext, question: SetQuestion, way: Way): Promise<SearchRecord> {
  const started = performance.now();
  const record = { questionId: question.id, row: way.name };
  try {
    const found = await way.search(question);
    return { ...record, ...found, millis: performance.now() - started, error: null };
  } catch (error) {
    if (context.signal.aborted || isCandorError(error, 'CANCELLED')) throw error;
    return { ...record, retrieved: [], degraded: [], millis: performance.now() - started, error: messageOf(error) };
  }
}

/**
 * Words are compared by their first five letters (McNamee and Mayfield 2004). No arm's stemmer is used, so that the
 * slice stays the same however the arms change. Over the eight English sets it selects 511 questions, as many as
 * Postgres' English stems do, and BM25F finds nearly the same share of them (recall@5 .55 and .53).
 */
const stemLength = 5;
/**
 * English function words, which carry no subject. In a corpus that never asks questions they are rare, and rare words
 * weigh most.
 */
const functionWords = new Set(
  [
    'a an the and or but if because while until than then as of at by for with from to in on into onto about against between during before after above below over under through up down out off',
    'i me my we us our you your he him his she her it its they them their this that these those there here who whom whose what which when where why how',
    'am is are was were be been being have has had having do does did doing done can could will would shall should may might must not no nor',
    'all any both each few many much more most other some such only own same so too very just also again further once',
  ]
    .join(' ')
    .split(' '),
);
/** A question with less than this share of its mass in its documents has a lexical gap. */
const leastShare = 0.5;

/** The distinct word stems of a text, without function words. */
export function wordStems(text: string): ReadonlySet<string> {
  return new Set(
    lowerWords(text)
      .filter((word) => !functionWords.has(word))
      .map((word) => word.slice(0, stemLength)),
  );
}

type Share = (question: string, keys: readonly string[]) => number | null;

/**
 * Returns a function that computes the share of a question's idf mass (BM25's, over the set's own documents) that
 * occurs in the title or text of the named documents: the mean over those that exist, 0..1. Null if none of them
 * exists, or if the question has no word that counts.
 */
export function idfShares(documents: readonly Pick<StoredDocument, 'key' | 'title' | 'text'>[]): Share {
  const stemsOf = new Map(documents.map((document) => [document.key, wordStems(`${document.title} ${document.text}`)]));
  const frequency = new Map<string, number>();
  for (const stems of stemsOf.values()) for (const stem of stems) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  const idf = (stem: string) => {
    const holding = frequency.get(stem) ?? 0;
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
  };
  return (question, keys) => {
    const asked = [...wordStems(question)];
    const massOf = (stems: readonly string[]) => stems.reduce((sum, stem) => sum + idf(stem), 0);
    const total = massOf(asked);
    if (total === 0) return null;
    return mean(
      keys
        .flatMap((key) => stemsOf.get(key) ?? [])
        .map((stems) => massOf(asked.filter((stem) => stems.has(stem))) / total),
    );
  };
}

/**
 * Ids of the questions that share less than half of their idf mass with the documents that answer them. A question in a
 * language other than that of most documents is left out: it shares nothing with them for another reason.
 */
export function findLexicalGap(
  questions: readonly SetQuestion[],
  documents: readonly StoredDocument[],
): ReadonlySet<string> {
  const share = idfShares(documents);
  const spoken = likeliestLanguage(documents);
  const gap = questions.filter((question) => {
    if (!isScorable(question) || (question.language !== undefined && spoken !== null && question.language !== spoken))
      return false;
    const found = share(searchText(question), question.relevantDocIds);
    return found !== null && found < leastShare;
  });
  return new Set(gap.map(({ id }) => id));
}

/** The language of most documents, as far as it was recognised; null if none was. */
function likeliestLanguage(documents: readonly Pick<StoredDocument, 'language'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { language } of documents) if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0] ?? null;
}

/** A well-maintained keyword search library to compare with. */
interface KeywordBaseline {
  readonly name: string;
  /** Returns keys of documents, best first, at most 30; only those in `among`, if it is given. */
  search(query: string, among?: ReadonlySet<string>): string[];
}

/**
 * MiniSearch as at the start of its documentation: title and text are indexed, everything else is the default (any of
 * the words, BM25+, no stemming, no stop words).
 * @returns null if the package, a development dependency, is not installed
 */
export async function openMiniSearch(
  documents: readonly Pick<StoredDocument, 'key' | 'title' | 'text'>[],
  load: () => Promise<{ readonly default: typeof MiniSearch }> = () => import('minisearch'),
): Promise<KeywordBaseline | null> {
  const library = await load().catch((error: unknown) => {
    if (isNotInstalled(error)) return null;
    throw error;
  });
  if (library === null) return null;
  const index = new library.default<Pick<StoredDocument, 'key' | 'title' | 'text'>>({
    idField: 'key',
    fields: ['title', 'text'],
  });
  index.addAll(documents);
  return {
    name: 'MiniSearch',
    search: (query, among) =>
      index
        .search(query, among ? { filter: ({ id }) => among.has(String(id)) } : {})
        .slice(0, retrievedCount)
        .map(({ id }) => String(id)),
  };
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
