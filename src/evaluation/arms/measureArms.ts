import type { SearchRequest } from '../../app.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import { rankDocuments, type ArmRow } from './armRows.ts';
import { boundsOf, type Desk } from '../run/desk.ts';
import { findLexicalGap } from './lexicalGap.ts';
import { openMiniSearch, type KeywordBaseline } from './minisearch.ts';
import { type Question, searchText } from '../question.ts';
import { isScorable } from '../figures/retrievalFigures.ts';
import { storedDocuments } from '../run/storedDocuments.ts';

/** One question searched in one way. */
export interface SearchRecord {
  readonly questionId: string;
  readonly row: string;
  /** Keys of documents by their best passage, each once, 30 at most; empty after a fault. */
  readonly retrieved: readonly string[];
  readonly millis: number;
  /** Parts that did not work. */
  readonly degraded: readonly Degradation[];
  /** What broke; null: nothing. */
  readonly error: string | null;
}

/** What was measured of retrieval alone over one corpus or several. */
export interface ArmMeasurements {
  /** Names of all ways, in the order in which they are shown. */
  readonly rows: readonly string[];
  readonly records: readonly SearchRecord[];
  /** Ids of questions that share under half of their idf mass with their documents. */
  readonly lexicalGap: ReadonlySet<string>;
  /** Baselines that could not be measured, and what to do about it. */
  readonly missing: readonly string[];
}

const miniSearchMissing =
  'MiniSearch is not installed, so its row is missing: run npm install with the development dependencies.';

/**
 * Searches every question that can be scored in every way, and by the baseline.
 * @throws CANCELLED; any other fault becomes a record
 */
export async function measureArms(
  desk: Desk,
  questions: readonly Question[],
  rows: readonly ArmRow[],
  onRecord: (record: SearchRecord) => void,
): Promise<ArmMeasurements> {
  const documents = await storedDocuments(desk.app, desk.caller);
  const baseline = await openMiniSearch(documents);
  const ways: Way[] = [...rows.map((row) => wayOf(desk, row)), ...(baseline ? [baselineWay(baseline)] : [])];
  const records: SearchRecord[] = [];
  for (const [position, question] of questions.filter(isScorable).entries()) {
    for (const way of inTurn(ways, position)) {
      const record = await measure(desk, question, way);
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
  search(question: Question): Promise<Pick<SearchRecord, 'retrieved' | 'degraded'>>;
}

function wayOf(desk: Desk, { name, preset, retrieval, arm }: ArmRow): Way {
  return {
    name,
    search: async (question) => {
      const request: SearchRequest = { query: searchText(question), preset, retrieval, ...boundsOf(desk, question) };
      const { passages, degraded } = await desk.app.search(desk.caller, request, { signal: desk.signal });
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

/** Each way is the first one equally often: what the first search of a question leaves warm, such as its embedding, then favours none. */
function inTurn<Item>(items: readonly Item[], turn: number): Item[] {
  const first = turn % Math.max(1, items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

async function measure(desk: Desk, question: Question, way: Way): Promise<SearchRecord> {
  const started = performance.now();
  const record = { questionId: question.id, row: way.name };
  try {
    const found = await way.search(question);
    return { ...record, ...found, millis: performance.now() - started, error: null };
  } catch (error) {
    if (desk.signal.aborted || isCandorError(error, 'CANCELLED')) throw error;
    return { ...record, retrieved: [], degraded: [], millis: performance.now() - started, error: messageOf(error) };
  }
}
