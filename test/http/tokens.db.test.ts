import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { JwtConfig } from '../../src/config/jwt.ts';
import { newId } from '../../src/db/statement.ts';
import { createTokens, type AuthenticateToken } from '../../src/http/authenticate.ts';
import { newWorkspace, openTestApp, openTestDatabase, type OpenTestApp } from '../support/database.ts';
import { post, serve } from '../support/testServer.ts';

const issuer = 'https://login.example';
const audience = 'candor';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const next = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What the provider publishes, and how it answers. */
const provider = { keys: [] as object[], status: 200, requests: 0, body: undefined as string | undefined };
const server = createServer((_request, response) => {
  provider.requests += 1;
  response.writeHead(provider.status, { 'content-type': 'application/json', location: 'http://169.254.169.254/' });
  response.end(provider.body ?? JSON.stringify({ keys: provider.keys }));
});
let url: string;
let opened: OpenTestApp;
let app: App;
let workspace: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  workspace = await newWorkspace((await openTestDatabase()).database);
  opened = await openTestApp({ auth: 'keys', port: 0, jwt: configOf() });
  app = opened.app;
});
afterAll(async () => {
  await opened.close();
  server.close();
});
beforeEach(() => {
  Object.assign(provider, { keys: [published(rsa.publicKey, 'one')], status: 200, requests: 0, body: undefined });
});

const configOf = (changes: Partial<JwtConfig> = {}): JwtConfig => ({
  issuer,
  audience,
  jwksUrl: url,
  algorithms: ['RS256'],
  skewSeconds: 30,
  claims: { workspace: 'candor_workspace', role: 'candor_role', groups: 'https://candor.example/groups' },
  ...changes,
});

const published = (key: KeyObject, kid: string) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
});
const packed = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

function claims(changes: object = {}): object {
  return {
    iss: issuer,
    aud: audience,
    sub: 'ada',
    exp: inSeconds(300),
    candor_workspace: workspace,
    candor_role: 'READER',
    ...changes,
  };
}

/** Signed as the provider signs, with the header and key of the test's choice. */
function token(changes: object = {}, header: object = {}, key: KeyObject = rsa.privateKey): string {
  const text = `${packed({ alg: 'RS256', kid: 'one', ...header })}.${packed(claims(changes))}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

const fresh = (changes: Partial<JwtConfig> = {}): AuthenticateToken => createTokens(app, configOf(changes));

describe('a token of the provider', () => {
  it('stands for a person, with the workspace, role and groups of its claims', async () => {
    const caller = await fresh()(
      token({ candor_role: ['offline_access', 'READER', 'EDITOR'], 'https://candor.example/groups': ['hr'] }),
    );
    expect(caller).toMatchObject({ workspaceId: workspace, role: 'EDITOR', accessGroups: ['hr'], kind: 'PERSON' });
    expect(await fresh()(token())).toMatchObject({ role: 'READER', accessGroups: [], keyId: caller.keyId });
    expect((await fresh()(token({ sub: 'bob' }))).keyId).not.toBe(caller.keyId);
  });

  it('names its workspace in capitals or not: what is kept in memory is found letter by letter', async () => {
    expect(await fresh()(token({ candor_workspace: workspace.toUpperCase() }))).toMatchObject({
      workspaceId: workspace,
    });
  });

  it('may have its claims inside of claims', async () => {
    const names = { workspace: 'app.tenant', role: 'realm_access.roles', groups: 'groups' };
    const caller = await fresh({ claims: names })(
      token({ app: { tenant: workspace }, realm_access: { roles: ['ADMIN'] }, groups: [] }),
    );
    expect(caller).toMatchObject({ workspaceId: workspace, role: 'ADMIN', accessGroups: [] });
  });

  it('may be as late and as early as clocks differ', async () => {
    const authenticate = fresh();
    await authenticate(token({ exp: inSeconds(-20) }));
    await authenticate(token({ nbf: inSeconds(20) }));
    for (const late of [{ exp: inSeconds(-40) }, { nbf: inSeconds(40) }])
      await expect(authenticate(token(late))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('works over HTTP, where it asks, and reads its own runs alone', async () => {
    const { url: at } = await serve(app);
    const send = (query: string, as: string) => post(at, query, { headers: { authorization: `Bearer ${as}` } });
    const [ada, bob, root] = [token(), token({ sub: 'bob' }), token({ sub: 'root', candor_role: 'ADMIN' })];
    const asked = await send('{ ask(input: { question: "Who was Ada?" }) { ... on Outcome { id } } }', ada);
    const { id } = (asked.body.data as { ask: { id: string } }).ask;
    const seen = async (as: string) =>
      (await send(`{ run(id: "${id}") { id } runs { nodes { id } } }`, as)).body.data as object;
    expect(await seen(ada)).toEqual({ run: { id }, runs: { nodes: [{ id }] } });
    expect(await seen(bob)).toEqual({ run: null, runs: { nodes: [] } });
    expect(await seen(root)).toEqual({ run: { id }, runs: { nodes: [{ id }] } });
    expect((await send('{ knowledgeGaps { nodes { question } } }', bob)).body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('what is no token of the provider', () => {
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const hmac = (secret: string, header: object) => {
    const text = `${packed({ alg: 'HS256', kid: 'one', ...header })}.${packed(claims())}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const own = published(stranger.publicKey, 'one');
  it.each([
    ['alg none', () => `${packed({ alg: 'none' })}.${packed(claims())}.`],
    ['alg None, spelt otherwise', () => `${packed({ alg: 'nOnE', kid: 'one' })}.${packed(claims())}.AAAA`],
    ['HS256 with the public key as its secret', () => hmac(pem, {})],
    ['HS256 with the modulus as its secret', () => hmac(String(own.n), {})],
    ['RS256 of a stranger', () => token({}, {}, stranger.privateKey)],
    ['a key of its own in the header', () => token({}, { jwk: own }, stranger.privateKey)],
    [
      'an address of keys in the header',
      () => token({}, { jku: 'http://127.0.0.1:1/', kid: 'own' }, stranger.privateKey),
    ],
    ['an address of a certificate', () => token({}, { x5u: 'http://127.0.0.1:1/', kid: 'own' }, stranger.privateKey)],
    ['a key id that is a path', () => token({}, { kid: '../../../../dev/null' }, stranger.privateKey)],
    ['a key id that is SQL', () => token({}, { kid: "one' or '1'='1" }, stranger.privateKey)],
    ['a key id that is __proto__', () => token({}, { kid: '__proto__' }, stranger.privateKey)],
    ['a header that must be understood', () => token({}, { crit: ['exp'] })],
    ['an algorithm that is not on the list', () => token({}, { alg: 'RS512' })],
    ['another issuer', () => token({ iss: 'https://evil.example' })],
    ['an issuer with a slash more', () => token({ iss: `${issuer}/` })],
    ['another audience', () => token({ aud: 'other' })],
    ['no audience', () => token({ aud: undefined })],
    ['no end', () => token({ exp: undefined })],
    ['an end that is no number', () => token({ exp: 'never' })],
    ['an end long ago', () => token({ exp: 1 })],
    ['a beginning to come', () => token({ nbf: inSeconds(3_600) })],
    ['nobody', () => token({ sub: undefined })],
    ['a name of nothing', () => token({ sub: '' })],
    ['a name without end', () => token({ sub: 'x'.repeat(300) })],
    // Stored as texts, they would be somebody else's name.
    ['a name that is a number', () => token({ sub: 12_345 })],
    ['a name that is a list', () => token({ sub: ['ada'] })],
    ['a name that is an object', () => token({ sub: { ada: true } })],
    ['a name with half a surrogate pair', () => token({ sub: 'ada\ud800' })],
    ['a name with NUL', () => token({ sub: 'ada\0' })],
    [
      'other claims under the same signature',
      () => token().replace(/\.[^.]+\./, `.${packed(claims({ candor_role: 'ADMIN' }))}.`),
    ],
    ['a signature cut short', () => token().slice(0, -4)],
    ['20 kB', () => token({ filler: 'x'.repeat(20_000) })],
  ])('%s is refused', async (_what, make) => {
    await expect(fresh()(make())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is told apart from a genuine one that opens nothing, whose words are the same for every workspace', async () => {
    const authenticate = fresh();
    const refusals = await Promise.all(
      [
        { candor_workspace: newId() },
        { candor_workspace: 'x' },
        { candor_workspace: undefined },
        { candor_role: 'OWNER' },
        { candor_role: undefined },
        { candor_role: { READER: true } },
        { 'https://candor.example/groups': '*' },
        { 'https://candor.example/groups': [1] },
        { 'https://candor.example/groups': ['hr\0'] },
        { 'https://candor.example/groups': ['hr\udc00'] },
      ].map((changes) => authenticate(token(changes)).catch((error: unknown) => error as Error)),
    );
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'FORBIDDEN', message: 'The token opens no workspace here.' });
  });
});

