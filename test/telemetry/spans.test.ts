import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { inRemoteTrace, inSpan, openRunSpan, type RecordedSpan, setTracing } from '../../src/telemetry/spans.ts';

let spans: RecordedSpan[];
const trace = (sample: number) =>
  setTracing({
    withText: false,
    sample,
    add: (span) => spans.push(span),
    callerOf: (headers) =>
      'traceparent' in headers
        ? { trace: { id: 'f'.repeat(32), isSampled: headers.traceparent === 'sampled' }, id: 'e'.repeat(16) }
        : undefined,
  });
beforeEach(() => {
  spans = [];
});
afterEach(() => {
  setTracing(null);
  vi.restoreAllMocks();
});

/** A question with a node, which begins outside the question's context, and a statement inside it. */
async function ask(): Promise<void> {
  const run = openRunSpan('r1', { 'candor.run.id': 'r1' });
  await run.within(() => inSpan({ name: 'bind', isLeaf: true }, async () => undefined));
  await inSpan({ name: 'node plan', runId: 'r1' }, async () => {
    await Promise.resolve();
    await inSpan({ name: 'statement', kind: 'CLIENT', isLeaf: true, facts: { a: 1 } }, async (span) => {
      span.note({ rows: 2 });
    });
  });
  run.end();
}

const named = (name: string) => spans.find((span) => span.name === name);

it('statements stand under their node and nodes under their question, all in one trace', async () => {
  trace(1);
  await ask();
  expect(spans.map(({ name }) => name)).toEqual(['bind', 'statement', 'node plan', 'ask']);
  expect(named('statement')).toMatchObject({ kind: 'CLIENT', facts: [{ a: 1 }, { rows: 2 }] });
  expect(named('statement')?.parent).toBe(named('node plan'));
  for (const name of ['bind', 'node plan']) expect(named(name)?.parent).toBe(named('ask'));
  expect(named('ask')?.parent).toBeUndefined();
  expect(new Set(spans.map((span) => span.trace)).size).toBe(1);
  for (const { started, ended } of spans) expect(ended).toBeGreaterThanOrEqual(started);
});

it('whether a question is recorded is decided once, for all of it', async () => {
  trace(0.5);
  const draw = vi.spyOn(Math, 'random').mockReturnValue(0.7);
  await ask();
  expect([spans.length, draw.mock.calls.length]).toEqual([0, 1]);
  draw.mockReturnValue(0.3);
  await ask();
  expect([spans.length, draw.mock.calls.length]).toEqual([4, 2]);
});

it.each([
  ['sampled', 0, 4],
  ['not', 1, 0],
])('a caller’s own decision (%s) counts, whatever the share is', async (traceparent, sample, count) => {
  trace(sample);
  await inRemoteTrace({ traceparent }, ask);
  expect(spans).toHaveLength(count);
  if (count > 0) expect(named('ask')?.parent?.id).toBe('e'.repeat(16));
});

it('tells a fault by its code, and no fault of ours where the caller left', async () => {
  trace(1);
  const fail = (name: string, error: Error) =>
    expect(inSpan({ name }, () => Promise.reject(error))).rejects.toBe(error);
  await fail('late', new CandorError('TIMEOUT', 'The question “zebra” took too long.'));
  await fail('left', new CandorError('CANCELLED', 'The caller left.'));
  await fail('odd', new Error('zebra'));
  expect(spans.map(({ facts, isFault }) => [facts, isFault])).toEqual([
    [[{ 'error.type': 'TIMEOUT' }], true],
    [[{ 'error.type': 'CANCELLED' }], false],
    [[{ 'error.type': 'INTERNAL' }], true],
  ]);
});
