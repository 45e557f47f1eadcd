import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import {
  newWorkspace,
  openTestApp,
  openTestDatabase,
  type OpenTestApp,
  type OpenTestDatabase,
} from '../support/database.ts';

let open: OpenTestDatabase;
let opened: OpenTestApp;
let app: App;
beforeAll(async () => {
  open = await openTestDatabase();
  opened = await openTestApp({ audit: { isOn: true, texts: true } });
  app = opened.app;
});
afterAll(() => opened.close());

let workspace: string;
let admin: Caller;
let ada: Caller;
beforeEach(async () => {
  workspace = await newWorkspace(open.database, 'shop');
  admin = { workspaceId: workspace, role: 'ADMIN', accessGroups: null, keyId: newId(), kind: 'KEY' };
  const keyId = await app.personOf(workspace, { issuer: 'https://login.example', subject: 'canarysubject' });
  ada = { ...admin, role: 'EDITOR', keyId, kind: 'PERSON' };
});

/** Every table of every schema but the server's own that holds the word in any column, whoever it belongs to. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await open.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const holding: string[] = [];
  for (const { name } of rows) {
    const found = await open.pool.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`]);
    if (found.rowCount) holding.push(name);
  }
  return holding;
}

/** Vectors hold no word to be found. */
const vectors = async () =>
  (await open.pool.query('select 1 from chunk_window where workspace_id = $1', [workspace])).rowCount;

/** Ada asks, is written down, judges, asks within an allowance, and writes a document; somebody else repeats her question. */
async function leaveTraces(word: string): Promise<{ readonly runId: string }> {
  await app.ingest(ada, [
    {
      key: `${word}.md`,
      title: `On ${word}`,
      text: `The ${word} opens at nine.`,
      format: 'MARKDOWN',
      author: `${word} Lovelace`,
    },
  ]);
  let runId = '';
  const question = `When does the ${word} open?`;
  for await (const event of app.ask(ada, { question, conversationId: `talk of ${word}` }))
    if (event.type === 'Finished') runId = event.outcome.id;
  await app.audit.record(ada, { action: 'ASK', outcome: 'DONE', code: null, targets: [runId], text: question });
  await app.feedback.record(ada, { runId, verdict: 'CORRECT', comment: `As ${word} said` });
  const { run } = await app.runs.replay(admin, runId, {});
  await app.feedback.record(admin, { runId: run.id, verdict: 'CORRECT', comment: `Also ${word}` });
  return { runId };
}

describe('erasing a person', () => {
  it('reaches every table: versions, chunks, vectors, runs, what repeats them, feedback and audit; the audit still holds', async () => {
    const word = `canary${newId().slice(-12)}`;
    await leaveTraces(word);
    expect(await tablesWith(word)).toEqual(
      expect.arrayContaining(
        ['audit_entry', 'chunk_text', 'document', 'feedback', 'posting', 'run', 'version_text', 'vocabulary'].map(
          (name) => `public.${name}`,
        ),
      ),
    );
    expect(await vectors()).toBeGreaterThan(0);
    expect(await tablesWith('canarysubject')).toEqual(['public.person']);

    const erased = await app.erasure.person(admin, ada.keyId!, { author: `${word} LOVELACE` });

    expect(erased).toEqual({ runCount: 2, feedbackCount: 1, documentCount: 1, auditCount: 1 });
    expect(await tablesWith(word)).toEqual([]);
    expect(await tablesWith('canarysubject')).toEqual([]);
    expect(await vectors()).toBe(0);
    expect(await app.audit.verify(admin)).toMatchObject({ holds: true, count: 1 });
    const [entry] = (await app.audit.page(admin, { first: 1 }, {})).nodes;
    expect(entry).toMatchObject({ actor: { kind: 'PERSON', id: ada.keyId }, text: null });
  });

  it('leaves those of others alone, and the person is somebody new at the next token', async () => {
    const word = `canary${newId().slice(-12)}`;
    await leaveTraces(word);
    const other = `bystander${newId().slice(-12)}`;
    for await (const event of app.ask(admin, { question: `What of ${other}?` })) void event;
    await app.erasure.person(admin, ada.keyId!);
    expect(await tablesWith(other)).toContain('public.run');
    expect(await tablesWith(word)).toContain('public.document');
    expect(await app.personOf(workspace, { issuer: 'https://login.example', subject: 'canarysubject' })).not.toBe(
      ada.keyId,
    );
    await app.erasure.person(admin, admin.keyId!).catch(() => undefined);
  });

  it('takes a key, too, with the name it had', async () => {
    const word = `canary${newId().slice(-12)}`;
    const { key, secret } = await app.keys.create(workspace, `Laptop of ${word}`, 'READER', [], { asksPerMinute: 5 });
    await app.erasure.person(admin, key.id);
    expect(await tablesWith(word)).toEqual([]);
    expect(await tablesWith(key.id)).toEqual([]);
    await expect(app.keys.authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is for an ADMIN, of somebody who is there, and not of oneself', async () => {
    await expect(app.erasure.person(ada, ada.keyId!)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(app.erasure.person(admin, admin.keyId!)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const elsewhere = { ...admin, workspaceId: await newWorkspace(open.database) };
    for (const [who, id] of [
      [admin, newId()],
      [admin, 'x'],
      [elsewhere, ada.keyId!],
    ] as const)
      await expect(app.erasure.person(who, id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'This workspace has no such person or key.',
      });
  });
});

describe('erasing a workspace', () => {
  it('leaves not one row of it in any table, and others as they were', async () => {
    const word = `canary${newId().slice(-12)}`;
    await leaveTraces(word);
    await app.jobs.submit(admin, [{ key: 'later.md', text: `Later ${word}.`, format: 'MARKDOWN' }]);
    await app.keys.create(workspace, word, 'ADMIN');
    await app.identity.setAllowance(admin, { period: 'DAY', maxAsks: 5 });
    const neighbour = `neighbour${newId().slice(-12)}`;
    const other = { ...admin, workspaceId: await newWorkspace(open.database, neighbour) };

    await expect(app.erasure.workspace(admin, 'Shop')).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await app.erasure.workspace(admin, 'shop');

    expect(await tablesWith(word)).toEqual([]);
    // What the queue still holds of it are ids of documents that are gone.
    expect((await tablesWith(workspace)).filter((table) => table.startsWith('public.'))).toEqual([]);
    expect(await app.workspaces.find(other.workspaceId)).toMatchObject({ name: neighbour });
  });
});
