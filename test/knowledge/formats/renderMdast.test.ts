import type { Root, RootContent, TableRow } from 'mdast';
import { describe, expect, it } from 'vitest';
import type { ContentFlag } from '../../../src/knowledge/formats/parsed.ts';
import { renderMdast } from '../../../src/knowledge/formats/html/renderMdast.ts';

const text = (value: string) => ({ type: 'text', value }) as const;
const root = (...children: RootContent[]): Root => ({ type: 'root', children });

describe('renderMdast', () => {
  it('renders a tree without positions, all of it on line 1', () => {
    const tree = root(
      { type: 'heading', depth: 2, children: [text('Head')] },
      { type: 'paragraph', children: [text('one\ntwo')] },
    );
    expect(renderMdast(tree)).toEqual({
      text: '## Head\n\none two',
      blocks: [
        { kind: 'HEADING', depth: 2, start: 0, end: 7 },
        { kind: 'PARAGRAPH', start: 9, end: 16 },
      ],
      sourceMap: { unit: 'LINE', offsets: [0], positions: [1] },
    });
  });

  it('leaves an empty tree empty', () => {
    expect(renderMdast(root({ type: 'thematicBreak' }, { type: 'paragraph', children: [] }))).toEqual({
      text: '',
      blocks: [],
      sourceMap: { unit: 'LINE', offsets: [0], positions: [1] },
    });
  });

  it('names the headers of a table as long as they do not outgrow it', () => {
    const row = (value: string): TableRow => ({
      type: 'tableRow',
      children: [{ type: 'tableCell', children: [text(value)] }],
    });
    const table = (header: string, rows: number): Root =>
      root({ type: 'table', children: [row(header), ...Array.from({ length: rows }, () => row('x'))] });
    expect(renderMdast(table('h'.repeat(150), 2)).text).toBe(`${'h'.repeat(150)}: x\n${'h'.repeat(150)}: x`);
    expect(renderMdast(table('h'.repeat(150), 70_000)).text.slice(0, 5)).toBe('x\nx\nx');
  });

  it('reports what it strips', () => {
    const flags = new Set<ContentFlag>();
    expect(
      renderMdast(
        root({ type: 'code', value: 'a\u200Bb\r\nc' }, { type: 'paragraph', children: [text('d\u202Ee')] }),
        flags,
      ).text,
    ).toBe('    ab\n    c\n\nde');
    expect([...flags]).toEqual(['INVISIBLE_CHARACTERS_REMOVED']);
  });
});
