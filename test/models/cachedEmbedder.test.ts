import { describe, expect, test } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { cachedEmbedder, type Embedder } from '../../src/models/embedder.ts';
import { openBuiltinEmbedder } from '../../src/models/providers/builtin/builtinModels.ts';
import { embedderContract } from '../contracts/embedder.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';

embedderContract('cached, over the built-in one', async () => cachedEmbedder(await openBuiltinEmbedder()));

/** An embedder whose calls wait until they are let go, and which tells what became of them. */
function slowEmbedder() {
  const inner = createHashedEmbedder();
  const waiting: { readonly text: string; readonly go: () => void; readonly fail: (fault: Error) => void }[] = [];
  const aborted: string[] = [];
  const embedder: Embedder = {
    ...inner,
    embedQuery: (text, { signal } = {}) =>
      new Promise((resolve, reject) => {
        waiting.push({
          text,
          go: () => {
            resolve(inner.embedQuery(text));
          },
          fail: reject,
        });
        signal?.addEventListener('abort', () => {
          aborted.push(text);
          reject(new CandorError('CANCELLED', 'stopped'));
        });
      }),
  };
  return { embedder, waiting, aborted };
}

describe('a question asked before', () => {
  test('is not embedded again, and no caller can change what the next one gets', async () => {
    const inner = createHashedEmbedder();
    const cached = cachedEmbedder(inner);
    const first = await cached.embedQuery('zebra');
    const own = [...first];
    first.fill(0);
    const second = await cached.embedQuery('zebra');
    expect([...second]).toEqual(own);
    second.fill(0);
    expect([...(await cached.embedQuery('zebra'))]).toEqual(own);
    expect(inner.calls).toEqual(['zebra']);
    await cached.embedQuery('Zebra');
    expect(inner.calls).toEqual(['zebra', 'Zebra']);
  });

  test('goes when as many others were asked since, the one not asked for longest first', async () => {
    const inner = createHashedEmbedder();
    const cached = cachedEmbedder(inner, { entries: 2 });
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await cached.embedQuery(text);
    expect(inner.calls).toEqual(['a', 'b', 'c', 'b']);
  });

  test('is embedded each time when it is too long to be one of a person', async () => {
    const inner = createHashedEmbedder();
    const cached = cachedEmbedder(inner);
    const long = 'zebra '.repeat(400);
    await cached.embedQuery(long);
    await cached.embedQuery(long);
    expect(inner.calls).toEqual([long, long]);
  });

  test('is forgotten with close(); documents pass through', async () => {
    const inner = createHashedEmbedder();
    const cached = cachedEmbedder(inner);
    await cached.embedDocuments(['one', 'one']);
    await cached.embedQuery('one');
    expect(inner.calls).toEqual(['one', 'one', 'one']);
    await cached.close();
    await cached.embedQuery('one');
    await cached.embedQuery('one');
    expect(inner.calls).toHaveLength(5);
  });
});

describe('questions asked at the same time', () => {
  test('share one call', async () => {
    const { embedder, waiting } = slowEmbedder();
    const cached = cachedEmbedder(embedder);
    const asked = [cached.embedQuery('zebra'), cached.embedQuery('zebra'), cached.embedQuery('otter')];
    expect(waiting.map(({ text }) => text)).toEqual(['zebra', 'otter']);
    for (const { go } of waiting) go();
    const [first, second, other] = await Promise.all(asked);
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
    expect(other).not.toEqual(first);
  });

  test('are each left alone: the call goes on for those who stay, and ends with the last', async () => {
    const { embedder, waiting, aborted } = slowEmbedder();
    const cached = cachedEmbedder(embedder);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = cached.embedQuery('zebra', { signal: one.signal });
    const second = cached.embedQuery('zebra', { signal: two.signal });
    one.abort();
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(aborted).toEqual([]);
    waiting[0]!.go();
    await expect(second).resolves.toHaveLength(64);

    const third = cached.embedQuery('otter', { signal: two.signal });
    two.abort();
    await expect(third).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(aborted).toEqual(['otter']);
    // Whoever comes after gets a call of their own, and not the end of that one.
    const fourth = cached.embedQuery('otter');
    waiting.at(-1)!.go();
    await expect(fourth).resolves.toHaveLength(64);
    expect(waiting.map(({ text }) => text)).toEqual(['zebra', 'otter', 'otter']);
  });

  test('a caller who has gone already asks nothing', async () => {
    const { embedder, waiting } = slowEmbedder();
    await expect(cachedEmbedder(embedder).embedQuery('zebra', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(waiting).toEqual([]);
  });

  test('share a fault, which is not kept', async () => {
    const { embedder, waiting } = slowEmbedder();
    const cached = cachedEmbedder(embedder);
    const asked = Promise.allSettled([cached.embedQuery('zebra'), cached.embedQuery('zebra')]);
    waiting[0]!.fail(new CandorError('MODEL_UNAVAILABLE', 'away'));
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = cached.embedQuery('zebra');
    expect(waiting).toHaveLength(2);
    waiting[1]!.go();
    await expect(again).resolves.toHaveLength(64);
  });
});
