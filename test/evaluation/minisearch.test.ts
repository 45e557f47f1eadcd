import { describe, expect, it } from 'vitest';
import { openMiniSearch } from '../../src/evaluation/arms/measureArms.ts';

const documents = [
  { key: 'a', title: 'Refunds', text: 'Within fourteen days.' },
  { key: 'b', title: 'Repairs', text: 'The workshop needs ten days, and refunds nothing.' },
  { key: 'c', title: 'Opening hours', text: 'From nine to five.' },
];

describe('openMiniSearch', () => {
  it('finds by any of the words in title and text, the shorter field first', async () => {
    const baseline = await openMiniSearch(documents);
    expect(baseline?.search('refunds unheard')).toEqual(['a', 'b']);
    expect(baseline?.search('unheard')).toEqual([]);
  });

  it('keeps to the documents that a question may read', async () => {
    const baseline = await openMiniSearch(documents);
    expect(baseline?.search('refunds', new Set(['b', 'c']))).toEqual(['b']);
  });

  it('gives thirty documents at most', async () => {
    const many = await openMiniSearch(
      Array.from({ length: 40 }, (_, index) => ({ key: `d${index}`, title: 'Refunds', text: '' })),
    );
    expect(many?.search('refunds')).toHaveLength(30);
  });

  it('is null where the package is not installed, and any other fault is one', async () => {
    const missing = Object.assign(new Error("Cannot find package 'minisearch'"), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(await openMiniSearch(documents, () => Promise.reject(missing))).toBeNull();
    await expect(openMiniSearch(documents, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
