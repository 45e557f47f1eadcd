/** The Markdown of which office files are made, read by a parser that is not the product's. */
import type { Nodes, Paragraph, Parents, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

export interface Words {
  readonly text: string;
  readonly isBold: boolean;
}

export const readBlocks = (markdown: string): readonly RootContent[] =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children;

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
