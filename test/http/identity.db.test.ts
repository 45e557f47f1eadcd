import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { newWorkspace, openTestApp, openTestDatabase, type OpenTestApp } from '../support/database.ts';
import { post, serve } from '../support/testServer.ts';

let opened: OpenTestApp;
let app: App;
let url: string;
let workspace: string;
let root: string;
const caller = (): Caller => ({ workspaceId: workspace, role: 'ADMIN', accessGroups: null, keyId: null });
beforeAll(async () => {
  opened = await openTestApp({
    auth: 'keys',
    port: 0,
    corsOrigins: ['https://www.example.com'],
    audit: { isOn: true, texts: false },
  });
  app = opened.app;
});
afterAll(() => opened.close());
beforeEach(async () => {
  workspace = await newWorkspace((await openTestDatabase()).database, 'shop');
  root = (await app.keys.create(workspace, 'root', 'ADMIN')).secret;
  ({ url } = await serve(app));
});

const send = (secret: string, query: string, variables?: object, headers: Record<string, string> = {}) =>
  post(url, query, { headers: { authorization: `Bearer ${secret}`, ...headers }, ...(variables ? { variables } : {}) });
const codeOf = ({ body }: Awaited<ReturnType<typeof send>>) => body.errors?.[0]?.extensions['code'] ?? 'DONE';
const audited = async () => (await app.audit.page(caller(), { first: 100 }, {})).nodes;

const create =
  'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id role scopes } } }';
const newKey = async (input: object) =>
  (await send(root, create, { input: { name: 'x', ...input } })).body.data!['createApiKey'] as {
    secret: string;
    apiKey: { id: string };
  };

describe('keys over GraphQL', () => {
  it('are created, rotated, listed and revoked by an ADMIN, whose secrets are in no list and no audit', async () => {
    const { secret, apiKey } = await newKey({ role: 'EDITOR', scopes: ['WRITE'] });
    const rotated = await send(
      root,
      `mutation { rotateApiKey(input: { id: "${apiKey.id}", overlapSeconds: 0 }) { secret } }`,
    );
    const next = (rotated.body.data!['rotateApiKey'] as { secret: string }).secret;
    expect((await send(secret, '{ workspace { id } }')).status).toBe(401);
    expect((await send(next, '{ workspace { id } }')).status).toBe(200);
    const list = await send(root, '{ apiKeys { nodes { id role scopes lastUsedAt revokedAt } } }');
    expect((list.body.data!['apiKeys'] as { nodes: unknown }).nodes).toContainEqual(
      expect.objectContaining({ id: apiKey.id, role: 'EDITOR', scopes: ['WRITE'], revokedAt: null }),
    );
    await send(root, `mutation { revokeApiKey(input: { id: "${apiKey.id}" }) { apiKey { revokedAt } } }`);
    expect((await send(next, '{ workspace { id } }')).status).toBe(401);
    const rows = await audited();
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['CREATE_KEY', 'ROTATE_KEY', 'REVOKE_KEY']),
    );
    expect(JSON.stringify([list.body, rows])).not.toContain('ck_');
  });

  it('of another workspace are as absent as keys that never were', async () => {
    const { database } = await openTestDatabase();
    const { key } = await app.keys.create(await newWorkspace(database), 'theirs', 'ADMIN');
    for (const id of [key.id, newId(), 'x'])
      for (const verb of ['rotateApiKey', 'revokeApiKey']) {
        const { body } = await send(
          root,
          `mutation { ${verb}(input: { id: "${id}" }) { apiKey { id } errors { code message } } }`,
        );
        expect(body.data).toEqual({
          [verb]: { apiKey: null, errors: [{ code: 'NOT_FOUND', message: 'This workspace has no such key.' }] },
        });
      }
  });

  it('are not for an EDITOR, nor for an ADMIN with groups or without the scope', async () => {
    const weak = [{ role: 'EDITOR' }, { role: 'ADMIN', accessGroups: ['hr'] }, { role: 'ADMIN', scopes: ['READ'] }];
    for (const input of weak) {
      const { secret } = await newKey(input);
      for (const query of [
        '{ apiKeys { totalCount } }',
        '{ auditEntries { nodes { hash } } }',
        '{ allowances { totalCount } }',
        '{ workspace { auditRetentionDays } }',
      ])
        expect([input, query, codeOf(await send(secret, query))]).toEqual([input, query, 'FORBIDDEN']);
    }
  });
});

