import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import { finalOutcome } from '../../src/agent/ask.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import type { Caller, Role } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

let open: OpenTestApp;
let app: App;
let ids: Readonly<Record<string, string>>;
let secretVersion: string;
let secretChunk: string;

const caller = (accessGroups: Caller['accessGroups'], role: Role = 'READER'): Caller => ({
  workspaceId: app.config.workspaceId,
  role,
  accessGroups,
  keyId: null,
});
const document = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'PLAIN_TEXT', language: 'en', ...more }) as DocumentInput;

const secretText = 'The zirconium bonus pool for managers holds 90,000 euros and is paid out each March.';
const restricted = { accessGroups: ['hr'] };

beforeAll(async () => {
  open = await openTestApp();
  ({ app } = open);
  await app.workspaces.ensure(app.config.workspaceId, 'groups');
  const { results } = await app.ingest(caller(null, 'ADMIN'), [
    document('wifi.txt', 'The guest wifi of the office is called lantern and its password changes each Monday.'),
    document('leave.txt', 'A holiday request is filed 14 days ahead in the planner.'),
    document('leave-managers.txt', 'A holiday request is filed 21 days ahead in the planner.', restricted),
    document('payroll.txt', secretText, { ...restricted, title: 'Payroll of managers' }),
    document('paper.txt', 'Before the planner came, leave was asked for on paper.', {
      supersededBy: 'leave-managers.txt',
    }),
    document('sales.txt', 'The sales discount of partners is twelve percent.', { accessGroups: ['sales', 'board'] }),
  ]);
  expect(results.filter(({ error }) => error)).toEqual([]);
  ids = Object.fromEntries(results.map(({ key, documentId }) => [key, documentId!]));
  secretVersion = results.find(({ key }) => key === 'payroll.txt')!.versionId!;
  secretChunk = (await app.knowledge.chunks(caller(null), [secretVersion], { first: 1 }))[0]!.nodes[0]!.id;
}, 120_000);
afterAll(() => open.close());

/** Whom the payroll is hidden from, and whom it is shown to. */
const outside: readonly [string, Caller['accessGroups']][] = [
  ['no group', []],
  ['another group', ['sales']],
];
const inside: readonly [string, Caller['accessGroups']][] = [
  ['the group', ['hr']],
  ['the group among others', ['sales', 'hr']],
  ['everything', null],
];

const query = async (source: string, groups: Caller['accessGroups'], variables: object = {}) =>
  runQuery(source, { app, caller: caller(groups), variables });
const ask = async (question: string, groups: Caller['accessGroups']): Promise<Outcome> =>
  finalOutcome(app.ask(caller(groups), { question }));
/** Everything in `value` that tells of the payroll: its id, version, chunk, key, title or words. */
const traces = (value: unknown) =>
  [ids['payroll.txt']!, secretVersion, secretChunk, 'payroll.txt', 'Payroll of managers', 'zirconium', '90,000'].filter(
    (trace) => JSON.stringify(value).includes(trace),
  );
const question = 'How much does the bonus pool for managers hold?';

