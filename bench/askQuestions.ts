import { newId } from '../src/db/statement.ts';
import { createRandom } from '../src/stats.ts';
import type { MadeDocument, MadeKnowledge } from './retrievalKnowledge.ts';

export const kinds = ['look-up', 'near miss', 'off-topic', 'two parts', 'code'] as const;
export type Kind = (typeof kinds)[number];

export interface BenchQuestion {
  readonly kind: Kind;
  readonly text: string;
  /** Five successive questions, one of each kind, form a conversation, so that earlier turns are read. */
  readonly conversationId: string;
}

/** Every tenth document explains a code. */
const codeEvery = 10;
const codeOf = (number: number) => `ERR-${1_000 + number}`;
const strangers = [
  'sourdough',
  'volcanoes',
  'chess openings',
  'violin strings',
  'glaciers',
  'tax returns',
  'sailing knots',
  'bee-keeping',
];

/** Adds codes to the made-up knowledge. */
export function withCodes(knowledge: MadeKnowledge): MadeKnowledge {
  return {
    ...knowledge,
    document: (number) =>
      number % codeEvery === 0 ? explaining(knowledge.document(number), codeOf(number)) : knowledge.document(number),
  };
}

function explaining({ title, text }: MadeDocument, code: string): MadeDocument {
  return {
    title,
    text: `${text} The code ${code} means that the ${title.toLowerCase()} was closed before it was counted.`,
  };
}

/** @param documents the number of documents to ask about */
export function makeQuestions(
  knowledge: MadeKnowledge,
  documents: number,
  howMany: number,
  seed: number,
): BenchQuestion[] {
  const random = createRandom(seed);
  // Used in this run only: otherwise the turns of an earlier run would be read too.
  const conversations = newId();
  const pick = () => Math.floor(random() * documents);
  const words = (document: number, count: number) => wordsOf(knowledge.document(document), random, count);
  const texts: Readonly<Record<Kind, (number: number) => string>> = {
    'look-up': () => `What is the ${words(pick(), 6)}?`,
    'near miss': () => `What is the ${words(pick(), 3)} ${words(pick(), 3)}?`,
    'off-topic': (number) =>
      `How do people care for ${strangers[number % strangers.length] ?? ''} in winter ${1_900 + number}?`,
    'two parts': () => `What is the ${words(pick(), 4)}? And what is the ${words(pick(), 4)}?`,
    code: () => `What does the code ${codeOf(codeEvery * Math.floor(pick() / codeEvery))} mean?`,
  };
  return Array.from({ length: howMany }, (_, number) => {
    const kind = kinds[number % kinds.length] ?? 'look-up';
    return { kind, text: texts[kind](number), conversationId: `${conversations} ${Math.floor(number / kinds.length)}` };
  });
}

/** Returns words of one sentence in their original order. */
function wordsOf({ text }: MadeDocument, random: () => number, count: number): string {
  const sentences = (text.split('\n\n').at(-1) ?? '')
    .split('. ')
    .map((sentence) => sentence.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    .filter((sentence) => sentence.length >= count);
  const sentence = sentences[Math.floor(random() * sentences.length)] ?? [];
  const first = Math.floor(random() * (sentence.length - count));
  return sentence.slice(first, first + count).join(' ');
}
