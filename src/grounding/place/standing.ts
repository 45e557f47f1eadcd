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

/** How many sentences behind a statement may take it back. */
const furthestBehind = 3;

/** The sentence that takes a statement back: behind it in its paragraph, or first of the next: "This rule was abolished." */
export function takenBackBy({ text, sourceSpan }: Surroundings, { end }: Span): Span | null {
  const offset = sourceSpan.start;
  const [line, below] = lines(text).filter((each) => each.end >= end - offset);
  if (!line) return null;
  const behind = sentencesOf(text, line).filter((each) => each.start >= end - offset);
  const further = behind.length === 0 && below ? sentencesOf(text, below).slice(0, 1) : behind.slice(0, furthestBehind);
  const found = further.find((each) => takesBack(text.slice(each.start, each.end)));
  return found ? { start: found.start + offset, end: found.end + offset } : null;
}

function sentencesOf(text: string, line: Span): Span[] {
  return sentences(text.slice(line.start, line.end)).map(({ start, end }) => ({
    start: line.start + start,
    end: line.start + end,
  }));
}
