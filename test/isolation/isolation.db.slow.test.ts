import { expect, inject, it, onTestFinished } from 'vitest';
import { cases, drawn } from '../support/cases.ts';
import { openTestDatabase } from '../support/database.ts';
import { playHistories } from './histories.ts';
import { openRig } from './rig.ts';

/** 20,000 together. The embedded database has one connection, on which nothing can meet: a server has the most of them. */
const operations = inject('databaseUrl') === null ? cases(1_000) : drawn(300, 9_000);

it('no answer tells a caller what it may not read, whatever others do at once, leave, or lose their connection', async () => {
  const { database, url } = await openTestDatabase();
  const rig = await openRig(database, url);
  onTestFinished(() => rig.close());
  const told = await playHistories(rig, operations, 20_261_123);
  expect(told.operations).toBeGreaterThanOrEqual(operations);
  // An app that only refuses keeps every secret.
  for (const kind of ['create', 'search', 'ask', 'document', 'documents', 'runs'])
    expect(told.ends.get(`${kind}: DONE`) ?? 0, kind).toBeGreaterThan(operations / 200);
}, 900_000);
