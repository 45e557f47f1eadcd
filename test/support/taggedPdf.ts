import { rawPdf } from './documents.ts';

interface TaggedText {
  readonly text: string;
  /** Points from the left and from the bottom. */
  readonly x: number;
  readonly y: number;
}

/** The object that the first element is; the root of the tree is 6, the page 3. */
export const firstElement = 7;

/**
 * A page whose `n`th text is marked content `n`, and a tree of these structure elements, written as PDF writes them.
 * @param parents of each marked content: the number of the object that is said to hold it
 * @param tops numbers of the objects at the top of the tree
 */
export function taggedPdf(
  texts: readonly TaggedText[],
  elements: readonly string[],
  parents: readonly number[],
  tops: readonly number[] = [firstElement],
): Uint8Array {
  const drawn = texts
    .map(({ text, x, y }, index) => `/P <</MCID ${index}>> BDC BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET EMC`)
    .join('\n');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /StructParents 0 /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    `<< /Type /StructTreeRoot /K [${tops.map((top) => `${top} 0 R`).join(' ')}] /ParentTree << /Nums [0 [${parents.map((parent) => `${parent} 0 R`).join(' ')}]] >> >>`,
    ...elements,
  ]);
}

/** An element; `kids` are marked contents, or objects as `8 0 R`. */
export function element(role: string, parent: number, kids: readonly (number | string)[]): string {
  return `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg 3 0 R /K [${kids.join(' ')}] >>`;
}

/** Rows of cells, cell by cell: the texts by column, the elements from `Table` on, and the parents of the texts. */
export function taggedTable(
  rows: readonly (readonly TaggedText[])[],
  kidsOf: (index: number) => readonly (number | string)[] = (index) => [index],
): Parameters<typeof taggedPdf> {
  const columns = rows[0]?.length ?? 0;
  const rowAt = (row: number) => firstElement + 1 + row * (columns + 1);
  const elements = [
    element(
      'Table',
      6,
      rows.map((_, row) => `${rowAt(row)} 0 R`),
    ),
  ];
  const parents: number[] = [];
  for (const [row, cells] of rows.entries()) {
    elements.push(
      element(
        'TR',
        firstElement,
        cells.map((_, column) => `${rowAt(row) + 1 + column} 0 R`),
      ),
    );
    for (const [column] of cells.entries()) {
      elements.push(element(row === 0 ? 'TH' : 'TD', rowAt(row), kidsOf(row * columns + column)));
      parents.push(rowAt(row) + 1 + column);
    }
  }
  return [rows.flat(), elements, parents];
}
