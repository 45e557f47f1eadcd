import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AskEvent } from '../../src/agent/state/events.ts';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import type { Entailment } from '../../src/models/entailment.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import type { ChatCall, ScriptedReply } from '../support/openaiServer.ts';
import { answered } from './drain.ts';
import { asked, lost, openMatrix, shownSentences, type Matrix } from './matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(() => matrix.close());
beforeEach(() => {
  matrix.begin();
});

const proof = 'A rental of a cargo bike may be cancelled free of charge until 24 hours before it begins.';
const worded = 'Cancelling a cargo bike rental is free of charge until 24 hours before it begins.';
const price = 'Theft insurance costs 3 euros a day.';
const wrong = 'A rental of a cargo bike is free for 36 hours.';

const numberIn = (call: ChatCall, text: string) =>
  [...shownSentences(call)].find(([, shown]) => shown.includes(text))?.[0] ?? 99;
const opening = (call: ChatCall) => `{"sentences":[${numberIn(call, proof)}],"claims":[`;
const claim = (call: ChatCall, text: string, source = proof) =>
  JSON.stringify({ text, sentences: [numberIn(call, source)] });

/** A promise, and what keeps it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

interface Watched {
  readonly events: readonly AskEvent[];
  readonly told: readonly { readonly text: string }[];
  readonly outcome: Outcome;
}

/** Asks, and looks at each event as it comes: a front end that acts on what it is told. */
async function watch(
  question: string,
  reply: (call: ChatCall, turn: number) => ScriptedReply,
  { onEvent = () => undefined, ...changes }: Partial<AgentParts> & { onEvent?: (event: AskEvent) => void } = {},
): Promise<Watched> {
  let turn = 0;
  matrix.script = (call) => reply(call, (turn += 1));
  const events: AskEvent[] = [];
  for await (const event of matrix.start(question, { wording: 'WRITTEN' }, { chat: matrix.chat, ...changes })) {
    events.push(event);
    onEvent(event);
  }
  const last = events.at(-1);
  if (last?.type !== 'Finished') throw new Error(`The run ended with ${JSON.stringify(last)}`);
  await matrix.expectProven(last.outcome);
  const told = events.flatMap((event) => (event.type === 'ClaimVerified' ? [event.claim] : []));
  // The promise of the stream: the answer begins with what was told, in the same places and under the same marks.
  if (told.length > 0) expect(answered(last.outcome).claims).toEqual(told);
  const written = events.flatMap((event) => (event.type === 'Provisional' ? [writtenIn(event)] : []));
  // And what was written is only added to, and none of it is taken back.
  for (const [turn, sentences] of written.entries())
    expect(written[turn + 1]?.slice(0, sentences.length) ?? sentences).toEqual(sentences);
  const newest = written.at(-1) ?? [];
  if (newest.length > 0)
    expect(answered(last.outcome).written.map(({ text, wording }) => [text, wording])).toEqual(
      expect.arrayContaining(newest.map((sentence) => [...sentence])),
    );
  return { events, told, outcome: last.outcome };
}

/** What a provisional answer shows of the model's own words, with how far each sentence is proven. */
const writtenIn = ({ claims }: Extract<AskEvent, { type: 'Provisional' }>) =>
  claims.flatMap((one) => ('answerSpan' in one ? [] : [[one.text, one.wording] as const]));
const isWritten = (event: AskEvent, text: string) =>
  event.type === 'Provisional' && writtenIn(event).some(([written]) => written === text);

/** A judge of its own, and the statements that it was asked about. */
function judge(says: (statement: string) => boolean | Error) {
  const statements: string[] = [];
  const entailment: Entailment = {
    id: 'test:judge',
    judge: async (pairs) =>
      pairs.map(({ hypothesis }) => {
        statements.push(hypothesis);
        const said = says(hypothesis);
        if (said instanceof Error) throw said;
        return { entailed: said ? 1 : 0, neutral: said ? 0 : 1, contradicted: 0 };
      }),
    close: () => Promise.resolve(),
  };
  return { entailment, statements };
}

const typesOf = (events: readonly AskEvent[]) => events.map(({ type }) => type);

