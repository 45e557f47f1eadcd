import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CandorError, type ErrorCode } from '../../src/errors.ts';
import { armBackoff, isTransient, tryTwice } from '../../src/retrieval/arms/searchArms.ts';
import { loopNow } from '../support/clocks.ts';

const database = (sqlState: string) =>
  new CandorError('DATABASE_FAILED', 'failed', { cause: Object.assign(new Error('x'), { code: sqlState }) });
const model = (details: Readonly<Record<string, unknown>> = {}) =>
  new CandorError('MODEL_UNAVAILABLE', 'away', { details });

it.each<[string, unknown]>([
  ['a serialization failure', database('40001')],
  ['a deadlock', database('40P01')],
  ['a server that stops', database('57P01')],
  ['one that starts', database('57P03')],
  ['one that is full', database('53300')],
  ['a broken connection', database('08006')],
  ['a reset one', database('ECONNRESET')],
  [
    'one that ended in the middle',
    new CandorError('DATABASE_FAILED', 'failed', { cause: new Error('Connection terminated unexpectedly') }),
  ],
  ['the same outside a statement', new Error('Connection terminated unexpectedly')],
  ['a database that does not answer', new CandorError('DATABASE_UNREACHABLE', 'x')],
  ['one whose connections others have', new CandorError('OVERLOADED', 'x')],
  ['a model that is away', model()],
  ['one that is overloaded', model({ status: 503 })],
])('%s may pass', (_, fault) => {
  expect(isTransient(fault)).toBe(true);
});

it.each<[string, unknown]>([
  ...(
    ['CANCELLED', 'TIMEOUT', 'BAD_INPUT', 'EMBEDDER_MISMATCH', 'NOT_FOUND', 'MODEL_INVALID', 'INTERNAL'] as const
  ).map((code: ErrorCode): [string, unknown] => [code, new CandorError(code, 'x')]),
  ['a bad statement', database('42601')],
  ['a function that is not there', database('42883')],
  ['a row of another shape', new CandorError('DATABASE_FAILED', 'x', { cause: new TypeError('not a number') })],
  ['a statement without a cause', new CandorError('DATABASE_FAILED', 'x')],
  ['a refused key', model({ status: 401 })],
  ['a model that is not there', model({ status: 404 })],
  ['a server that says when to come back', model({ status: 429, retryAfterMillis: 4_000 })],
  ['a bug', new TypeError('x')],
  ['nothing', undefined],
])('%s stays', (_, fault) => {
  expect(isTransient(fault)).toBe(false);
});

describe('a step', () => {
  const stepOf = (faults: readonly Error[], millis = 0) => {
    let calls = 0;
    const attempt = async () => {
      const fault = faults[calls];
      calls += 1;
      if (millis > 0)
        await new Promise((resolve) => {
          setTimeout(resolve, millis);
        });
      if (fault !== undefined) throw fault;
      return calls;
    };
    return attempt;
  };
  const anytime = { millisLeft: () => Infinity };

  it('is tried once more after a fault that may pass, and no more', async () => {
    await expect(tryTwice(anytime, stepOf([model()]))).resolves.toBe(2);
    const last = model();
    await expect(tryTwice(anytime, stepOf([model(), last]))).rejects.toBe(last);
    const bad = database('42601');
    await expect(tryTwice(anytime, stepOf([bad]))).rejects.toBe(bad);
  });

  it('waits 50 ms at most', async () => {
    const start = loopNow();
    await tryTwice(anytime, stepOf([model()]));
    expect(loopNow() - start).toBeLessThan(armBackoff.firstMillis + 100);
  });

  it('is not tried again when its failure took a second, nor when there is no time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const late = expect(tryTwice(anytime, stepOf([model()], 1_050))).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
    await vi.advanceTimersByTimeAsync(1_050);
    await late;
    await expect(tryTwice({ millisLeft: () => 0 }, stepOf([model()]))).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
  });

  it('is cancelled when the caller has gone', async () => {
    await expect(tryTwice({ ...anytime, signal: AbortSignal.abort() }, stepOf([]))).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});
