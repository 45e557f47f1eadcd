/**
 * Takes docs/images/quality.png from the built pages (npm run build), with the sample: it asks the golden questions and
 * those that people ask, judges each outcome and fits a calibration. Look at it before you keep it. The other pictures
 * are taken by the browser's tests.
 *
 *   npm run bench pictures
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '../tools/playwright.ts';
import { TypedDocumentString } from '../src/console/generated/graphql.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import { holdsAnswer } from '../src/evaluation/judge.ts';
import { startSampleServer } from '../test/support/sampleServer.ts';
import { openBenchDatabase } from './benchDatabase.ts';
import { send } from './consoleRequests.ts';

const server = await startSampleServer({}, await openBenchDatabase());
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

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

const page = await browser.newPage({ viewport: { width: 1040, height: 700 }, reducedMotion: 'reduce' });
await judgeSample();
await page.goto(`${server.url}/quality`);
await page
  .getByRole('heading', { name: 'When to answer' })
  .evaluate((heading) => window.scrollTo(0, heading.getBoundingClientRect().top - 80));
await page.waitForLoadState('networkidle');
await page.screenshot({ path: fileURLToPath(new URL('../docs/images/quality.png', import.meta.url)) });
await browser.close();
await server.close();
