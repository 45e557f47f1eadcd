import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import type { List, Nodes, RootContent, Table } from 'mdast';

/**
 * The canonical text of a Markdown document: one line a paragraph, heading (`## Title`), list item (`- item`) and code line;
 * inline marks are gone, a link keeps its words. A table row becomes `Header: cell; Header: cell`, so that a row can be
 * found, quoted and understood alone.
 */
export function canonicalMarkdown(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const text = tree.children.flatMap((node) => block(node)).filter(Boolean).join('\n\n');
  // Blank lines at either end go; the indentation of a first code line stays.
  return text.replace(/^\s*\n/, '').trimEnd();
}

function block(node: RootContent): string[] {
  switch (node.type) {
    case 'heading': return oneLine(node) ? [`${'#'.repeat(node.depth)} ${oneLine(node)}`] : [];
    case 'code': return [code(node.value)];
    case 'list': return [list(node, '').join('\n')];
    case 'table': return [table(node).join('\n')];
    case 'blockquote': case 'footnoteDefinition': return node.children.flatMap((child) => block(child));
    case 'html': return [oneLine({ type: 'text', value: node.value.replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, ' ') })];
    case 'thematicBreak': case 'definition': case 'yaml': return [];
    default: return [oneLine(node)];
  }
}

function list(node: List, indent: string): string[] {
  return node.children.flatMap((item, position) => {
    const mark = node.ordered ? `${(node.start ?? 1) + position}. ` : '- ';
    const [head = '', ...rest] = item.children.flatMap((child) => (child.type === 'list' ? list(child, `${indent}  `) : block(child)));
    return [`${indent}${mark}${head.trimStart()}`, ...rest];
  });
}

/** Indented, so that a comment such as `# note` is never taken for a heading. */
function code(value: string): string {
  return value.trimEnd().split('\n').map((line) => (line.trim() ? `    ${line}` : '')).join('\n');
}

function table(node: Table): string[] {
  const [header = [], ...rows] = node.children.map((row) => row.children.map((cell) => oneLine(cell)));
  return rows.map((row) => row.map((cell, column) => (cell && header[column] ? `${header[column]}: ${cell}` : cell)).filter(Boolean).join('; '));
}

function oneLine(node: Nodes): string {
  return wordsOf(node).replaceAll(/\s+/g, ' ').trim();
}

/** A hard break parts words; other inline HTML is markup alone. */
function wordsOf(node: Nodes): string {
  if (node.type === 'break') return ' ';
  if (node.type === 'html') return /^<br\b/i.test(node.value) ? ' ' : '';
  return 'children' in node ? node.children.map((child) => wordsOf(child)).join('') : toString(node, { includeImageAlt: false });
}
