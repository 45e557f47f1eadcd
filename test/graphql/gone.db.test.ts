import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

let open: OpenTestApp;
let admin: Caller;
/** A reader of no group. */
let reader: Caller;
/** A reader of the club's documents. */
let member: Caller;

beforeAll(async () => {
  open = await openTestApp();
});
afterAll(() => open.close());
beforeEach(async () => {
  admin = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  reader = { ...admin, role: 'READER', accessGroups: [], keyId: newId() };
  member = { ...reader, accessGroups: ['club'], keyId: newId() };
  await open.app.workspaces.ensure(admin.workspaceId, 'test');
});

const sauna = {
  key: 'sauna.md',
  text: '# Sauna barge\n\nThe sauna barge is moored at the coal pier. An hour costs 14 euros.',
  format: 'MARKDOWN',
  url: 'https://example.org/sauna',
} as const;
const moored = 'Where is the sauna barge moored?';
const quote = 'The sauna barge is moored at the coal pier.';

const take = async (changes: object = {}): Promise<string> => {
  const { results } = await open.app.ingest(admin, [{ ...sauna, ...changes }]);
  return results[0]?.documentId ?? '';
};

interface Cited {
  readonly document: unknown;
  readonly quote: string | null;
}
interface Told {
  readonly ask: { readonly id: string; readonly text: string; readonly citations: readonly Cited[] };
}

const shown = `__typename ... on Outcome { id citations { number documentKey title url quote sectionPath governing { quote }
  location { line } document { key title } version { number } checks { name detail } }
  alternatives { sentence passage { title document { key } version { number } } } }
  ... on Answer { text shortAnswer { text } table { rows { cells { text } } } claims { text answerSpan { start end } }
    droppedClaims { text } notices { message evidence { quote } }
    conflicts { sides { documentKey title value quote document { key } version { number } } } }`;

const query = async (source: string, caller: Caller) => {
  const { data, errors } = await runQuery(source, { app: open.app, caller });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data)) as unknown;
};
const ask = async (caller: Caller) =>
  ((await query(`{ ask(input: { question: "${moored}" }) { ${shown} } }`, caller)) as Told).ask;
/** Everything that shows what a run said. */
const readBack = (id: string, caller: Caller) =>
  query(
    `{ run(id: "${id}") { trace result { ${shown} } passages { title text document { key } version { number } } }
       runs(first: 2) { nodes { id result { ${shown} } } }
       verifyCitation(input: { recorded: { runId: "${id}", number: 1 } }) { documentState quote claim document { key } } }`,
    caller,
  );

const gone = { document: null, version: null, location: null };
const name = { documentKey: sauna.key, title: 'Sauna barge', url: sauna.url };

describe('a run whose document was deleted', () => {
  it.each([
    ['one who sees everything', () => admin],
    ['a reader', () => reader],
  ])('shows %s what was said, under the name that the document had', async (_name, who) => {
    const id = await take();
    const asked = await ask(who());
    expect(asked.citations).toMatchObject([{ ...name, quote, document: { key: sauna.key } }]);
    await open.app.knowledge.deleteDocument(admin, id);
    const cited = { text: asked.text, citations: [{ ...name, quote, ...gone }] };
    expect(await readBack(asked.id, who())).toMatchObject({
      run: { result: cited, passages: [{ title: 'Sauna barge', document: null, version: null }] },
      runs: { nodes: [{ id: asked.id, result: cited }] },
      verifyCitation: { documentState: 'DELETED', quote, document: null },
    });
    await open.app.knowledge.restoreDocument(admin, id);
    expect(await readBack(asked.id, who())).toMatchObject({
      run: { result: { citations: [{ ...name, quote, document: { key: sauna.key } }] } },
    });
  });

  it('keeps its words for good where nothing is hidden from the reader', async () => {
    const id = await take();
    const asked = await ask(admin);
    await open.app.knowledge.deleteDocument(admin, id, true);
    expect(await readBack(asked.id, admin)).toMatchObject({
      run: { result: { text: asked.text, citations: [{ ...name, quote, ...gone }] } },
      verifyCitation: { documentState: 'GONE', quote },
    });
  });
});

describe('a document that a reader may no longer read', () => {
  it.each([
    ['other groups', () => member, { accessGroups: ['club'] }, () => take({ accessGroups: ['board'] })],
    ['a draft', () => reader, {}, (id: string) => open.app.knowledge.setState(admin, id, 'DRAFT')],
  ])('takes its words along: %s, deleted then, and purged read alike', async (_name, who, first, hide) => {
    const id = await take(first);
    const asked = await ask(who());
    expect(asked.text).toContain('coal pier');
    const seen: unknown[] = [];
    await hide(id);
    seen.push(await readBack(asked.id, who()));
    await open.app.knowledge.deleteDocument(admin, id);
    seen.push(await readBack(asked.id, who()));
    await open.app.knowledge.deleteDocument(admin, id, true);
    seen.push(await readBack(asked.id, who()));
    expect(seen[0]).toMatchObject({
      run: {
        result: { text: '… [1]', shortAnswer: null, citations: [{ ...name, ...gone, quote: null, sectionPath: [] }] },
        passages: [],
      },
      verifyCitation: { documentState: 'GONE', quote: null, claim: null, document: null },
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(JSON.stringify(seen)).not.toMatch(/coal|pier|14 euros/);
    // Whoever sees everything still sees it.
    expect(JSON.stringify(await readBack(asked.id, admin))).toContain(quote);
  });

  it('takes only its own side of a conflict', async () => {
    await take({ accessGroups: ['club'] });
    const other = { key: 'other.md', text: sauna.text.replace('coal pier', 'tar pier').replace('14', '19') };
    await take(other);
    const price = `{ ask(input: { question: "What does an hour on the sauna barge cost?" }) { ${shown} } }`;
    const { ask: asked } = (await query(price, member)) as Told;
    await take({ accessGroups: ['board'] });
    const told = JSON.stringify(await readBack(asked.id, member));
    expect(told).not.toMatch(/14 euros|coal/);
    expect(told).toContain('19');
  });
});

describe('two fields of one operation', () => {
  it('do not take each other’s answer: a question that cannot be asked, a list that cannot be read', async () => {
    await take();
    const { data, errors } = await runQuery(
      `{ a: ask(input: { question: "${moored}" }) { ... on Answer { text } } b: ask(input: { question: "" }) { __typename }
         c: search(input: { query: "" }) { tier } d: documents(first: 1000) { totalCount } }`,
      { app: open.app, caller: admin },
    );
    expect(data).toMatchObject({
      a: { text: expect.stringContaining('coal pier') as string },
      b: null,
      c: null,
      d: null,
    });
    expect(errors?.map(({ path, extensions }) => `${path?.join('.')} ${String(extensions['code'])}`).sort()).toEqual([
      'b BAD_INPUT',
      'c BAD_INPUT',
      'd BAD_INPUT',
    ]);
  });
});
