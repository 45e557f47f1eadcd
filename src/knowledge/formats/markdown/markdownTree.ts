import type { Env, Token } from 'markdown-it';
import type { BlockContent, DefinitionContent, List, ListItem, PhrasingContent, RootContent, TableCell } from 'mdast';
import { createMarkdownParser, type ReadingEnv } from './markdownParser.ts';

const markdown = createMarkdownParser();

/**
 * Returns the blocks of Markdown as mdast has them, one after another, so that never more than one has its inline marks
 * in memory. Marks that change no words (emphasis, links) are not in the tree. Takes time in proportion to its input.
 * @param source with `\n` line ends
 * @param firstLine number of its first line, in the positions
 * @param onRead called for each block with the share of the source that is read, 0..1
 */
export function* markdownBlocks(
  source: string,
  firstLine = 1,
  onRead?: (share: number) => void,
): Generator<MarkdownBlock> {
  // The blocks first, then their words: both passes take about as long.
  const env: Env & ReadingEnv = { onBlock: onRead && ((share) => onRead(share / 2)) };
  const rest: Rest = { tokens: [], env, firstLine };
  markdown.block.parse(source.replaceAll('\0', '\uFFFD'), markdown, rest.env, rest.tokens);
  rest.tokens.reverse();
  const all = rest.tokens.length;
  for (let token = rest.tokens.pop(); token; token = rest.tokens.pop()) {
    onRead?.(1 - rest.tokens.length / all / 2);
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') yield* partsOfList(token, rest);
    else for (const node of blockOf(token, rest)) yield { node, continues: false };
  }
}

interface MarkdownBlock {
  readonly node: RootContent;
  /** Whether it is a list that goes on with the one before. */
  readonly continues: boolean;
}

/** What is still to be read, so that what was read takes no memory. */
interface Rest {
  /** The next one last. */
  readonly tokens: Token[];
  readonly env: Env;
  readonly firstLine: number;
}

/** A list may be the whole document: 5 MB of short items took more memory as one tree than a parser has. */
const itemsAtOnce = 1_000;

function* partsOfList(token: Token, rest: Rest): Generator<MarkdownBlock> {
  const list = listOf(token, rest);
  for (let from = 0, goesOn = true; goesOn; from += itemsAtOnce) {
    const children = itemsOf(rest, closeOf(token), itemsAtOnce);
    goesOn = children.length === itemsAtOnce;
    const start = list.ordered ? { start: (list.start ?? 1) + from } : {};
    if (children.length > 0 || from === 0) yield { node: { ...list, ...start, children }, continues: from > 0 };
  }
}

type Flow = BlockContent | DefinitionContent;

/** Returns the block that a token begins, and takes what belongs to it from the rest. */
function blockOf(token: Token, rest: Rest): Flow[] {
  switch (token.type) {
    case 'heading_open':
      return [
        { type: 'heading', depth: depthOf(token), children: wordsIn(rest.tokens.pop(), rest), ...placeOf(token, rest) },
      ];
    case 'inline':
      return [
        {
          type: 'paragraph',
          children: wordsIn(token, rest),
          ...(boldLine.test(token.content.trim()) && { data: { isBold: true } }),
          ...placeOf(token, rest),
        },
      ];
    case 'blockquote_open':
      return [{ type: 'blockquote', children: blocksWithin(rest, 'blockquote_close'), ...placeOf(token, rest) }];
    case 'footnote_reference_open':
      return [{ type: 'footnoteDefinition', identifier: '', children: blocksWithin(rest, 'footnote_reference_close') }];
    case 'bullet_list_open':
    case 'ordered_list_open':
      return [{ ...listOf(token, rest), children: itemsOf(rest, closeOf(token), Infinity) }];
    case 'table_open':
      return [{ type: 'table', children: tableRows(rest), ...placeOf(token, rest) }];
    case 'fence':
    case 'code_block':
      return [{ type: 'code', value: token.content.replace(/\n$/, ''), ...placeOf(token, rest) }];
    case 'html_block':
      return [{ type: 'html', value: token.content.replace(/\n$/, ''), ...placeOf(token, rest) }];
    default:
      return [];
  }
}

const boldLine = /^(\*\*|__)(?=\S)[^*_\n]+\1$/;

const closeOf = ({ type }: Token) => type.replace(/_open$/, '_close');

function listOf(token: Token, rest: Rest): Omit<List, 'children'> {
  const start = Number(token.attrGet('start') ?? 1);
  return { type: 'list', ...(token.type === 'ordered_list_open' && { ordered: true, start }), ...placeOf(token, rest) };
}

