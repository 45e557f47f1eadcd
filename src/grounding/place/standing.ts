/** How what stands around a statement bears on its force. */
import type { GoverningKind } from '../../knowledge/cut/governs.ts';
import type { Span } from '../../knowledge/document.ts';
import { lines, sentences } from '../../knowledge/language/sentences.ts';
import { suspicious } from '../injection/orders.ts';
import { denies } from '../../knowledge/language/negation.ts';
import { governingOf, headingsAt, type Surroundings } from './leadIn.ts';
import type { LinesAround, Voids } from './voids.ts';

/**
 * The lines that may bear on a statement: title, headings and lines above it, the label of its own line and the sentence
 * before it; and the sentences behind it.
 */
export function linesAround(passage: Surroundings, span: Span): LinesAround {
  const above = [
    passage.documentTitle,
    ...headingsAt(passage, span),
    ...startsIn(passage, span).flatMap((start) => linesAbove(passage, { start, end: span.end }, ofCells)),
    ...linesAbove(passage, { start: span.end - 1, end: span.end }, ofCells),
  ];
  const behind = sentencesBehind(passage, span).map((each) => textOf(passage, each));
  return { above: [...new Set(above)].filter(Boolean), behind: [...sentencesBefore(passage, span), ...behind] };
}

/** Whether a line above a place, or a sentence behind it, voids what stands there. */
export function isVoided(passage: Surroundings, span: Span, voids: Voids): boolean {
  const { above, behind } = linesAround(passage, span);
  return above.some((line) => voids.above.includes(line)) || behind.some((line) => voids.behind.includes(line));
}

/** Whether a line or heading above a place says no to what stands there. */
export function isDenied(passage: Surroundings, span: Span): boolean {
  return [...headingsAt(passage, span), ...linesAbove(passage, span).map(lastSentence)].some(denies);
}

/** The sentence behind a statement that takes it back: "This rule was abolished in 2024." */
export function takenBackBy(passage: Surroundings, span: Span, { behind }: Voids): Span | null {
  return sentencesBehind(passage, span).find((each) => behind.includes(textOf(passage, each))) ?? null;
}

function lastSentence(line: string): string {
  const last = sentences(line).at(-1);
  return last ? line.slice(last.start, last.end) : line;
}

/** Row and column of a cell stand beside it, and say what it is. */
const ofCells: readonly GoverningKind[] = ['ROW', 'COLUMN'];

function linesAbove(passage: Surroundings, span: Span, without: readonly GoverningKind[] = []): string[] {
  return governingOf(passage, span)
    .filter(({ kind }) => kind !== 'HEADING' && !without.includes(kind))
    .map(({ quote }) => quote);
}

const textOf = ({ text, sourceSpan }: Surroundings, { start, end }: Span): string =>
  text.slice(start - sourceSpan.start, end - sourceSpan.start);

/** Where a span begins, and where each further line of it does. */
function startsIn({ text, sourceSpan }: Surroundings, { start, end }: Span): number[] {
  const offset = sourceSpan.start;
  const further = lines(text.slice(start - offset, end - offset)).map((line) => start + line.start);
  return further.length > 0 ? further : [start];
}

/** The sentence before a statement in its paragraph, and the first of its section. */
function sentencesBefore({ text, sourceSpan }: Surroundings, { start }: Span): string[] {
  const at = start - sourceSpan.start;
  const above = lines(text).filter((line) => line.start <= at);
  const line = above.at(-1);
  if (!line || isRow(text, line)) return [];
  const before = sentencesOf(text, line)
    .filter((each) => each.end <= at)
    .at(-1);
  const top = above[above.findLastIndex((each) => heading.test(text.slice(each.start, each.end))) + 1];
  const first = top && sentencesOf(text, top)[0];
  return [before, first].flatMap((each) => (each && each.end <= at ? [text.slice(each.start, each.end)] : []));
}

/** How many sentences behind a statement may take it back. */
const furthestBehind = 3;
const heading = /^#{1,6} /;
/** A line of prose: another item says nothing of the one before it, and cells of a row say nothing of each other. */
const nextLine = /^(?!#{1,6} |\s*[-*•] |\s{4})/u;
const rowShape = /^[^.;:\n]{1,60}: [^;\n]*; /u;
const isRow = (text: string, { start, end }: Span): boolean => rowShape.test(text.slice(start, end));

/** The sentences behind a statement in its paragraph, else the first of the next one in its section. An order is none. */
function sentencesBehind({ text, sourceSpan }: Surroundings, { end }: Span): Span[] {
  const offset = sourceSpan.start;
  const [line, below] = lines(text).filter((each) => each.end >= end - offset);
  if (!line || isRow(text, line)) return [];
  const behind = sentencesOf(text, line).filter((each) => each.start >= end - offset);
  const isNext = below && nextLine.test(text.slice(below.start, below.end)) && !isRow(text, below);
  const found =
    behind.length > 0 ? behind.slice(0, furthestBehind) : isNext ? sentencesOf(text, below).slice(0, 1) : [];
  return found
    .filter((each) => !suspicious(text.slice(each.start, each.end)))
    .map((each) => ({ start: each.start + offset, end: each.end + offset }));
}

function sentencesOf(text: string, line: Span): Span[] {
  return sentences(text.slice(line.start, line.end)).map(({ start, end }) => ({
    start: line.start + start,
    end: line.start + end,
  }));
}
