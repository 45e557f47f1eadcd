import { contains } from '../src/evaluation/judge.ts';
import type { SetQuestion } from '../src/evaluation/question.ts';
import { escapeMarkup } from '../src/models/chat.ts';
import type { ChatCall, ScriptedReply } from '../test/support/openaiServer.ts';

/** What a server responds to each call. */
export type Script = (call: ChatCall) => ScriptedReply;

/** The sentences that a prompt shows, in the order of their numbers. */
function shownIn(call: ChatCall): readonly string[] {
  return (call.messages[1]?.content ?? '')
    .split(/^\[\d+\] /m)
    .slice(1)
    .map((piece) => piece.replace(/\n<\/passage>[\s\S]*$/, '').trim());
}

const isWriter = (call: ChatCall) =>
  call.messages[0]?.content.startsWith('You answer a question from numbered sentences') === true;
const said = (
  sentences: readonly number[],
  claims: readonly { readonly text: string; readonly sentences: readonly number[] }[] = [],
  missing: string | null = null,
): ScriptedReply => ({ json: { sentences, claims, missing } });

/** A sentence that states a part of the answer, with its number in the prompt. */
interface Stated {
  readonly text: string;
  readonly number: number;
}
type Claims = Parameters<typeof said>[1];

/**
 * Knows the gold strings: names the first shown sentence that contains each, and says "not stated" if none does. Any
 * other part of the loop gets an empty list.
 * @param word what it writes of these sentences; `turn` counts the questions from 0
 */
function knowing(
  questions: readonly SetQuestion[],
  word: (stated: readonly Stated[], question: SetQuestion, turn: number) => Claims,
): Script {
  const turns = new Map(questions.map((question, turn) => [question.question, [question, turn] as const]));
  return (call) => {
    if (!isWriter(call)) return { json: { queries: [] } };
    const asked = JSON.parse(/Question: (".*")$/s.exec(call.messages[1]?.content ?? '')?.[1] ?? '""') as string;
    const [question, turn] = turns.get(asked) ?? [];
    if (question === undefined || turn === undefined) return said([], [], 'the answer');
    const shown = shownIn(call);
    const groups = question.answerable ? (question.answerGroups ?? [question.answers]) : [];
    const holding = groups.map(
      (group) =>
        shown.findIndex(
          (text) =>
            group.some((answer) => contains(text, escapeMarkup(answer))) &&
            !question.wrongAnswers.some((answer) => contains(text, escapeMarkup(answer))),
        ) + 1,
    );
    const numbers = [...new Set(holding.filter((number) => number > 0))];
    if (numbers.length === 0) return said([], [], 'the answer');
    const stated = numbers.map((number) => ({ number, text: shown[number - 1] ?? '' }));
    return said(numbers, word(stated, question, turn), holding.includes(0) ? 'a part of it' : null);
  };
}

/** Copies the sentences that it names: the ceiling that the gate allows. */
export const oracle = (questions: readonly SetQuestion[]): Script =>
  knowing(questions, (stated) => stated.map(({ text, number }) => ({ text, sentences: [number] })));

/** Names them, and writes nothing. */
export const numbersAlone = (questions: readonly SetQuestion[]): Script => knowing(questions, () => []);

/** What a person made of a sentence. */
export interface Paraphrased {
  readonly quote: string;
  readonly claim: string;
}

/**
 * Says the same as the sentences that it names in words of its own, as a good model does, in turn: by a person's
 * paraphrase where there is one, with a yes, both in one, one against the other, in a frame of its own.
 */
export function faithful(questions: readonly SetQuestion[], paraphrases: readonly Paraphrased[]): Script {
  const inOtherWords = (text: string) =>
    paraphrases.find(({ quote }) => contains(text, escapeMarkup(quote)))?.claim ?? `The page says: ${text}`;
  const joined = (stated: readonly Stated[], by: string): Claims => [
    {
      text: `${stated.map(({ text }) => bare(inOtherWords(text))).join(by)}.`,
      sentences: stated.map(({ number }) => number),
    },
  ];
  const each =
    (word: (text: string) => string) =>
    (stated: readonly Stated[]): Claims =>
      stated.map(({ text, number }) => ({ text: word(text), sentences: [number] }));
  const ways: readonly ((stated: readonly Stated[], question: SetQuestion) => Claims)[] = [
    each(inOtherWords),
    each((text) => `Yes, that is so: ${inOtherWords(text)}`),
    (stated) => joined(stated, ', and '),
    (stated) => joined(stated, ', whereas '),
    (stated, { answers }) =>
      each((text) => {
        const answer = answers.find((one) => contains(text, escapeMarkup(one))) ?? text;
        return `What you are looking for is ${bare(answer)}.`;
      })(stated),
  ];
  return knowing(questions, (stated, question, turn) => ways[turn % ways.length]?.(stated, question) ?? []);
}

const bare = (text: string) => text.replace(/[.!]$/, '');

/** Each does the same wrong thing every time; other parts of the loop get an empty list. */
const wrongs = {
  /** Says that nothing is stated. */
  'not-stated': () => said([], [], 'the answer'),
  /** A response of the right shape without content. */
  empty: () => said([]),
  /** Names a sentence that was not shown. */
  'wrong-number': () => said([99], [{ text: 'It is so.', sentences: [99] }]),
  /** Names the last sentence shown, and repeats it. */
  last: (call) =>
    said([shownIn(call).length], [{ text: shownIn(call).at(-1) ?? '', sentences: [shownIn(call).length] }]),
  /** Names the first sentence shown, as small models do. */
  first: (call) => said([1], [{ text: shownIn(call)[0] ?? '', sentences: [1] }]),
  /** Returns the question. */
  echo: (call) =>
    said(
      [],
      [
        {
          text: JSON.parse(/Question: (".*")$/s.exec(call.messages[1]?.content ?? '')?.[1] ?? '""') as string,
          sentences: [1],
        },
      ],
    ),
  /** Writes something that no sentence states. */
  liar: () => said([1], [{ text: 'It takes 4711 business weeks and costs 99,999 dollars.', sentences: [1] }]),
  /** Repeats the last sentence shown, and is cut off in the next claim. */
  cut: (call) => {
    const claim = { text: shownIn(call).at(-1) ?? '', sentences: [shownIn(call).length] };
    return { cutOff: `{"sentences":[1],"claims":[${JSON.stringify(claim)},{"text":"It costs` };
  },
  /** Always another shape. */
  shape: () => ({ json: { answer: 'yes' } }),
  /** Text that is not JSON. */
  prose: () => ({ text: 'I am happy to help with that.' }),
} satisfies Readonly<Record<string, Script>>;
export type ScriptName = keyof typeof wrongs;
export const scripts = Object.fromEntries(
  Object.entries(wrongs).map(([name, script]: [string, Script]) => [
    name,
    (call: ChatCall) => (isWriter(call) ? script(call) : { json: { queries: [] } }),
  ]),
) as Readonly<Record<ScriptName, Script>>;
