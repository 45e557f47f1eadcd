/** How much stands around a chosen sentence that belongs to it: a whole procedure, list or block of code. */
import { labelsOf } from '../../knowledge/ancestors.ts';
import type { Span } from '../../knowledge/document.ts';
import { bulletMark, itemMark, lines, stepMark } from '../../knowledge/language/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { asksForSeveral } from '../../retrieval/question/answerType.ts';
import { isOrder } from '../injection/orders.ts';
import { contentRootsOf, holdsRoot } from '../../knowledge/language/stems.ts';
import { firstCellOf } from './features.ts';
import type { RankedSentence } from './rankSentences.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** A longer procedure is not read in an answer: the step that was found stands alone. */
const longestProcedure = 1_500;
/** The same of code: a page of configuration is looked up, not quoted. */
const longestCode = 700;
const codeLine = /^ {4}/;

/**
 * Sentences where a step of a numbered list stands for its whole list, lead-in included, in their order and each list
 * once: a step without those before it is no instruction, and may leave out the one that keeps a person safe.
 */
export function withWholeProcedures(chosen: readonly RankedSentence[]): RankedSentence[] {
  return withWhole(chosen, procedureAround, longestProcedure);
}

/**
 * Sentences where a line of code stands for its whole block, the line that leads in included: one line of a command or
 * a file may not work by itself.
 */
export function withWholeCode(chosen: readonly RankedSentence[]): RankedSentence[] {
  return withWhole(chosen, codeAround, longestCode);
}

/** A longer list is looked up, not quoted. */
const longestList = 1_500;

/**
 * Sentences where an item stands for its whole list, lead-in included, for a question that asks for several things:
 * "which roles are there" is not answered by one of them. So does the row of a table. An item or a row with a word of
 * the question that the headings above it lack is what is asked for.
 */
export function withWholeLists(chosen: readonly RankedSentence[], question: Question): readonly RankedSentence[] {
  return asksForSeveral(question) ? withWhole(chosen, listAround(question), longestList) : chosen;
}

/** More than this of a list that has several of the chosen is looked up, not quoted. */
const longestShared = 700;

/** Sentences where several items of one list stand for the whole of it, so that its lead-in is read once. */
export function withSharedLists(chosen: readonly RankedSentence[]): RankedSentence[] {
  const listOf = ({ candidate: { passage, sourceSpan } }: RankedSentence) => {
    const list = itemsAround(passage.text, sourceSpan.start - passage.sourceSpan.start);
    return list && `${passage.chunkId} ${list.start}`;
  };
  const lists = chosen.map(listOf);
  const shared = (list: string | null) => list !== null && lists.filter((other) => other === list).length > 1;
  return withWhole(
    chosen,
    (text, position) => {
      const at = chosen.findIndex(
        ({ candidate: { passage, sourceSpan } }) =>
          passage.text === text && sourceSpan.start - passage.sourceSpan.start === position,
      );
      return shared(lists[at] ?? null) ? itemsAround(text, position) : null;
    },
    longestShared,
  );
}

/** The list that a position stands in; null where items of it name what they stand under: each says its own. */
function itemsAround(text: string, position: number): Span | null {
  const rows = numberedLines(text);
  const at = rows.at(position);
  const isItem = (row: number) => itemMark.test(rows.lineText(row));
  if (!isItem(at)) return null;
  const { first, last } = rows.around(at, isItem);
  const { start, end } = rows.withLeadIn(first, last);
  const isNested = text
    .slice(start, end)
    .split('\n')
    .some((row) => labelsOf(row).length > 0);
  return first < last && !isNested ? { start, end } : null;
}

/** The bulleted list or the table that a position stands in; null where it stands in none, or is what is asked for. */
function listAround(question: Question): Around {
  const asked = question.roots;
  return (text, position, headings) => {
    const rows = numberedLines(text);
    const at = rows.at(position);
    const item = rows.lineText(at);
    const column = firstCellOf(item) === undefined ? '' : item.slice(0, item.indexOf(': ') + 2);
    const isItem = (row: number) =>
      column === '' ? bulletMark.test(rows.lineText(row)) : rows.lineText(row).startsWith(column);
    if (!isItem(at)) return null;
    const stated = contentRootsOf(column === '' ? item : item.replaceAll(/(?:^|; )[^.;:\n]+: /g, ' '));
    const above = contentRootsOf(headings.join(' '));
    if (asked.some((root) => holdsRoot(stated, root) && !holdsRoot(above, root))) return null;
    const { first, last } = rows.around(at, isItem);
    return first < last ? rows.withLeadIn(first, last) : null;
  };
}

