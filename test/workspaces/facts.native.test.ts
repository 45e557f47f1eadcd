import { expect, it, onTestFinished } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { outcomeOf } from '../agent/drain.ts';
import { countingDatabase } from '../support/countingDatabase.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { newWorkspace, openTestApp, openTestDatabase } from '../support/database.ts';

/** Two apps on one server share nothing but the server, as two processes do: what is kept in memory is kept by the open database. */
async function openPair() {
  const first = await openTestDatabase();
  const workspaceId = await newWorkspace(first.database);
  const caller: Caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  const open = async (): Promise<{ readonly app: App; readonly transactions: string[][] }> => {
    const database = await openDatabase({ databaseUrl: first.url ?? '', dataFolder: '' });
    const counted = countingDatabase(database);
    const { app, close } = await openTestApp({}, { ...first, database: counted.database });
    onTestFinished(close);
    return { app, transactions: counted.transactions };
  };
  return { caller, writer: await open(), asker: await open() };
}

it('what one process sets holds for the next question of another, which reads it once', async () => {
  const { caller, writer, asker } = await openPair();
  await writer.app.ingest(caller, [
    { key: 'leave.txt', text: 'Annual leave is 30 days a year for everybody.', format: 'PLAIN_TEXT' },
  ]);
  const ask = async () => {
    asker.transactions.length = 0;
    await outcomeOf(asker.app.ask(caller, { question: 'How many days of vacation are there a year?' }));
    return asker.transactions.flat().filter((name) => name === 'knowledge.listAliases').length;
  };
  expect([await ask(), await ask()]).toEqual([1, 0]);
  await writer.app.knowledge.saveAlias(caller, { term: 'vacation', synonyms: ['annual leave'] });
  expect([await ask(), await ask()]).toEqual([1, 0]);
});

it('a gate that one process sets is the gate of the next question of another', async () => {
  const { caller, writer, asker } = await openPair();
  await writer.app.ingest(caller, [{ key: 'a.txt', text: 'The gate is green.', format: 'PLAIN_TEXT' }]);
  const gate = async () => {
    await outcomeOf(asker.app.ask(caller, { question: 'What colour is the gate?' }));
    return (await asker.app.runs.list(caller, { first: 1 }, {})).nodes[0]?.gate;
  };
  const before = await gate();
  await writer.app.knowledge.setGate(caller, 0.93);
  expect(await gate()).not.toEqual(before);
});
