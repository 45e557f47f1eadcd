/** How a good model words what it found: in words of its own, and faithfully. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { contains } from '../src/evaluation/judge.ts';
import { amountsOf } from '../src/knowledge/values/amounts.ts';
import type { Part } from './chatSets.ts';

/** A shown sentence that states a part of the answer. */
export interface Stated {
  readonly text: string;
  /** In the prompt. */
  readonly number: number;
  readonly part: Part;
}

export interface Worded {
  readonly text: string;
  readonly sentences: readonly number[];
}

/** What a person made of a sentence. */
export interface Paraphrased {
  readonly quote: string;
  readonly claim: string;
}

const Translation = z.strictObject({ holds: z.string(), language: z.string(), text: z.string() });
const translations = readFileSync(new URL('wordings/translations.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => Translation.parse(JSON.parse(line)));

/** Words that mean the same wherever they stand in these sets; what would be said in another order is left alone. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/\bcan be returned\b/gi, 'may be sent back'],
  [/\bcannot be returned\b/gi, 'may not be sent back'],
  [/\breturned\b/gi, 'given back'],
  [/\bcosts\b/gi, 'is priced at'],
  [/\bopen(?=\s+(?:the|from|at)\b)/gi, 'accessible'],
  [/\bpress\b/gi, 'click'],
  [/\bchoose\b/gi, 'select'],
  [/\benter\b/gi, 'type in'],
  [/\breceives?\b/gi, 'get'],
  [/\bparcels\b/gi, 'packages'],
  [/\bparcel\b/gi, 'package'],
  [/\bwithin\b/gi, 'inside of'],
  [/\bmust\b/gi, 'has to'],
  [/\bcannot\b/gi, 'can not'],
  [/\bimmediately\b/gi, 'at once'],
  [/\bchildren\b/gi, 'kids'],
  [/\bbuy\b/gi, 'purchase'],
  [/\bbegins\b/gi, 'starts'],
  [/\badditional\b/gi, 'extra'],
  [/\bemail\b/gi, 'mail'],
  [/\bpermitted\b/gi, 'allowed'],
  [/\bshoppers?\b/gi, 'buyer'],
  [/\bfree of charge\b/gi, 'at no cost'],
  [/\bkept\b/gi, 'stored'],
  [/\bneed\b/gi, 'require'],
];

const bare = (text: string) => text.replace(/[.!]$/, '');
const lower = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** @param paraphrases by people, of some of the sentences */
export function waysOf(paraphrases: readonly Paraphrased[]) {
  const inOtherWords = (text: string) => {
    const known = paraphrases.find(({ quote }) => contains(text, quote))?.claim;
    if (known !== undefined) return known;
    const other = synonyms.reduce((worded, [word, by]) => worded.replaceAll(word, by), text);
    return other === text ? `The page says: ${text}` : other;
  };
  const each =
    (word: (stated: Stated) => string) =>
    (all: readonly Stated[]): Worded[] =>
      all.map((stated) => ({ text: word(stated), sentences: [stated.number] }));
  const joined =
    (by: string) =>
    (all: readonly Stated[]): Worded[] => [
      {
        text: `${all.map(({ text }, at) => (at === 0 ? bare(inOtherWords(text)) : lower(bare(inOtherWords(text))))).join(by)}.`,
        sentences: all.map(({ number }) => number),
      },
    ];
  return {
    /** Other words for the same. */
    synonyms: each(({ text }) => inOtherWords(text)),
    /** What was asked first, then why. */
    'yes or no': each(({ text }) => `Yes, that is so: ${lower(inOtherWords(text))}`),
    /** One against the other. */
    comparison: joined(', whereas '),
    'two facts': joined(', and '),
    /** Nothing but the words that answer, in a frame of the model's. */
    'short answer': each(({ text, part }) => `What you are looking for is ${bare(part.wordsIn(text) ?? text)}.`),
    /** The sentences, and what follows from their amounts. */
    arithmetic: (all: readonly Stated[]): Worded[] => [
      ...each(({ text }) => inOtherWords(text))(all),
      ...computed(all),
    ],
    /** In another language than the document; a frame of it where nobody translated the sentence. */
    translation: each(
      ({ text }) =>
        translations.find(({ holds }) => contains(text, holds))?.text ?? `Im Dokument heißt es dazu: ${text}`,
    ),
  } satisfies Readonly<Record<string, (all: readonly Stated[]) => Worded[]>>;
}
export type Way = keyof ReturnType<typeof waysOf>;

/** A share of an amount, else the sum of two of one unit, as a person would add it. */
function computed(all: readonly Stated[]): Worded[] {
  const amounts = all.flatMap(({ text, number }) =>
    amountsOf(text)
      .filter(({ low, high }) => low !== null && low === high)
      .map((amount) => ({ ...amount, low: amount.low ?? 0, number })),
  );
  const share = amounts.find(({ unit }) => unit === '%');
  const whole = amounts.find(({ text }) => text.includes('€'));
  if (share && whole)
    return [
      {
        text: `${share.text} of ${whole.text} is €${((share.low * whole.low) / 100).toFixed(2)}.`,
        sentences: [...new Set([share.number, whole.number])],
      },
    ];
  const [first, second] = amounts.filter(({ text }) => text.includes('€'));
  return first && second && first.low !== second.low
    ? [
        {
          text: `${first.text} and ${second.text} are €${(first.low + second.low).toFixed(2)} together.`,
          sentences: [...new Set([first.number, second.number])],
        },
      ]
    : [];
}