type Around = (text: string, position: number, headings: readonly string[]) => Span | null;

function withWhole(chosen: readonly RankedSentence[], around: Around, longest: number): RankedSentence[] {
  const kept: RankedSentence[] = [];
  for (const sentence of chosen.map((each) => widened(each, around, longest))) {
    const { passage, sourceSpan } = sentence.candidate;
    const holds = (other: RankedSentence) =>
      other.candidate.passage.chunkId === passage.chunkId &&
      other.candidate.sourceSpan.start <= sourceSpan.start &&
      other.candidate.sourceSpan.end >= sourceSpan.end;
    if (kept.some(holds)) continue;
    const within = kept.findIndex(
      (other) =>
        other.candidate.passage.chunkId === passage.chunkId &&
        other.candidate.sourceSpan.start >= sourceSpan.start &&
        other.candidate.sourceSpan.end <= sourceSpan.end,
    );
    if (within >= 0) kept[within] = sentence;
    else kept.push(sentence);
  }
  return kept;
}

/** A list is not widened over an order to whoever answers. */
const holdsOrderIn = (passage: Passage, { start, end }: Span): boolean =>
  lines(passage.text.slice(start, end)).some((line) =>
    isOrder(passage.text.slice(start + line.start, start + line.end), passage),
  );

function widened(sentence: RankedSentence, around: Around, longest: number): RankedSentence {
  const { candidate } = sentence;
  const { passage, sourceSpan } = candidate;
  const span = around(passage.text, sourceSpan.start - passage.sourceSpan.start, candidate.headings);
  if (span !== null && holdsOrderIn(passage, span)) return sentence;
  if (span === null || span.end - span.start > longest || span.end - span.start <= sourceSpan.end - sourceSpan.start)
    return sentence;
  const [start, end] = [span.start + passage.sourceSpan.start, span.end + passage.sourceSpan.start];
  return {
    ...sentence,
    candidate: { ...candidate, text: passage.text.slice(span.start, span.end), sourceSpan: { start, end } },
  };
}

/**
 * The numbered list that a position stands in, or that it leads in; null where it stands in none. Indented lines belong
 * to the step above them.
 */
function procedureAround(text: string, position: number): Span | null {
  const rows = numberedLines(text);
  const at = rows.at(position);
  const belongs = (row: number) => stepMark.test(rows.lineText(row)) || /^\s{2,}\S/.test(rows.lineText(row));
  const from = belongs(at) ? at : rows.leadsIn(at) && belongs(at + 1) ? at + 1 : -1;
  if (from < 0) return null;
  const { first, last } = rows.around(from, belongs);
  return stepMark.test(rows.lineText(first)) && first < last ? rows.withLeadIn(first, last) : null;
}

/** The lines of code around a position, blank ones between them included; null where it is no code. */
function codeAround(text: string, position: number): Span | null {
  const rows = numberedLines(text);
  const at = rows.at(position);
  const isCode = (row: number) => codeLine.test(rows.lineText(row));
  if (!isCode(at)) return null;
  const { first, last } = rows.around(at, isCode);
  return rows.withLeadIn(first, last);
}

/** The lines of a text by their number; before the first and behind the last there is nothing. */
function numberedLines(text: string) {
  const rows = lines(text);
  const lineText = (row: number) => {
    const span = rows[row];
    return span ? text.slice(span.start, span.end) : '';
  };
  const leadsIn = (row: number) => !/^#/.test(lineText(row)) && lineText(row).trimEnd().endsWith(':');
  return {
    lineText,
    /** Whether what stands below belongs to this line: it ends with a colon and is no heading. */
    leadsIn,
    at: (position: number) => rows.findIndex(({ start, end }) => position >= start && position < end),
    /** The lines around one that all belong. */
    around(row: number, belongs: (row: number) => boolean) {
      let [first, last] = [row, row];
      while (belongs(first - 1)) first -= 1;
      while (belongs(last + 1)) last += 1;
      return { first, last };
    },
    withLeadIn(first: number, last: number): Span {
      const from = leadsIn(first - 1) ? first - 1 : first;
      return { start: rows[from]?.start ?? 0, end: rows[last]?.end ?? 0 };
    },
  };
}
