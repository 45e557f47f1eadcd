/** Which row of a table answers, and which of its cells a question asks for. */
import { type Question } from '../../retrieval/question/question.ts';
import { asksForSeveral, quantityMatch } from '../../retrieval/question/answerType.ts';
import { contentRootsOf, holdsRoot } from '../../knowledge/language/stems.ts';
import { withLineStart } from './candidates.ts';
import type { QuestionFacts, SentenceFacts } from './features.ts';
import { asksFor, headerRoots } from './headerWords.ts';
import { type AskedCell, type RankedSentence, rankFacts, shortlist } from './rankSentences.ts';
import { type RowCell, rowsIn } from './tableRow.ts';

/** Cosine similarities of the question to some texts, in their order; null: not known. */
export type SimilaritiesOf = (texts: readonly string[]) => Promise<readonly number[] | null>;

/**
 * Sentences by how likely they answer, those that are compared by their own meaning too; where the best is a row of a table,
 * with the row first that the question names.
 */
export async function rankByMeaning(
  facts: readonly SentenceFacts[],
  question: QuestionFacts,
  similaritiesOf: SimilaritiesOf,
): Promise<RankedSentence[]> {
  const similarities = await similaritiesOf(shortlist(facts).map(({ candidate }) => candidate.text));
  return withAskedCell(rankFacts(facts, question, similarities), question.asked, similaritiesOf);
}

/** A ranked sentence that is a row, or stands in one. */
interface Row {
  readonly sentence: RankedSentence;
  readonly cells: readonly RowCell[];
}

/** By how much more of what is asked another row must say. */
const clearlyMore = 0.3;

/**
 * The ranked sentences, where the best is a row of a table, with the row first that the question names, and the cell of
 * it that it asks for. All rows of a table look alike to a reader, and it picks words regardless of their column.
 */
async function withAskedCell(
  ranked: readonly RankedSentence[],
  question: Question,
  similaritiesOf: SimilaritiesOf,
): Promise<RankedSentence[]> {
  const [best] = ranked;
  if (!best) return [];
  const passages = [...new Set(ranked.map(({ candidate }) => candidate.passage))];
  // Below a lead-in, a sentence is several rows.
  const rowOf = (sentence: RankedSentence): Row[] =>
    rowsIn(sentence.candidate.passage, sentence.candidate.sourceSpan, passages).map((cells) => ({ sentence, cells }));
  const [first] = rowOf(best);
  if (!first) return withAskedPair(ranked, best, question, similaritiesOf);
  const table = ranked
    .filter(({ candidate }) => candidate.passage.versionId === best.candidate.passage.versionId)
    .flatMap(rowOf)
    .filter(({ cells }) => columnsOf(cells) === columnsOf(first.cells));
  const said = saidOfRows(
    question,
    table.map(({ cells }) => cells),
  );
  const most = Math.max(...said);
  const own = said[table.findIndex(({ sentence }) => sentence === best)] ?? 0;
  const row = most - own > clearlyMore ? (table[said.indexOf(most)] ?? first) : first;
  const asked = await cellOf(row, question, similaritiesOf, most > 0);
  const others = new Set(
    asked === null ? [] : table.filter((_, at) => (said[at] ?? 0) < most).map(({ sentence }) => sentence),
  );
  return inFront(ranked, row.sentence, asked).map((each) => (others.has(each) ? { ...each, isOtherRow: true } : each));
}

const columnsOf = (cells: readonly RowCell[]): string => cells.map(({ column }) => column).join('\n');

/** Null where the column is unknown, and where neither question nor reader shows that it is this row. */
async function cellOf(
  { sentence, cells }: Row,
  question: Question,
  similaritiesOf: SimilaritiesOf,
  isNamed: boolean,
): Promise<AskedCell | null> {
  const [name] = cells;
  if (!isNamed && (asksForSeveral(question) || (sentence.answers ?? -Infinity) < 0)) return null;
  const similarities = await similaritiesOf(cells.map(({ column }) => `${name?.text ?? ''} ${column}`));
  const at = askedCell(question, cells, similarities);
  const cell = at === null ? undefined : cells[at];
  if (!cell || !name) return null;
  return { ...cell, row: name.text };
}

