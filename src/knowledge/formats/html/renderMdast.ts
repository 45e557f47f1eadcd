import type { Code, List, Nodes, Parents, RootContent, Root, Table } from 'mdast';
import {
  assemble,
  clean,
  cleanWords,
  type RenderedBlock,
  type RenderedLine,
  type RenderedText,
} from '../documentWriter.ts';
import { decodeReferences, withoutTags } from './htmlTokens.ts';
import { blockNames } from './hastWalk.ts';
import { shownAlternative } from './htmlVisibility.ts';
import { ticks } from './hastToMdast.ts';
import { raisedNumber } from '../shownNumbers.ts';
import type { ContentFlag } from '../parsed.ts';
import { withBoldHeadings } from '../textHeadings.ts';
import { labelOf, underLabels } from '../../ancestors.ts';
import { goesOnBelow, joinedNames, rowTexts } from '../tableRows.ts';

/**
 * Renders the canonical text of a Markdown tree: one line per paragraph, heading (`## Title`), list item (`- item`,
 * `(a) item`, `- ☑ done`) and code line. Inline marks are removed; a link keeps its words. A table row becomes `Header:
 * cell; Header: cell`, so that it can be found, quoted and understood alone. Lines of the map are those of the tree's
 * positions.
 */
export function renderMdast(root: Root, flags = new Set<ContentFlag>()): RenderedText {
  return assemble(withBoldHeadings(root.children.flatMap((node) => renderBlock(node, flags))));
}

/** Returns the blocks of one node; none if it has no words, such as a rule. */
export function renderBlock(node: RootContent, flags: Set<ContentFlag>): RenderedBlock[] {
  switch (node.type) {
    case 'heading':
      return heading(node, flags);
    case 'code':
      return [{ kind: 'CODE', lines: code(node, flags) }];
    case 'list':
      return [{ kind: 'LIST', lines: list(node, { indent: '', labels: [], isOrdered: false }, flags) }];
    case 'table':
      return [{ kind: 'TABLE', lines: table(node, flags) }];
    case 'blockquote':
    case 'footnoteDefinition':
      return node.children.flatMap((child) => renderBlock(child, flags));
    case 'html':
      return [
        {
          kind: 'PARAGRAPH',
          lines: [{ text: cleanWords(decodeReferences(withoutTags(node.value)), flags), line: lineOf(node) }],
        },
      ];
    case 'thematicBreak':
    case 'definition':
    case 'yaml':
      return [];
    default:
      return [{ kind: 'PARAGRAPH', lines: paragraph(node, flags), ...(node.type === 'paragraph' && node.data) }];
  }
}

function heading(node: Extract<RootContent, { type: 'heading' }>, flags: Set<ContentFlag>): RenderedBlock[] {
  const words = oneLine(node, flags);
  return words
    ? [
        {
          kind: 'HEADING',
          depth: node.depth,
          lines: [{ text: `${'#'.repeat(node.depth)} ${words}`, line: lineOf(node) }],
        },
      ]
    : [];
}

/**
 * Marks each source line if the words still have as many lines as the source. A reference or a comment over two lines
 * prevents that.
 */
function paragraph(node: RootContent, flags: Set<ContentFlag>): RenderedLine[] {
  const start = lineOf(node);
  const words = clean(inlineText(node), flags);
  const lines = words.split('\n');
  if (start === undefined || lines.length !== (node.position?.end.line ?? 0) - start + 1)
    return [{ text: words.replaceAll(/\s+/g, ' ').trim(), line: start }];
  const found = lines
    .map((text, index) => ({ text: text.replaceAll(/\s+/g, ' ').trim(), line: start + index }))
    .filter(({ text }) => text);
  const facts = found.length > 1 && found.every(({ text }) => fact.test(text));
  return found.length > 0
    ? found.map((line, index) => (index > 0 && !facts ? { ...line, joined: true } : line))
    : [{ text: '', line: start }];
}

/** `Owner: Ann Lee`: such lines are the facts of a page, as Notion writes them, and not sentences. */
const fact = /^\p{Lu}[\p{L}\d /-]{0,30}: \S.{0,200}$/u;

/** What a list stands in. */
interface Above {
  readonly indent: string;
  /** Of the items that it is nested in, outermost first. */
  readonly labels: readonly string[];
  readonly isOrdered: boolean;
}

