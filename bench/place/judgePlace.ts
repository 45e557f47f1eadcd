/** Judges what a question of a half got, by the patterns of the question alone. */
import type { Answer, Outcome } from '../../src/agent/state/outcome.ts';
import { asPattern, type PlaceQuestion } from './placeQuestions.ts';

type Of<Kind extends PlaceQuestion['kind']> = Extract<PlaceQuestion, { kind: Kind }>;

/** More than one can hold: the words may be right and the short answer false. None holds of another place's words. */
export interface PlaceVerdict {
  readonly isRight: boolean;
  /** The words that tempt are shown as true. */
  readonly isFalse: boolean;
  /** A short answer, which is shown large and alone, says what is not so. */
  readonly isFalseShort: boolean;
  /** No answer, or a question back. */
  readonly isRefused: boolean;
}

export function judgePlace(question: PlaceQuestion, outcome: Outcome): PlaceVerdict {
  if (outcome.type !== 'Answer') return { ...neither, isRight: question.kind === 'voided', isRefused: true };
  switch (question.kind) {
    case 'denied':
      return judgeDenied(question, outcome);
    case 'voided':
      return judgeVoided(question, outcome);
    case 'twin':
      return { ...neither, isRight: hasAll(outcome.text, question.need) };
    case 'short':
      return judgeShort(question, outcome);
  }
}

const neither: PlaceVerdict = { isRight: false, isFalse: false, isFalseShort: false, isRefused: false };

const has = (text: string, pattern: string): boolean => asPattern(pattern).test(text);
const hasAll = (text: string, patterns: readonly string[]): boolean => patterns.every((each) => has(text, each));

function judgeDenied({ need, line, tempts }: Of<'denied'>, { text, shortAnswer }: Answer): PlaceVerdict {
  const isGoverned = hasAll(text, line);
  return {
    isRight: isGoverned && hasAll(text, need),
    isFalse: !isGoverned && has(text, tempts),
    isFalseShort: shortAnswer !== null && isTempting(shortAnswer.text, text, tempts) && !hasAll(shortAnswer.text, line),
    isRefused: false,
  };
}

/** Whether a short answer is among the words that tempt, or holds them. */
function isTempting(short: string, text: string, tempts: string): boolean {
  const found = asPattern(tempts).exec(text)?.[0].toLowerCase() ?? '';
  return has(short, tempts) || found.includes(short.toLowerCase());
}

function judgeVoided({ line, tempts }: Of<'voided'>, { text, shortAnswer, tier }: Answer): PlaceVerdict {
  const isTold = has(text, tempts);
  const isFalse = isTold && (tier === 'CONFIDENT' || !hasAll(text, line));
  const isFalseShort = isTold && shortAnswer !== null;
  return { isRight: isTold && !isFalse && !isFalseShort, isFalse, isFalseShort, isRefused: false };
}

function judgeShort({ need, short }: Of<'short'>, { text, shortAnswer }: Answer): PlaceVerdict {
  if (shortAnswer === null) return { ...neither, isRight: hasAll(text, need) };
  const isWhole = short !== null && has(shortAnswer.text.trim(), `^(?:${short})$`);
  return { ...neither, isRight: isWhole, isFalseShort: !isWhole };
}
