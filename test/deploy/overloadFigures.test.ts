import { expect, it } from 'vitest';
import { type AskedOnce, type AskEnd, readAskEnd } from '../../bench/askedOverHttp.ts';
import { overloadFigures, recoverySeconds } from '../../bench/overloadFigures.ts';

const outcome: AskEnd = { kind: 'outcome', type: 'Answer', isDegraded: false };
const refusal: AskEnd = { kind: 'refusal', status: 429, hasRetryAfter: true, hasDetails: true };
const asked = (workspace: number, from: number, millis: number, end: AskEnd = outcome): AskedOnce => ({
  workspace,
  from,
  until: from + millis,
  end,
});
const flood = { began: 1_000, seconds: 10, workspaces: 2 };

it('goodput counts outcomes that were there before the flood ended, and no refusals', () => {
  const all = [
    ...Array.from({ length: 30 }, (_, index) => asked(0, 1_000 + index * 100, 500)),
    ...Array.from({ length: 20 }, (_, index) => asked(1, 1_000 + index * 100, 500)),
    asked(0, 10_900, 500),
    asked(1, 2_000, 10, refusal),
  ];
  const figures = overloadFigures(all, flood);
  expect(figures.goodput).toBe(5);
  expect(figures.byWorkspace).toEqual([30, 20]);
  expect(figures.unfairness).toBeCloseTo(1 / 3);
  expect(figures.badEnds).toBe(0);
});

it('a refusal that does not say when to try again is a bad end, as is a fault', () => {
  const ends: AskEnd[] = [
    refusal,
    { ...refusal, hasRetryAfter: false },
    { ...refusal, hasDetails: false },
    { kind: 'fault', what: 'ECONNRESET' },
  ];
  const { badEnds, refusals } = overloadFigures(
    ends.map((end) => asked(0, 2_000, 10, end)),
    flood,
  );
  expect(badEnds).toBe(3);
  expect([...refusals.keys()]).toEqual([
    '429 OVERLOADED, with Retry-After, typed',
    '429 OVERLOADED, WITHOUT Retry-After, typed',
    '429 OVERLOADED, with Retry-After, UNTYPED',
    'fault: ECONNRESET',
  ]);
});

it('a server that answers one workspace alone is unfair, and one that answers nobody, too', () => {
  expect(overloadFigures([asked(0, 2_000, 10)], flood).unfairness).toBe(1);
  expect(overloadFigures([], flood)).toMatchObject({ unfairness: 1, goodput: 0, p95: null });
});

it('recovery begins with a question that is fast itself, and nineteen after it', () => {
  const slow = Array.from({ length: 4 }, (_, index) => asked(0, 1_000 + index, 4_000));
  const fast = Array.from({ length: 40 }, (_, index) => asked(0, 5_000 + index * 100, 100));
  expect(recoverySeconds([...slow, ...fast], 1_000, 100)).toBe(4);
  expect(recoverySeconds(fast, 1_000, 60)).toBeNull();
  expect(recoverySeconds(fast.slice(0, 19), 1_000, 100)).toBeNull();
  const refused = fast.map((one) => ({ ...one, end: refusal }));
  expect(recoverySeconds(refused, 1_000, 100)).toBeNull();
});

it('replies are told apart by what they hold, whatever their status', () => {
  const overloaded = {
    errors: [{ message: 'full', extensions: { code: 'OVERLOADED', details: { retryAfterSeconds: 2 } } }],
  };
  const read = (status: number, body: object | string, retryAfter?: string) =>
    readAskEnd({ status, retryAfter, text: typeof body === 'string' ? body : JSON.stringify(body) });
  expect(read(200, { data: { ask: { __typename: 'Abstention', degraded: [{}] } } })).toEqual({
    kind: 'outcome',
    type: 'Abstention',
    isDegraded: true,
  });
  expect(read(429, overloaded, '2')).toEqual(refusal);
  expect(read(503, overloaded)).toMatchObject({ status: 503, hasRetryAfter: false });
  expect(read(502, '<html>')).toEqual({ kind: 'fault', what: '502 without JSON' });
  expect(read(500, { errors: [{ message: 'oh', extensions: { code: 'INTERNAL' } }] })).toEqual({
    kind: 'fault',
    what: '500 INTERNAL',
  });
});
