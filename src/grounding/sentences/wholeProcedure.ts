import type { Span } from '../../knowledge/document.ts';
import { lines } from '../../knowledge/sentences.ts';
import { step } from './procedure.ts';
import type { RankedSentence } from './rankSentences.ts';

/** A longer procedure is not read in an answer: the step that was found stands alone. */
const longestProcedure = 1_500;
/** The same of code: a page of configuration is looked up, not quoted. */
const longestCode = 700;
const codeLine = /^ {4}/;

/**
 * Sentences where a step of a numbered list stands for its whole list, lead-in included, in their order and each list once: a step without those before it is no instruction, and may
 * leave out the one that keeps a person safe.
 */
export function withWholeProcedures(chosen: readonly RankedSentence[]): RankedSentence[] {
  return withWhole(chosen, procedureAround, longestProcedure);
}

/** Sentences where a line of code stands for its whole block, the line that leads in included: one line of a command or a file may not work by itself. */
export function withWholeCode(chosen: readonly RankedSentence[]): RankedSentence[] {
  return withWhole(chosen, codeAround, longestCode);
}

type Around = (text: string, position: number) => Span | null;

function withWhole(chosen: readonly RankedSentence[], around: Around, longest: number): RankedSentence[] {
  const kept: RankedSentence[] = [];
  for (const sentence of chosen.map((each) => widened(each, around, longest))) {
    const { passage, sourceSpan } = sentence.candidate;
    const holds = (other: RankedSentence) => other.candidate.passage.chunkId === passage.chunkId && other.candidate.sourceSpan.start <= sourceSpan.start && other.candidate.sourceSpan.end >= sourceSpan.end;
    if (kept.some(holds)) continue;
    const within = kept.findIndex((other) => other.candidate.passage.chunkId === passage.chunkId && other.candidate.sourceSpan.start >= sourceSpan.start && other.candidate.sourceSpan.end <= sourceSpan.end);
    if (within >= 0) kept[within] = sentence;
    else kept.push(sentence);
  }
  return kept;
}

function widened(sentence: RankedSentence, around: Around, longest: number): RankedSentence {
  const { candidate } = sentence;
  const { passage, sourceSpan } = candidate;
  const span = around(passage.text, sourceSpan.start - passage.sourceSpan.start);
  if (span === null || span.end - span.start > longest || span.end - span.start <= sourceSpan.end - sourceSpan.start) return sentence;
  const [start, end] = [span.start + passage.sourceSpan.start, span.end + passage.sourceSpan.start];
  return { ...sentence, candidate: { ...candidate, text: passage.text.slice(span.start, span.end), sourceSpan: { start, end } } };
}

/** The numbered list that a position stands in, with the line above it where that ends with a colon; null where it stands in none. Indented lines belong to the step above them. */
function procedureAround(text: string, position: number): Span | null {
  const rows = lines(text);
  const at = rows.findIndex(({ start, end }) => position >= start && position < end);
  const textOf = (row: number) => text.slice(rows[row]?.start ?? 0, rows[row]?.end ?? 0);
  const belongs = (row: number) => row >= 0 && row < rows.length && (step.test(textOf(row)) || /^\s{2,}\S/.test(textOf(row)));
  const isLeadIn = (row: number) => row >= 0 && !/^#/.test(textOf(row)) && textOf(row).trimEnd().endsWith(':');
  const from = belongs(at) ? at : isLeadIn(at) && belongs(at + 1) ? at + 1 : -1;
  if (from < 0) return null;
  let [first, last] = [from, from];
  while (belongs(first - 1)) first -= 1;
  while (belongs(last + 1)) last += 1;
  if (!step.test(textOf(first)) || first === last) return null;
  if (isLeadIn(first - 1)) first -= 1;
  return { start: rows[first]?.start ?? 0, end: rows[last]?.end ?? 0 };
}

/** The lines of code around a position, blank ones between them included, with the line above them where that ends with a colon; null where it is no code. */
function codeAround(text: string, position: number): Span | null {
  const rows = lines(text);
  const at = rows.findIndex(({ start, end }) => position >= start && position < end);
  const textOf = (row: number) => text.slice(rows[row]?.start ?? 0, rows[row]?.end ?? 0);
  const isCode = (row: number) => row >= 0 && row < rows.length && codeLine.test(textOf(row));
  if (!isCode(at)) return null;
  let [first, last] = [at, at];
  while (isCode(first - 1)) first -= 1;
  while (isCode(last + 1)) last += 1;
  if (first > 0 && !/^#/.test(textOf(first - 1)) && textOf(first - 1).trimEnd().endsWith(':')) first -= 1;
  return { start: rows[first]?.start ?? 0, end: rows[last]?.end ?? 0 };
}
