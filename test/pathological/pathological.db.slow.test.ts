import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { newId } from '../../src/db/statement.ts';
import { errorRemedies } from '../../src/errors.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { cases } from '../support/cases.ts';
import { newWorkspace, openTestApp, openTestDatabase, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';
import { type Good, oddInputs } from './inputs.ts';

let opened: OpenTestApp;
let caller: Caller;
let good: Good;
beforeAll(async () => {
  // What a reader would say of the answers is no matter here, and takes most of the time.
  opened = await openTestApp({ models: loadConfig({ READER: 'none' }).models });
  const { app } = opened;
  const { database } = await openTestDatabase();
  caller = { workspaceId: await newWorkspace(database, 'odd'), role: 'ADMIN', accessGroups: null, keyId: newId() };
  const text = 'A day ticket for the cable car costs 24 euros.';
  const { results } = await app.ingest(caller, [{ key: 'a.txt', text, format: 'PLAIN_TEXT', language: 'en' }]);
  const { documentId, versionId } = results[0]!;
  const question = 'What does a day ticket cost?';
  const { data } = await runQuery(`{ ask(input: { question: "${question}" }) { ... on Outcome { id } } }`, {
    app,
    caller,
  });
  const { id: runId } = (data as unknown as { ask: { id: string } }).ask;
  good = { documentId, documentIds: [documentId], versionId, runId, id: documentId, question, name: 'odd', first: 5 };
}, 60_000);
afterAll(() => opened.close());

/** Faults that name a part of Candor or of its machine: what a caller sends brings about none of them. */
const ofOurs = new Set(['INTERNAL', 'DATABASE_FAILED', 'DATABASE_UNREACHABLE', 'MODEL_INVALID']);

it('every odd value in every place of the schema ends typed, with a remedy, and as no fault of ours', async () => {
  const all = oddInputs(buildSchema(), good);
  // The server, which takes half the time, is given all of the many; the embedded database a fifth.
  const every = Math.max(Math.ceil(all.length / cases(all.length)), inject('databaseUrl') === null ? 5 : 1);
  // A step that shares no factor with the number of values a type has, so that each type and each value has its turn.
  const drawn = all.filter((_, position) => position % every === 0);
  expect(drawn.length).toBeGreaterThanOrEqual(150);
  let refused = 0;
  for (const { name, query, variables } of drawn) {
    const result = await runQuery(query, { app: opened.app, caller, variables });
    const codes = codesIn(result);
    if (codes.length > 0) refused += 1;
    expect(
      [name, codes.filter((code) => ofOurs.has(code) || !(code in errorRemedies))],
      JSON.stringify(result),
    ).toEqual([name, []]);
  }
  // Most odd values are refused; an app that took all of them would check nothing.
  expect(refused).toBeGreaterThan(drawn.length / 3);
}, 600_000);

/** The codes of the faults and of the errors of payloads, each of which has a remedy. */
function codesIn({ data, errors = [] }: Awaited<ReturnType<typeof runQuery>>): string[] {
  const found: string[] = [];
  const note = (code: unknown, remedy: unknown) => {
    expect([code, typeof remedy === 'string' && remedy !== '']).toEqual([code, true]);
    found.push(String(code));
  };
  for (const { extensions } of errors) note(extensions['code'], extensions['remedy']);
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ((value as { __typename?: unknown }).__typename === 'UserError') {
      const { code, remedy } = value as { code?: unknown; remedy?: unknown };
      return note(code, remedy);
    }
    Object.values(value).forEach(walk);
  };
  walk(data);
  return found;
}