/** Swaps the best for another that answers instead, with its place in the order. */
function inFront(ranked: readonly RankedSentence[], chosen: RankedSentence, asked: AskedCell | null): RankedSentence[] {
  const [best, ...rest] = ranked;
  if (!best || chosen === best) return best ? [{ ...best, asked }, ...rest] : [];
  const { score, share } = best;
  const moved = { ...best, score: chosen.score, share: chosen.share };
  return [{ ...chosen, score, share, asked }, moved, ...rest.filter((each) => each !== chosen)];
}

/** A name and its value: "Stage: 8 by 5 metres". A longer value is a sentence. */
const pairShape = /^([^.;:\n]{1,60}): ([^;\n]{1,100})$/u;
/** Fewer are no table, and prose has a colon too. */
const fewestPairs = 3;
const mostPairs = 40;

/** Pairs of name and value below each other are one record: what is asked for is one of their names. */
async function withAskedPair(
  ranked: readonly RankedSentence[],
  best: RankedSentence,
  question: Question,
  similaritiesOf: SimilaritiesOf,
): Promise<RankedSentence[]> {
  const { passage, headings } = best.candidate;
  if (!pairOf(best)) return [...ranked];
  const pairs = ranked.flatMap((sentence) => {
    const { candidate } = sentence;
    const isBeside =
      candidate.passage.versionId === passage.versionId && candidate.headings.join('\n') === headings.join('\n');
    const cell = isBeside ? pairOf(sentence) : undefined;
    return cell ? [{ sentence, cell }] : [];
  });
  if (pairs.length < fewestPairs || pairs.length > mostPairs) return [...ranked];
  const cells = pairs.map(({ cell }) => cell);
  const similarities = await similaritiesOf(cells.map(({ column }) => column));
  const at = askedCell(question, cells, similarities, contentRootsOf(headings.join(' ')));
  // Where there is no name, the value beside the one that the reader holds to answer.
  const found = at === null ? pairs.find(({ sentence }) => sentence === best && (best.answers ?? -1) >= 0) : pairs[at];
  if (!found) return [...ranked];
  const { column, text, sourceSpan } = found.cell;
  const others = new Set(at === null ? [] : pairs.map(({ sentence }) => sentence));
  return inFront(ranked, found.sentence, { row: column, column: '', text, sourceSpan }).map((each, place) =>
    place > 0 && others.has(each) ? { ...each, isOtherRow: true } : each,
  );
}

function pairOf({ candidate }: RankedSentence): RowCell | undefined {
  const { text, sourceSpan } = candidate;
  const [, name = '', value = ''] = pairShape.exec(text) ?? [];
  if (!value || withLineStart(candidate) !== text) return undefined;
  return { column: name, text: value, sourceSpan: { start: sourceSpan.end - value.length, end: sourceSpan.end } };
}

interface CellFacts {
  /** Share of the header that is asked for, words that few headers have counting more: 0..1. */
  readonly header: number;
  /** Share that the header has of the words of all headers that are asked for: 0..1. */
  readonly covered: number;
  /** 1 if a quantity is asked for and the cell has one of the kind; -1 if it has none; 0 if none is asked for. */
  readonly quantity: number;
  /** Cosine similarity of the question to the name of the row with the header, above the mean of the row. */
  readonly nearer: number;
}

/**
 * Learned from 260 questions for a cell, and from the same without the column that they ask for. On tables that were left
 * out, of those with the column 95 in 100 get it and none a wrong one; of those without it 89 in 100 get none, and most
 * of the others another one of a pair, what guests pay for what members pay. What stands in a cell, and what a reader says
 * of it, adds nothing.
 */
const weights: CellFacts = { header: 2.8, covered: 2.5, quantity: 0.3, nearer: 5.5 };
/** That it is none of them. */
const none = 3.7;
/** How sure the column must be to be given. */
const surely = 0.5;

