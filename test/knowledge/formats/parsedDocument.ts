import { expect } from 'vitest';
import type { ParsedDocument } from '../../../src/knowledge/formats/parsed.ts';

/** Kind and words of each block. */
export function blockTexts(parsed: ParsedDocument): [string, string][] {
  return parsed.blocks.map(({ kind, start, end }) => [kind, parsed.text.slice(start, end)]);
}

/** The source position of the first place where the canonical text has these words. */
export function lineAt(parsed: ParsedDocument, words: string): number | undefined {
  const offset = parsed.text.indexOf(words);
  expect(offset, `"${words}" in ${JSON.stringify(parsed.text)}`).toBeGreaterThanOrEqual(0);
  const at = parsed.sourceMap?.offsets.findLastIndex((start) => start <= offset) ?? -1;
  return parsed.sourceMap?.positions[at];
}

/** What `ParsedDocument` promises of any text in any format. */
export function expectSound(parsed: ParsedDocument, source: string): void {
  const { text, blocks, sourceMap } = parsed;
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/[\0-\x08\x0B-\x1F\u200B\u202E\uFEFF\u{E0000}-\u{E0FFF}]|^\s*\n|\s$/u);
  let end = 0;
  for (const block of blocks) {
    expect(block.start).toBeGreaterThanOrEqual(end);
    expect(text.slice(block.start, block.end).trim()).not.toBe('');
    expect(text.slice(end, block.start).trim()).toBe('');
    expect(block.depth === undefined).toBe(block.kind !== 'HEADING');
    end = block.end;
  }
  expect(end).toBeLessThanOrEqual(text.length);
  expect(text.slice(end).trim()).toBe('');
  const lines = source.split(/\r\n?|\n/).length;
  expect(sourceMap?.offsets[0]).toBe(0);
  expect(sourceMap?.positions).toHaveLength(sourceMap?.offsets.length ?? -1);
  expect(sourceMap?.offsets.every((offset, index, all) => index === 0 || offset > (all[index - 1] ?? 0))).toBe(true);
  expect(sourceMap?.offsets.every((offset) => offset === 0 || offset < text.length)).toBe(true);
  expect(sourceMap?.positions.every((line) => Number.isInteger(line) && line >= 1 && line <= lines)).toBe(true);
}
