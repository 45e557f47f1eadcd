import type { ClarificationOption } from '../outcome.ts';
import { stemsOf } from './phrases.ts';
import type { Turn } from './turn.ts';
import { auxiliaries, questionWords } from './vocabulary.ts';

/** Words of a choice; more are a question. */
const longestChoice = 5;

const ordinals: readonly (readonly string[])[] = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
];
const spokenNumbers = ['one', 'two', 'three', 'four', 'five', 'six'];
const leadIn = /^(?:(?:yes|ok|okay|please|sorry|um|well|i meant|i mean|the one about|i choose|i want|take)\s+)+/;
const politeEnd = /(?:\s+(?:please|thanks|thank you))+$/;
const byPlace = /^(?:(?:option|number|no|nr)\s+)?(?:the\s+)?([\p{L}\d]+)(?:\s+(?:one|option|choice))?$/u;

/** What the reply chooses of the newest turn's clarification: by id, by its words, or by its place. Null: nothing, or more than one. */
export function chosenOption(reply: string, turns: readonly Turn[]): ClarificationOption | null {
  const options = turns.at(-1)?.options ?? [];
  if (options.length === 0) return null;
  const asked = reply.trim();
  const byId = options.find((option) => option.id === asked);
  if (byId) return byId;
  const words = plain(asked);
  const core = words.replace(leadIn, '').replace(politeEnd, '');
  const byText = options.filter(
    (option) => [words, core].includes(plain(option.text)) || plain(option.question) === words,
  );
  if (byText.length > 0) return byText.length === 1 ? (byText[0] ?? null) : null;
  const place = placeOf(core, options.length);
  return place === null ? byWords(core, options) : (options[place] ?? null);
}

/** "Pro" chooses "Pro plan", if no other option has the word. */
function byWords(words: string, options: readonly ClarificationOption[]): ClarificationOption | null {
  const named = [...stemsOf(words)];
  const [first = ''] = words.split(' ');
  if (
    named.length === 0 ||
    words.split(' ').length > longestChoice ||
    questionWords.has(first) ||
    auxiliaries.has(first)
  )
    return null;
  const fits = options.filter(({ text }) => {
    const there = stemsOf(text);
    return named.every((stem) => there.has(stem));
  });
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

function placeOf(words: string, count: number): number | null {
  const named = byPlace.exec(words)?.[1];
  if (named === undefined) return null;
  if (named === 'last') return count - 1;
  if (/^\d$/.test(named)) return Number(named) - 1;
  const ordinal = ordinals.findIndex((names) => names.includes(named));
  if (ordinal !== -1) return ordinal;
  const spoken = spokenNumbers.indexOf(named);
  return spoken === -1 ? null : spoken;
}

/** Case, punctuation and spacing aside. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
