/** The row of a table that answers, and the cell of it that is asked for. */
import { asksForSeveral } from '../../retrieval/question/answerType.ts';
import { askedCell, saidOfRows } from '../../grounding/sentences/askedCell.ts';
import { contentRootsOf } from '../../knowledge/language/stems.ts';
import type { AskedCell, RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { type RowCell, rowsIn } from '../../grounding/sentences/tableRow.ts';
import { withLineStart } from '../../grounding/sentences/candidates.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** Cosine similarities of the question to some texts, in their order; null: not known. */
export type SimilaritiesOf = (texts: readonly string[]) => Promise<readonly number[] | null>;

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
export async function withAskedCell(
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
