import { expect, it } from 'vitest';
import { boundedLines } from '../src/lines.ts';

async function linesOf(chunks: readonly string[], endsIfLonger = false): Promise<(string | undefined)[]> {
  const lines: (string | undefined)[] = [];
  const source = chunks.map((chunk) => Buffer.from(chunk));
  async function* arriving() {
    for (const chunk of source) yield await Promise.resolve(chunk);
  }
  for await (const line of boundedLines(arriving(), { longest: 5, endsIfLonger })) lines.push(line?.toString('utf8'));
  return lines;
}

it('lines are the same however the bytes arrive, with and without a break at the end', async () => {
  const text = 'one\n\ntwo\u2028\nü\r\nlast';
  expect(await linesOf([text.replace('two\u2028', 'two')])).toEqual(['one', '', 'two', 'ü\r', 'last']);
  expect(await linesOf(['a', '\n', 'b', 'c', '\n'])).toEqual(['a', 'bc']);
  expect(await linesOf(['a\n', '', '\n'])).toEqual(['a', '']);
  expect(await linesOf([])).toEqual([]);
});

it('a line that is too long is undefined, and the next is read; or it is the last', async () => {
  const chunks = ['abc', 'def', 'ghi\nnext\n', '12345\n', '123456'];
  expect(await linesOf(chunks)).toEqual([undefined, 'next', '12345', undefined]);
  expect(await linesOf(['ok\n', ...chunks], true)).toEqual(['ok', undefined]);
});
