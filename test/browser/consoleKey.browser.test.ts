import { expect, test } from 'vitest';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { visit } from '../support/browser.ts';
import { serve } from '../support/testServer.ts';

test('where the server asks for a key the console asks for it, refuses a wrong one, and keeps the right one in the tab', async () => {
  const { url } = await serve(createFakeApp({ auth: 'keys' }));
  const { page } = await visit(url);
  const field = page.getByLabel('API key');
  await field.fill('ck_of_nobody');
  await page.keyboard.press('Enter');
  await page.getByText('The server refused this key.').waitFor();
  await field.fill(readerKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ask your documents' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('candor.key'))).toBe(readerKey);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByRole('button', { name: 'Forget the key' }).click();
  await field.waitFor();
});
