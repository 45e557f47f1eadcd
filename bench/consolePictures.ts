/**
 * Takes the pictures of docs/images from the built pages (npm run build), with the sample. For quality.png, it asks
 * the golden questions and those that people ask, judges each outcome and fits a calibration. Look at each picture
 * before you keep it.
 *
 *   npm run bench pictures
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { TypedDocumentString } from '../src/console/generated/graphql.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import { holdsAnswer } from '../src/evaluation/judge.ts';
import { startSampleServer } from '../test/support/sampleServer.ts';
import { openBenchDatabase } from './benchDatabase.ts';
import { send } from './consoleRequests.ts';

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
  {
    name: 'quality',
    path: '/quality',
    viewport: { width: 1040, height: 700 },
    show: async (page) => {
      await judgeSample();
      await page.reload();
      await page
        .getByRole('heading', { name: 'When to answer' })
        .evaluate((heading) => window.scrollTo(0, heading.getBoundingClientRect().top - 80));
    },
  },
];

const askJudged = new TypedDocumentString<
  { ask: { run: { id: string }; text?: string; citations: { document: { key: string } }[] } },
  { question: string }
>(
  'query($question: String!) { ask(input: { question: $question }) { ... on Outcome { run { id } citations { document { key } } } ... on Answer { text } } }',
);
const judge = new TypedDocumentString<unknown, { input: { runId: string; verdict: string } }>(
  'mutation($input: RecordFeedbackInput!) { recordFeedback(input: $input) { errors { message } } }',
);
const fit = new TypedDocumentString<unknown, Record<string, never>>(
  'mutation { fitCalibration(input: { activate: true }) { errors { message } } }',
);

/** Asks and judges the questions of test/golden over the sample, then fits a calibration and uses it. */
async function judgeSample(): Promise<void> {
  for (const set of ['test/golden', 'test/golden/people'])
    for (const question of await readQuestions(set)) {
      const { ask } = (await send(server.url, askJudged, { question: question.question })).data;
      const { text } = ask;
      const citations = ask.citations.map(({ document }) => ({ documentId: document.key }));
      const isRight =
        text === undefined ? !question.answerable : question.answerable && holdsAnswer(question, { text, citations });
      const objection =
        text === undefined ? 'SHOULD_HAVE_ANSWERED' : question.answerable ? 'WRONG' : 'SHOULD_HAVE_REFUSED';
      await send(server.url, judge, { input: { runId: ask.run.id, verdict: isRight ? 'CORRECT' : objection } });
    }
  await send(server.url, fit, {});
}

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
