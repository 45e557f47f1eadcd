import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { DocumentFacts } from '../../src/knowledge/document.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, openTestDatabase, type OpenTestApp, type OpenTestDatabase } from '../support/database.ts';
import { openSubscription, runQuery } from '../support/runQuery.ts';

let database: OpenTestDatabase;
let open: OpenTestApp;
let admin: Caller;
/** A reader of the club's documents, and one of no group. */
let member: Caller;
let guest: Caller;

beforeAll(async () => {
  database = await openTestDatabase();
  open = await openTestApp({}, database);
});
afterAll(() => open.close());
beforeEach(async () => {
  admin = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  member = { ...admin, role: 'READER', accessGroups: ['club'], keyId: newId() };
  guest = { ...admin, role: 'READER', accessGroups: [], keyId: newId() };
  await open.app.workspaces.ensure(admin.workspaceId, 'test');
});

const first = `# Ice rink

The rink opens in the second week of November.

## Prices

A pair of skates costs 6 euros an hour at the rink. Helmets are lent out free of charge.

## Parties

The rink is hired out on Monday evenings.
`;
const key = 'rink.md';
const asked = 'What does a pair of skates cost an hour?';
const said = 'A pair of skates costs 6 euros an hour at the rink.';

const take = async (text: string, more: DocumentFacts & { readonly key?: string } = {}): Promise<string> => {
  const { results } = await open.app.ingest(admin, [{ key, text, format: 'MARKDOWN', ...more }]);
  expect(results[0]?.error).toBeNull();
  return results[0]?.documentId ?? '';
};

const query = async <Data>(source: string, caller: Caller = admin): Promise<Data> => {
  const { data, errors } = await runQuery(source, { app: open.app, caller });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data)) as Data;
};
const ask = async (caller: Caller = admin, question = asked): Promise<string> => {
  const { ask: told } = await query<{ ask: { id: string; text?: string } }>(
    `{ ask(input: { question: "${question}" }) { ... on Answer { id text } } }`,
    caller,
  );
  expect(told.text).toContain('6 euros');
  return told.id;
};

interface Shown {
  readonly verdict: string;
  readonly since: string;
  readonly citation: { readonly quote: string | null } | null;
  readonly now: { readonly quote: string; readonly document: { readonly key: string } } | null;
}
const shown = 'verdict since citation { quote } now { quote sectionPath document { key } version { number } }';
const standing = async (id: string, caller: Caller = admin): Promise<Shown | null> => {
  await open.app.runs.lookAgain(caller);
  return (await query<{ run: { standing: Shown | null } }>(`{ run(id: "${id}") { standing { ${shown} } } }`, caller))
    .run.standing;
};

