import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, type Browser } from '../../tools/playwright.ts';
import { isCandorError } from '../../src/errors.ts';
import { createParserProcess } from '../../src/knowledge/formats/process/parserProcess.ts';
import { findRecognition, installCommand } from '../../src/knowledge/formats/scan/recogniser.ts';
import { blockTexts, expectSound, faultOf } from '../knowledge/formats/expectations.ts';

/** A page as a program prints it, with what is hard on a scan: a ruled table, which Tesseract drops by itself, and bullets. */
const printed = `<body style="font: 11pt 'DejaVu Serif', serif; width: 190mm; padding: 15mm; margin: 0; background: #fdfcf8">
<h1>Harbour rules</h1>
<p>The ferry leaves the northern pier every hour from seven in the morning until ten at night, and stops at both islands on its way.</p>
<h2>Berths</h2>
<p>A berth for a boat under nine metres costs €18.50 a night; longer boats pay €2.40 for each further metre.</p>
<table border="1" cellpadding="6" style="border-collapse: collapse">
<tr><th>Pier</th><th>Depth</th><th>Fee</th></tr>
<tr><td>Northern</td><td>45 dm</td><td>18.50</td></tr>
<tr><td>Southern</td><td>32 dm</td><td>16.00</td></tr></table>
<ul><li>Engines are off in the inner basin.</li><li>Dogs are kept on a lead.</li></ul></body>`;

const expected = [
  '# Harbour rules',
  'The ferry leaves the northern pier every hour from seven in the morning until ten at night, and stops at both islands on its way.',
  '## Berths',
  'A berth for a boat under nine metres costs €18.50 a night; longer boats pay €2.40 for each further metre.',
  'Pier: Northern; Depth: 45 dm; Fee: 18.50\nPier: Southern; Depth: 32 dm; Fee: 16.00',
  '- Engines are off in the inner basin.\n- Dogs are kept on a lead.',
];

function isInstalled(): boolean {
  try {
    findRecognition('eng');
    return true;
  } catch (error) {
    if (!isCandorError(error)) throw error;
    process.stderr.write(`\nSKIPPED: scanned pages are not tested. ${error.message} ${installCommand('eng')}\n\n`);
    return false;
  }
}

const reading = createParserProcess({ ocr: 'eng' });
const plain = createParserProcess();
let browser: Browser;
/** The printed page as PNG; as a JPEG on the page of a PDF; and as a copy of a copy. */
let scans: { readonly png: Uint8Array; readonly pdf: Uint8Array; readonly blurred: Uint8Array };

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 794, height: 1_123 }, deviceScaleFactor: 2.5 });
  await page.setContent(printed);
  const png = await page.screenshot();
  const jpeg = (await page.screenshot({ type: 'jpeg', quality: 60 })).toString('base64');
  const show = async (style: string) => {
    await page.setContent(
      `<style>@page { size: A4; margin: 0 } body { margin: 0 } ${style}</style><img src="data:image/jpeg;base64,${jpeg}">`,
    );
    await page.waitForFunction(() => document.images[0]?.complete);
  };
  await show('img { width: 794px; filter: blur(1.6px) contrast(0.7); transform: rotate(1.2deg) }');
  const blurred = await page.screenshot({ type: 'jpeg', quality: 30 });
  await show('img { width: 210mm; display: block }');
  scans = { png, pdf: await page.pdf({ preferCSSPageSize: true }), blurred };
}, 60_000);
afterAll(async () => {
  await Promise.all([reading.close(), plain.close(), browser.close()]);
});

describe('without recognition', () => {
  it('a PDF of pictures and a picture say what is to be done', async () => {
    const pdf = await faultOf(async () => plain.parse({ name: 'a.pdf', content: scans.pdf }), 'DOCUMENT_INVALID');
    const png = await faultOf(async () => plain.parse({ name: 'a.png', content: scans.png }), 'DOCUMENT_UNSUPPORTED');
    for (const { remedy } of [pdf, png]) expect(remedy).toContain('CANDOR_OCR=eng');
  });
});

describe.skipIf(!isInstalled())('with recognition', () => {
  it.each(['pdf', 'png'] as const)(
    'reads a scan as %s as its page reads, and says how sure it is',
    async (kind) => {
      const parsed = await reading.parse({ name: `scan.${kind}`, content: scans[kind] });
      expectSound(parsed);
      expect(blockTexts(parsed)).toEqual(expected);
      expect(parsed.flags).toEqual([]);
      expect(parsed.sourceMap?.recognised?.[0]).toMatchObject({ page: 1 });
      expect(parsed.sourceMap?.recognised?.[0]?.certainty).toBeGreaterThan(0.9);
      expect(parsed.sourceMap?.uncertain).toBeUndefined();
      expect(parsed.problems?.[0]).toMatch(/^Page 1: recognised from its picture, 9\d % sure\./);
    },
    120_000,
  );

  it('a bad copy is uncertain as a whole', async () => {
    const { sourceMap, problems } = await reading.parse({ name: 'copy.jpg', content: scans.blurred });
    expect(sourceMap?.uncertain).toEqual([1]);
    expect(problems?.[0]).toContain('never CONFIDENT');
  }, 120_000);

  it('a picture that breaks off ends typed, and the next is read', async () => {
    const head = scans.png.slice(0, 4_000);
    await faultOf(async () => reading.parse({ name: 'half.png', content: head }), 'DOCUMENT_CORRUPT');
    expect((await reading.parse({ name: 'scan.png', content: scans.png })).text).toContain('Dogs are kept on a lead.');
  }, 120_000);

  it('ends a picture that takes too long', async () => {
    const hasty = createParserProcess({ ocr: 'eng', timeoutMillis: 300 });
    await faultOf(async () => hasty.parse({ name: 'scan.png', content: scans.png }), 'DOCUMENT_TOO_LARGE');
    await hasty.close();
  }, 120_000);
});
