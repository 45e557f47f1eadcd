import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { DocumentFacts } from '../../src/knowledge/document.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

let open: OpenTestApp;
let admin: Caller;

beforeAll(async () => {
  open = await openTestApp();
});
afterAll(() => open.close());
beforeEach(async () => {
  admin = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await open.app.workspaces.ensure(admin.workspaceId, 'test');
});

const members = `# Tickets for the Bellwether Theatre

The box office opens one hour before curtain. You can return a ticket until 48 hours before the performance and get a voucher.
`;
const letter = `# To our subscribers

As a subscriber you keep your seat. If you cannot come, returns of tickets are possible up to 24 hours before the performance.
`;

const take = async (key: string, text: string, more: DocumentFacts = {}): Promise<void> => {
  const { results } = await open.app.ingest(admin, [{ key, text, format: 'MARKDOWN', ...more }]);
  expect(results[0]?.error).toBeNull();
};
const valuesOf = async (caller: Caller = admin): Promise<string[][]> =>
  (await open.app.conflicts.list(caller, false)).map(({ sides }) => sides.map(({ value }) => value).toSorted());

it('finds two statements that give different values, each quoted where it stands, and compares nothing twice', async () => {
  await take('members.md', members);
  await take('letter.md', letter);
  const progress: number[] = [];
  const first = await open.app.conflicts.audit(admin, { onProgress: ({ done }) => progress.push(done) });
  expect(first).toEqual({ done: 2, total: 2, found: 1 });
  expect(progress).toEqual([1, 2]);
  expect(await valuesOf()).toEqual([['24 hours', '48 hours']]);
  const [conflict] = await open.app.conflicts.list(admin, null);
  const versions = await open.app.knowledge.versions(admin, conflict?.sides.map(({ versionId }) => versionId) ?? []);
  expect(versions.map((version, at) => version?.text.slice(...span(conflict?.sides[at])))).toEqual(
    conflict?.sides.map(({ quote }) => quote),
  );
  expect(await open.app.conflicts.audit(admin)).toMatchObject({ done: 0, found: 0 });
});

const span = (side: { readonly sourceSpan: { readonly start: number; readonly end: number } } | undefined) =>
  [side?.sourceSpan.start ?? 0, side?.sourceSpan.end ?? 0] as const;

it('claims nothing of what is said in another unit, rounded, or below a stated bound', async () => {
  await take(
    'a.md',
    '# Course\n\nThe evening course lasts 90 minutes. The hall is 25 metres long. Groups have at most 12 people.',
  );
  await take(
    'b.md',
    '# Our course\n\nEach evening course lasts 1.5 hours. The hall is about 25.4 metres long. Groups have 9 people.',
  );
  await open.app.conflicts.audit(admin);
  expect(await valuesOf()).toEqual([]);
});

it('keeps what a person said while both documents say so, and forgets what is said no more', async () => {
  await take('members.md', members);
  await take('letter.md', letter);
  await open.app.conflicts.audit(admin);
  const [conflict] = await open.app.conflicts.list(admin, false);
  await open.app.conflicts.resolve(admin, conflict?.id ?? '', 'BOTH_HOLD');
  expect(await open.app.conflicts.list(admin, false)).toEqual([]);

  await take('letter.md', `An introduction.\n\n${letter}`);
  expect(await open.app.conflicts.list(admin, null)).toEqual([]);
  await open.app.conflicts.audit(admin);
  const [kept] = await open.app.conflicts.list(admin, true);
  expect(kept).toMatchObject({ id: conflict?.id, verdict: 'BOTH_HOLD' });
  expect(kept?.sides.map(({ quote }) => quote)).toEqual(conflict?.sides.map(({ quote }) => quote));

  await take('letter.md', letter.replace('24', '48'));
  await open.app.conflicts.audit(admin);
  expect(await open.app.conflicts.list(admin, null)).toEqual([]);
});

it('shows a conflict to nobody who may not read both documents, and lets a reader resolve none', async () => {
  await take('members.md', members);
  await take('letter.md', letter, { accessGroups: ['board'] });
  await open.app.conflicts.audit(admin);
  const reader = { ...admin, role: 'READER', accessGroups: ['choir'] } as const;
  const board = { ...reader, accessGroups: ['board'] };
  expect(await valuesOf(reader)).toEqual([]);
  expect(await valuesOf(board)).toEqual([['24 hours', '48 hours']]);
  const [conflict] = await open.app.conflicts.list(board, null);
  const id = conflict?.id ?? '';
  await expect(open.app.conflicts.resolve(board, id, 'FIRST_HOLDS')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const editor = { ...reader, role: 'EDITOR' } as const;
  await expect(open.app.conflicts.resolve(editor, id, 'FIRST_HOLDS')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(open.app.conflicts.audit(editor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const other = { ...admin, workspaceId: newId() };
  await open.app.workspaces.ensure(other.workspaceId, 'other');
  await expect(open.app.conflicts.resolve(other, id, 'FIRST_HOLDS')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('goes on where it was stopped, and is silent about an edition that another one replaces', async () => {
  await take('members.md', members);
  await take('letter.md', letter);
  const stop = new AbortController();
  const stopped = open.app.conflicts.audit(admin, { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await open.app.conflicts.audit(admin)).toEqual({ done: 1, total: 1, found: 1 });

  await take(
    'rules.md',
    `# Rules\n\nYou can return a ticket until 12 hours before the performance and get a voucher.`,
    {
      supersededBy: 'members.md',
    },
  );
  await open.app.conflicts.audit(admin);
  expect(await valuesOf()).toHaveLength(1);
});

it('is read and resolved over GraphQL', async () => {
  await take('members.md', members);
  await take('letter.md', letter);
  await open.app.conflicts.audit(admin);
  const fields = 'id kind verdict resolvedAt sides { value quote document { key } }';
  const listed = await runQuery(`{ foundConflicts { ${fields} } }`, { app: open.app, caller: admin });
  expect(listed.errors).toBeUndefined();
  const { foundConflicts } = listed.data as unknown as {
    foundConflicts: { id: string; sides: { document: { key: string } }[] }[];
  };
  expect(foundConflicts[0]?.sides.map(({ document }) => document.key).toSorted()).toEqual(['letter.md', 'members.md']);
  const resolve = (id: string) =>
    runQuery(
      `mutation { resolveConflict(input: { id: "${id}", verdict: NO_CONFLICT }) { conflict { ${fields} } errors { code field } } }`,
      { app: open.app, caller: admin },
    );
  expect((await resolve(foundConflicts[0]?.id ?? '')).data).toMatchObject({
    resolveConflict: { conflict: { verdict: 'NO_CONFLICT' }, errors: [] },
  });
  expect((await resolve(newId())).data).toMatchObject({
    resolveConflict: { conflict: null, errors: [{ code: 'NOT_FOUND', field: 'id' }] },
  });
});
