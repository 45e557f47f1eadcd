import { describe, expect, it } from 'vitest';
import { isCandorError } from '../../src/errors.ts';
import { createParserProcess } from '../../src/knowledge/formats/process/parserProcess.ts';
import { drawn } from '../support/cases.ts';
import { allCases } from './allCases.ts';

/** A small generator with a seed, so that a failure can be had again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Bytes changed, a stretch cut out, or the end cut off. */
function broken(bytes: Uint8Array, next: (below: number) => number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const kind = next(3);
  if (kind === 0) for (let count = 0; count < 8; count += 1) copy[next(copy.length)] = next(256);
  if (kind === 1) {
    const from = next(copy.length);
    return Buffer.concat([copy.subarray(0, from), copy.subarray(from + next(64))]);
  }
  return kind === 2 ? copy.subarray(0, next(copy.length)) : copy;
}

const files = drawn(90, 300);

describe('broken files', () => {
  it(`end in a typed fault or a text, ${files} of all formats`, async () => {
    const thread = createParserProcess({ timeoutMillis: 20_000 });
    const next = numbers(22);
    try {
      for (let index = 0; index < files; index += 1) {
        const given = allCases[index % allCases.length];
        if (!given) continue;
        const built = await given.build();
        const content = broken(typeof built === 'string' ? Buffer.from(built) : built, next);
        const ended = await thread.parse({ name: given.name, content }).catch((error: unknown) => error);
        if (ended instanceof Error) {
          expect(isCandorError(ended), `${given.name}, file ${index}: ${String(ended)}`).toBe(true);
          expect(isCandorError(ended) && ended.code, `${given.name}, file ${index}`).toMatch(/^DOCUMENT_/);
        } else expect(ended).toHaveProperty('text');
      }
    } finally {
      await thread.close();
    }
  }, 300_000);
});
