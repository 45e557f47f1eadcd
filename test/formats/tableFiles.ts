import { asHtml } from '../../src/knowledge/formats/html/htmlText.ts';
import { docxOf, pdfOf, type Placed } from '../support/documents.ts';
import { table as drawTable } from '../support/pdfLayouts.ts';
import { element, firstElement, taggedPdf, taggedTable } from '../support/taggedPdf.ts';
import { emlOf, epubOf, odfOf, odfRows, pptxOf, xlsxOf } from '../support/officeFiles.ts';

/** A table with the section that it stands in. */
export interface TestTable {
  readonly title: string;
  readonly section: string;
  /** The first row is the header. */
  readonly rows: readonly (readonly string[])[];
}

export const tableFormats = [
  'md',
  'html',
  'docx',
  'pdf',
  'ruled.pdf',
  'unruled.pdf',
  'tagged.pdf',
  'csv',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'epub',
  'eml',
] as const;
export type TableFormat = (typeof tableFormats)[number];

/** One table as a file of a format, as its programs write it. */
export async function tableFile(format: TableFormat, table: TestTable): Promise<Uint8Array | string> {
  return writers[format](table);
}

const writers: Readonly<Record<TableFormat, (table: TestTable) => Uint8Array | string | Promise<Uint8Array | string>>> =
  {
    md: ({ title, section, rows: [head = [], ...rows] }) =>
      `# ${title}\n\n## ${section}\n\n${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')}\n`,
    html: ({ title, section, rows }) =>
      `<!doctype html><html><head><title>${asHtml(title)}</title></head><body><nav><a href="/">Home</a></nav><main><h1>${asHtml(title)}</h1><h2>${asHtml(section)}</h2>${htmlTable(rows)}</main></body></html>`,
    docx: ({ title, section, rows }) =>
      docxOf(`${heading(title, 'Heading1')}${heading(section, 'Heading2')}${wordTable(rows)}`),
    pdf: ({ title, section, rows }) => pdfOf([pdfTable(title, section, rows)], { title }),
    'ruled.pdf': ({ title, section, rows }) => pdfOf([drawnTable(title, section, rows, 'ALL')], { title }),
    'unruled.pdf': ({ title, section, rows }) => pdfOf([drawnTable(title, section, rows, 'NONE')], { title }),
    'tagged.pdf': ({ title, section, rows }) => taggedFile(title, section, rows),
    csv: ({ rows }) =>
      rows
        .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
        .join('\n'),
    xlsx: ({ title, section, rows: [head = [], ...rows] }) =>
      xlsxOf(
        [
          {
            name: section.slice(0, 31),
            rows: [head.map((value) => ({ value, bold: true })), ...rows.map((row) => row.map(asCell))],
          },
        ],
        {
          title,
        },
      ),
    pptx: ({ title, section, rows }) =>
      pptxOf(
        [
          { title, body: ['An overview'] },
          { title: section, table: rows },
        ],
        title,
      ),
    odt: ({ title, section, rows: [head = [], ...rows] }) =>
      odfOf(
        'text',
        `<text:h text:outline-level="1">${asHtml(title)}</text:h><text:h text:outline-level="2">${asHtml(section)}</text:h><table:table><table:table-header-rows>${odfRows([head])}</table:table-header-rows>${odfRows(rows)}</table:table>`,
      ),
    ods: ({ section, rows: [head = [], ...rows] }) =>
      odfOf(
        'spreadsheet',
        `<table:table table:name="${asHtml(section)}"><table:table-header-rows>${odfRows([head])}</table:table-header-rows>${odfRows(rows)}</table:table>`,
      ),
    odp: ({ title, rows: [head = [], ...rows] }) =>
      odfOf(
        'presentation',
        `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>${asHtml(title)}</text:p></draw:text-box></draw:frame><draw:frame><table:table><table:table-header-rows>${odfRows([head])}</table:table-header-rows>${odfRows(rows)}</table:table></draw:frame></draw:page>`,
      ),
    rtf: ({ title, rows }) =>
      Buffer.from(
        `{\\rtf1\\ansi{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 ${rtfText(title)}\\par ${rows.map(rtfRow).join('')}\\pard}`,
        'latin1',
      ),
    epub: ({ title, section, rows }) =>
      epubOf([`<h1>${asHtml(title)}</h1><h2>${asHtml(section)}</h2>${htmlTable(rows)}`], { title }),
    eml: ({ title, section, rows }) => emlOf({ subject: title, html: `<h2>${asHtml(section)}</h2>${htmlTable(rows)}` }),
  };

