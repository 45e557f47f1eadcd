/** How a statement reads in an answer: behind what governs it, a row of a table in words. */
import { lines } from '../../knowledge/language/sentences.ts';
import { behindLeadIn, leadInOf, type Surroundings } from '../place/leadIn.ts';
import { noVoids, type Voids } from '../place/voids.ts';
import { denies } from '../../knowledge/language/negation.ts';
import type { AskedCell } from '../sentences/rankSentences.ts';
import { type RowCell, rowsIn, type TableSource } from '../sentences/tableRow.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

/** A longer cell, or one with marks of its own, does not go between commas; "15:00" and "1,300" have none. */
const shortCell = /^(?:[^,;:]|(?<=\d)[,:](?=\d)){1,40}(?<![.!?])$/u;

/** A passage that a statement stands in. */
type Source = TableSource & Surroundings;

/** A quote and its place in the version's text. */
type Placed = Pick<NonNullable<VerifiedClaim['proof']>, 'quote' | 'sourceSpan'>;

/**
 * What is shown for a claim: the source's words as `statementText` has them, what governs them once for claims that follow
 * each other. A model's words stay as they are; if they are the source's too, they stand behind what governs these.
 */
export function shownWords(
  passages: readonly TableSource[],
  asked: AskedCell | null,
  voids: Voids = noVoids,
): (claim: Shown, before?: Shown) => string {
  return (claim, before) => {
    const { draft, proof } = claim;
    const leadIn = leadInFor(claim, voids);
    const isSaid =
      leadIn === '' || (before && before.draft.chunkId === draft.chunkId && leadInFor(before, voids) === leadIn);
    const words = proof && draft.text === proof.quote ? inWords(proof.passage, proof, passages, asked) : draft.text;
    return isSaid ? words : behindLeadIn(leadIn, words);
  };
}

/** A claim as far as its words depend on it. */
type Shown = Pick<VerifiedClaim, 'draft' | 'proof' | 'wording'>;

/** What a claim in the source's words is read behind; a model's own words are not. */
const leadInFor = ({ draft, proof, wording }: Shown, voids: Voids): string =>
  proof && (draft.text === proof.quote || wording === 'VERBATIM')
    ? leadInOf(proof.passage, proof.sourceSpan, voids)
    : '';

/**
 * The one way in which a quote is shown: behind the lines that govern it, each whole row of a table in words, "Saturday:
 * Closes 15:00, Opens 10:00", the cell that is asked for first. All words are those of the source; the citation quotes
 * them as they stand.
 * @param passages the others of its version, which tell what its columns are
 */
export function statementText(
  passage: Source,
  placed: Placed,
  passages: readonly TableSource[] = [passage],
  asked: AskedCell | null = null,
): string {
  return behindLeadIn(leadInOf(passage, placed.sourceSpan), inWords(passage, placed, passages, asked));
}

/** A quote of a passage with each whole row of a table as people read it. */
function inWords(
  passage: TableSource,
  { quote, sourceSpan }: Placed,
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

/**
 * A row as words: "Single sign-on: Growth no, Scale add-on"; of long cells, "Red lamp · What to do: …". Where a header
 * says no, the first cell is no name of the others: "Not allowed: Drinks · Allowed: Fruit".
 */
export function rowWords(row: readonly RowCell[], asked: AskedCell | null): string {
  const [name, ...cells] = row;
  if (!name) return '';
  if (row.some(({ column }) => denies(column))) return row.map(named).join(' · ');
  const first = cells.find(({ sourceSpan }) => sourceSpan.start === asked?.sourceSpan.start);
  const inOrder = first ? [first, ...cells.filter((cell) => cell !== first)] : cells;
  return inOrder.every(({ text }) => shortCell.test(text))
    ? `${name.text}: ${inOrder.map(({ column, text }) => `${column} ${text}`).join(', ')}`
    : [name.text, ...inOrder.map(named)].join(' · ');
}

const named = ({ column, text }: RowCell): string => (column ? `${column}: ${text}` : text);
