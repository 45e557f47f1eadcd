import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { newId } from '../../src/db/statement.ts';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import { silentLog } from '../../src/log.ts';
import { realProblems as real, visit } from '../support/browser.ts';
import { openTestDatabase } from '../support/database.ts';
import { openTestReader } from '../support/testReader.ts';

/** The models read each question on this machine, whatever else runs on it. */
vi.setConfig({ testTimeout: 240_000 });

const guarantee =
  '# Garantie\n\nDie Garantie für alle Geräte beträgt zwei Jahre ab dem Tag des Kaufs. Bitte bewahren Sie den Beleg auf.\n\n# Versand\n\nWir liefern innerhalb von drei Werktagen in ganz Österreich. Der Versand kostet 4,90 Euro.\n';

let server: RunningServer;
let closeApp: () => Promise<void>;
beforeAll(async () => {
  const config = { ...loadConfig({ CANDOR_SAMPLE: 'off' }), port: 0, workspaceId: newId() };
  const { database } = await openTestDatabase();
  const app = await openApp(config, { log: silentLog, opened: { database, reader: await openTestReader() } });
  closeApp = () => app.close();
  await app.workspaces.ensure(config.workspaceId, 'Default');
  await app.jobs.start({ workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null });
  server = await startServer(app, config);
}, 240_000);
afterAll(async () => {
  await server.close();
  await closeApp();
});

test('a German file is added, and answers a German and an English question with its own words', async () => {
  const { page, problems } = await visit(`${server.url}/documents`, 'light', { language: 'en' });
  const file = { name: 'garantie.md', mimeType: 'text/markdown', buffer: Buffer.from(guarantee) };
  await page.getByLabel('choose files').setInputFiles([file]);
  await page.getByRole('link', { name: 'Garantie' }).first().waitFor();
  for (const question of ['Wie lange ist die Garantie?', 'How long is the warranty?']) {
    await page.goto(`${server.url}/?q=${encodeURIComponent(question)}`);
    const answer = page.locator('.answer-text');
    await answer.waitFor();
    expect(await answer.innerText()).toContain('Die Garantie für alle Geräte beträgt zwei Jahre');
    await page.getByRole('button', { name: 'Source 1: open Garantie' }).click();
    expect(await page.locator('mark').first().innerText()).toContain('zwei Jahre');
  }
  expect(real(problems)).toEqual([]);
});
