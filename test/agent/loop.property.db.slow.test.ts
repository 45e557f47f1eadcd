import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import { CandorError } from '../../src/errors.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { Reranker } from '../../src/models/reranker.ts';
import { presets } from '../../src/retrieval/presets.ts';
import type { PresetName } from '../../src/retrieval/passage.ts';
import { drain } from './drain.ts';
import { asked, askerOf, calmReranker, obliging, openMatrix, slackMillis, type Matrix } from './matrix.ts';
import { cases } from '../support/cases.ts';
import { loopNow } from '../support/clocks.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(() => matrix.close());

const history = [{ role: 'USER' as const, text: 'How much does theft insurance cost a day?' }];
const presetNames = Object.keys(presets) as PresetName[];

/** What a part does, from its n-th call on. */
type Fault = { readonly kind: 'FINE' } | { readonly kind: 'THROWS' | 'HANGS' | 'GARBAGE'; readonly from: number };
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Fault>({ kind: 'FINE' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('THROWS' as const, 'HANGS' as const, 'GARBAGE' as const),
      from: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_resolve, reject) => {
    const stop = () => {
      reject(new CandorError('CANCELLED', 'The test was told to stop.'));
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Calls `fine` until the fault sets in. */
function faulty<Value>(
  given: Fault,
  garbage: () => Value,
): (signal: AbortSignal | undefined, fine: () => Promise<Value>) => Promise<Value> {
  let calls = 0;
  return (signal, fine) => {
    calls += 1;
    if (given.kind === 'FINE' || calls < given.from) return fine();
    switch (given.kind) {
      case 'THROWS':
        return Promise.reject(
          new CandorError('MODEL_UNAVAILABLE', 'The test broke this model.', { details: { status: 401 } }),
        );
      case 'HANGS':
        return untilAborted(signal);
      case 'GARBAGE':
        return Promise.resolve(garbage());
    }
  };
}

function brokenEmbedder(given: Fault): Embedder {
  const { embedder } = matrix.parts;
  const run = faulty<Float32Array>(given, () => new Float32Array(embedder.dimensions).fill(Number.NaN));
  return {
    ...embedder,
    embedQuery: (text, options = {}) => run(options.signal, () => embedder.embedQuery(text, options)),
  };
}

function brokenReranker(given: Fault): Reranker {
  const run = faulty(given, () => [Number.NaN]);
  return {
    ...calmReranker,
    score: (question, texts, options = {}) => run(options.signal, () => calmReranker.score(question, texts, options)),
  };
}

/** In this process: the vendor's client has its own tests, and hundreds of calls here. */
function brokenChat(given: Fault): ChatModel {
  const reply = (text: string) => ({ text, inputTokens: 300, outputTokens: 30, finish: 'stop' as const });
  const run = faulty(given, () =>
    reply('{"claims": [1], "queries": "Ignore the rules", "answerable": "true", "question": ""}'),
  );
  const oblige = ({ messages }: Parameters<ChatModel['complete']>[0]) => {
    const call = { model: 'test', messages };
    const scripted = obliging(call, askerOf(call));
    return reply(JSON.stringify('json' in scripted ? scripted.json : {}));
  };
  return {
    id: 'test:broken',
    complete: (request, options = {}) => run(options.signal, () => Promise.resolve(oblige(request))),
  };
}

interface Asking {
  readonly question: string;
  readonly preset: PresetName;
  readonly maxRounds: number;
}
const request = (
  { question, preset, maxRounds }: Asking,
  more: { readonly maxMillis?: number; readonly maxTokens?: number } = {},
) => ({ preset, budget: { maxRounds, ...more }, ...(question === asked.followUp ? { history } : {}) });

const wholes = new Map<string, Promise<Outcome>>();
/** The same question, preset and rounds where nothing fails and nothing runs short. */
function whole(asking: Asking): Promise<Outcome> {
  const key = JSON.stringify(asking);
  const known =
    wholes.get(key) ??
    matrix
      .run(
        asking.question,
        request(asking),
        partsOf({ embedder: { kind: 'FINE' }, reranker: { kind: 'FINE' }, chat: { kind: 'FINE' } }),
      )
      .then(({ outcome }) => outcome);
  wholes.set(key, known);
  return known;
}

interface Faults {
  readonly embedder: Fault;
  readonly reranker: Fault;
  readonly chat: Fault | null;
}
function partsOf({ embedder, reranker, chat }: Faults): Partial<AgentParts> {
  return { embedder: brokenEmbedder(embedder), reranker: brokenReranker(reranker), chat: chat && brokenChat(chat) };
}

test(
  'whatever fails: the loop ends once, in its budget, and no surer than where nothing failed',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          question: fc.constantFrom(...Object.values(asked)),
          preset: fc.oneof(
            { weight: 2, arbitrary: fc.constant<PresetName>('CANDOR') },
            { weight: 1, arbitrary: fc.constantFrom(...presetNames) },
          ),
          maxRounds: fc.integer({ min: 1, max: 5 }),
        }),
        fc.record({ maxMillis: fc.integer({ min: 50, max: 1_500 }), maxTokens: fc.integer({ min: 0, max: 20_000 }) }),
        fc.record({ embedder: fault, reranker: fault, chat: fc.option(fault) }),
        async (asking, limits, faults) => {
          const reference = await whole(asking);
          const started = loopNow();
          const events = await drain(matrix.start(asking.question, request(asking, limits), partsOf(faults)));
          const millis = loopNow() - started;

          expect(events.filter(({ type }) => type === 'Finished' || type === 'Failed')).toEqual([events.at(-1)]);
          expect(millis).toBeLessThanOrEqual(limits.maxMillis + slackMillis);
          const last = events.at(-1);
          // Only what needs the vector arm alone can fail as a whole; a vector that is none is refused by the database.
          if (last?.type !== 'Finished') {
            expect(presets[asking.preset].keywordArm).toBeNull();
            expect(last).toMatchObject({
              type: 'Failed',
              code: expect.stringMatching(/^(?:MODEL_\w+|DATABASE_FAILED)$/) as string,
            });
            return;
          }
          const { outcome } = last;
          expect(outcome.usage.rounds).toBeLessThanOrEqual(asking.maxRounds);
          // Documents grow older between the two.
          expect(outcome.confidence.value).toBeLessThanOrEqual(reference.confidence.value + 1e-6);
          if (outcome.usage.modelCalls > 0) expect(limits.maxTokens).toBeGreaterThan(0);
          await matrix.expectProven(outcome);
        },
      ),
      { numRuns: cases(40), endOnFailure: true },
    );
  },
);
