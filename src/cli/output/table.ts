/** How a column is aligned. */
type Align = 'left' | 'right';

interface Column {
  readonly title: string;
  readonly align?: Align;
}

const graphemes = new Intl.Segmenter();
/** East Asian characters, and emoji that are drawn in colour by themselves or because U+FE0F says so. */
const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]|\p{Emoji_Presentation}|\uFE0F/u;

/** Width on a screen: what is wide takes two columns, also joined of several; what shows nothing takes none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (wide.test(segment)) width += 2;
    else if (!/^[\p{Mark}\p{Control}\p{Format}]+$/u.test(segment)) width += 1;
  }
  return width;
}

/** `text` on one line, cut with an ellipsis to at most `width` columns. */
export function clip(text: string, width: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (widthOf(line) <= width) return line;
  let cut = '';
  for (const { segment } of graphemes.segment(line)) {
    if (widthOf(cut) + widthOf(segment) > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/** A table with a rule below its titles. Columns are as wide as their widest cell. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => pad(cells[index] ?? '', widths[index] ?? 0, align ?? 'left'))
      .join('  ')
      .trimEnd();
  return [
    line(columns.map(({ title }) => title)),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map(line),
  ].join('\n');
}

function pad(text: string, width: number, align: Align): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? space + text : text + space;
}

/** Text wrapped at spaces to `width` columns, each line after the first indented. */
export function wrap(text: string, width: number, indent = ''): string {
  return text
    .split('\n')
    .map((paragraph) => wrapParagraph(paragraph, width, indent))
    .join(`\n${indent}`);
}

function wrapParagraph(paragraph: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line && widthOf(line) + 1 + widthOf(word) > width - indent.length) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}

/** Shown in place of a missing figure. */
export const none = '–';

export const number = (value: number | null, digits = 3) => (value === null ? none : value.toFixed(digits));
export const percent = (part: number, whole: number) => (whole === 0 ? none : `${((100 * part) / whole).toFixed(1)} %`);
export const rate = (value: number | null) => (value === null ? none : `${(100 * value).toFixed(1)} %`);
export const right = (title: string): Column => ({ title, align: 'right' });
/** An interval of shares in whole per cent. */
export const between = (interval: readonly [low: number, high: number] | null) =>
  interval ? `${(100 * interval[0]).toFixed(0)}–${(100 * interval[1]).toFixed(0)} %` : none;