function htmlTable([head = [], ...rows]: TestTable['rows']): string {
  const row = (cells: readonly string[], name: string) =>
    `<tr>${cells.map((cell) => `<${name}>${asHtml(cell)}</${name}>`).join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

const heading = (text: string, style: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${asHtml(text)}</w:t></w:r></w:p>`;

function wordTable(rows: TestTable['rows']): string {
  const cell = (text: string, bold: boolean) =>
    `<w:tc><w:p><w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${asHtml(text)}</w:t></w:r></w:p></w:tc>`;
  return `<w:tbl><w:tblPr/>${rows.map((row, index) => `<w:tr>${row.map((text) => cell(text, index === 0)).join('')}</w:tr>`).join('')}</w:tbl>`;
}

/** Ruled below the header, columns as wide as their page allows. */
export function pdfTable(title: string, section: string, rows: TestTable['rows']): Placed[] {
  const widest = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)) + 3);
  const share = 475 / widest.reduce((sum, letters) => sum + letters, 0);
  const left = (column: number) => 60 + share * widest.slice(0, column).reduce((sum, letters) => sum + letters, 0);
  return [
    { text: title, x: 60, y: 760, size: 20, font: 'Bold' },
    { text: section, x: 60, y: 720, size: 15, font: 'Bold' },
    { x: 60, y: 684, width: 475, height: 0 },
    ...rows.flatMap((row, index) =>
      row.map((text, column): Placed => ({
        text,
        x: left(column),
        y: 690 - index * 20,
        size: 10,
        font: index === 0 ? 'Bold' : 'Helvetica',
      })),
    ),
  ];
}

/** With a bold header, cells broken into lines, and rules around all cells or none. */
function drawnTable(title: string, section: string, rows: TestTable['rows'], rules: 'ALL' | 'NONE'): Placed[] {
  const columns = rows[0]?.length ?? 1;
  return [
    { text: title, x: 60, y: 760, size: 20, font: 'Bold' },
    { text: section, x: 60, y: 720, size: 15, font: 'Bold' },
    ...drawTable(rows, {
      x: 60,
      y: 700,
      widths: Array.from({ length: columns }, () => 475 / columns),
      rules,
      boldHead: true,
    }),
  ];
}

/** All of one size and weight, unruled: what is a heading and what a header stands in the tags alone. */
function taggedFile(title: string, section: string, rows: TestTable['rows']): Uint8Array {
  const columns = rows[0]?.length ?? 1;
  const [cells, elements, parents] = taggedTable(
    rows.map((row, index) =>
      row.map((text, column) => ({ text, x: 60 + column * (475 / columns), y: 690 - index * 16 })),
    ),
  );
  const next = firstElement + elements.length;
  return taggedPdf(
    [...cells, { text: title, x: 60, y: 760 }, { text: section, x: 60, y: 730 }],
    [...elements, element('H1', 6, [cells.length]), element('H2', 6, [cells.length + 1])],
    [...parents, next, next + 1],
    [next, next + 1, firstElement],
  );
}

const rtfText = (text: string): string =>
  text
    .replaceAll(/[\\{}]/g, (character) => `\\${character}`)
    .replaceAll(/[^\x20-\x7E]/g, (character) => `\\u${character.charCodeAt(0)}?`);

const rtfRow = (cells: readonly string[], index: number): string =>
  `\\trowd${index === 0 ? '\\trhdr' : ''}${cells.map((_, column) => `\\cellx${(column + 1) * 1000}`).join('')}\\pard\\intbl ${cells.map((cell) => `${rtfText(cell)}\\cell `).join('')}\\row `;

/** Plain numbers as numbers, everything else as text. */
const asCell = (text: string): string | number =>
  /^\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
