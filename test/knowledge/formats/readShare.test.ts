import { expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/knowledge/formats/markdown/markdown.ts';

it('tells how much of Markdown is read, from the first block to the last, in both passes', () => {
  const body = Array.from({ length: 200 }, (_, at) => `## Part ${at}\n\nWords of part ${at}.\n\n- one\n- two`).join(
    '\n\n',
  );
  const heard: number[] = [];
  parseMarkdown(body, {
    onRead(done, total) {
      expect(total).toBe(body.length);
      heard.push(done);
    },
  });
  expect(heard).toEqual(heard.toSorted((left, right) => left - right));
  expect(heard[0]).toBeLessThan(body.length / 100);
  expect(heard.at(-1)).toBeGreaterThan(body.length * 0.9);
  expect(new Set(heard).size).toBeGreaterThan(500);
});
