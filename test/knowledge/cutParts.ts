import { expect } from 'vitest';
import { chunk, type ChunkDraft, maxTokens } from '../../src/knowledge/cut/chunk.ts';
import type { Block } from '../../src/knowledge/formats/parsed.ts';
import { countTokens } from '../../src/knowledge/tokens.ts';

export type Part = readonly [kind: Block['kind'], text: string];

/** Canonical text with its blocks, as a parser writes them. */
export function documentOf(parts: readonly Part[]): { text: string; blocks: Block[] } {
  const blocks: Block[] = [];
  let text = '';
  for (const [kind, body] of parts) {
    if (!body.trim()) continue;
    text += text && '\n\n';
    blocks.push({
      kind,
      start: text.length,
      end: text.length + body.length,
      ...(kind === 'HEADING' ? { depth: /^#*/.exec(body)![0].length || 1 } : {}),
    });
    text += body;
  }
  return { text, blocks };
}

export const chunksOf = (parts: readonly Part[]) => {
  const { text, blocks } = documentOf(parts);
  return chunk(text, blocks).map((draft) => ({ ...draft, text: text.slice(draft.start, draft.end) }));
};
export const textsOf = (parts: readonly Part[]) => chunksOf(parts).map((draft) => draft.text);
export const pathsOf = (parts: readonly Part[]) => chunksOf(parts).map((draft) => draft.sectionPath);
export const textOf = (text: string, draft: ChunkDraft) => text.slice(draft.start, draft.end);

/** A sentence of `count` words: one token each, and one for the full stop. */
export const words = (count: number, word = 'word') => `${Array.from({ length: count }, () => word).join(' ')}.`;
export const sentencesOf = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => `Sentence ${index} ${words(size - 4)}`).join(' ');

/** All that the contract promises for any text. */
export function assertChunks(text: string, blocks: readonly Block[] = []): void {
  const drafts = chunk(text, blocks);
  expect(chunk(text, blocks)).toEqual(drafts);
  const covered = new Uint8Array(text.length);
  for (const { kind, start, end } of blocks) if (kind === 'HEADING') covered.fill(1, start, end);
  let end = 0;
  for (const draft of drafts) {
    const body = textOf(text, draft);
    if (draft.start < end || draft.end > text.length || draft.end <= draft.start)
      expect.fail(`[${draft.start}, ${draft.end}) after ${end} of ${text.length}`);
    if (body !== body.trim()) expect.fail(`blanks around ${JSON.stringify(body)}`);
    if (!body.isWellFormed() && text.isWellFormed())
      expect.fail(`a surrogate pair is cut in ${JSON.stringify(body.slice(-5))}`);
    if (draft.tokenCount !== countTokens(body))
      expect.fail(`${draft.tokenCount} tokens told, ${countTokens(body)} counted`);
    if (draft.tokenCount > maxTokens) expect.fail(`${draft.tokenCount} tokens`);
    covered.fill(1, draft.start, draft.end);
    end = draft.end;
  }
  const lost = [...covered.keys()].filter((position) => covered[position] === 0 && /\S/.test(text[position]!));
  expect(lost.map((position) => text.slice(position, position + 20)).slice(0, 3)).toEqual([]);
}
