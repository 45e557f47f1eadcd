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

/**
 * Knows the gold strings: names the first shown sentence that contains each, and says "not stated" if none does. Any
 * other part of the loop gets an empty list.
 */
export function oracle(questions: readonly SetQuestion[]): Script {
  const byText = new Map(questions.map((question) => [question.question, question]));
  return (call) => {
    if (!isWriter(call)) return { json: { queries: [] } };
    const asked = JSON.parse(/Question: (".*")$/s.exec(call.messages[1]?.content ?? '')?.[1] ?? '""') as string;
    const question = byText.get(asked);
    const shown = shownIn(call);
    const groups = question?.answerable ? (question.answerGroups ?? [question.answers]) : [];
    const holding = groups.map(
      (group) =>
        shown.findIndex(
          (text) =>
            group.some((answer) => contains(text, escapeMarkup(answer))) &&
            !question?.wrongAnswers.some((answer) => contains(text, escapeMarkup(answer))),
        ) + 1,
    );
    const numbers = [...new Set(holding.filter((number) => number > 0))];
    if (numbers.length === 0) return said([], [], 'the answer');
    return said(
      numbers,
      numbers.map((number) => ({ text: shown[number - 1] ?? '', sentences: [number] })),
      holding.includes(0) ? 'a part of it' : null,
    );
  };
}

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
