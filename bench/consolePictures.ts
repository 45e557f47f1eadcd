/**
 * Takes the pictures of docs/images that the sample alone can show, from the built pages (npm run build:pages). Look at
 * each before you keep it.
 *
 *   npx tsx bench/consolePictures.ts
 *
 * quality.png is not included: it needs judged questions and a fit.
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { startSampleServer } from '../test/support/sampleServer.ts';
import { openBenchDatabase } from './benchDatabase.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));

const server = await startSampleServer({}, await openBenchDatabase());
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** Brings the page to the state to be shown. */
  readonly show: (page: Page) => Promise<void>;
}

const asked = (question: string) => `/?q=${encodeURIComponent(question)}`;
const wide = { width: 1200, height: 760 };

const pictures: readonly Picture[] = [
  {
    name: 'answer',
    path: asked('What does the BP-4 label printer cost?'),
    viewport: wide,
    show: async (page) => {
      await page
        .getByRole('button', { name: /^Source 1/ })
        .first()
        .click();
      await page.getByText('Checked again just now').waitFor();
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'clarify-phone-dark',
    path: asked('What is the fee?'),
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    show: (page) => page.getByText('Choose what you mean.').waitFor(),
  },
  {
    name: 'versions',
    path: '/documents',
    viewport: wide,
    show: async (page) => {
      await page.getByText('Refund policy for hardware and supplies').first().click();
      await page.getByLabel('Compare with', { exact: true }).selectOption({ index: 1 });
      await page.locator('.rows, h2').first().waitFor();
    },
  },
];

for (const { name, path, viewport, colorScheme = 'light', show } of pictures) {
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${server.url}${path}`);
  await show(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}${name}.png` });
  process.stdout.write(`${name}.png\n`);
  await context.close();
}
await browser.close();
await server.close();
