/**
 * Measures the cost of a first visit to the console: requests, bytes, first paint, and the time from the click on the
 * sample's first question to its answer. A real browser (/usr/bin/chromium) with an empty cache for each visit loads
 * the built pages, with the sample and the built-in models.
 *
 *   npm run bench console -- [--visits 5] [--language de]
 *   npm run bench console -- --load [--documents 10000] [--runs 100000] [--repeat 20] [--database-url URL]
 *
 * With --load: how long each query of the console's pages takes over that many documents and runs (consoleLoad.ts),
 * without a browser. It uses a new database on the Postgres of the URL, otherwise the embedded database in a new
 * folder. Exits with 1 if a query takes more than 200 ms.
 *
 * Bytes are those of the bodies: as sent by the server, and uncompressed. Before the first visit, the server has
 * searched once, as `serve` does before the first question comes.
 */
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page, type Response } from '../tools/playwright.ts';
import { openBenchDatabase } from './benchDatabase.ts';
import { measureLoad } from './consoleLoad.ts';
import { startSampleServer } from '../test/support/sampleServer.ts';

const { values: flags } = parseArgs({
  options: {
    visits: { type: 'string', default: '5' },
    language: { type: 'string', default: 'en' },
    load: { type: 'boolean', default: false },
    documents: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '100000' },
    repeat: { type: 'string', default: '20' },
    'database-url': { type: 'string', default: '' },
  },
});
const visits = Number(flags.visits);

interface Visit {
  readonly requests: number;
  readonly sent: number;
  readonly unpacked: number;
  /** Milliseconds from the start of the navigation. */
  readonly firstPaint: number;
  /** Milliseconds from the start of the navigation to the buttons of the examples. */
  readonly ready: number;
  /** Milliseconds from the click to the answer on the screen. */
  readonly answer: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Measured in the page, whose clock excludes the cost of Playwright: from the timestamp of the click to the frame that
 * shows the answer.
 * Passed as text, because tsx names the functions of a script with a helper that a page does not have.
 */
const watchForAnswer = `document.addEventListener('click', ({ timeStamp }) => {
  const look = () => document.querySelector('.answer-text')
    ? performance.measure('answer', { start: timeStamp, end: performance.now() })
    : requestAnimationFrame(look);
  look();
}, { once: true, capture: true })`;
const timeMeasured = `performance.getEntriesByName('answer')[0]?.duration`;

async function timeToAnswer(page: Page): Promise<number> {
  await page.evaluate(watchForAnswer);
  await page.locator('.examples button').first().click();
  await page.locator('.answer-text').waitFor();
  for (;;) {
    const measured = await page.evaluate<number | undefined>(timeMeasured);
    if (measured !== undefined) return measured;
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: flags.language });
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => void responses.push(response));
  await page.goto(url);
  await page.locator('.examples button').first().waitFor();
  const { firstPaint, ready } = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    ready: performance.now(),
  }));
  const bodies = await Promise.all(responses.map((response) => response.body()));
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  const answer = await timeToAnswer(page);
  await context.close();
  return {
    requests: bodies.length,
    sent: sum(sizes.map(({ responseBodySize }) => responseBodySize)),
    unpacked: sum(bodies.map(({ length }) => length)),
    firstPaint,
    ready,
    answer,
  };
}

/** Measures the cost of a first visit. */
async function measureVisits(): Promise<void> {
  const server = await startSampleServer({}, await openBenchDatabase());
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const measured: Visit[] = [];
  for (let count = 0; count < visits; count += 1) measured.push(await visit(browser, server.url));
  await browser.close();
  await server.close();
  const figure = (name: keyof Visit, unit: string, scale = 1) => {
    const sorted = measured.map((one) => one[name] / scale).sort((a, b) => a - b);
    const [least, median, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    const shown = (value = NaN) => value.toFixed(scale === 1 ? 0 : 1);
    process.stdout.write(
      `${name.padEnd(12)} ${shown(median).padStart(8)} ${unit.padEnd(3)} (${shown(least)} to ${shown(most)})\n`,
    );
  };
  process.stdout.write(`${visits} first visits in "${flags.language}", median (least to most)\n`);
  figure('requests', '');
  figure('sent', 'kB', 1000);
  figure('unpacked', 'kB', 1000);
  figure('firstPaint', 'ms');
  figure('ready', 'ms');
  figure('answer', 'ms');
}

if (flags.load) {
  const size = { documents: Number(flags.documents), runs: Number(flags.runs) };
  const slow = await measureLoad({ size, repeat: Number(flags.repeat), databaseUrl: flags['database-url'] });
  process.exitCode = slow.length > 0 ? 1 : 0;
} else await measureVisits();