describe('an answer', () => {
  it('is not spoken of while nothing that it quotes has changed', async () => {
    await take(first);
    expect(await standing(await ask())).toBeNull();
  });

  it('is called back when its value changes, with what stands now, since the verdict is this', async () => {
    await take(first);
    const id = await ask();
    await take(first.replace('6 euros', '7 euros'));
    const changed = await standing(id);
    expect(changed).toEqual({
      verdict: 'CHANGED',
      since: expect.stringMatching(/^2\d{3}-/) as string,
      citation: { quote: said },
      now: {
        quote: said.replace('6', '7'),
        sectionPath: ['Ice rink', 'Prices'],
        document: { key },
        version: { number: 2 },
      },
    });
    await take(first.replace('6 euros', '8 euros'));
    expect(await standing(id)).toMatchObject({ since: changed?.since, now: { quote: said.replace('6', '8') } });
    await take(first);
    const again = await standing(id);
    expect(again).toMatchObject({ verdict: 'STANDS', now: null });
    expect(again?.since).not.toBe(changed?.since);
  });

  it.each([
    [
      'moved under another heading',
      first.replace(`${said} `, '').replace('## Parties', `## Lending\n\n${said}\n\n## Parties`),
    ],
    ['reworded around it', first.replace('The rink opens in', 'This year the rink opens as early as')],
    [
      'in another sentence of its paragraph',
      first.replace('Helmets are lent out free of charge', 'Helmets cost 3 euros'),
    ],
    [
      'in other words with the same value',
      first.replace(said, 'At the rink, a pair of skates costs 6 euros for an hour.'),
    ],
    ['with other punctuation', first.replace(said, 'A pair of skates costs 6 euros an hour at the rink:')],
    ['as an item of a list', first.replace(`${said} `, `- ${said}\n- `)],
  ])('stands when the text is %s', async (_name, text) => {
    expect(text).not.toBe(first);
    await take(first);
    const id = await ask();
    await take(text);
    expect(await standing(id)).toMatchObject({ verdict: 'STANDS', now: null, citation: { quote: said } });
  });

  it.each([
    [
      'denied',
      first.replace('costs 6', 'no longer costs 6'),
      'A pair of skates no longer costs 6 euros an hour at the rink.',
    ],
    ['of another thing', first.replace('euros', 'francs'), 'A pair of skates costs 6 francs an hour at the rink.'],
  ])('is called back when what it says is %s', async (_name, text, quote) => {
    await take(first);
    const id = await ask();
    await take(text);
    expect(await standing(id)).toMatchObject({ verdict: 'CHANGED', now: { quote } });
  });

  it('is gone when its document says nothing of it any more', async () => {
    await take(first);
    const id = await ask();
    await take(first.replace(`${said} `, ''));
    expect(await standing(id)).toMatchObject({ verdict: 'GONE', now: null });
  });

  it('is told by what stands under its own heading, where the same words stand under others', async () => {
    const deposits = (berlin: string, vienna: string) =>
      `# Deposits\n\n## Berlin rink\n\nThe deposit for skates is ${berlin} euros.\n\n## Vienna rink\n\nThe deposit for skates is ${vienna} euros.\n`;
    await take(deposits('6', '6'));
    const id = await ask(admin, 'How much is the deposit for skates at the Berlin rink?');
    await take(deposits('6', '9'));
    expect(await standing(id)).toMatchObject({ verdict: 'STANDS' });
    await take(deposits('5', '6'));
    expect(await standing(id)).toMatchObject({
      verdict: 'CHANGED',
      now: { quote: 'The deposit for skates is 5 euros.', sectionPath: ['Deposits', 'Berlin rink'] },
    });
  });

  it('is gone with its document, which it outlives, and stands again when that is restored', async () => {
    const documentId = await take(first);
    const id = await ask();
    await open.app.knowledge.deleteDocument(admin, documentId);
    const gone = await standing(id);
    expect(gone).toMatchObject({ verdict: 'GONE', now: null, citation: { quote: said } });
    await open.app.knowledge.restoreDocument(admin, documentId);
    expect(await standing(id)).toMatchObject({ verdict: 'STANDS' });
    await open.app.knowledge.deleteDocument(admin, documentId, true);
    expect(await standing(id)).toMatchObject({ verdict: 'GONE', citation: { quote: said } });
    expect(await query(`{ run(id: "${id}") { result { ... on Answer { text } } } }`)).toMatchObject({
      run: { result: { text: expect.stringContaining('6 euros') as string } },
    });
  });

  it('is gone while its document is a draft', async () => {
    const documentId = await take(first);
    const id = await ask();
    await open.app.knowledge.setState(admin, documentId, 'DRAFT');
    expect(await standing(id)).toMatchObject({ verdict: 'GONE' });
    await open.app.knowledge.setState(admin, documentId, 'PUBLISHED');
    expect(await standing(id)).toMatchObject({ verdict: 'STANDS' });
  });

  it('is gone when its document expires, at its time', async () => {
    await take(first, { effectiveUntil: new Date('2100-01-01') });
    const id = await ask();
    expect(await standing(id)).toBeNull();
    // As if that day had come.
    await database.pool.query(`update document_version set effective_until = '2026-01-01' where workspace_id = $1`, [
      admin.workspaceId,
    ]);
    expect(await standing(id)).toMatchObject({ verdict: 'GONE' });
  });

  it('is held against the edition that replaces its document, as who loads that says', async () => {
    await take(first);
    const id = await ask();
    const other = first.replace('# Ice rink', '# Ice rink, winter edition');
    await take(other.replace('6 euros', '7 euros'), { key: 'winter.md', supersedes: key });
    expect(await standing(id)).toMatchObject({
      verdict: 'CHANGED',
      now: { quote: said.replace('6', '7'), document: { key: 'winter.md' } },
    });
    await take(other, { key: 'winter.md', supersedes: key });
    expect(await standing(id)).toMatchObject({ verdict: 'STANDS', now: null });
    const winter = await take(other.replace(said, ''), { key: 'winter.md', supersedes: key });
    expect(await standing(id)).toMatchObject({ verdict: 'GONE', now: null });
    await open.app.knowledge.deleteDocument(admin, winter);
    expect(await standing(id)).toMatchObject({ verdict: 'STANDS' });
  });

  it('is held against the document that a person sets in the place of its own', async () => {
    const documentId = await take(first);
    const id = await ask();
    const successorId = await take(first.replace('6 euros', '5 euros'), { key: 'other.md' });
    expect(await standing(id)).toBeNull();
    await open.app.knowledge.setSuccessor(admin, documentId, successorId);
    expect(await standing(id)).toMatchObject({ verdict: 'CHANGED', now: { document: { key: 'other.md' } } });
    await open.app.knowledge.setSuccessor(admin, documentId, null);
    expect(await standing(id)).toMatchObject({ verdict: 'STANDS' });
  });

  it('of the past is not called back by what has changed since', async () => {
    await take(first, { effectiveFrom: new Date('2024-01-01') });
    await take(first.replace('6 euros', '7 euros'), { effectiveFrom: new Date('2025-01-01') });
    const { ask: told } = await query<{ ask: { id: string; text: string } }>(
      `{ ask(input: { question: "${asked}", asOf: "2024-06-01T00:00:00Z" }) { ... on Answer { id text } } }`,
    );
    expect(told.text).toContain('6 euros');
    await take(first.replace('6 euros', '8 euros'), { effectiveFrom: new Date('2026-01-01') });
    expect(await standing(told.id)).toBeNull();
  });
});

