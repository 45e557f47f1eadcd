import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/runCli.ts';
import { createTerminal } from '../support/cliApp.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';

let opened: OpenTestApp;
beforeAll(async () => {
  opened = await openTestApp();
  const { app } = opened;
  const { workspaceId } = app.config;
  await app.workspaces.ensure(workspaceId, 'test');
  await app.ingest({ workspaceId, role: 'ADMIN', accessGroups: null, keyId: null }, [
    { key: 'office.md', text: '# Office\n\nThe office opens at nine.', format: 'MARKDOWN' },
    { key: 'draft.md', text: '# Dogs\n\nDogs are welcome.', format: 'MARKDOWN', state: 'DRAFT' },
  ]);
});
afterAll(() => opened.close());

/** A command line over the real app, which stays open. */
async function run(...args: string[]) {
  const terminal = createTerminal();
  const code = await runCli(args, {
    terminal,
    signal: new AbortController().signal,
    cwd: '/',
    doors: {
      loadConfig: () => opened.app.config,
      openApp: () => Promise.resolve({ ...opened.app, close: () => Promise.resolve() }),
      startServer: () => Promise.reject(new Error('no server')),
    },
  });
  const { out, err } = terminal.written;
  return { code, out, err, json: () => JSON.parse(out) as Record<string, never> };
}

describe('documents', () => {
  it('are listed and shown, by key and by id', async () => {
    const { out } = await run('documents');
    expect(out).toMatch(/^2 documents\.\n\n/);
    expect(out).toMatch(/draft\.md +Dogs +draft/);
    expect((await run('documents', '--state', 'published', '--json')).json()).toMatchObject({
      totalCount: 1,
      nodes: [{ key: 'office.md' }],
    });
    const shown = await run('documents', 'show', 'office.md');
    expect(shown.out).toMatch(/^Office \(office\.md\)/);
    expect(shown.out).toContain('valid now');
    const id = /^id +(\S+)$/m.exec(shown.out)?.[1] ?? '';
    expect((await run('documents', 'show', id)).out).toBe(shown.out);
  });

  it('are confirmed or parted where names alone tell that one replaces another', async () => {
    const { app } = opened;
    const caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
    await app.ingest(
      caller,
      ['v1', 'v2'].map((version) => ({ key: `oars-${version}.txt`, text: `Oars ${version} are hired out.` })),
    );
    expect((await run('documents', '--editions')).out).toMatch(
      /^1 unconfirmed[\s\S]*oars-v1\.txt +oars-v2\.txt +title/,
    );
    const check = (await app.doctor()).find(({ name }) => name === 'editions');
    expect(check).toMatchObject({ passed: true, detail: expect.stringContaining('1 unconfirmed') });
    expect((await run('documents', 'replace', 'oars-v1.txt', '--by', 'oars-v2.txt')).out).toContain(
      'Replaced by oars-v2',
    );
    expect((await run('documents', '--editions')).out).toBe('No unconfirmed editions.\n');
    expect((await run('documents', 'show', 'oars-v1.txt')).out).toMatch(/^replaced by +oars-v2\.txt \(declared\)$/m);
    expect((await run('documents', 'show', 'oars-v2.txt')).out).toMatch(/^replaces +oars-v1\.txt$/m);
    expect((await run('documents', 'replace', 'oars-v1.txt', '--by', 'none')).code).toBe(0);
    expect((await run('documents', 'show', 'oars-v1.txt')).out).not.toContain('replaced by');
    expect((await run('documents', 'replace', 'oars-v1.txt')).err).toContain('--by is missing');
    for (const version of ['v1', 'v2']) await run('documents', 'delete', `oars-${version}.txt`, '--purge');
  });

  it('are published, unpublished, deleted and restored', async () => {
    expect((await run('documents', 'publish', 'draft.md')).out).toBe('Published: Dogs (draft.md).\n');
    expect((await run('documents', 'unpublish', 'draft.md')).code).toBe(0);
    const { out } = await run('documents', 'delete', 'draft.md');
    const id = /restore ([0-9a-f-]{36})/.exec(out)?.[1] ?? '';
    expect((await run('documents', 'show', 'draft.md')).code).toBe(1);
    expect((await run('documents', '--deleted')).out).toContain(id);
    expect((await run('documents', 'restore', id)).out).toBe('Restored: Dogs (draft.md).\n');
    expect((await run('documents', 'delete', 'draft.md', '--purge')).out).toContain('gone for good');
  });

  it('take a verb and a name, and say which is wrong', async () => {
    expect(await run('documents', 'publsh', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean publish?'),
    });
    expect(await run('documents', 'publish')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Missing argument.'),
    });
    expect(await run('documents', 'show', 'lost.md')).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND'),
    });
  });
});

describe('curated answers', () => {
  it('are saved, shown, confirmed, ended and deleted', async () => {
    const question = 'When does the office open?';
    const saved = await run('curated', 'save', question, '--answer', 'At nine.', '--source', 'office.md', '--json');
    const { id } = (saved.json() as unknown as { curatedAnswer: { id: string } }).curatedAnswer;
    expect((await run('curated')).out).toMatch(/When does the office open\? +At nine\. +offered/);
    expect((await run('curated', 'show', id)).out).toContain('At nine.');
    expect((await run('curated', 'confirm', id)).out).toContain('Confirmed: When does');
    expect((await run('curated', 'expire', id, '--until', '2999-01-01')).out).toContain('2999-01-01');
    expect((await run('curated', 'expire', id, '--until', '2020-01-01')).code).toBe(2);
    expect((await run('curated', 'expire', id)).code).toBe(0);
    expect((await run('curated', 'delete', id)).out).toContain(`${id} is deleted`);
    expect((await run('curated', 'show', id)).err).toContain('NOT_FOUND');
  });

  it('an end in the future does not hide that a source has changed', async () => {
    const saved = await run('curated', 'save', 'Until when?', '--answer', 'Six.', '--source', 'office.md', '--json');
    const { id } = (saved.json() as unknown as { curatedAnswer: { id: string } }).curatedAnswer;
    const { workspaceId } = opened.app.config;
    await opened.app.ingest({ workspaceId, role: 'ADMIN', accessGroups: null, keyId: null }, [
      { key: 'office.md', text: '# Office\n\nThe office opens at ten.', format: 'MARKDOWN' },
    ]);
    expect((await run('curated', '--stale')).out).toContain('stale');
    const refused = await run('curated', 'expire', id, '--until', '2999-01-01');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`candor curated confirm ${id}`) });
  });
});
