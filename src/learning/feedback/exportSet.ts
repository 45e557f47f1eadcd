import type { Database } from '../../db/database.ts';
import type { Document, DocumentVersion } from '../../knowledge/document.ts';
import { pageOfDocuments, readDocuments, readVersions } from '../../knowledge/store/documents.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { normalisedQuestion } from '../runDigest.ts';
import { type Feedback, type FeedbackVerdict, type JudgedRun, ofMajority, readJudgedRuns } from './feedback.ts';

/** A line of questions.jsonl, as described in docs/evaluation.md. */
interface SetQuestion {
  /** The id of the run. */
  readonly id: string;
  readonly question: string;
  readonly type: string;
  readonly expected: 'answer' | 'abstain' | 'clarify' | 'retrieve';
  readonly answerable: boolean;
  readonly answers: readonly string[];
  readonly evidenceSentences: readonly string[];
  /** Keys of documents. */
  readonly relevantDocIds: readonly string[];
  readonly language: string;
}

/** A line of corpus.jsonl: the currently valid text of a document. */
export interface SetDocument {
  /** The document's key. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly format: 'MARKDOWN' | 'PLAIN_TEXT';
  readonly url: string | null;
  readonly language: string | null;
  readonly tags: readonly string[];
  readonly semanticType: string | null;
  readonly author: string | null;
  readonly supersededBy: string | null;
  readonly effectiveFrom: Date;
  readonly updatedAt: Date;
}

export interface FeedbackSet {
  readonly questions: readonly SetQuestion[];
  /**
   * Judged runs without a line. `tied`: as many judges said right as not right. `unknown`: they were judged wrong, and
   * nobody said what is right. `repeated`: the same question was judged again later.
   */
  readonly leftOut: { readonly tied: number; readonly unknown: number; readonly repeated: number };
  /** Every published document that the reader may see, read as it is iterated. */
  readonly documents: AsyncIterable<SetDocument>;
}

/** Returns the judged runs as an evaluation set for the current documents. */
export async function exportSet(database: Database, reader: Reader, signal?: AbortSignal): Promise<FeedbackSet> {
  const judged = await readJudgedRuns(database, reader, { signal });
  const named = [...new Set(judged.flatMap(({ feedback }) => feedback.flatMap(({ documentIds }) => documentIds)))];
  const found = named.length === 0 ? [] : await readDocuments(database, reader, named);
  const keys = new Map(found.flatMap((document) => (document ? [[document.id, document.key] as const] : [])));
  return { ...toQuestions(judged, keys), documents: publishedDocuments(database, reader) };
}

/** @param judged newest first; @param keys of the documents that judgements name, by id */
export function toQuestions(
  judged: readonly JudgedRun[],
  keys: ReadonlyMap<string, string>,
): Omit<FeedbackSet, 'documents'> {
  const lines = new Map<string, SetQuestion>();
  const leftOut = { tied: 0, unknown: 0, repeated: 0 };
  for (const { run, feedback } of judged) {
    const given = ofMajority(feedback);
    const verdict = mostSaid(given);
    const line = verdict && toQuestion(run, verdict, given, keys);
    const name = normalisedQuestion(run.standalone);
    if (!verdict) leftOut.tied += 1;
    else if (!line) leftOut.unknown += 1;
    else if (lines.has(name)) leftOut.repeated += 1;
    else lines.set(name, line);
  }
  return { questions: [...lines.values()], leftOut };
}

/** Returns the most frequent verdict; the newest in a tie. */
function mostSaid(given: readonly Feedback[]): FeedbackVerdict | undefined {
  const times = (verdict: FeedbackVerdict) => given.filter((entry) => entry.verdict === verdict).length;
  return given.toSorted((left, right) => times(right.verdict) - times(left.verdict))[0]?.verdict;
}

const types: Readonly<Record<FeedbackVerdict, string>> = {
  CORRECT: 'judged-correct',
  WRONG: 'judged-wrong',
  INCOMPLETE: 'judged-incomplete',
  SHOULD_HAVE_ANSWERED: 'should-have-answered',
  SHOULD_HAVE_REFUSED: 'should-have-refused',
};

function toQuestion(
  run: JudgedRun['run'],
  verdict: FeedbackVerdict,
  given: readonly Feedback[],
  keys: ReadonlyMap<string, string>,
): SetQuestion | undefined {
  const answers = [...new Set(given.flatMap(({ answer }) => answer ?? []))];
  const chosen = new Set(given.flatMap(({ passageId }) => passageId ?? []));
  const sentences = run.alternatives.filter(({ chunkId }) => chosen.has(chunkId)).map(({ sentence }) => sentence);
  const named = [...new Set(given.flatMap(({ documentIds }) => documentIds.flatMap((id) => keys.get(id) ?? [])))];
  const core = {
    id: run.id,
    question: run.standalone,
    language: run.language,
    type: types[verdict],
    evidenceSentences: [],
  };
  if (verdict === 'SHOULD_HAVE_REFUSED')
    return { ...core, expected: 'abstain', answerable: false, answers: [], relevantDocIds: [] };
  if (verdict === 'CORRECT' && run.outcome !== 'ANSWER') {
    return {
      ...core,
      expected: run.outcome === 'CLARIFICATION' ? 'clarify' : 'abstain',
      answerable: false,
      answers: [],
      relevantDocIds: [],
    };
  }
  if (verdict === 'CORRECT') {
    // The answer's own words are no reference, because another right sentence would not contain them. What it cites is
    // one.
    const evidenceSentences = answers.length > 0 ? [] : [...new Set(run.citations.map(({ quote }) => quote))];
    const relevantDocIds = named.length > 0 ? named : [...new Set(run.citations.map(({ documentKey }) => documentKey))];
    return { ...core, expected: 'answer', answerable: true, answers, evidenceSentences, relevantDocIds };
  }
  // A chosen passage answers by its best sentence, not by words that a right answer must contain.
  if (answers.length === 0 && sentences.length > 0)
    return {
      ...core,
      expected: 'answer',
      answerable: true,
      answers,
      evidenceSentences: sentences,
      relevantDocIds: named,
    };
  if (answers.length > 0) return { ...core, expected: 'answer', answerable: true, answers, relevantDocIds: named };
  return named.length > 0
    ? { ...core, expected: 'retrieve', answerable: true, answers, relevantDocIds: named }
    : undefined;
}

const pageSize = 50;

async function* publishedDocuments(database: Database, reader: Reader): AsyncGenerator<SetDocument> {
  let after: string | undefined;
  do {
    const page = await pageOfDocuments(database, reader, { first: pageSize, after }, { state: 'PUBLISHED' });
    const versions = await readVersions(
      database,
      reader,
      page.nodes.map(({ currentVersionId }) => currentVersionId ?? ''),
    );
    for (const [position, document] of page.nodes.entries()) {
      const version = versions[position];
      if (version) yield toSetDocument(document, version);
    }
    after = page.hasNextPage ? (page.endCursor ?? undefined) : undefined;
  } while (after !== undefined);
}

/** Converts a document to a line. The canonical text of every format except plain text has Markdown headings. */
function toSetDocument(document: Document, { text, effectiveFrom, sourceType }: DocumentVersion): SetDocument {
  const { key, title, url, language, tags, semanticType, author, supersededBy, updatedAt } = document;
  return {
    id: key,
    title,
    text,
    format: sourceType === 'PLAIN_TEXT' ? 'PLAIN_TEXT' : 'MARKDOWN',
    url,
    language,
    tags,
    semanticType,
    author,
    supersededBy,
    effectiveFrom,
    updatedAt,
  };
}