describe('a reader', () => {
  it('is told as far as it may read, and nothing of another workspace', async () => {
    await take(first);
    const id = await ask(guest);
    await take(first.replace('6 euros', '7 euros'));
    expect(await standing(id, guest)).toMatchObject({ verdict: 'CHANGED', now: { quote: said.replace('6', '7') } });
    const stranger = { ...admin, workspaceId: newId() };
    await open.app.workspaces.ensure(stranger.workspaceId, 'other');
    await open.app.runs.lookAgain(stranger);
    expect(await open.app.runs.standings(stranger, [id])).toEqual([null]);
    expect(await query('{ recalls { totalCount nodes { id } } }', stranger)).toEqual({
      recalls: { totalCount: 0, nodes: [] },
    });
  });

  it('learns nothing of a successor that it may not read: what it was told stands', async () => {
    await take(first);
    const own = await ask(guest);
    const wider = await ask(member);
    await take(first.replace('6 euros', '7 euros'), { key: 'club.md', supersedes: key, accessGroups: ['club'] });
    expect(await standing(own, guest)).toMatchObject({ verdict: 'STANDS', now: null });
    expect(await standing(wider, member)).toMatchObject({ verdict: 'CHANGED', now: { document: { key: 'club.md' } } });
    // Hidden from the member, too, it is as if it had never been.
    await take(first.replace('6 euros', '7 euros'), { key: 'club.md', supersedes: key, accessGroups: ['board'] });
    const hidden = await query(`{ run(id: "${wider}") { standing { ${shown} } } }`, member);
    expect(JSON.stringify(hidden)).not.toMatch(/7 euros|club\.md/);
    expect(await standing(wider, member)).toMatchObject({ verdict: 'STANDS', now: null });
    // What others asked who may read less is not shown to who reads its own.
    expect(await open.app.runs.standings(member, [own])).toEqual([null]);
  });

  it.each([
    ['hidden', () => take(first.replace('6', '7'), { accessGroups: ['board'] })],
    ['made a draft', (id: string) => open.app.knowledge.setState(admin, id, 'DRAFT')],
    ['purged', (id: string) => open.app.knowledge.deleteDocument(admin, id, true)],
  ])('is told the same of a document that was %s', async (_name, hide) => {
    const documentId = await take(first, { accessGroups: ['club'] });
    const id = await ask(member);
    await hide(documentId);
    const told = await standing(id, member);
    expect(told).toEqual({
      verdict: 'GONE',
      since: expect.any(String) as string,
      citation: { quote: null },
      now: null,
    });
    expect(await open.app.runs.standings(guest, [id])).toEqual([null]);
  });
});

