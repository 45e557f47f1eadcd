import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reader } from '../../../src/models/reader.ts';
import { openBuiltinReader } from '../../../src/models/providers/builtin/builtinModels.ts';
import { passageOf, question, readerContract } from '../../contracts/reader.ts';

readerContract('builtin', openBuiltinReader);

const passage = passageOf(
  'Offices',
  ...Array.from({ length: 20 }, (_, floor) => `The office on floor ${floor} opens for visitors at ten.`),
);

describe('the built-in reader', () => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await openBuiltinReader();
  });
  afterAll(() => reader.close());

  test('reads English, without a prompt', () => {
    expect(reader).toMatchObject({ id: 'builtin:readers@8', languages: ['en'], prompt: null });
  });

  test('leaves the event loop free', async () => {
    await reader.read(question, [passage]);
    const before = performance.eventLoopUtilization();
    // Of one passage it would read one: what was read a moment ago is not read again.
    await reader.read(
      question,
      Array.from({ length: 12 }, (_, copy) => ({ ...passage, title: `Offices ${copy}` })),
    );
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('rejects what still runs when it is closed, and later calls', async () => {
    const other = await openBuiltinReader();
    const settled = expect(
      other.read(
        question,
        Array.from({ length: 50 }, () => passage),
      ),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([other.close(), other.close()]);
    await settled;
    await expect(other.read(question, [passage])).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
