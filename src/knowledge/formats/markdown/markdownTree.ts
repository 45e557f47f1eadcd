import type { Env, Token } from 'markdown-it';
import type { BlockContent, DefinitionContent, ListItem, PhrasingContent, RootContent, TableCell } from 'mdast';
import { createMarkdownParser } from './markdownParser.ts';

const markdown = createMarkdownParser();

/**
 * Returns the blocks of Markdown as mdast has them, one after another, so that never more than one has its inline marks
 * in memory. Marks that change no words (emphasis, links) are not in the tree. Takes time in proportion to its input.
 * @param source with `\n` line ends
 * @param firstLine number of its first line, in the positions
 */
export function* markdownBlocks(source: string, firstLine = 1): Generator<RootContent> {
  const cursor: Cursor = { tokens: [], env: {}, firstLine, at: 0 };
  markdown.block.parse(source.replaceAll('\0', '\uFFFD'), markdown, cursor.env, cursor.tokens);
  while (cursor.at < cursor.tokens.length) yield* blockOf(cursor);
}

interface Cursor {
  readonly tokens: Token[];
  readonly env: Env;
  readonly firstLine: number;
  at: number;
}

type Flow = BlockContent | DefinitionContent;

/** Reads the block at the cursor, and moves the cursor behind it. */
function blockOf(cursor: Cursor): Flow[] {
  const token = cursor.tokens[cursor.at];
  cursor.at += 1;
  switch (token?.type) {
    case 'heading_open':
      return [{ type: 'heading', depth: depthOf(token), children: inlineOf(cursor), ...placeOf(token, cursor) }];
    case 'paragraph_open':
      return [{ type: 'paragraph', children: inlineOf(cursor), ...placeOf(token, cursor) }];
    case 'blockquote_open':
      return [{ type: 'blockquote', children: blocksWithin(cursor, 'blockquote_close'), ...placeOf(token, cursor) }];
    case 'footnote_reference_open':
      return [
        { type: 'footnoteDefinition', identifier: '', children: blocksWithin(cursor, 'footnote_reference_close') },
      ];
    case 'bullet_list_open':
      return [{ type: 'list', children: itemsOf(cursor, 'bullet_list_close'), ...placeOf(token, cursor) }];
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1);
      return [
        {
          type: 'list',
          ordered: true,
          start,
          children: itemsOf(cursor, 'ordered_list_close'),
          ...placeOf(token, cursor),
        },
      ];
    }
    case 'table_open':
      return [{ type: 'table', children: rowsOf(cursor), ...placeOf(token, cursor) }];
    case 'fence':
    case 'code_block':
      return [{ type: 'code', value: token.content.replace(/\n$/, ''), ...placeOf(token, cursor) }];
    case 'html_block':
      return [{ type: 'html', value: token.content.replace(/\n$/, ''), ...placeOf(token, cursor) }];
    default:
      return [];
  }
}

function blocksWithin(cursor: Cursor, close: string): Flow[] {
  const blocks: Flow[] = [];
  while (!passed(cursor, close)) blocks.push(...blockOf(cursor));
  return blocks;
}

/** Whether the next token is of this type, or there is none; if so, moves the cursor behind it. */
function passed(cursor: Cursor, type: string): boolean {
  const next = cursor.tokens[cursor.at];
  if (next && next.type !== type) return false;
  cursor.at += 1;
  return true;
}

/** `- [x] done`; the words must follow. */
const tick = /^\[([ \tx])\][ \t]+(?=\S)|^\[([ \tx])\]\n(?=\s*\S)/i;

function itemsOf(cursor: Cursor, close: string): ListItem[] {
  const items: ListItem[] = [];
  while (!passed(cursor, close)) {
    const token = cursor.tokens[cursor.at];
    cursor.at += 1;
    const [paragraph, words] = cursor.tokens.slice(cursor.at, cursor.at + 2);
    const ticked = paragraph?.type === 'paragraph_open' && words ? tick.exec(words.content) : null;
    if (ticked && words) words.content = words.content.slice(ticked[0].length);
    const checked = ticked ? { checked: /x/i.test(ticked[0]) } : {};
    items.push({
      type: 'listItem',
      ...checked,
      children: blocksWithin(cursor, 'list_item_close'),
      ...placeOf(token, cursor),
    });
  }
  return items;
}

function rowsOf(cursor: Cursor): { type: 'tableRow'; children: TableCell[] }[] {
  const rows: { type: 'tableRow'; children: TableCell[] }[] = [];
  while (!passed(cursor, 'table_close')) {
    const token = cursor.tokens[cursor.at];
    cursor.at += 1;
    if (token?.type === 'tr_open') rows.push({ type: 'tableRow', children: [], ...placeOf(token, cursor) });
    else rows.at(-1)?.children.push({ type: 'tableCell', children: wordsIn(token, cursor) });
  }
  return rows;
}

/** Reads the words at the cursor, and moves it behind the end of their block. */
function inlineOf(cursor: Cursor): PhrasingContent[] {
  const words = cursor.tokens[cursor.at];
  cursor.at += 2;
  return wordsIn(words, cursor);
}

function wordsIn(words: Token | undefined, { env }: Cursor): PhrasingContent[] {
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
      return void nodes.push({ type: 'image', url: String(token.attrGet('src') ?? ''), alt: wordsOf(token.children) });
  }
}

/** Text that belongs together is one node: `[[` and `]]` are read in it. */
function addText(nodes: PhrasingContent[], text: string): void {
  const last = nodes.at(-1);
  if (last?.type === 'text') last.value += text;
  else if (text) nodes.push({ type: 'text', value: text });
}

function wordsOf(tokens: readonly Token[] | null): string {
  return (tokens ?? [])
    .map(({ type, content, children }) =>
      type === 'image'
        ? wordsOf(children)
        : type === 'softbreak' || type === 'hardbreak'
          ? '\n'
          : type === 'html_inline'
            ? ''
            : content,
    )
    .join('');
}

const depthOf = ({ tag }: Token) => Number(tag.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6;

function placeOf(token: Token | undefined, { firstLine }: Cursor) {
  if (!token?.map) return {};
  const [start, end] = token.map;
  return {
    position: { start: { line: firstLine + start, column: 1 }, end: { line: firstLine + end - 1, column: 1 } },
  };
}
