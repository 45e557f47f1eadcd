import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Without the background flags Debian's Chromium asks for Google's hosts at every start. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Visit {
  readonly page: Page;
  /** Requests to anywhere but this machine, failed requests, error answers, console errors and exceptions of the page. */
  readonly problems: readonly string[];
}

let ofWorker: Promise<Browser> | undefined;

/** The worker's Chromium, which ends with it. */
function openBrowser(): Promise<Browser> {
  ofWorker ??= chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });
  return ofWorker;
}

/** A new visitor, of whom the browser knows nothing and keeps nothing, and what went wrong before him. */
export async function visit(url: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const visitor = await (await openBrowser()).newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
  const problems: string[] = [];
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') for (const open of visitor.pages()) await tell(open, problems);
    await visitor.close();
  });
  const page = await visitor.newPage();
  // A locator that waits in vain ends in time for the test to tell what the page showed.
  page.setDefaultTimeout(60_000);
  const local = (address: string) =>
    new URL(address).hostname === new URL(url).hostname || /^(data|blob):/.test(address);
  page.on('request', (request) => void (local(request.url()) || problems.push(`external ${request.url()}`)));
  page.on(
    'requestfailed',
    (request) => void problems.push(`failed ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  page.on(
    'response',
    (response) => void (response.status() < 400 || problems.push(`${response.status()} ${response.url()}`)),
  );
  page.on('console', (message) => void (message.type() !== 'error' || problems.push(`console ${message.text()}`)));
  page.on('pageerror', (error) => void problems.push(`exception ${error.message}`));
  await page.goto(url, { waitUntil: 'networkidle' });
  return { page, problems };
}

/** What a failed test had before its eyes: a locator that waits in vain says nothing of the page. */
async function tell(page: Page, problems: readonly string[]) {
  const seen = await page.locator('body').innerText({ timeout: 1_000 });
  process.stderr.write(`${[page.url(), seen, ...problems].join('\n')}\n`);
}

/** Rule and element of what axe calls serious or critical. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 120)}`));
}

/** What is wrong with the page as it stands, on a desk and on a phone, by day and by night: axe's serious findings, and what is wider than the screen. */
export async function faultsEverywhere(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) faults.push(`${wide} px wide on a screen of ${width}`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await seriousFaults(page)).map((fault) => `${width} ${colorScheme}: ${fault}`));
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}

/** A browser calls aborted what graphql-sse closes when a stream is complete, and whatever is under way when the page is left, its scripts included. */
export const realProblems = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !problem.endsWith(' net::ERR_ABORTED'));
