/** How what stands around a statement bears on its force. */
import type { Span } from '../../knowledge/document.ts';
import { lines, sentences } from '../../knowledge/sentences.ts';
import { denies } from '../words/negation.ts';
import { governingOf, headingsAt, type Surroundings } from './leadIn.ts';
import { isVoiding, takesBack } from './voids.ts';

/** Whether a title, heading or line above a place, or the sentence behind it, voids what stands there. */
export function isVoided(passage: Surroundings, span: Span): boolean {
  const above = [passage.documentTitle, ...headingsAt(passage, span), ...linesAbove(passage, span)];
  return above.some(isVoiding) || takenBackBy(passage, span) !== null;
}

/** Whether a line above a place, or its heading, says no to what stands there. */
export function isDenied(passage: Surroundings, span: Span): boolean {
  return [headingsAt(passage, span).at(-1) ?? '', ...linesAbove(passage, span)].some(denies);
}

function linesAbove(passage: Surroundings, span: Span): string[] {
  return governingOf(passage, span)
    .filter(({ kind }) => kind !== 'HEADING')
    .map(({ quote }) => quote);
}

/** The sentence behind a statement that takes it back, in the same section: "This rule was abolished in 2024." */
export function takenBackBy({ text, sourceSpan }: Surroundings, { start, end }: Span): Span | null {
  const offset = sourceSpan.start;
  const behind = lines(text).filter((line) => line.end > end - offset);
  const [line, below] = behind;
  if (!line) return null;
  const rest = sentences(text.slice(line.start, line.end)).map((each) => ({
    start: line.start + each.start,
    end: line.start + each.end,
  }));
  const next = rest.find((each) => each.start >= end - offset) ?? (below && firstOf(text, below));
  if (!next || next.end <= start - offset || !takesBack(text.slice(next.start, next.end))) return null;
  return { start: next.start + offset, end: next.end + offset };
}

/** The first sentence of a line. */
function firstOf(text: string, line: Span): Span | undefined {
  const [first] = sentences(text.slice(line.start, line.end));
  return first && { start: line.start + first.start, end: line.start + first.end };
}