function blocksWithin(rest: Rest, close: string): Flow[] {
  const blocks: Flow[] = [];
  for (let token = rest.tokens.pop(); token && token.type !== close; token = rest.tokens.pop())
    for (const block of blockOf(token, rest)) blocks.push(block);
  return blocks;
}

/** `- [x] done`; the words must follow. */
const tick = /^\[([ \tx])\][ \t]+(?=\S)|^\[([ \tx])\]\n(?=\s*\S)/i;

/** Returns items of a list, at most so many. If there are fewer, takes its end, too. */
function itemsOf(rest: Rest, close: string, most: number): ListItem[] {
  const items: ListItem[] = [];
  while (items.length < most) {
    const token = rest.tokens.pop();
    if (!token || token.type === close) break;
    const ticked = tick.exec(token.content);
    if (ticked) token.content = token.content.slice(ticked[0].length);
    const checked = ticked ? { checked: /x/i.test(ticked[0]) } : {};
    const place = placeOf(token, rest);
    const children = token.content ? [{ type: 'paragraph' as const, children: wordsIn(token, rest), ...place }] : [];
    items.push({ type: 'listItem', ...checked, children: [...children, ...blocksOfItem(rest, close)], ...place });
  }
  return items;
}

/** What an item has behind its first words. It ends where the next one or the end of the list stands. */
function blocksOfItem(rest: Rest, close: string): Flow[] {
  const { tokens } = rest;
  const blocks: Flow[] = [];
  for (let next = tokens.at(-1); next && next.type !== 'list_item_open' && next.type !== close; next = tokens.at(-1)) {
    tokens.pop();
    for (const block of blockOf(next, rest)) blocks.push(block);
  }
  return blocks;
}

function tableRows(rest: Rest): { type: 'tableRow'; children: TableCell[] }[] {
  const rows: { type: 'tableRow'; children: TableCell[] }[] = [];
  for (let token = rest.tokens.pop(); token && token.type !== 'table_close'; token = rest.tokens.pop()) {
    if (token.type === 'tr_open') rows.push({ type: 'tableRow', children: [], ...placeOf(token, rest) });
    else rows.at(-1)?.children.push({ type: 'tableCell', children: wordsIn(token, rest) });
  }
  return rows;
}

function wordsIn(words: Token | undefined, { env }: Rest): PhrasingContent[] {
  const found: Token[] = [];
  if (words?.content) markdown.inline.parse(words.content, markdown, env, found);
  const nodes: PhrasingContent[] = [];
  // Within marks that cross out: what they hold, and how many are open.
  const crossedOut: PhrasingContent[] = [];
  let open = 0;
  for (const token of found) {
    if (token.type === 's_open') open += 1;
    else if (token.type !== 's_close') add(open > 0 ? crossedOut : nodes, token);
    else if ((open -= 1) === 0) nodes.push({ type: 'delete', children: crossedOut.splice(0) });
  }
  return nodes;
}

function add(nodes: PhrasingContent[], token: Token): void {
  switch (token.type) {
    case 'text':
    case 'text_special':
      return addText(nodes, token.content);
    case 'softbreak':
      return addText(nodes, '\n');
    case 'hardbreak':
      return void nodes.push({ type: 'break' });
    case 'code_inline':
      return void nodes.push({ type: 'inlineCode', value: token.content });
    case 'html_inline':
      return void nodes.push({ type: 'html', value: token.content });
    case 'image':
      return void nodes.push({
        type: 'image',
        url: String(token.attrGet('src') ?? ''),
        alt: tokenText(token.children),
      });
  }
}

/** Text that belongs together is one node: `[[` and `]]` are read in it. */
function addText(nodes: PhrasingContent[], text: string): void {
  const last = nodes.at(-1);
  if (last?.type === 'text') last.value += text;
  else if (text) nodes.push({ type: 'text', value: text });
}

function tokenText(tokens: readonly Token[] | null): string {
  return (tokens ?? [])
    .map(({ type, content, children }) =>
      type === 'image'
        ? tokenText(children)
        : type === 'softbreak' || type === 'hardbreak'
          ? '\n'
          : type === 'html_inline'
            ? ''
            : content,
    )
    .join('');
}

const depthOf = ({ tag }: Token) => Number(tag.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6;

function placeOf(token: Token | undefined, { firstLine }: Rest) {
  if (!token?.map) return {};
  const [start, end] = token.map;
  return {
    position: { start: { line: firstLine + start, column: 1 }, end: { line: firstLine + end - 1, column: 1 } },
  };
}
