import { expect, onTestFinished, test, vi } from 'vitest';
import en from '../../src/console/words/en.json' with { type: 'json' };
import { loadConfig } from '../../src/config/config.ts';
import { faultsEverywhere, realProblems as real, visit } from '../support/browser.ts';
import { startOpenaiServer } from '../support/openaiServer.ts';
import { startSampleServer } from '../support/sampleServer.ts';

/** The model reads each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 600_000 });

const question = 'What does the BP-4 label printer cost?';
const reworded = 'One pays €149 for the BP-4 label printer.';

test('where a model writes, people choose whose words answers have, and read what it writes with how far it is proven', async () => {
  const chat = await startOpenaiServer({
    chat: (call) => {
      const number = /\[(\d+)\] [^\n]*BP-4[^\n]*€149/.exec(call.messages[1]?.content ?? '')?.[1];
      const sentences = number === undefined ? [] : [Number(number)];
      return {
        json: { sentences, claims: sentences.length > 0 ? [{ text: reworded, sentences }] : [], missing: null },
      };
    },
  });
  const { models } = loadConfig({});
  const server = await startSampleServer({
    models: { ...models, chat: 'openai', chatModel: 'test', chatUrl: chat.url, chatApiKey: 'k' },
  });
  onTestFinished(async () => {
    await server.close();
    await chat.close();
  });
  const { page, problems } = await visit(server.url);
  const choice = page.getByLabel(en.ask.wording);
  await expect.poll(() => choice.inputValue()).toBe('QUOTED');
  await choice.selectOption(en.ask.wordings.WRITTEN);
  expect(await faultsEverywhere(page)).toEqual([]);
  const asked = page.waitForRequest((request) => request.postData()?.includes('"wording":"WRITTEN"') === true);
  await page.locator('#question').fill(question);
  await page.keyboard.press('Enter');
  await asked;
  const written = page.locator('.turn .outcome').getByRole('region', { name: en.answer.written });
  await written.getByText(reworded).waitFor();
  await written.getByText(en.answer.REWORDED).waitFor();

  await page.goto(`${server.url}/quality`);
  const own = page.getByRole('radio', { name: en.ask.wordings.WRITTEN });
  // It is checked when the workspace has taken it.
  await own.click();
  await expect.poll(() => own.isChecked()).toBe(true);
  await page.goto(server.url);
  await expect.poll(() => choice.inputValue()).toBe('WRITTEN');
  expect(real(problems)).toEqual([]);
});