describe('the list of recalls', () => {
  const list = async (input = '', caller: Caller = admin) => {
    await open.app.runs.lookAgain(caller);
    return (
      await query<{ recalls: { totalCount: number; nodes: { id: string }[]; pageInfo: { endCursor: string } } }>(
        `{ recalls${input} { totalCount nodes { id question result { ... on Answer { text } } standing { ${shown} } } pageInfo { endCursor hasNextPage } } }`,
        caller,
      )
    ).recalls;
  };

  it('has what was called back, last called back first, page by page, and not what stands', async () => {
    await take(first);
    const library = '# Lending library\n\nA reminder letter is charged at 16 euros to the borrower.\n';
    const lending = await take(library, { key: 'library.md' });
    const skates = await ask();
    const letter = await ask(admin, 'How much is a borrower charged for a reminder letter?');
    expect((await list()).nodes).toEqual([]);
    await open.app.knowledge.deleteDocument(admin, lending);
    expect((await list()).nodes).toMatchObject([{ id: letter, standing: { verdict: 'GONE' } }]);
    const between = new Date();
    await take(first.replace('6 euros', '7 euros'));
    const all = await list();
    expect(all).toMatchObject({
      totalCount: 2,
      nodes: [
        {
          id: skates,
          question: asked,
          result: { text: expect.stringContaining('6 euros') as string },
          standing: { verdict: 'CHANGED', now: { quote: said.replace('6', '7') } },
        },
        { id: letter },
      ],
    });
    expect(await list(`(since: "${between.toISOString()}")`)).toMatchObject({ totalCount: 1, nodes: [{ id: skates }] });
    const page = await list('(first: 1)');
    expect(page).toMatchObject({ nodes: [{ id: skates }], pageInfo: { hasNextPage: true } });
    expect(await list(`(first: 1, after: "${page.pageInfo.endCursor}")`)).toMatchObject({
      nodes: [{ id: letter }],
      pageInfo: { hasNextPage: false },
    });
    await take(first);
    expect(await list()).toMatchObject({ totalCount: 1, nodes: [{ id: letter }] });
  });

  it('has for each reader the runs that it may read', async () => {
    await take(first);
    const [own, others] = [await ask(guest), await ask(member)];
    await take(first.replace('6 euros', '7 euros'));
    expect((await list('', guest)).nodes.map(({ id }) => id)).toEqual([own]);
    expect((await list('', member)).nodes.map(({ id }) => id)).toEqual([others]);
    expect((await list()).totalCount).toBe(2);
    await open.app.knowledge.deleteDocument(
      admin,
      (await open.app.knowledge.documentsByKey(admin, [key]))[0]?.id ?? '',
    );
    expect((await list('', guest)).nodes).toMatchObject([{ standing: { verdict: 'GONE', now: null } }]);
  });
});

