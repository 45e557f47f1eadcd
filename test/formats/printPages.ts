/**
 * Prints each page of `pages` with Chromium to a PDF in `files`, without its dates, so that printing twice gives the same bytes:
 *
 *   npx tsx test/formats/printPages.ts [NAME…]
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../../tools/playwright.ts';

const pages = fileURLToPath(new URL('pages/', import.meta.url));
const files = fileURLToPath(new URL('files/', import.meta.url));
const only = new Set(process.argv.slice(2));

/** What Chromium prints at the edges of every page when a person leaves "Headers and footers" on. */
const edges = (words: string) =>
  `<div style="font-size: 8px; width: 100%; padding: 0 20mm; display: flex; justify-content: space-between">${words}</div>`;

await mkdir(files, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  for (const file of (await readdir(pages)).sort()) {
    const name = basename(file, '.html');
    if (only.size > 0 && !only.has(name)) continue;
    await page.goto(new URL(`pages/${file}`, import.meta.url).href);
    const printed = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      // As Chromium's own dialog prints; the others are as scripts print them.
      tagged: name === 'lettered' || name.startsWith('tagged-'),
      displayHeaderFooter: name === 'running-lines' || name === 'long-table',
      headerTemplate: edges('<span>14/04/2026, 09:30</span><span class="title"></span>'),
      footerTemplate: edges(
        '<span>intranet.example/agreements</span><span><span class="pageNumber"></span>/<span class="totalPages"></span></span>',
      ),
    });
    await writeFile(`${files}${name}.pdf`, undated(printed));
  }
} finally {
  await browser.close();
}

/** The dates keep their length: a PDF counts its bytes. */
function undated(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  return Buffer.from(
    text.replaceAll(/\/(CreationDate|ModDate) \(D:\d{14}/g, (_, name: string) => `/${name} (D:20260102030405`),
    'latin1',
  );
}
