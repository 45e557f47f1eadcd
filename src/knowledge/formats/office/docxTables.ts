import { looksLikeHeader } from '../tableRows.ts';

const mark = '<w:tblHeader/>';
/** Rows by which an unmarked header is told. */
const maxLooked = 50;

/** Ids of the table styles that set the first row apart. */
export function headedStyles(stylesXml: string): Set<string> {
  return new Set(
    stylesXml.split('<w:style ').flatMap((style) => {
      const id = /w:styleId="([^"]*)"/.exec(style.slice(0, 500))?.[1];
      return id !== undefined && style.includes('w:type="firstRow"') ? [id] : [];
    }),
  );
}

/**
 * The XML with a header mark on the first row of each table that shows one by its style, its shading or its words.
 * mammoth knows only rows that are repeated on each page, and bold text. Tables with tables within stay as they are.
 */
export function markHeaderRows(xml: string, headed: ReadonlySet<string>): string {
  const parts = xml.split(/(?=<w:tbl>)/);
  return parts
    .map((part) => {
      const end = part.indexOf('</w:tbl>');
      return part.startsWith('<w:tbl>') && end > 0 && hasHeader(part.slice(0, end), headed) ? marked(part) : part;
    })
    .join('');
}

function hasHeader(table: string, headed: ReadonlySet<string>): boolean {
  const [first = '', ...rest] = table.split('</w:tr>').slice(0, -1);
  if (rest.length === 0 || first.includes('<w:tblHeader')) return false;
  const properties = table.slice(0, table.indexOf('<w:tr'));
  const look = /<w:tblLook [^>]*>/.exec(properties)?.[0] ?? '';
  const flagged =
    /w:firstRow="(?:1|true|on)"/.test(look) ||
    (!look.includes('w:firstRow') &&
      (Number.parseInt(/w:val="([\da-fA-F]{4})"/.exec(look)?.[1] ?? '0', 16) & 0x20) !== 0);
  const style = /<w:tblStyle w:val="([^"]*)"/.exec(properties)?.[1];
  if (flagged && style !== undefined && headed.has(style)) return true;
  const fills = [first, ...rest].map(fillOf);
  if (fills[0] !== undefined && !fills.slice(1).includes(fills[0])) return true;
  if (table.includes('<w:gridSpan')) return false;
  return looksLikeHeader(
    [first, ...rest].slice(0, maxLooked).map((row) => cellsOf(row).map(wordsOf)),
    { flagged },
  );
}

const cellsOf = (row: string): string[] => row.split('</w:tc>').slice(0, -1);

function wordsOf(cell: string): string {
  return [...cell.matchAll(/<w:t(?: [^<>]*)?>([^<]*)</g)]
    .map(([, text = '']) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The one colour behind all cells of a row. */
function fillOf(row: string): string | undefined {
  const fills = new Set(
    cellsOf(row).map((cell) => /<w:shd [^>]*w:fill="([\da-fA-F]{6})"/.exec(cell)?.[1]?.toUpperCase()),
  );
  const [fill] = fills;
  return fills.size === 1 && fill !== 'FFFFFF' ? fill : undefined;
}

function marked(part: string): string {
  const row = part.indexOf('<w:tr');
  const open = part.indexOf('>', row) + 1;
  const own = part.startsWith('<w:trPr>', open);
  return own
    ? `${part.slice(0, open + 8)}${mark}${part.slice(open + 8)}`
    : `${part.slice(0, open)}<w:trPr>${mark}</w:trPr>${part.slice(open)}`;
}