describe.each(outside)('with %s', (_, groups) => {
  it('Query.document is null', async () => {
    expect(
      await query('query ($id: ID!) { document(id: $id) { id title } }', groups, { id: ids['payroll.txt'] }),
    ).toEqual({ data: { document: null } });
    expect(await query('{ document(by: { key: "payroll.txt" }) { id title } }', groups)).toEqual({
      data: { document: null },
    });
  });

  it.each([
    ['publishDocument', 'document { id }'],
    ['unpublishDocument', 'document { id }'],
    ['deleteDocument', 'deletedId'],
    ['restoreDocument', 'document { id }'],
  ])('Mutation.%s reaches it by its key no more than a key of no document', async (field, selected) => {
    const source = `mutation ($key: String!) { ${field}(input: { by: { key: $key } }) { ${selected} errors { code message } } }`;
    const [secret, none] = await Promise.all(
      ['payroll.txt', 'none.txt'].map((key) =>
        runQuery(source, { app, caller: caller(groups, 'EDITOR'), variables: { key } }),
      ),
    );
    expect(secret).toEqual(none);
    expect(secret?.data?.[field]).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
    expect(await app.knowledge.documentsByKey(caller(null), ['payroll.txt'])).toMatchObject([{ state: 'PUBLISHED' }]);
  });

  it('Query.documents lists and counts it not, whatever the filter', async () => {
    const list =
      'query ($filter: DocumentFilter) { documents(first: 50, filter: $filter) { totalCount nodes { key title versions { totalCount nodes { id } } } } }';
    const all = await query(list, groups);
    expect(all.errors).toBeUndefined();
    expect(traces(all)).toEqual([]);
    expect(all.data).toMatchObject({ documents: { totalCount: groups!.length === 0 ? 3 : 4 } });
    for (const filter of [{ contains: 'Payroll of' }, { keys: ['payroll.txt'] }])
      expect((await query(list, groups, { filter })).data).toEqual({ documents: { totalCount: 0, nodes: [] } });
  });

  it('neither versions nor chunks of it are given, by any id', async () => {
    const reader = caller(groups);
    expect(await app.knowledge.versions(reader, [secretVersion])).toEqual([undefined]);
    expect(await app.knowledge.versionsOf(reader, [ids['payroll.txt']!])).toEqual([[]]);
    expect(await app.knowledge.chunks(reader, [secretVersion], { first: 10 })).toEqual([
      { nodes: [], cursors: [], hasNextPage: false, endCursor: null },
    ]);
    expect(await app.knowledge.documentsByKey(reader, ['payroll.txt'])).toEqual([undefined]);
  });

  it('the document that it replaces does not lead to it', async () => {
    const found = await query('query ($id: ID!) { document(id: $id) { supersededBy { id title } } }', groups, {
      id: ids['paper.txt'],
    });
    expect(found).toEqual({ data: { document: { supersededBy: null } } });
  });

  it('Query.search finds no passage of it, by its own words or by its id', async () => {
    for (const input of [
      { query: secretText },
      { query: secretText, filter: { documentIds: [ids['payroll.txt']] } },
      { query: secretText, filter: { accessGroups: ['hr'] } },
      { query: 'zirconium', preset: 'CONSENSUS' },
      { query: secretText, preset: 'NAIVE' },
    ]) {
      const found = await query(
        'query ($input: SearchInput!) { search(input: $input) { passages { text document { id key } version { id } chunk { text } duplicates { text document { key } } } tier } }',
        groups,
        { input },
      );
      expect(found.errors).toBeUndefined();
      expect(traces(found)).toEqual([]);
    }
  });

  it('Query.ask neither answers from it nor cites it, and the run holds nothing of it', async () => {
    const outcome = await ask(question, groups);
    expect(traces(outcome)).toEqual([]);
    expect(traces(await app.runs.find(caller(null), outcome.id))).toEqual([]);
  });

  it('no conflict tells of the other side', async () => {
    const outcome = await ask('How many days ahead is a holiday request filed?', groups);
    expect(outcome).toMatchObject({ type: 'Answer', conflicts: [] });
    expect(JSON.stringify(outcome)).not.toContain('21 days');
  });

  it('the run of somebody who saw it is not there', async () => {
    for (const [, seeing] of inside) {
      const { id } = await ask(question, seeing);
      expect(await query('query ($id: ID!) { run(id: $id) { id question } }', groups, { id })).toEqual({
        data: { run: null },
      });
      const listed = await query('{ runs(first: 100) { nodes { id passages { text } } } }', groups);
      expect(traces(listed)).toEqual([]);
      expect(JSON.stringify(listed)).not.toContain(id);
    }
  });

  it('the workspace counts only what can be found', async () => {
    const { data } = await query('{ workspace { documentCount } }', groups);
    expect(data).toEqual({ workspace: { documentCount: groups!.length === 0 ? 3 : 4 } });
  });

  it('an EDITOR changes nothing of it, and is told the same as of a document that never was', async () => {
    const editor = caller(groups, 'EDITOR');
    const messageOf = async (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => String(error),
      );
    const writes: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => app.knowledge.setState(editor, id, 'DRAFT'),
      (id) => app.knowledge.deleteDocument(editor, id),
      (id) => app.knowledge.deleteDocument(editor, id, true),
      (id) => app.knowledge.restoreDocument(editor, id),
    ];
    for (const write of writes) {
      const refused = await messageOf(write(ids['payroll.txt']!));
      expect(refused).toContain('no such document');
      expect(await messageOf(write(newId()))).toBe(refused);
    }
    expect(await messageOf(app.knowledge.setChunkOmitted(editor, secretChunk, true))).toBe(
      await messageOf(app.knowledge.setChunkOmitted(editor, newId(), true)),
    );
    await expect(app.ingest(editor, [document('payroll.txt', 'Overwritten.')])).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    for (const work of [
      () => app.jobs.submit(editor, [document('payroll.txt', 'Overwritten.')]),
      () => app.jobs.list(editor, { first: 5 }),
      () => app.jobs.items(editor, newId(), 5, -1),
      () => app.knowledge.reEmbed(editor),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await app.knowledge.documents(caller(null), [ids['payroll.txt']!])).toMatchObject([
      { state: 'PUBLISHED', deletedAt: null },
    ]);
  });
});

