import { coreOf, phrasesOf, stemOf, type Phrase } from './phrases.ts';
import { prepositions, settings } from './vocabulary.ts';

/** The question before with another thing in it. */
export interface Filled {
  readonly text: string;
  /** False: there was no slot of its kind, and it was appended. */
  readonly sure: boolean;
}

const article = /^(?:the|a|an|my|our|your)\s+/i;

/** Puts "for teams" or "the Pro plan" where the question before has something of its kind: same preposition, a code for a code, a name for a name. */
export function fillSlot(previous: string, given: string): Filled {
  const { preposition, thing } = readSlot(given);
  // A capital counts inside a sentence only.
  const [phrase] = phrasesOf(`about ${thing}`).filter(({ names }) => names);
  const slots = phrasesOf(previous).flatMap((found) => coreOf(previous, found) ?? []);
  const slot =
    preposition === '' ? slotOfKind(slots, phrase, previous) : slots.findLast(({ before }) => before === preposition);
  if (!slot)
    return {
      text: append(previous, preposition === '' ? `for ${thing}` : `${preposition} ${thing}`),
      sure: preposition !== '',
    };
  const hasArticle = /\b(?:the|a|an|my|our|your)\s+$/i.test(previous.slice(0, slot.start));
  return {
    text: previous.slice(0, slot.start) + (hasArticle ? thing.replace(article, '') : thing) + previous.slice(slot.end),
    sure: true,
  };
}

function readSlot(given: string): { readonly preposition: string; readonly thing: string } {
  const bare = given
    .trim()
    .replace(/(?:,? (?:please|pls|then|instead|thanks))?[?.!,;\s]+$/i, '')
    .replace(/,? (?:please|pls)$/i, '');
  const [first = ''] = bare.split(/\s+/, 1);
  const lower = first.toLowerCase();
  const thing = bare.slice(first.length).trim();
  return prepositions.has(lower) && thing !== '' ? { preposition: lower, thing } : { preposition: '', thing: bare };
}

function slotOfKind(slots: readonly Phrase[], phrase: Phrase | undefined, previous: string): Phrase | undefined {
  if (!phrase) return undefined;
  const head = stemOf(phrase.words.at(-1)?.lower ?? '');
  const sameHead = slots.filter((slot) => slot.names && stemOf(slot.words.at(-1)?.lower ?? '') === head);
  if (sameHead.length === 1) return sameHead[0];
  if (phrase.kind === 'COMMON' && phrase.words.length === 1 && phrase.words[0]?.lower.endsWith('ing')) return undefined;
  const alike = slots.filter((slot) => slot.names && slot.kind === phrase.kind);
  if (phrase.kind !== 'COMMON') return alike.findLast((slot) => !settings.has(slot.before)) ?? alike.at(-1);
  // A common word follows an article or a preposition where it is a thing, and neither where it is a verb.
  return alike.findLast(
    (slot) => prepositions.has(slot.before) || /\b(?:the|a|an|my|our|your)\s+$/i.test(previous.slice(0, slot.start)),
  );
}

/** Adds words to a question, before its mark. */
export function append(question: string, words: string): string {
  const [mark = ''] = /[\s?.!]*$/.exec(question) ?? [];
  return `${question.slice(0, question.length - mark.length)} ${words}${mark.includes('?') ? '?' : ''}`.trim();
}
