/** Which cell of a row a question asks for. */
import { expectedType, holdsType, quantityMatch } from '../answerability/answerType.ts';
import { askedRoots } from '../words/headerWords.ts';
import { contentRootsOf, holdsRoot } from '../words/stems.ts';
import type { RowCell } from './tableRow.ts';

interface CellFacts {
  /** Share of the header that is asked for, words that few headers have counting more: 0..1. */
  readonly header: number;
  /** Share that the header has of the words of all headers that are asked for: 0..1. */
  readonly covered: number;
  /** Share of the cell that the question says itself: 0..1. */
  readonly said: number;
  /** 1 if a number, date, person or place is asked for and stands in the cell; -1 if it does not; 0 if none is asked for. */
  readonly type: number;
  /** The same of a quantity of the kind that is asked for. */
  readonly quantity: number;
  /** 1 for the first cell, which names the row. */
  readonly first: number;
  /** Cosine similarity of the question to the name of the row with the header: -1..1. */
  readonly similarity: number;
}

/**
 * Learned from the 60 questions of test/formats/tableQuestions.ts, and rounded. Over the 20 tables of `npm run
 * bench:tables`, which they have not seen, they tell the right one of four or five cells in 98 of 100; without the
 * similarity in 95, by it alone in 91.
 */
const weights: CellFacts = {
  header: 1.5,
  covered: 1.5,
  said: -0.8,
  type: 0.5,
  quantity: 0.5,
  first: -0.8,
  similarity: 7,
};
/** How sure the column must be to be told: of those that are less sure, one in two is another. */
const surely = 0.5;

/**
 * The position of the cell that is asked for; null where the question does not tell. What the question says itself is
 * not what it asks for.
 * @param similarities of the question to the name of the row with each header, in their order; null: not known
 */
export function askedCell(
  question: string,
  cells: readonly RowCell[],
  similarities: readonly number[] | null,
): number | null {
  const facts = cellFacts(question, cells, similarities);
  const scores = facts.map((each) =>
    each.said === 1 ? -Infinity : keys.reduce((sum, key) => sum + weights[key] * each[key], 0),
  );
  const most = Math.max(...scores);
  const total = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
  return Number.isFinite(most) && 1 / total >= surely ? scores.indexOf(most) : null;
}

const keys = Object.keys(weights) as (keyof CellFacts)[];

function cellFacts(
  question: string,
  cells: readonly RowCell[],
  similarities: readonly number[] | null,
): CellFacts[] {
  const { own, alike } = askedRoots(question);
  const type = expectedType(question);
  const headers = cells.map(({ column }) => contentRootsOf(column));
  const weightOf = (root: string) =>
    Math.log((1 + headers.length) / headers.filter((roots) => holdsRoot(roots, root)).length);
  const total = (roots: readonly string[]) => roots.reduce((sum, root) => sum + weightOf(root), 0);
  const isAsked = (root: string) => holdsRoot(own, root) || alike.includes(root);
  const askedOfAll = [...new Set(headers.flat())].filter(isAsked);
  return cells.map(({ column, text }, at) => {
    const roots = headers[at] ?? [];
    const told = contentRootsOf(text);
    return {
      header: share(total(roots.filter(isAsked)), total(roots)),
      covered: share(total(askedOfAll.filter((root) => holdsRoot(roots, root))), total(askedOfAll)),
      said: share(told.filter((root) => holdsRoot(own, root)).length, told.length),
      // Behind a colon, a capital begins a name and no sentence.
      type: type === 'ANY' ? 0 : holdsType(`: ${text}`, type) ? 1 : -1,
      quantity: { HOLDS: 1, MISSING: -1, NONE: 0 }[quantityMatch(question, [`${column}: ${text}`])],
      first: Number(at === 0),
      similarity: similarities?.[at] ?? 0,
    };
  });
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** A root that the first cell has, which names the row, counts twice. */
const ofName = 2;

/**
 * How much of what a question says stands in each of the rows of a table, words that few rows have counting more: 0 for
 * nothing. A row whose cells are said in their own order, "from Arden to Bexley", comes before one that turns it round.
 */
export function saidOfRows(question: string, rows: readonly (readonly RowCell[])[]): number[] {
  const asked = contentRootsOf(question);
  const told = rows.map((cells) => cells.map(({ text }) => contentRootsOf(text)));
  const weightOf = (root: string) =>
    Math.log((1 + rows.length) / told.filter((cells) => cells.some((roots) => holdsRoot(roots, root))).length);
  return told.map((cells) => {
    const held = asked.filter((root) => cells.some((roots) => holdsRoot(roots, root)));
    const mass = held.reduce(
      (sum, root) => sum + weightOf(root) * (holdsRoot(cells[0] ?? [], root) ? ofName : 1),
      0,
    );
    const order = held.map((root) => cells.findIndex((roots) => holdsRoot(roots, root)));
    return mass * (order.every((column, at) => at === 0 || column >= (order[at - 1] ?? 0)) ? 1 : turnedRound);
  });
}

const turnedRound = 0.8;
