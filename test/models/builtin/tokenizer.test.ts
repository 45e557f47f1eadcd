import { beforeAll, describe, expect, test } from 'vitest';
import { createTokenizer, type Tokenizer } from '../../../src/models/providers/builtin/tokenizer.ts';
import { loadWeights, type VocabularyEntry } from '../../../src/models/providers/builtin/weights.ts';
import { cpuNow } from '../../support/clocks.ts';

describe('the tokenizer over the real vocabulary', () => {
  let vocabulary: readonly VocabularyEntry[];
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    vocabulary = (await loadWeights()).vocabulary;
    tokenizer = createTokenizer(vocabulary);
  });
  const piecesOf = (text: string, limit = 128) => tokenizer.encode(text, limit).map((id) => vocabulary[id]?.[0] ?? '?');

  test('gives the ids that the original publishes for its example', () => {
    // "Hello, how are you?" in the README of @tensorflow-models/universal-sentence-encoder.
    expect(tokenizer.encode('Hello, how are you?', 128)).toEqual([341, 4125, 8, 140, 31, 19, 54]);
  });

  test.each([
    ['Who may approve an access request?', ['▁Who', '▁may', '▁approve', '▁an', '▁access', '▁request', '?']],
    ['unbelievable', ['▁un', 'bel', 'ie', 'v', 'able']],
  ])('cuts %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  test('takes line breaks, tabs and runs of spaces for one boundary', () => {
    const ids = tokenizer.encode('one two three', 128);
    expect(tokenizer.encode('  one\n\ttwo   three \r\n', 128)).toEqual(ids);
    expect(tokenizer.encode('one\u00a0two\u3000three', 128)).toEqual(ids);
  });

  test('normalises by NFKC', () => {
    expect(tokenizer.encode('\ufb01le \uff21\uff22', 128)).toEqual(tokenizer.encode('file AB', 128));
  });

  test('makes one unknown of a run of characters outside the vocabulary', () => {
    expect(piecesOf('the 😀😀😀 end')).toEqual(['▁the', '▁', '�', '▁end']);
  });

  test('scores pieces with a colon like their neighbours, and not above everything', () => {
    expect(piecesOf('at 10:30')).toEqual(['▁at', '▁10', ':30']);
    expect(piecesOf('Note: done')).toEqual(['▁Note', ':', '▁done']);
  });

  test('covers the text: pieces put together are the text', () => {
    const text = 'Error E1042: the request (ID 77-3) was refused at 10:30; see https://example.org/help';
    expect(piecesOf(text).join('').replaceAll('▁', ' ').trim()).toBe(text);
  });

  test('stops at the limit and in time, whatever the length', () => {
    const startedAt = cpuNow();
    expect(tokenizer.encode('x'.repeat(2_000_000), 128)).toHaveLength(128);
    expect(tokenizer.encode('word '.repeat(500_000), 128)).toHaveLength(128);
    expect(cpuNow() - startedAt).toBeLessThan(200);
    expect(tokenizer.encode(' \n ', 128)).toEqual([]);
  });
});
