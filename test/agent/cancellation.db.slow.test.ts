import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { AskEvent } from '../../src/agent/state/events.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import { openChatReader, openChatReranker } from '../../src/models/chatJudges.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { openOwnDatabase } from '../support/database.ts';
import { asked, obliging, openMatrix, type Asker, type Matrix } from './matrix.ts';
import { loopNow } from '../support/clocks.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix(await openOwnDatabase());
});
afterAll(() => matrix.close());
beforeEach(() => {
  matrix.begin();
});

/** Until the work of a run has stopped, after its caller left. */
const stopsWithin = 100;

const lastCall = () => matrix.server.requests.at(-1);
const history = [{ role: 'USER' as const, text: 'How much does theft insurance cost a day?' }];
const withChat = (): Partial<AgentParts> => ({ chat: matrix.chat });

/** Where a chat call hangs, with the last event before it. */
const phases: readonly (readonly [
  Asker,
  AskEvent['type'] | null,
  string,
  Partial<AskRequest>,
  () => Partial<AgentParts>,
])[] = [
  ['standalone', null, asked.followUp, { history }, withChat],
  ['plan', null, asked.unparted, {}, withChat],
  ['rerank', 'Retrieved', asked.uncertain, {}, () => ({ reranker: openChatReranker(matrix.chat) })],
  ['reflect', 'Retrieved', asked.uncertain, {}, () => ({ reader: openChatReader(matrix.chat) })],
  ['write', 'Writing', asked.confident, {}, withChat],
];

/** The caller left at that moment, while the last request hung: it is closed soon after, and none follows it. */
async function expectStopped(leftAt: number, calls: readonly Asker[]): Promise<void> {
  await expect.poll(() => lastCall()?.closedAt ?? null, { interval: 5, timeout: 2_000 }).not.toBeNull();
  expect(lastCall()?.aborted).toBe(true);
  expect((lastCall()?.closedAt ?? Infinity) - leftAt).toBeLessThanOrEqual(stopsWithin);
  // Whatever was to be asked next would be asked at once.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(matrix.askers()).toEqual(calls);
}

/** Everything in order, and where a phase is named its call hangs. */
function hangIn(phase: Asker): void {
  matrix.script = (call, asker) => (asker === phase ? { hang: true } : obliging(call, asker));
}

describe('a chat call that hangs', () => {
  test.each(phases)('in %s: aborting ends it', async (phase, _event, question, request, changes) => {
    hangIn(phase);
    const stop = new AbortController();
    const events: AskEvent[] = [];
    const reading = (async () => {
      for await (const event of matrix.start(question, request, changes(), { signal: stop.signal })) events.push(event);
    })();
    await expect.poll(() => matrix.askers().at(-1), { interval: 5, timeout: 5_000 }).toBe(phase);
    const calls = matrix.askers();
    const leftAt = loopNow();
    stop.abort();
    await reading;
    expect(loopNow() - leftAt).toBeLessThanOrEqual(stopsWithin);
    expect(events.at(-1)).toMatchObject({ type: 'Failed', code: 'CANCELLED' });
    await expectStopped(leftAt, calls);
  });

  // Before the first event there is nothing to leave after.
  test.each(phases.filter(([, event]) => event !== null))(
    'in %s: leaving the iteration ends it',
    async (phase, event, question, request, changes) => {
      hangIn(phase);
      const events = matrix.start(question, request, changes());
      for (let next = await events.next(); next.done !== true && next.value.type !== event;) next = await events.next();
      await expect.poll(() => matrix.askers().at(-1), { interval: 5, timeout: 5_000 }).toBe(phase);
      const calls = matrix.askers();
      const leftAt = loopNow();
      await events.return();
      expect(loopNow() - leftAt).toBeLessThanOrEqual(stopsWithin);
      await expectStopped(leftAt, calls);
    },
  );
});

/** Never answers a query; tells when it was asked and when it was told to stop. */
function hangingEmbedder(): {
  readonly embedder: Embedder;
  readonly at: { asked: number | null; aborted: number | null };
} {
  const at: { asked: number | null; aborted: number | null } = { asked: null, aborted: null };
  const embedQuery: Embedder['embedQuery'] = (_text, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      at.asked = loopNow();
      signal?.addEventListener(
        'abort',
        () => {
          at.aborted = loopNow();
          reject(signal.reason as Error);
        },
        { once: true },
      );
    });
  return { embedder: { ...matrix.parts.embedder, embedQuery }, at };
}

describe('an embedder that hangs', () => {
  test.each(['aborting', 'leaving the iteration'])('%s ends it, and no model is asked', async (way) => {
    matrix.script = obliging;
    const { embedder, at } = hangingEmbedder();
    const stop = new AbortController();
    const events = matrix.start(asked.confident, {}, { embedder, chat: matrix.chat }, { signal: stop.signal });
    expect((await events.next()).value).toMatchObject({ type: 'Planned' });
    await expect.poll(() => at.asked, { interval: 5 }).not.toBeNull();
    const leftAt = loopNow();
    if (way === 'aborting') {
      stop.abort();
      expect((await events.next()).value).toMatchObject({ type: 'Failed', code: 'CANCELLED' });
    } else {
      await events.return();
    }
    expect(loopNow() - leftAt).toBeLessThanOrEqual(stopsWithin);
    await expect.poll(() => at.aborted, { interval: 5 }).not.toBeNull();
    expect((at.aborted ?? Infinity) - leftAt).toBeLessThanOrEqual(stopsWithin);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(matrix.askers()).toEqual([]);
  });
});

// The embedded database runs in this process: while a statement is at work nobody can leave.
describe.skipIf(inject('databaseUrl') === null)('a statement that waits for a lock, on a server', () => {
  const waiting = async () =>
    Number(
      (await matrix.agent.pool.query<{ count: string }>('select count(*) from pg_locks where not granted')).rows[0]
        ?.count,
    );
  afterEach(() => matrix.agent.pool.query('rollback'));

  test.each(['aborting', 'leaving the iteration'])('%s ends it', async (way) => {
    // The pool has one connection: this and what follows is one transaction, and pg_locks tells each time anew.
    await matrix.agent.pool.query('begin');
    await matrix.agent.pool.query('lock table chunk in access exclusive mode');
    const stop = new AbortController();
    const events = matrix.start(asked.confident, {}, {}, { signal: stop.signal });
    expect((await events.next()).value).toMatchObject({ type: 'Planned' });
    await expect.poll(waiting, { interval: 5, timeout: 5_000 }).toBeGreaterThan(0);
    const leftAt = loopNow();
    if (way === 'aborting') stop.abort();
    const ended = way === 'aborting' ? events.next() : events.return();
    while ((await waiting()) > 0 && loopNow() - leftAt < 5_000) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(loopNow() - leftAt).toBeLessThanOrEqual(stopsWithin);
    await ended;
  });
});
