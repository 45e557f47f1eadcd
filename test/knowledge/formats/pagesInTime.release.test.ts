import { afterEach, expect, it } from 'vitest';
import { createParserProcess, type ParserProcess } from '../../../src/knowledge/formats/process/parserProcess.ts';
import { rawPdf } from '../../support/documents.ts';
import { faultOf } from './expectations.ts';

// A page that never ends keeps a core busy for as long as it may, after a thousand others were read. What bounds one document, and what is said of it: parserProcess.slow.test.ts.
const open: ParserProcess[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((own) => own.close()));
});

function processOf(timeoutMillis: number): ParserProcess {
  const own = createParserProcess({ timeoutMillis });
  open.push(own);
  return own;
}

it('gives each thousand pages of a PDF its own time, and says how many were read', async () => {
  // The last page never ends: pdf.js takes the square of what is saved and not restored.
  const pages = [...Array.from({ length: 1_500 }, () => 4), 6];
  const drawn = 'BT /F1 11 Tf 60 700 Td (Tea is hot.) Tj ET';
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const content = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    page(5),
    stream(drawn),
    page(7),
    stream(`${'q '.repeat(100_000)}${drawn}`),
  ]);
  const readIn = async (timeoutMillis: number) => {
    const started = performance.now();
    const reading = processOf(timeoutMillis).parse({ name: 'a.pdf', content });
    const fault = await faultOf(() => reading, 'DOCUMENT_TOO_LARGE');
    return { fault, timeoutMillis, took: performance.now() - started };
  };
  // The page keeps a core busy for as long as it may: three seconds are enough for the first thousand, and a busy machine gets more.
  let read = await readIn(3_000);
  for (const longer of [9_000, 27_000]) if (read.fault.details['pagesRead'] === undefined) read = await readIn(longer);
  const { fault, timeoutMillis, took } = read;
  expect(fault.message).toBe(
    `The document took longer than ${timeoutMillis / 1_000} s to read after its first 1,000 pages.`,
  );
  expect(fault.remedy).toBe('Split the PDF into files of at most 1,000 pages and ingest those.');
  expect(fault.details).toEqual({ timeoutMillis, pagesRead: 1_000 });
  expect(took).toBeGreaterThan(timeoutMillis + 200);
});