describe('scopes', () => {
  const operations = {
    ASK: '{ search(input: { query: "x" }) { tier } }',
    READ: '{ documents { totalCount } }',
    WRITE: 'mutation { ingestDocuments(input: { documents: [] }) { __typename } }',
    ADMIN: '{ apiKeys { totalCount } }',
  } as const;
  it.each(Object.keys(operations) as (keyof typeof operations)[])(
    '%s opens what is its own, and no more',
    async (scope) => {
      const { secret } = await newKey({ role: 'ADMIN', scopes: [scope] });
      for (const [needed, query] of Object.entries(operations)) {
        const code = codeOf(await send(secret, query));
        if (needed === scope) expect([needed, code]).not.toEqual([needed, 'FORBIDDEN']);
        else expect([needed, code]).toEqual([needed, 'FORBIDDEN']);
      }
    },
  );
});

describe('a public key', () => {
  const origin = 'https://www.example.com';
  const ask = (conversation = '') =>
    `{ ask(input: { question: "When?"${conversation && `, conversationId: "${conversation}"`} }) { ... on Outcome { id } } }`;

  it('asks from its page, reads no list, and is counted by the minute', async () => {
    const { secret } = await newKey({ origins: [origin], asksPerMinute: 1 });
    const from = (query: string, page: string) => send(secret, query, undefined, { origin: page });
    const asked = await from(ask(), origin);
    expect([codeOf(asked), asked.headers.get('access-control-allow-origin')]).toEqual(['DONE', origin]);
    expect((await from(ask(), 'https://evil.example')).status).toBe(403);
    for (const query of ['{ documents { totalCount } }', '{ runs { nodes { id } } }', '{ aliases { nodes { id } } }'])
      expect([query, codeOf(await from(query, origin))]).toEqual([query, 'FORBIDDEN']);
    // Three, because a new minute may begin between them; two minutes never do.
    const more = [await from(ask(), origin), await from(ask(), origin), await from(ask(), origin)];
    const refused = more.find(({ status }) => status !== 200)!;
    expect([refused.status, codeOf(refused)]).toEqual([429, 'OVERLOADED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is counted for the texts that it has checked, which cost more than questions', async () => {
    const { secret } = await newKey({ origins: [origin], asksPerMinute: 1 });
    const id = newId();
    const check = `{ checkGrounding(input: { text: "It is free.", documentIds: ["${id}"] }) { complete } }`;
    const codes: unknown[] = [];
    // Three, because a new minute may begin between them; two minutes never do.
    for (let sent = 0; sent < 3; sent += 1) codes.push(codeOf(await send(secret, check, undefined, { origin })));
    expect(codes[0]).toBe('NOT_FOUND');
    expect(codes).toContain('OVERLOADED');
  });

  it('is counted for the citations that it has verified', async () => {
    const { secret } = await newKey({ origins: [origin], asksPerMinute: 1 });
    const verify = `{ verifyCitation(input: { recorded: { runId: "${newId()}", number: 1 } }) { status } }`;
    const codes: unknown[] = [];
    for (let sent = 0; sent < 3; sent += 1) codes.push(codeOf(await send(secret, verify, undefined, { origin })));
    expect(codes[0]).toBe('NOT_FOUND');
    expect(codes).toContain('OVERLOADED');
  });

  it('is not told how much the workspace holds, which keys without origins are', async () => {
    const { secret } = await newKey({ origins: [origin] });
    const reader = (await newKey({ role: 'READER', scopes: ['ASK'] })).secret;
    for (const count of ['documentCount', 'curatedAnswerCount']) {
      const query = `{ workspace { ${count} } }`;
      expect([count, codeOf(await send(secret, query, undefined, { origin }))]).toEqual([count, 'FORBIDDEN']);
      expect((await send(reader, query)).body.data).toEqual({ workspace: { [count]: 0 } });
    }
    const named = await send(secret, '{ workspace { id role } }', undefined, { origin });
    expect(named.body.data).toEqual({ workspace: { id: workspace, role: 'READER' } });
  });

  it('is told nothing of what others ask: /metrics is for keys that read', async () => {
    const { secret } = await newKey({ origins: [origin] });
    const scrape = async (key: string) => {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}`, origin } });
      return [response.status, await response.text()] as const;
    };
    const [status, body] = await scrape(secret);
    expect([status, body]).toEqual([403, expect.not.stringContaining('candor_')]);
    expect((await scrape((await newKey({ role: 'ADMIN', scopes: ['ASK'] })).secret))[0]).toBe(403);
    expect(await scrape((await newKey({ role: 'READER' })).secret)).toEqual([200, expect.stringContaining('candor_')]);
  });

  it('opens the sources of an answer, at the quote, and no other document', async () => {
    const { secret } = await newKey({ origins: [origin] });
    const text = 'The ferry to the lighthouse leaves at nine in the morning.';
    await send(
      root,
      `mutation { ingestDocuments(input: { documents: [{ key: "ferry", title: "Ferry", content: { text: "${text}" } }] }) { results { status } } }`,
    );
    const { body } = await send(
      secret,
      'mutation { ask(input: { question: "When does the ferry to the lighthouse leave?" }) { outcome { ... on Outcome { citations { sourceSpan { start end } document { title } version { text } } } } } }',
      undefined,
      { origin },
    );
    const citation = { sourceSpan: { start: 0, end: text.length }, document: { title: 'Ferry' }, version: { text } };
    expect(body.data).toEqual({ ask: { outcome: { citations: [citation] } } });
    const named = await send(secret, '{ document(by: { key: "ferry" }) { id } }', undefined, { origin });
    expect(codeOf(named)).toBe('FORBIDDEN');
  });

  it('takes no conversation whose name a visitor could guess', async () => {
    const { secret } = await newKey({ origins: [origin] });
    const code = async (conversation: string) => codeOf(await send(secret, ask(conversation), undefined, { origin }));
    expect(await code('1')).toBe('BAD_INPUT');
    expect(await code(newId())).toBe('DONE');
  });
});

describe('allowances', () => {
  it('of its own key are shown to any key, with what is spent and when they renew; to a public key none', async () => {
    const [limited, other] = [await newKey({ role: 'READER' }), await newKey({ role: 'READER' })];
    await send(
      root,
      `mutation { setAllowance(input: { apiKeyId: "${limited.apiKey.id}", period: MONTH, maxAsks: 5, maxTokens: 900 }) { errors { message } } }`,
    );
    expect(codeOf(await send(limited.secret, '{ search(input: { query: "x" }) { tier } }'))).toBe('DONE');
    const query = '{ allowance { holderId period maxAsks usedAsks maxTokens usedTokens windowStart renewsAt } }';
    const [own] = (await send(limited.secret, query)).body.data?.['allowance'] as readonly Record<string, unknown>[];
    const spent = { maxAsks: 5, usedAsks: 1, maxTokens: 900, usedTokens: 0 };
    expect(own).toMatchObject({ holderId: limited.apiKey.id, period: 'MONTH', ...spent });
    const next = new Date(String(own?.['windowStart']));
    next.setUTCMonth(next.getUTCMonth() + 1);
    expect(own?.['renewsAt']).toBe(next.toISOString());
    expect((await send(other.secret, query)).body.data).toEqual({ allowance: [] });
    const page = 'https://www.example.com';
    const open = await newKey({ origins: [page] });
    expect(codeOf(await send(open.secret, query, undefined, { origin: page }))).toBe('FORBIDDEN');
  });

  it('end in 429 with BUDGET_EXCEEDED and the seconds until the next window', async () => {
    const { body } = await send(
      root,
      'mutation { setAllowance(input: { period: DAY, maxAsks: 1 }) { allowance { holderId maxAsks maxTokens usedAsks } } }',
    );
    expect(body.data).toEqual({
      setAllowance: { allowance: { holderId: null, maxAsks: 1, maxTokens: null, usedAsks: 0 } },
    });
    const search = '{ search(input: { query: "x" }) { tier } }';
    expect(codeOf(await send(root, search))).toBe('DONE');
    const refused = await send(root, search);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'BUDGET_EXCEEDED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(root, '{ allowances { nodes { usedAsks } } }')).body.data).toEqual({
      allowances: { nodes: [{ usedAsks: 1 }] },
    });
  });
});

describe('the audit', () => {
  it('tells who asked, read and changed what, and who was refused; questions are hashes', async () => {
    const { secret, apiKey } = await newKey({ role: 'READER' });
    await send(secret, '{ ask(input: { question: "Where is canary-7431?" }) { __typename } }');
    await send(secret, '{ auditEntries { nodes { hash } } }');
    await send(secret, `{ document(id: "${newId()}") { title } }`);
    const rows = (await audited()).filter(({ actor }) => actor.id === apiKey.id);
    expect(rows.map(({ action, outcome, code }) => [action, outcome, code])).toEqual([
      ['READ_DOCUMENT', 'DONE', null],
      ['READ_AUDIT', 'REFUSED', 'FORBIDDEN'],
      ['ASK', 'DONE', null],
    ]);
    expect(rows.at(-1)).toMatchObject({
      actor: { kind: 'KEY' },
      text: null,
      textHash: expect.stringMatching(/^\w{64}$/),
    });
    expect(JSON.stringify(rows)).not.toContain('canary');
    const { body } = await send(root, '{ verifyAudit { holds count headSequence } }');
    expect(body.data).toEqual({ verifyAudit: { holds: true, count: rows.length + 1, headSequence: rows.length + 1 } });
  });

  it('tells of settings that were changed, and of who was refused it', async () => {
    const { secret, apiKey } = await newKey({ role: 'EDITOR' });
    const change =
      'mutation { updateWorkspace(input: { retentionDays: 7, auditRetentionDays: 400 }) { errors { code } } }';
    expect(codeOf(await send(secret, change))).toBe('FORBIDDEN');
    expect((await send(root, change)).body.data).toEqual({ updateWorkspace: { errors: [] } });
    const { body } = await send(root, '{ workspace { retentionDays auditRetentionDays } }');
    expect(body.data).toEqual({ workspace: { retentionDays: 7, auditRetentionDays: 400 } });
    const rows = (await audited()).filter(({ action }) => action === 'CHANGE_WORKSPACE');
    expect(rows.map(({ actor, outcome }) => [actor.id === apiKey.id, outcome])).toEqual([
      [false, 'DONE'],
      [true, 'REFUSED'],
    ]);
  });

  it('is paged, and a cursor that is none is BAD_INPUT', async () => {
    for (let times = 0; times < 3; times += 1) await newKey({});
    const page = async (after = '') =>
      (
        await send(
          root,
          `{ auditEntries(first: 2${after}, filter: { actions: [CREATE_KEY] }) { nodes { sequence } pageInfo { hasNextPage endCursor } } }`,
        )
      ).body.data?.['auditEntries'];
    expect(await page()).toMatchObject({ nodes: [{ sequence: 3 }, { sequence: 2 }], pageInfo: { hasNextPage: true } });
    expect(await page(', after: "2"')).toMatchObject({ nodes: [{ sequence: 1 }], pageInfo: { hasNextPage: false } });
    for (const after of ['x', '-1', '1; select 1'])
      expect(codeOf(await send(root, `{ auditEntries(after: "${after}") { nodes { sequence } } }`))).toBe('BAD_INPUT');
  });
});
