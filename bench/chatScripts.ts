import { unescapeQuote } from '../src/models/chat.ts';
import type { ChatCall, ScriptedReply } from '../test/support/openaiServer.ts';
import type { ChatQuestion } from './chatSets.ts';
import { type Paraphrased, type Stated, type Way, waysOf, type Worded } from './chatWordings.ts';

/** What a server responds to each call. */
export type Script = (call: ChatCall) => ScriptedReply;

/** The sentences that a prompt shows, in the order of their numbers. */
function shownIn(call: ChatCall): readonly string[] {
  return (call.messages[1]?.content ?? '')
    .split(/^\[\d+\] /m)
    .slice(1)
    .map((piece) => unescapeQuote(piece.replace(/\n<\/passage>[\s\S]*$/, '').trim()));
}

const isWriter = (call: ChatCall) =>
  call.messages[0]?.content.startsWith('You answer a question from numbered sentences') === true;
const isJudge = (call: ChatCall) => call.messages[0]?.content.startsWith('You look for errors') === true;
const said = (
  sentences: readonly number[],
  claims: readonly Worded[] = [],
  missing: string | null = null,
): ScriptedReply => ({ json: { sentences, claims, missing } });

/**
 * Knows the answers: names the first shown sentence that states each part, and says "not stated" if none does. Any
 * other part of the loop gets an empty list. As a judge it finds true what it wrote itself, and nothing else.
 * @param word what it writes of these sentences; `turn` counts the questions from 0
 */
function knowing(
  questions: readonly ChatQuestion[],
  word: (stated: readonly Stated[], turn: number) => readonly Worded[],
): Script {
  const turns = new Map(questions.map((one, turn) => [one.question.question, [one, turn] as const]));
  const wrote: string[] = [];
  return (call) => {
    if (isJudge(call)) return verdicts(call, (statement) => wrote.some((text) => text.includes(statement)));
    if (!isWriter(call)) return { json: { queries: [] } };
    const asked = JSON.parse(/Question: (".*")$/s.exec(call.messages[1]?.content ?? '')?.[1] ?? '""') as string;
    const [one, turn] = turns.get(asked) ?? [];
    if (one === undefined || turn === undefined) return said([], [], 'the answer');
    const shown = shownIn(call);
    const stated = one.parts.flatMap((part) => {
      const at = shown.findIndex((text) => part.statedIn(text));
      return at < 0 ? [] : [{ part, number: at + 1, text: shown[at] ?? '' }];
    });
    if (stated.length === 0) return said([], [], 'the answer');
    const each = stated.filter(({ number }, at) => stated.findIndex((other) => other.number === number) === at);
    const claims = word(each, turn);
    wrote.push(...claims.map(({ text }) => text));
    return said(
      each.map(({ number }) => number),
      claims,
      stated.length < one.parts.length ? 'a part of it' : null,
    );
  };
}

function verdicts(call: ChatCall, isTrue: (statement: string) => boolean): ScriptedReply {
  const statements = [...(call.messages[1]?.content ?? '').matchAll(/^Statement (\d+): (".*")$/gmu)];
  return {
    json: {
      verdicts: statements.map(([, number, text = '""']) => ({
        number: Number(number),
        beyond: null,
        verdict: isTrue(JSON.parse(unescapeQuote(text)) as string) ? 'follows' : 'open',
      })),
    },
  };
}

/** Copies the sentences that it names: the ceiling that the gate allows. */
export const oracle = (questions: readonly ChatQuestion[]): Script =>
  knowing(questions, (stated) => stated.map(({ text, number }) => ({ text, sentences: [number] })));

/** Names them, and writes nothing. */
export const numbersAlone = (questions: readonly ChatQuestion[]): Script => knowing(questions, () => []);

/**
 * Says the same as the sentences that it names in words of its own, as a good model does.
 * @param way one for all questions; left out: each in turn
 */
export function faithful(questions: readonly ChatQuestion[], paraphrases: readonly Paraphrased[], way?: Way): Script {
  const ways = waysOf(paraphrases);
  const inTurn = Object.values(ways);
  return knowing(
    questions,
    (stated, turn) => (way === undefined ? inTurn[turn % inTurn.length] : ways[way])?.(stated) ?? [],
  );
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
