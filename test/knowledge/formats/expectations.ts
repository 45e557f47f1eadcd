import { expect } from 'vitest';
import { isCandorError, type CandorError, type ErrorCode } from '../../../src/errors.ts';
import type { ParsedDocument } from '../../../src/knowledge/formats/parsed.ts';

/** Texts of the blocks of one kind, or of all. */
export function blockTexts({ text, blocks }: ParsedDocument, kind?: string): string[] {
  return blocks
    .filter((block) => kind === undefined || block.kind === kind)
    .map(({ start, end }) => text.slice(start, end));
}

/** The page or line that the given words stand on, by the source map. */
export function positionOf({ text, sourceMap }: ParsedDocument, words: string): number | undefined {
  const offset = text.indexOf(words);
  expect(offset, `"${words}" is in the text`).toBeGreaterThanOrEqual(0);
  const index = (sourceMap?.offsets ?? []).findLastIndex((start) => start <= offset);
  return sourceMap?.positions[index];
}

/** What every parsed document keeps, whatever it was written in. */
export function expectSound({ text, blocks, sourceMap }: ParsedDocument): void {
  let at = 0;
  for (const { start, end } of blocks) {
    expect(text.slice(at, start)).toMatch(/^\s*$/);
    expect(end).toBeGreaterThan(start);
    expect(text.slice(start, end)).not.toMatch(/^\n|\s$/);
    at = end;
  }
  expect(text.slice(at)).toBe('');
  expect(text).toBe(text.toWellFormed());
  if (!sourceMap) return;
  expect(sourceMap.offsets[0]).toBe(0);
  expect(sourceMap.offsets).toHaveLength(sourceMap.positions.length);
  expect(sourceMap.offsets.every((offset, index) => index === 0 || offset > (sourceMap.offsets[index - 1] ?? 0))).toBe(
    true,
  );
}

/** The fault that a call ends in; fails when there is none or of another code. */
export async function faultOf(call: () => unknown, code: ErrorCode): Promise<CandorError> {
  const fault = await Promise.resolve()
    .then(call)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  if (!isCandorError(fault)) throw new Error(`Expected ${code}, got ${String(fault)}`, { cause: fault });
  expect({ code: fault.code, message: fault.message }).toEqual({ code, message: fault.message });
  return fault;
}
