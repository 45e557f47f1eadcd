/**
 * Compares the text that PDFium itself extracts from a page with the result of `parsePdf`, which uses unpdf's geometry,
 * on the same PDFs: tables drawn row by row and column by column, and two columns of prose drawn one after the other
 * and line by line.
 *
 *   npm run bench:pdf-engines
 *
 * A table row is kept if its cells appear in order in one line of the text; a sentence if it appears there in one
 * piece.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { parsePdf } from '../src/knowledge/formats/pdf/pdf.ts';
import { pdfOf, type Placed } from '../test/support/documents.ts';
import { pdfTable } from '../test/formats/tableFiles.ts';
import { tables } from '../test/formats/tables.ts';
import { interleaved, paragraph } from '../test/support/pdfLayouts.ts';

interface Sample {
  readonly name: string;
  readonly placed: readonly Placed[];
  /** Each is a list of pieces that must appear in order in one line. */
  readonly wanted: readonly (readonly string[])[];
}

const prose = [
  'The ferry leaves the northern pier every hour from seven in the morning until ten at night, and stops at both islands on its way.',
  'Tickets are sold on board and cost four euros; children below six ride for nothing, and bicycles need a ticket of their own.',
  'In storms the ferry stays in its harbour. A red flag on the pier says so, and tickets that were sold stay valid for a year.',
  'Lost things are kept at the office on the pier for thirty days and are then given to the town, which sells them in spring.',
];

const samples: Sample[] = [
  ...tables.flatMap(({ title, section, rows }): Sample[] => {
    const placed = pdfTable(title, section, rows);
    const cells = placed.filter((each): each is Extract<Placed, { text: string }> => 'text' in each).slice(2);
    const others = placed.filter((each) => !cells.includes(each as (typeof cells)[number]));
    const byColumn = [...others, ...cells.toSorted((one, other) => one.x - other.x || other.y - one.y)];
    const wanted = rows.slice(1);
    return [
      { name: 'table, by row', placed, wanted },
      { name: 'table, by column', placed: byColumn, wanted },
    ];
  }),
  ...prose.flatMap((_, index): Sample[] => {
    const [first = '', second = ''] = [prose[index], prose[(index + 1) % prose.length]];
    const left = paragraph(`${first} ${second}`, { x: 60, y: 700, width: 220 });
    const right = paragraph(`${second} ${first}`.toUpperCase(), { x: 310, y: 700, width: 220 });
    const wanted = [[`${first} ${second}`], [`${second} ${first}`.toUpperCase()]];
    return [
      { name: 'columns, one by one', placed: [...left, ...right], wanted },
      { name: 'columns, line by line', placed: interleaved(left, right), wanted },
    ];
  }),
];

const library = await PDFiumLibrary.init();
const counts = new Map<string, { files: number; wanted: number; unpdf: number; pdfium: number; uncertain: number }>();
for (const { name, placed, wanted } of samples) {
  const bytes = await pdfOf([placed]);
  const parsed = await parsePdf(bytes);
  const document = await library.loadDocument(bytes);
  const text = document.getPage(0).getText();
  document.destroy();
  const count = counts.get(name) ?? { files: 0, wanted: 0, unpdf: 0, pdfium: 0, uncertain: 0 };
  counts.set(name, {
    files: count.files + 1,
    wanted: count.wanted + wanted.length,
    unpdf: count.unpdf + wanted.filter((pieces) => isKept(parsed.text, pieces)).length,
    pdfium: count.pdfium + wanted.filter((pieces) => isKept(text, pieces)).length,
    uncertain: count.uncertain + (parsed.sourceMap?.uncertain ? 1 : 0),
  });
}
library.destroy();
process.stdout.write(`${'drawn'.padEnd(24)} files wanted unpdf PDFium uncertain\n`);
for (const [name, { files, wanted, unpdf, pdfium, uncertain }] of counts)
  process.stdout.write(
    `${name.padEnd(24)} ${String(files).padStart(5)} ${String(wanted).padStart(6)} ${String(unpdf).padStart(5)} ${String(pdfium).padStart(6)} ${String(uncertain).padStart(9)}\n`,
  );

/** A row must be within one line; prose, which PDFium breaks into lines, may be anywhere. */
function isKept(text: string, pieces: readonly string[]): boolean {
  const flat = (part: string) => part.replaceAll(/\s+/g, ' ').trim();
  if (pieces.length === 1) return flat(text).includes(flat(pieces[0] ?? ''));
  return text.split(/\r?\n/).some((line) => {
    let at = 0;
    return pieces.every((piece) => {
      const found = line.indexOf(piece, at);
      at = found + piece.length;
      return found >= 0;
    });
  });
}
