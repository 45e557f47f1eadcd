/**
 * What a line of Markdown stands in, as far as it decides where a document may be cut. Quotes need no note: a line
 * without `>` after a blank one ends them.
 */
export interface Container {
  /** A fence, or HTML that blank lines do not end. */
  readonly open: Opening | null;
  /** The outermost list item. */
  readonly item: Item | null;
  /** Header and delimiter row of the table. */
  readonly table: string | null;
}

interface Opening {
  readonly kind: 'CODE' | null;
  /** A line that opens the same anew. */
  readonly opener: string;
  readonly closes: (line: string) => boolean;
  /** Ends with its list item at the latest. */
  readonly inItem: boolean;
}

interface Item {
  readonly marker: string;
  readonly number: boolean;
  /** Columns by which its further lines are indented. */
  readonly content: number;
}

const markers = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))+/;
const marker = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+(?=\S)|[ \t]*$)/;
const emptyItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*$/;
const rule = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
/** Starts that end a paragraph and so are never its lazy continuation. */
const interrupts = /^ {0,3}(?:#{1,6}(?:\s|$)|>|`{3}|~{3}|<[!?/a-zA-Z])/;
const htmlOpeners: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-zA-Z]/, />/],
];

/** The container after `line`, from the one before it. Follows CommonMark 0.31 in what opens, holds and ends blocks. */
export function readOpening(line: string, before: string, container: Container): Container {
  let { open, item } = container;
  const blank = !line.trim();
  const indent = columns(line);
  if (open) {
    const left = open.inItem && !blank && indent < (item?.content ?? 0);
    if (!left) return { ...container, open: open.closes(line) ? null : open };
    open = item = null;
  }
  // An item of nothing ends with the blank line after it.
  if (blank) return { open, item: emptyItem.test(before) ? null : item, table: null };
  const starts = itemOf(line, before, indent, item);
  if (starts) item = starts;
  else if (item && indent < item.content && (!before.trim() || interrupts.test(line) || rule.test(line))) item = null;
  return { open: openingOf(line, indent, item), item, table: tableOf(line, before, container.table) };
}

function itemOf(line: string, before: string, indent: number, item: Item | null): Item | undefined {
  const found = marker.exec(line);
  if (!found || rule.test(line) || (item ? indent >= item.content : indent > 3)) return undefined;
  const sign = found[2] ?? '';
  const number = sign.length > 1;
  // Only a list that starts with 1 may interrupt a paragraph.
  if (!item && before.trim() && number && Number.parseInt(sign, 10) !== 1) return undefined;
  const gap = found[3]?.length ?? 0;
  return { marker: sign, number, content: indent + sign.length + (gap >= 1 && gap <= 4 ? gap : 1) };
}

function openingOf(line: string, indent: number, item: Item | null): Opening | null {
  const rest = line.replace(markers, '').trimStart();
  const inItem = item !== null && (indent >= item.content || marker.test(line));
  if (!inItem && indent > 3) return null;
  const fence = /^(?:`{3,}(?!.*`)|~{3,})/.exec(rest)?.[0];
  if (fence) {
    const closing = new RegExp(`^[ \\t]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
    return {
      kind: 'CODE',
      opener: line,
      inItem,
      closes: (next) => closing.test(next) && (inItem || columns(next) < 4),
    };
  }
  const html = htmlOpeners.find(([opens]) => opens.test(rest));
  if (!html || html[1].test(rest)) return null;
  return {
    kind: null,
    opener: html[0].exec(rest)?.[0].replace(/\w$/, '$&>') ?? '',
    inItem,
    closes: (next) => html[1].test(next),
  };
}

function tableOf(line: string, before: string, table: string | null): string | null {
  return (
    table ??
    (line.includes('|') && line.includes('-') && /^[ \t|:-]+$/.test(line) && before.includes('|')
      ? `${before}\n${line}`
      : null)
  );
}

function columns(line: string): number {
  let count = 0;
  for (const character of line) {
    if (character === '\t') count += 4 - (count % 4);
    else if (character === ' ') count += 1;
    else break;
  }
  return count;
}

const maxNesting = 32;
const nesting = String.raw`(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))`;
const tooDeep = new RegExp(`^(${nesting}{${maxNesting}})${nesting}+[ \\t]*`);

/**
 * A line without the quotes and items that stand deeper than 32 in it, words kept. 500 levels of items take 4 s, and
 * from 5,000 on the stack ends.
 */
export function withoutDepth(line: string): string {
  const indented = line.replace(/^[ \t]{64,}(?=[-*+>\d])/, ' '.repeat(2 * maxNesting));
  return rule.test(indented) ? indented : indented.replace(tooDeep, '$1 ');
}
