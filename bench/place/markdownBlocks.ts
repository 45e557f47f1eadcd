/** The Markdown of which office files are made. */
import type { Nodes, Paragraph, Parents, RootContent, Table } from 'mdast';
import { markdownBlocks } from '../../src/knowledge/formats/markdown/markdownTree.ts';

export interface Words {
  readonly text: string;
  readonly isBold: boolean;
}

export function readBlocks(markdown: string): readonly RootContent[] {
  const blocks: RootContent[] = [];
  for (const { node, continues } of markdownBlocks(markdown)) {
    const last = blocks.at(-1);
    if (continues && node.type === 'list' && last?.type === 'list')
      blocks[blocks.length - 1] = { ...last, children: [...last.children, ...node.children] };
    else blocks.push(node);
  }
  return blocks;
}

/** The words of a heading, paragraph or cell, parted where they turn bold. */
export function wordsOf(node: Nodes, isBold = false): Words[] {
  if ('children' in node) return node.children.flatMap((child) => wordsOf(child, isBold || node.type === 'strong'));
  if (node.type === 'break') return [{ text: ' ', isBold }];
  return 'value' in node ? [{ text: node.value.replaceAll(/\s+/g, ' '), isBold }] : [];
}

export const textOf = (node: Parents | Paragraph): string =>
  wordsOf(node)
    .map(({ text }) => text)
    .join('');

export const rowsOf = (table: Table): string[][] => table.children.map(({ children }) => children.map(textOf));

/** @throws always: a half holds only what README.md names */
export function refuseBlock(block: Nodes): never {
  throw new Error(`Line ${block.position?.start.line ?? 0}: ${block.type} is not written to office files.`);
}
