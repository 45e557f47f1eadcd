import { expect, test, vi } from 'vitest';
import { faultsEverywhere, realProblems, visit } from '../support/browser.ts';
import { servedSample } from '../support/sampleServer.ts';
import { post } from '../support/testServer.ts';

vi.setConfig({ testTimeout: 300_000 });

const server = servedSample();

/** One operation of another client. */
async function send<Data>(query: string, variables: object = {}): Promise<Data> {
  return (await post(server.url, query, { variables })).body.data as Data;
}

/** Half of them are answered by the sample, half are about nothing in it. */
const questions = Array.from({ length: 15 }, (_, at) => at).flatMap((at) => [
  `What does the BP-4 label printer cost in shop ${at}?`,
  `Zibbercrunt the wolvadax ${at}?`,
]);

async function judgeAll(): Promise<void> {
  for (const question of questions) {
    const { ask } = await send<{ ask: { id: string } }>(
      'query ($question: String!) { ask(input: { question: $question }) { ... on Outcome { id } } }',
      { question },
    );
    const input = { runId: ask.id, verdict: 'CORRECT' };
    await send('mutation ($input: RecordFeedbackInput!) { recordFeedback(input: $input) { errors { code } } }', {
      input,
    });
  }
}

test('answers are judged one after the other', async () => {
  for (const question of ['Can I pay with PayPal?', 'What does the BP-4 label printer cost?'])
    await send('query ($question: String!) { ask(input: { question: $question }) { __typename } }', { question });
  const { page, problems } = await visit(`${server.url}/quality`);
  await page.getByRole('button', { name: 'Fit to what was judged' }).click();
  await page.getByText(/are too few to calibrate on/).waitFor();
  await page.getByRole('link', { name: 'Judge answers' }).click();
  await page.getByText('2 of the newest runs are not judged yet.').waitFor();
  const shown = page.getByRole('article');
  const first = await shown.getByRole('heading').innerText();
  expect(await shown.innerText()).toMatch(/PayPal”|€149/);
  expect(await faultsEverywhere(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Skip' }).click();
  await expect.poll(() => shown.getByRole('heading').innerText()).not.toBe(first);
  await shown.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Nothing is left to judge.').waitFor();
  await page.reload();
  expect(await shown.getByRole('heading').innerText()).toBe(first);
  await shown.getByRole('button', { name: 'No', exact: true }).click();
  await shown.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Nothing is left to judge.').waitFor();
  expect(realProblems(problems)).toEqual([]);
});

test('a calibration fitted to the judgements shows its curve, and what each gate would do', async () => {
  await judgeAll();
  const { page, problems } = await visit(`${server.url}/quality`, 'dark');
  expect(await page.getByRole('img', { name: /^For each gate/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Fit to what was judged' }).click();
  await page.getByRole('img', { name: /^For each gate/ }).waitFor();
  const rows = page.getByRole('row').filter({ hasText: '%' });
  const { calibration } = await send<{
    calibration: { sampleSize: number; report: { sweep: { right: number; wrong: number }[] } };
  }>('{ calibration { sampleSize report } }');
  expect(calibration.sampleSize).toBeGreaterThanOrEqual(questions.length);
  await page.getByText(`Fitted on ${calibration.sampleSize} questions`).waitFor();
  const all = calibration.report.sweep[0];
  const shown = await rows.locator('td:last-child').allInnerTexts();
  expect(shown.reduce((sum, text) => sum + Number(text), 0)).toBe((all?.right ?? 0) + (all?.wrong ?? 0));
  await page.getByRole('slider').fill('5');
  await page.getByText(/^On the judged questions: \d+ right, \d+ wrong, 0 refused/).waitFor();
  expect(await faultsEverywhere(page)).toEqual([]);
  await page.getByRole('slider').fill('70');
  await page.getByRole('button', { name: 'Set this number' }).click();
  await page.getByText('Candor answers from 70 on.').waitFor();
  expect(realProblems(problems)).toEqual([]);
});
