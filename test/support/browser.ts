import { onTestFinished } from 'vitest';
import { AxeBuilder, type Browser, chromium, type Page, type Request } from '../../tools/playwright.ts';

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

/** A page that shows nothing yet, of no visitor. */
export async function newPage(): Promise<Page> {
  return (await openBrowser()).newPage();
}

export interface Visitor {
  /** The language that the console was shown in last time; a visitor without one gets that of the browser. */
  readonly language?: string;
  /** In px, 1280 of them on a desk. */
  readonly width?: number;
}

/** A new visitor, of whom the browser keeps nothing and knows nothing but what is named, and what went wrong before him. */
export async function visit(
  url: string,
  colorScheme: 'light' | 'dark' = 'light',
  { language, width = 1280 }: Visitor = {},
): Promise<Visit> {
  const visitor = await (
    await openBrowser()
  ).newContext({
    colorScheme,
    viewport: { width, height: 800 },
    ...(language !== undefined && { storageState: remembering(url, language) }),
  });
  const problems: string[] = [];
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') for (const open of visitor.pages()) await tell(open, problems);
    await visitor.close();
  });
  const page = await visitor.newPage();
  // A locator that waits in vain ends in time for the test to tell what the page showed.
  page.setDefaultTimeout(150_000);
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
  await goTo(page, url);
  return { page, problems };
}

/** Goes to an address, and waits until what is there has been drawn and the page asks for nothing more. */
export async function goTo(page: Page, url: string): Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  // What listens for as long as the page is open is no part of loading it.
  const listens = (request: Request) => request.postData()?.includes('answerRecalled') === true;
  const begin = (request: Request) => void (listens(request) || (open.add(request), (begun += 1)));
  const end = (request: Request) => void open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(url);
  await page.locator('body:not(:has(#page:empty, .loading))').waitFor({ state: 'attached' });
  for (let before = -1; before < begun || open.size > 0;) {
    before = begun;
    await page.evaluate(tenFrames);
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** What a page makes of a reply, and asks for because of it, it does before it has drawn so often: a busy machine draws as much later as it does anything else. */
const tenFrames = async () => {
  for (let frame = 0; frame < 10; frame += 1)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
};

const remembering = (url: string, language: string) => ({
  cookies: [],
  origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'candor.language', value: language }] }],
});

/** What a failed test had before its eyes: a locator that waits in vain says nothing of the page. */
async function tell(page: Page, problems: readonly string[]) {
  const seen = await page.locator('body').innerText({ timeout: 1_000 });
  process.stderr.write(`${[page.url(), seen, ...problems].join('\n')}\n`);
}

/** The rules of axe that see colours; the others find the same by night as by day. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Rule and element of what axe calls serious or critical, of all its rules or of those that are named.
 * In its legacy mode, which needs no page of its own for the summary of each analysis; what it cannot see are frames of other origins, and ours have none.
 */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
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
      const rules = colorScheme === 'dark' ? colourRules : undefined;
      faults.push(...(await seriousFaults(page, rules)).map((fault) => `${width} ${colorScheme}: ${fault}`));
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}

/** A browser calls aborted what graphql-sse closes when a stream is complete, and whatever is under way when the page is left: its scripts, and on a busy machine its icon. What cannot be had has another name. */
export const realProblems = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !problem.endsWith(' net::ERR_ABORTED'));