function list(node: List, { indent, labels, isOrdered }: Above, flags: Set<ContentFlag>): RenderedLine[] {
  // The steps of a step are a procedure, and read in order.
  const carried = isOrdered && node.ordered ? [] : labels;
  return node.children.flatMap((item, position) => {
    const mark = item.data?.label ?? (node.ordered ? `${(node.start ?? 1) + position}.` : '-');
    const tick = typeof item.checked === 'boolean' ? `${item.checked ? ticks.done : ticks.open} ` : '';
    if (item.checked) unstrike(item);
    let words: string | undefined;
    const [head = [], ...rest] = item.children.flatMap((child) => {
      if (child.type === 'list') {
        const below = {
          indent: `${indent}  `,
          labels: [...labels, labelOf(words ?? '')],
          isOrdered: node.ordered === true,
        };
        return list(child, below, flags).map((line) => [line]);
      }
      const blocks = renderBlock(child, flags).map(({ lines }) => [...lines]);
      words ??=
        blocks
          .flatMap((lines) => lines.map(({ text }) => text))
          .join(' ')
          .trim() || undefined;
      return blocks;
    });
    const first = head.findIndex(({ text }) => text.trim());
    const [opening, ...more] = first < 0 ? [] : head.slice(first);
    const own = underLabels(carried, opening?.text.trimStart() ?? '');
    return [{ text: `${indent}${mark} ${tick}${own}`, line: opening?.line ?? lineOf(item) }, ...more, ...rest.flat()];
  });
}

/** Keeps the words of a task that is done: they are crossed out because it is done, not because they no longer hold. */
function unstrike(parent: Parents): void {
  parent.children = (parent.children as RootContent[]).flatMap((child): RootContent[] => {
    if ('children' in child) unstrike(child);
    return child.type === 'delete' ? child.children : [child];
  });
}

/** Indented, so that a comment such as `# note` is never taken for a heading. */
function code(node: Code, flags: Set<ContentFlag>): RenderedLine[] {
  const lines = clean(node.value, flags).trimEnd().split('\n');
  const start = lineOf(node);
  const end = node.position?.end.line ?? start;
  // A fence or a tag on a line of its own is above the first line of code. References can produce more lines than the
  // source has.
  const lead = start !== undefined && end !== undefined && end - start + 1 > node.value.split('\n').length ? 1 : 0;
  const source = (index: number) =>
    start === undefined || end === undefined ? undefined : Math.min(start + lead + index, end);
  return lines.map((text, index) => ({ text: text.trim() ? `    ${text}` : '', line: source(index) }));
}

function table(node: Table, flags: Set<ContentFlag>): RenderedLine[] {
  const [header = [], ...rows] = node.children.map((row) => row.children.map((cell) => oneLine(cell, flags)));
  const [second = [], ...below] = rows;
  const goesOn = goesOnBelow(header, rows);
  const texts = goesOn ? rowTexts(joinedNames(header, second), below) : rowTexts(header, rows);
  const heads = goesOn ? 2 : 1;
  return texts.map((text, index) => ({ text, line: lineOf(node.children[index + heads]) }));
}

function lineOf(node: Nodes | undefined): number | undefined {
  return node?.position?.start.line;
}

function oneLine(node: Nodes, flags: Set<ContentFlag>): string {
  return cleanWords(inlineText(node), flags);
}

/** Tags that separate words: breaks, and the tags of blocks within a cell. Other inline HTML is only markup. */
const tagName = /^<\/?([a-z][a-z\d]*)/i;
const parts: ReadonlySet<string> = new Set([...blockNames, 'br']);

function inlineText(node: Nodes): string {
  if (node.type === 'break') return '\n';
  // As in `hastWalk.ts`: what is crossed out no longer holds.
  if (node.type === 'delete') return '';
  if (node.type === 'html')
    return tagName.test(node.value) && parts.has(tagName.exec(node.value)?.[1]?.toLowerCase() ?? '') ? ' ' : '';
  if (node.type === 'image' || node.type === 'imageReference')
    return shownAlternative(node.alt, 'url' in node ? node.url : '');
  if ('children' in node) return wordsOfAll(node.children);
  if (node.type === 'text') return node.value.replaceAll(embedded, '').replaceAll(wikiLink, '$1');
  return 'value' in node ? node.value : '';
}

/** `![[plan.png]]` and `[[toc]]` show something other than words; `[[Page|words]]` and `[[Page]]` are links. */
const embedded = /!\[\[[^[\]\n]*\]\]|\[\[toc\]\]/gi;
const wikiLink = /\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]+)\]\]/g;

function wordsOfAll(nodes: readonly Nodes[]): string {
  let words = '';
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1];
    const isRaised = before?.type === 'html' && /^<sup>$/i.test(before.value) && nodes[index + 1]?.type === 'html';
    const number = isRaised ? /^[-−+]?\d{1,3}$/.exec(inlineText(node).trim())?.[0] : undefined;
    words += number === undefined ? inlineText(node) : raisedNumber(words, number);
  }
  return words;
}
