/** How a row of a table reads in an answer. */
import { lines } from '../../knowledge/sentences.ts';
import type { AskedCell } from '../sentences/rankSentences.ts';
import { type RowCell, rowsIn, type TableSource } from '../sentences/tableRow.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

/** A longer cell, or one with marks of its own, does not go between commas; "15:00" and "1,300" have none. */
const shortCell = /^(?:[^,;:]|(?<=\d)[,:](?=\d)){1,40}(?<![.!?])$/u;

/**
 * What is shown for a claim: its words, in which each whole row of a table reads "Saturday: Closes 15:00, Opens 10:00",
 * the cell that is asked for first. All words are those of the row; the citation quotes it as it stands. A model's words
 * stay as they are.
 */
export function shownWords(
  passages: readonly TableSource[],
  asked: AskedCell | null,
): (claim: Pick<VerifiedClaim, 'draft' | 'proof'>) => string {
  return ({ draft, proof }) => {
    if (!proof || draft.text !== proof.quote) return draft.text;
    return inWords(proof.passage, proof, passages, asked);
  };
}

/**
 * A quote of a passage with each whole row of a table as people read it.
 * @param passages the others of its version, which tell what its columns are
 */
export function inWords(
  passage: TableSource,
  { quote, sourceSpan }: Pick<NonNullable<VerifiedClaim['proof']>, 'quote' | 'sourceSpan'>,
  passages: readonly TableSource[],
  asked: AskedCell | null,
): string {
  return lines(quote)
    .map(({ start, end }) => lineInWords(passage, quote.slice(start, end), sourceSpan.start + start, passages, asked))
    .join('\n');
}

/** A whole passage as people read it, each paragraph and row in its place. */
export function passageInWords(passage: TableSource): string {
  return passage.text.replaceAll(/[^\n]+/g, (line, at: number) =>
    lineInWords(passage, line, passage.sourceSpan.start + at, [passage], null),
  );
}

function lineInWords(
  passage: TableSource,
  line: string,
  start: number,
  passages: readonly TableSource[],
  asked: AskedCell | null,
): string {
  const span = { start, end: start + line.length };
  const [cells, ...more] = rowsIn(passage, span, passages);
  return cells && more.length === 0 && isWhole(cells, line, span) ? rowWords(cells, asked) : line;
}

/** Whether the cells with their headers are all of the line. */
function isWhole(cells: readonly RowCell[], line: string, span: { readonly end: number }): boolean {
  const written = cells.map(({ column, text }) => (column ? `${column}: ${text}` : text)).join('; ');
  return written === line && cells.at(-1)?.sourceSpan.end === span.end;
}

/** A row as words: "Single sign-on: Growth no, Scale add-on"; of long cells, "Red lamp · What to do: …". */
export function rowWords([name, ...cells]: readonly RowCell[], asked: AskedCell | null): string {
  if (!name) return '';
  const first = cells.find(({ sourceSpan }) => sourceSpan.start === asked?.sourceSpan.start);
  const inOrder = first ? [first, ...cells.filter((cell) => cell !== first)] : cells;
  return inOrder.every(({ text }) => shortCell.test(text))
    ? `${name.text}: ${inOrder.map(({ column, text }) => `${column} ${text}`).join(', ')}`
    : [name.text, ...inOrder.map(({ column, text }) => `${column}: ${text}`)].join(' · ');
}
