import { expect, test, vi } from 'vitest';
import { faultsEverywhere, realProblems, visit } from '../support/browser.ts';
import { servedSample } from '../support/sampleServer.ts';
import { post } from '../support/testServer.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = servedSample();

/** What the API says, as another client would ask it. */
async function read(query: string): Promise<unknown> {
  return (await post(server.url, query)).body.data;
}

test('a key is made, shows its secret once, gets a new one, and is revoked after a second press', async () => {
  const { page, problems } = await visit(server.url);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('What is it for?').fill('Intranet');
  await page.getByRole('radio', { name: /^Editor/ }).check();
  await page.getByLabel(/^Access groups/).fill('hr, board');
  expect(await faultsEverywhere(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const secret = page.getByRole('textbox', { name: 'The secret of “Intranet”' });
  const first = await secret.inputValue();
  expect(first).toMatch(/^ck_/);
  expect(await faultsEverywhere(page)).toEqual([]);
  const key = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Intranet' }) });
  await key.getByRole('button', { name: 'New secret' }).click();
  await expect.poll(() => secret.inputValue()).not.toBe(first);
  await key.getByText(/^the old secret works until/).waitFor();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await secret.waitFor({ state: 'detached' });
  expect(await read('{ apiKeys { nodes { name role accessGroups revokedAt } } }')).toEqual({
    apiKeys: { nodes: [{ name: 'Intranet', role: 'EDITOR', accessGroups: ['hr', 'board'], revokedAt: null }] },
  });
  await key.getByRole('button', { name: 'Revoke' }).click();
  await key.getByRole('button', { name: 'Really revoke?' }).click();
  await page.getByText('1 revoked').waitFor();
  expect(await read('{ apiKeys { nodes { revokedAt } } }')).toEqual({
    apiKeys: { nodes: [{ revokedAt: expect.any(String) as string }] },
  });
  expect(realProblems(problems)).toEqual([]);
});

test('a public key asks for the web sites that may use it', async () => {
  const { page, problems } = await visit(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('What is it for?').fill('Help page');
  await page.getByRole('radio', { name: /^Public/ }).check();
  await page.getByLabel('Addresses of the web sites').fill('no address');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Addresses of the web sites').fill('https://www.example.com');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('textbox', { name: 'The secret of “Help page”' }).waitFor();
  await page.getByText('from https://www.example.com').waitFor();
  expect(realProblems(problems)).toEqual([]);
});

test('limits of one question, of a day and of deleted documents are set, and what is spent is shown', async () => {
  const { page, problems } = await visit(`${server.url}/settings/limits`);
  await page.getByRole('spinbutton', { name: 'Rounds of searching, At most' }).fill('3');
  await page.getByRole('region', { name: 'One question' }).getByRole('button', { name: 'Set' }).click();
  await expect
    .poll(() => read('{ workspace { budget { ceilings { maxRounds } } } }'))
    .toEqual({ workspace: { budget: { ceilings: { maxRounds: 3 } } } });
  const together = page.getByRole('region', { name: 'All questions together' });
  await together.getByLabel('Questions, at most').fill('500');
  await together.getByRole('button', { name: 'Set' }).click();
  await together.getByText('0 of 500 questions today').waitFor();
  await page.getByLabel('Days for which they can be restored').fill('7');
  await page.getByRole('region', { name: 'Deleted documents' }).getByRole('button', { name: 'Set' }).click();
  await expect.poll(() => read('{ workspace { retentionDays } }')).toEqual({ workspace: { retentionDays: 7 } });
  expect(await faultsEverywhere(page)).toEqual([]);
  await read('{ search(input: { query: "label" }) { passages { chunkId } } }');
  await page.reload();
  await together.getByText('1 of 500 questions today').waitFor();
  const whole = together.getByRole('listitem').filter({ hasText: 'The whole workspace' });
  await whole.getByRole('button', { name: 'Remove' }).click();
  await whole.getByRole('button', { name: 'Really remove?' }).click();
  await together.getByText(/of 500/).waitFor({ state: 'detached' });
  expect(realProblems(problems)).toEqual([]);
});

test('an alias is added, changed and deleted', async () => {
  const { page, problems } = await visit(`${server.url}/settings/aliases`);
  await page.getByLabel('People say').fill('PTO');
  await page.getByLabel(/^The documents say/).fill('annual leave, paid time off');
  await page.getByRole('button', { name: 'Add' }).click();
  const alias = page.getByRole('listitem').filter({ hasText: 'PTO means annual leave, paid time off' });
  await alias.getByRole('button', { name: 'Edit' }).click();
  expect(await faultsEverywhere(page)).toEqual([]);
  const row = page.getByRole('list').last().getByRole('listitem');
  await row.getByLabel(/^The documents say/).fill('annual leave');
  await row.getByRole('button', { name: 'Save' }).click();
  await row.filter({ hasText: /^PTO means annual leave(?!,)/ }).waitFor();
  expect(await read('{ aliases { nodes { term synonyms } } }')).toEqual({
    aliases: { nodes: [{ term: 'PTO', synonyms: ['annual leave'] }] },
  });
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Really delete?' }).click();
  await page.getByText('There are none yet.').waitFor();
  expect(realProblems(problems)).toEqual([]);
});