it('is told to who listens, as far as it may read, once', async () => {
  await take(first);
  const [own, others] = [await ask(guest), await ask(member)];
  const listen = (caller: Caller, signal: AbortSignal) =>
    openSubscription(`subscription { answerRecalled { id standing { ${shown} } } }`, { app: open.app, caller, signal });
  const stop = new AbortController();
  const stream = await listen(guest, stop.signal);
  const next = stream.next();
  await take(first.replace('6 euros', '7 euros'));
  await open.app.runs.lookAgain(admin);
  expect(JSON.parse(JSON.stringify((await next).value))).toMatchObject({
    data: { answerRecalled: { id: own, standing: { verdict: 'CHANGED', now: { quote: said.replace('6', '7') } } } },
  });
  const after = stream.next();
  await take(first.replace(`${said} `, ''));
  await open.app.runs.lookAgain(admin);
  expect(JSON.parse(JSON.stringify((await after).value))).toMatchObject({
    data: { answerRecalled: { id: own, standing: { verdict: 'GONE' } } },
  });
  const end = stream.next();
  stop.abort();
  expect(await end).toEqual({ done: true, value: undefined });
  expect((await open.app.runs.standings(member, [others]))[0]).toMatchObject({ verdict: 'GONE' });
});

describe('who names runs', () => {
  const listen = (caller: Caller, runIds: readonly string[], signal: AbortSignal) =>
    openSubscription(`subscription ($runIds: [ID!]) { answerRecalled(runIds: $runIds) { id standing { verdict } } }`, {
      app: open.app,
      caller,
      signal,
      variables: { runIds },
    });
  /** Asks and nothing else, as the pages of a site do that share a key. */
  const visitor = (): Caller => ({ ...guest, keyId: newId(), scopes: ['ASK'], isPublic: true });

  it('is told first what was called back before, of those that it asked itself and of no others', async () => {
    await take(first);
    const caller = visitor();
    const [own, others] = [await ask(caller), await ask(member)];
    await take(first.replace('6 euros', '7 euros'));
    await open.app.runs.lookAgain(admin);
    const stop = new AbortController();
    const stream = await listen(caller, [others, own, 'none'], stop.signal);
    expect(JSON.parse(JSON.stringify((await stream.next()).value))).toEqual({
      data: { answerRecalled: { id: own, standing: { verdict: 'CHANGED' } } },
    });
    const after = stream.next();
    stop.abort();
    expect(await after).toEqual({ done: true, value: undefined });
  });

  it('may do so with a key that only asks; without names, that is refused, and too many are', async () => {
    const { signal } = new AbortController();
    const all = openSubscription('subscription { answerRecalled { id } }', {
      app: open.app,
      caller: visitor(),
      signal,
    });
    await expect(all).rejects.toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    const ids = Array.from({ length: 101 }, () => newId());
    await expect(listen(visitor(), ids, signal)).rejects.toMatchObject({
      extensions: { code: 'BAD_INPUT', details: { field: 'runIds' } },
    });
  });

  it('lists those alone, or those of a tier', async () => {
    await take(first);
    const [one, two] = [await ask(), await ask()];
    await take(first.replace('6 euros', '7 euros'));
    await open.app.runs.lookAgain(admin);
    const idsOf = async (input: string) =>
      (
        await query<{ recalls: { totalCount: number; nodes: { id: string }[] } }>(
          `{ recalls(${input}) { totalCount nodes { id } } }`,
        )
      ).recalls;
    expect(await idsOf(`runIds: ["${one}"]`)).toEqual({ totalCount: 1, nodes: [{ id: one }] });
    const { run } = await query<{ run: { tier: string } }>(`{ run(id: "${two}") { tier } }`);
    expect((await idsOf(`tier: ${run.tier}`)).totalCount).toBe(2);
    expect(await idsOf('tier: NO_MATCH')).toEqual({ totalCount: 0, nodes: [] });
  });
});