/**
 * The position of the cell that is asked for; null where the question does not tell, or asks for what is no column. What
 * the question says itself is not what it asks for.
 * @param similarities of the question to the name of the row with each header, in their order; null: not known
 * @param subject roots of what all cells are said of, which tell no column
 */
export function askedCell(
  question: Question,
  cells: readonly RowCell[],
  similarities: readonly number[] | null,
  subject: readonly string[] = [],
): number | null {
  const asked = question.roots;
  const scores = cellFacts(question, cells, similarities, subject).map((facts, at) =>
    isSaid(cells[at]?.text ?? '', asked) ? -Infinity : keys.reduce((sum, key) => sum + weights[key] * facts[key], 0),
  );
  const most = Math.max(none, ...scores);
  const total = [none, ...scores].reduce((sum, score) => sum + Math.exp(score - most), 0);
  return most > none && 1 / total >= surely ? scores.indexOf(most) : null;
}

const keys = Object.keys(weights) as (keyof CellFacts)[];

function isSaid(text: string, asked: readonly string[]): boolean {
  const stated = contentRootsOf(text);
  return stated.length > 0 && stated.every((root) => holdsRoot(asked, root));
}

function cellFacts(
  question: Question,
  cells: readonly RowCell[],
  similarities: readonly number[] | null,
  subject: readonly string[],
): CellFacts[] {
  const asks = asksFor(question);
  const isAsked = (root: string) => asks(root) && !holdsRoot(subject, root);
  const headers = cells.map(({ column }) => headerRoots(column));
  const weightOf = (root: string) =>
    Math.log((1 + headers.length) / headers.filter((roots) => holdsRoot(roots, root)).length);
  const total = (roots: readonly string[]) => roots.reduce((sum, root) => sum + weightOf(root), 0);
  const askedOfAll = [...new Set(headers.flat())].filter(isAsked);
  const mean = (similarities ?? []).reduce((sum, each) => sum + each, 0) / cells.length;
  return cells.map(({ column, text }, at) => {
    const roots = headers[at] ?? [];
    return {
      header: share(total(roots.filter(isAsked)), total(roots)),
      covered: share(total(askedOfAll.filter((root) => holdsRoot(roots, root))), total(askedOfAll)),
      quantity: { HOLDS: 1, MISSING: -1, NONE: 0 }[quantityMatch(question, [`${column}: ${text}`])],
      nearer: similarities ? (similarities[at] ?? 0) - mean : 0,
    };
  });
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/**
 * How much of what a question says stands in each of the rows of a table, words that few rows have counting more: 0 for
 * nothing. Words of a header tell the column. A row whose cells are said in their own order, "from Arden to Bexley",
 * comes before one that turns it round.
 */
export function saidOfRows(question: Question, rows: readonly (readonly RowCell[])[]): number[] {
  const headers = (rows[0] ?? []).flatMap(({ column }) => headerRoots(column));
  const asked = question.roots.filter((root) => !holdsRoot(headers, root));
  const stated = rows.map((cells) => cells.map(({ text }) => contentRootsOf(text)));
  const weightOf = (root: string) =>
    Math.log((1 + rows.length) / stated.filter((cells) => cells.some((roots) => holdsRoot(roots, root))).length);
  return stated.map((cells, at) => {
    const held = asked.filter((root) => cells.some((roots) => holdsRoot(roots, root)));
    const mass = held.reduce((sum, root) => sum + weightOf(root) * (holdsRoot(cells[0] ?? [], root) ? ofName : 1), 0);
    const order = held
      .map((root) => cells.findIndex((roots) => holdsRoot(roots, root)))
      .filter((column) => !/\d/.test(rows[at]?.[column]?.text ?? ''));
    return mass * (order.every((column, place) => place === 0 || column >= (order[place - 1] ?? 0)) ? 1 : turnedRound);
  });
}

/** A root that the first cell has, which names the row, counts twice. */
const ofName = 2;
const turnedRound = 0.6;