describe('while the model still writes', () => {
  test('each claim is told as it is proven: the model goes on only when the one before was seen', async () => {
    const [first, second] = [gate(), gate()];
    const { events, outcome } = await watch(
      asked.cancelling,
      (call) => ({
        steps: [
          `${opening(call)}${claim(call, worded)},`,
          first.opened,
          `${claim(call, price, price)},{"te`,
          second.opened,
          `xt":"${wrong}","sentences":[1]}],"missing":null}`,
        ],
      }),
      {
        onEvent: (event) => {
          if (isWritten(event, worded)) first.open();
          if (event.type === 'ClaimVerified' && event.claim.text === price) second.open();
        },
      },
    );
    expect(typesOf(events).slice(2)).toEqual([
      'Reflected',
      'Provisional',
      'Writing',
      'Provisional',
      'ClaimVerified',
      'Provisional',
      'ClaimVerified',
      'Reflected',
      'Finished',
    ]);
    expect(answered(outcome)).toMatchObject({
      text: `${proof} [1] ${price} [2]`,
      mode: 'GENERATED',
      tier: 'UNCERTAIN',
      droppedClaims: [{ text: wrong }],
      written: [
        { text: worded, wording: 'REWORDED' },
        { text: price, wording: 'VERBATIM' },
      ],
      usage: { modelCalls: 1 },
    });
  });

  test('a judge of its own is asked about each sentence as it comes, once, and what follows is told in those words', async () => {
    const seen = gate();
    const { entailment, statements } = judge(() => true);
    const { told, outcome } = await watch(
      asked.cancelling,
      (call) => ({
        steps: [
          `${opening(call)}${claim(call, worded)},`,
          seen.opened,
          `${claim(call, price, price)}],"missing":null}`,
        ],
      }),
      {
        entailment,
        onEvent: (event) => void (event.type === 'ClaimVerified' && event.claim.text === worded && seen.open()),
      },
    );
    expect(told).toMatchObject([
      { text: worded, wording: 'ENTAILED' },
      { text: price, wording: 'VERBATIM' },
    ]);
    expect(answered(outcome).written.map(({ wording }) => wording)).toEqual(['ENTAILED', 'VERBATIM']);
    expect(statements).toEqual([worded]);
  });

  test('a judge that fails is asked once, what it should have judged is told as not proven', async () => {
    const { entailment, statements } = judge(() => new Error('away'));
    const { told, outcome } = await watch(
      asked.cancelling,
      (call) => ({ text: `${opening(call)}${claim(call, worded)},${claim(call, price, price)}],"missing":null}` }),
      { entailment },
    );
    expect(told.map(({ text }) => text)).toEqual([proof, price]);
    expect(answered(outcome).written.map(({ wording }) => wording)).toEqual(['REWORDED', 'VERBATIM']);
    expect([statements, lost(outcome)]).toEqual([[worded], ['ENTAILMENT']]);
  });

  test('a chat model judges all at once, so what it will be asked about waits for the whole reply', async () => {
    const first = gate();
    let isWhole = false;
    const { entailment } = judge(() => {
      isWhole = true;
      return true;
    });
    const reordered = 'Until 24 hours before it begins a rental of a cargo bike may be cancelled free of charge.';
    const { outcome } = await watch(
      asked.cancelling,
      (call) => ({
        steps: [
          `${opening(call)}${claim(call, price, price)},`,
          first.opened,
          `${claim(call, reordered)}],"missing":null}`,
        ],
      }),
      {
        entailment: { ...entailment, chat: 'other' },
        onEvent: (event) => {
          if (event.type === 'ClaimVerified' && event.claim.text === price) first.open();
          if (isWritten(event, reordered)) expect(isWhole).toBe(true);
        },
      },
    );
    expect(isWhole).toBe(true);
    expect(answered(outcome)).toMatchObject({
      text: `${price} [1] ${reordered} [2]`,
      written: [{ wording: 'VERBATIM' }, { text: reordered, wording: 'ENTAILED' }],
    });
  });

  test('what is not proven is not told, and what is said twice is told once', async () => {
    const { told, outcome } = await watch(asked.cancelling, (call) => ({
      text: `${opening(call)}${[wrong, worded, worded].map((text) => claim(call, text)).join()}],"missing":null}`,
    }));
    expect(told.map(({ text }) => text)).toEqual([proof]);
    expect(answered(outcome).text).toBe(`${proof} [1]`);
  });

  test('in the band nothing is told before it is decided that there is an answer', async () => {
    const { events, told } = await watch(asked.unparted, (call) => ({
      json: {
        sentences: [numberIn(call, price)],
        claims: [{ text: price, sentences: [numberIn(call, price)] }],
        missing: null,
      },
    }));
    expect(told).toHaveLength(1);
    expect(typesOf(events).indexOf('ClaimVerified')).toBeGreaterThan(typesOf(events).lastIndexOf('Reflected'));
  });
});