describe("the provider's keys", () => {
  it('are read once for many tokens', async () => {
    const authenticate = fresh();
    for (let times = 0; times < 5; times += 1) await authenticate(token());
    expect(provider.requests).toBe(1);
  });

  it('may change: a token of the next key is taken when it is published, and one of a key that is gone is not', async () => {
    provider.keys = [published(rsa.publicKey, 'one'), published(next.publicKey, 'two')];
    expect(await fresh()(token({}, { kid: 'two' }, next.privateKey))).toMatchObject({ role: 'READER' });
    provider.keys = [published(next.publicKey, 'two')];
    await expect(fresh()(token())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are not read again for each key id that somebody makes up', async () => {
    const authenticate = fresh();
    await authenticate(token());
    for (let times = 0; times < 20; times += 1)
      await expect(authenticate(token({}, { kid: randomUUID() }))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(provider.requests).toBe(1);
  });

  it.each([
    ['an error', { status: 500 }],
    ['a redirect, which is not followed', { status: 302 }],
    ['no JSON', { body: '<html>' }],
    ['no keys', { body: '{}' }],
    ['a megabyte', { body: JSON.stringify({ keys: [], filler: 'x'.repeat(1_000_000) }) }],
  ])('that come as %s let nobody in, and say that it is not the fault of the token', async (_what, answer) => {
    Object.assign(provider, answer);
    await expect(fresh()(token())).rejects.toMatchObject({
      code: 'OVERLOADED',
      details: { scope: 'PROCESS', retryAfterSeconds: 30 },
    });
  });

  it('are never read from a metadata address', async () => {
    await expect(fresh({ jwksUrl: 'http://169.254.169.254/keys' })(token())).rejects.toMatchObject({
      code: 'OVERLOADED',
    });
  });
});

it('without a configured provider a token is no key', async () => {
  const other = await openTestApp({ auth: 'keys', port: 0 });
  const { url: at } = await serve(other.app);
  const { status, body } = await post(at, '{ workspace { id } }', { headers: { authorization: `Bearer ${token()}` } });
  expect([status, body.errors?.[0]?.extensions['code']]).toEqual([401, 'UNAUTHENTICATED']);
});