describe.each(inside)('with %s', (_, groups) => {
  it('it is found, answered from and cited', async () => {
    const outcome = await ask(question, groups);
    expect(outcome).toMatchObject({ type: 'Answer', citations: [{ documentKey: 'payroll.txt' }] });
    expect(
      (
        await query(
          'query ($id: ID!) { document(id: $id) { key accessGroups currentVersion { chunks { nodes { text } } } } }',
          groups,
          { id: ids['payroll.txt'] },
        )
      ).data,
    ).toEqual({
      document: {
        key: 'payroll.txt',
        accessGroups: ['hr'],
        currentVersion: { chunks: { nodes: [{ text: secretText }] } },
      },
    });
    expect(
      (await query('query ($id: ID!) { document(id: $id) { supersededBy { id } } }', groups, { id: ids['paper.txt'] }))
        .data,
    ).toEqual({ document: { supersededBy: { id: ids['leave-managers.txt'] } } });
    expect(await app.runs.find(caller(groups), outcome.id)).toMatchObject({ id: outcome.id, accessGroups: groups });
  });

  it('an EDITOR changes it', async () => {
    const editor = caller(groups, 'EDITOR');
    expect(await app.knowledge.setState(editor, ids['payroll.txt']!, 'DRAFT')).toMatchObject({ state: 'DRAFT' });
    await app.knowledge.setState(editor, ids['payroll.txt']!, 'PUBLISHED');
    await app.knowledge.deleteDocument(editor, ids['payroll.txt']!);
    expect(await app.knowledge.restoreDocument(editor, ids['payroll.txt']!)).toMatchObject({ deletedAt: null });
    await app.knowledge.setChunkOmitted(editor, secretChunk, false);
    expect(await app.knowledge.setChunkOmitted(editor, secretChunk, null)).toMatchObject({ omitted: false });
  });

  it('both sides of a conflict are shown', async () => {
    expect(await ask('How many days ahead is a holiday request filed?', groups)).toMatchObject({
      type: 'Answer',
      conflicts: [{ sides: [{}, {}] }],
    });
  });
});

describe('runs', () => {
  it('are read by whoever may see all that their asker saw', async () => {
    const mine = await ask('What is the guest wifi called?', ['sales']);
    const reads = async (groups: Caller['accessGroups']) =>
      (await app.runs.find(caller(groups), mine.id)) !== undefined;
    expect([
      await reads(['sales']),
      await reads(['hr', 'sales']),
      await reads(null),
      await reads(['hr']),
      await reads([]),
    ]).toEqual([true, true, true, false, false]);
    const open = await ask('What is the guest wifi called?', []);
    expect(await app.runs.find(caller(['hr']), open.id)).toBeDefined();
  });

  it('lead to no document that was restricted since', async () => {
    const id = (
      await app.ingest(caller(null, 'ADMIN'), [document('canteen.txt', 'The canteen serves lunch from eleven to two.')])
    ).results[0]!.documentId!;
    const outcome = await ask('When does the canteen serve lunch?', []);
    expect(outcome).toMatchObject({ type: 'Answer', citations: [{ documentId: id }] });
    await app.ingest(caller(null, 'ADMIN'), [
      document('canteen.txt', 'The canteen serves lunch from eleven to two.', restricted),
    ]);
    const passage = await query('query ($id: ID!) { run(id: $id) { passages { document { id } } } }', [], {
      id: outcome.id,
    });
    expect(passage.errors).toBeUndefined();
    expect(JSON.stringify(passage.data)).not.toContain(id);
    const placed = await query('query ($id: ID!) { run(id: $id) { passages { location { line } } } }', [], {
      id: outcome.id,
    });
    expect(placed.errors).toBeUndefined();
  });
});

describe('roles', () => {
  it('a READER neither deletes nor lists what was deleted; only an ADMIN sets the retention', async () => {
    for (const work of [
      () => app.knowledge.deleteDocument(caller(null), ids['wifi.txt']!),
      () => app.knowledge.restoreDocument(caller(null), ids['wifi.txt']!),
      () => app.knowledge.setChunkOmitted(caller(null), secretChunk, true),
      () => app.knowledge.listDocuments(caller(null), { first: 5 }, { deleted: true }),
      () => app.knowledge.setRetention(caller(null, 'EDITOR'), 5),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await app.knowledge.setRetention(caller(null, 'ADMIN'), 45)).toMatchObject({ retentionDays: 45 });
  });
});

it('attack 10: the count of curated answers is of those that the caller is given', async () => {
  const save = (question: string, sourceDocumentIds: readonly string[]) =>
    app.knowledge.saveCurated(caller(null, 'EDITOR'), { question, answer: 'It is told here.', sourceDocumentIds });
  const counted = async (groups: Caller['accessGroups']) => {
    const { data } = await query(
      '{ workspace { curatedAnswerCount } curatedAnswers(first: 50) { nodes { id } } }',
      groups,
    );
    const { workspace, curatedAnswers } = data as unknown as {
      workspace: { curatedAnswerCount: number };
      curatedAnswers: { nodes: unknown[] };
    };
    expect(workspace.curatedAnswerCount).toBe(curatedAnswers.nodes.length);
    return workspace.curatedAnswerCount;
  };
  const before = [await counted([]), await counted(['hr']), await counted(null)] as const;
  const saved = [
    await save('Who has the wifi?', [ids['wifi.txt']!]),
    await save('Who has a bonus?', [ids['wifi.txt']!, ids['payroll.txt']!]),
    await save('Who sells?', [ids['sales.txt']!]),
    await save('Who is who?', []),
  ];
  expect([await counted([]), await counted(['hr']), await counted(null)]).toEqual([
    before[0] + 2,
    before[1] + 3,
    before[2] + 4,
  ]);
  for (const { id } of saved) await app.knowledge.deleteCurated(caller(null, 'EDITOR'), id);
});
