/** Writes the tables of `cellTables.ts` as files, as their programs write them. */
import { asHtml } from '../../src/knowledge/formats/html/htmlText.ts';
import { docxOf } from '../../test/support/documents.ts';
import { xlsxOf } from '../../test/support/officeFiles.ts';
import type { CellFormat, CellTable } from './cellTable.ts';

export function cellFile(table: CellTable): Uint8Array {
  const written = writers[table.format](table);
  return typeof written === 'string' ? Buffer.from(written) : written;
}

const writers: Readonly<Record<CellFormat, (table: CellTable) => Uint8Array | string>> = {
  md: ({ title, section, heads, rows }) => {
    const [head = rows[0]?.map(() => '') ?? []] = heads;
    const lines = [head, head.map(() => '---'), ...rows].map(
      (row) => `| ${row.map((cell) => cell ?? '').join(' | ')} |`,
    );
    return `# ${title}\n\n## ${section}\n\n${lines.join('\n')}\n`;
  },
  html: ({ title, section, heads, rows }) =>
    `<!doctype html><html><head><title>${asHtml(title)}</title></head><body><main><h1>${asHtml(title)}</h1><h2>${asHtml(section)}</h2><table>${
      heads.length > 0 ? `<thead>${heads.map((row) => htmlRow(row, 'th')).join('')}</thead>` : ''
    }<tbody>${rows.map((row) => htmlRow(row, 'td', heads.length === 0)).join('')}</tbody></table></main></body></html>`,
  docx: ({ title, section, heads, rows }) =>
    docxOf(
      `${wordHeading(title, 'Heading1')}${wordHeading(section, 'Heading2')}<w:tbl><w:tblPr/>${heads.map((row) => wordRow(row, true)).join('')}${rows.map((row) => wordRow(row, false)).join('')}</w:tbl>`,
    ),
  xlsx: ({ title, section, heads, rows }) =>
    xlsxOf(
      [
        {
          name: section.slice(0, 31),
          rows: [
            ...heads.map((row) => row.map((value) => (value ? { value, bold: true } : null))),
            ...rows.map((row) => row.map((cell) => cell)),
          ],
          merges: heads.flatMap((row, at) => mergesOf(row, at + 1)),
        },
      ],
      { title },
    ),
  csv: ({ heads, rows }) =>
    [...heads, ...rows]
      .map((row) => row.map((cell) => (/[",\n]/.test(cell ?? '') ? `"${cell ?? ''}"` : (cell ?? ''))).join(','))
      .join('\n'),
};

interface Spanned {
  readonly text: string;
  readonly column: number;
  readonly across: number;
}

function spanned(row: readonly (string | null)[]): Spanned[] {
  const cells: Spanned[] = [];
  for (const [column, text] of row.entries()) {
    const before = cells.at(-1);
    if (text === null && before) cells[cells.length - 1] = { ...before, across: before.across + 1 };
    else cells.push({ text: text ?? '', column, across: 1 });
  }
  return cells;
}

const htmlRow = (row: readonly (string | null)[], name: 'th' | 'td', isPair = false): string =>
  `<tr>${spanned(row)
    .map(({ text, across, column }) => {
      const tag = isPair && column === 0 ? 'th' : name;
      return `<${tag}${across > 1 ? ` colspan="${across}"` : ''}>${asHtml(text)}</${tag}>`;
    })
    .join('')}</tr>`;

const wordHeading = (text: string, style: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${asHtml(text)}</w:t></w:r></w:p>`;

const wordRow = (row: readonly (string | null)[], isHead: boolean): string =>
  `<w:tr>${isHead ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${spanned(row)
    .map(
      ({ text, across }) =>
        `<w:tc>${across > 1 ? `<w:tcPr><w:gridSpan w:val="${across}"/></w:tcPr>` : ''}<w:p><w:r>${isHead ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${asHtml(text)}</w:t></w:r></w:p></w:tc>`,
    )
    .join('')}</w:tr>`;

const columnName = (column: number): string => String.fromCodePoint(65 + column);

const mergesOf = (row: readonly (string | null)[], number: number): string[] =>
  spanned(row)
    .filter(({ across }) => across > 1)
    .map(({ column, across }) => `${columnName(column)}${number}:${columnName(column + across - 1)}${number}`);