describe('a reply that breaks off behind a claim that was told', () => {
  const half = (call: ChatCall) => `${opening(call)}${claim(call, worded)},{"text":"It costs`;

  test.each<[string, (call: ChatCall) => ScriptedReply]>([
    ['the connection is cut', (call) => ({ cutOff: half(call) })],
    ['the stream ends early', (call) => ({ endEarly: half(call) })],
    ['the model declines in the middle', (call) => ({ text: half(call), finish: 'content_filter' })],
  ])('%s: the answer holds it, as sure as before, and tells what broke', async (_what, reply) => {
    const before = answered((await matrix.run(asked.cancelling)).outcome);
    const { told, outcome } = await watch(asked.cancelling, reply);
    expect(told.map(({ text }) => text)).toEqual([proof]);
    expect(answered(outcome)).toMatchObject({ text: `${proof} [1]`, mode: 'GENERATED', tier: before.tier });
    expect(outcome.confidence.value).toBeCloseTo(before.confidence.value, 6);
    expect(lost(outcome)).toEqual(['CHAT_MODEL']);
  });

  test('cut at its length: the whole claims of it are the answer', async () => {
    const { outcome } = await watch(asked.cancelling, (call) => ({ text: half(call), finish: 'length' }));
    expect(answered(outcome)).toMatchObject({ text: `${proof} [1]`, mode: 'GENERATED', degraded: [] });
  });

  test('in time, where the model falls silent: DEADLINE, and the answer holds it', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const chat = openOpenaiChat({ serverUrl: matrix.server.url, apiKey: 'key-of-the-test', model: 'test' });
    const { outcome } = await watch(asked.cancelling, (call) => ({ hangAfter: half(call) }), {
      chat,
      onEvent: ({ type }) => void (type === 'ClaimVerified' && vi.advanceTimersByTime(20_000)),
    });
    expect(answered(outcome)).toMatchObject({ text: `${proof} [1]`, mode: 'GENERATED', stopReason: 'DEADLINE' });
    expect(lost(outcome)).toContain('CHAT_MODEL');
  });

  test('about something else: what would have been answered without it stands behind it', async () => {
    const { told, outcome } = await watch(asked.cancelling, (call) => ({
      cutOff: `${opening(call)}${claim(call, price, price)},{"te`,
    }));
    expect(told.map(({ text }) => text)).toEqual([price, proof]);
    expect(answered(outcome)).toMatchObject({ text: `${price} [1] ${proof} [2]`, tier: 'UNCERTAIN' });
  });

  test('of another shape in the end: what was told is kept beside what the second reply says', async () => {
    const { told, outcome } = await watch(asked.cancelling, (call, turn) => ({
      text: `${opening(call)}${turn === 1 ? claim(call, worded) : claim(call, price, price)}],"missing":${turn === 1 ? '5' : 'null'}}`,
    }));
    expect(told.map(({ text }) => text)).toEqual([proof, price]);
    expect(answered(outcome)).toMatchObject({ mode: 'GENERATED', usage: { modelCalls: 2 } });
  });
});

test('with an entailment model, what the checks leave open is not told before it has judged', async () => {
  const open = 'A customer may cancel a rental of a cargo bike free of charge until 24 hours before it begins.';
  let whole = false;
  const entailment: Entailment = {
    id: 'test:denies',
    judge: (pairs) => {
      whole = true;
      return Promise.resolve(pairs.map(() => ({ entailed: 0, neutral: 1, contradicted: 0 })));
    },
    close: () => Promise.resolve(),
  };
  const { told, outcome } = await watch(
    asked.cancelling,
    (call) => ({
      text: `${opening(call)}${claim(call, proof)},${claim(call, open)},${claim(call, price, price)}],"missing":null}`,
    }),
    {
      entailment,
      onEvent: (event) =>
        void (event.type === 'ClaimVerified' && event.claim.text === price && expect(whole).toBe(true)),
    },
  );
  expect(whole).toBe(true);
  expect(told.map(({ text }) => text)).toEqual([proof, price]);
  expect(answered(outcome).droppedClaims.map(({ text }) => text)).toEqual([open]);
});
