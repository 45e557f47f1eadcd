import { wordsOf } from './phrases.ts';
import type { Reference } from './reference.ts';
import { isSpokenOf, personIn, phraseEndingIn, placeIn, subjectOf } from './subject.ts';
import type { Turn } from './turn.ts';
import { genericNouns, kindNouns } from './vocabulary.ts';

/** What stands in place of a word that refers to something. */
export interface Resolved {
  readonly text: string;
  /** Further words that the question needs, "" for none. */
  readonly appended: string;
  readonly sure: boolean;
}

/** What the turns say that a word stands for. ITSELF: the question explains it. UNRESOLVED: nobody does. */
export function resolveReference(
  reference: Reference,
  question: string,
  turns: readonly Turn[],
): Resolved | 'ITSELF' | 'UNRESOLVED' {
  if (reference.kind === 'KIND') return ofKind(reference, turns);
  if (reference.kind === 'PLACE') return placed(reference, turns);
  const person = reference.kind === 'PERSON' || reference.kind === 'PERSONS' ? personIn(turns) : null;
  const subject = subjectOf(turns);
  const text = person ?? subject?.text;
  if (text === undefined || !subject) return 'UNRESOLVED';
  const sure = person !== null || (subject.sure && reference.kind !== 'PERSON' && reference.kind !== 'PERSONS');
  // What the question names already needs no second naming. Whole words: "print" is no printer.
  const known = new Set(wordsOf(question).map(({ lower }) => lower));
  if (wordsOf(text).every(({ lower }) => known.has(lower))) return 'ITSELF';
  if (reference.kind === 'ONE') return oneOf(reference, subject.phrase.kind === 'COMMON', text);
  const owner = reference.kind === 'WHOSE' || reference.kind === 'PERSONS' ? "'s" : '';
  const article = person === null && subject.phrase.kind === 'COMMON' ? 'the ' : '';
  return { text: `${article}${text}${owner}${reference.tail}`, appended: '', sure };
}

/** "A cheaper one" is another printer, or something beside the Pro plan. */
function oneOf(reference: Reference, isOrdinary: boolean, subject: string): Resolved {
  return isOrdinary
    ? { text: subject, appended: '', sure: true }
    : { text: reference.text, appended: subject, sure: false };
}

function placed(reference: Reference, turns: readonly Turn[]): Resolved | 'ITSELF' {
  const place = placeIn(turns);
  if (place === null) return 'ITSELF';
  return { text: `${reference.text} in ${place}`.replace(/^there in /i, 'in '), appended: '', sure: true };
}

function ofKind({ noun, named }: Reference, turns: readonly Turn[]): Resolved | 'ITSELF' | 'UNRESOLVED' {
  const longer = phraseEndingIn(noun, turns);
  const isBare = named.toLowerCase() === noun;
  if (longer !== null && isBare) return { text: `the ${longer}`, appended: '', sure: true };
  const subject = subjectOf(turns);
  if (isSpokenOf(noun, turns))
    return {
      text: `the ${named}`,
      appended: isBare && (genericNouns.has(noun) || kindNouns.has(noun)) ? (subject?.text ?? '') : '',
      sure: true,
    };
  if (!isBare) return 'ITSELF';
  if (subject && (genericNouns.has(noun) || (kindNouns.has(noun) && subject.phrase.kind !== 'COMMON')))
    return { text: subject.text, appended: '', sure: subject.sure };
  return 'UNRESOLVED';
}
