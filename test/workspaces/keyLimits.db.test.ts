import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeys, type Keys } from '../../src/workspaces/keys.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let keys: Keys;
let workspace: string;
beforeAll(async () => {
  open = await openTestDatabase();
  keys = createKeys(open.database);
  workspace = await newWorkspace(open.database);
});
afterAll(() => open.close());

/** What authentication says of a secret `seconds` from now. */
async function authenticateIn(seconds: number, secret: string, origin?: string) {
  vi.useFakeTimers({ now: Date.now() + seconds * 1_000, toFake: ['Date'] });
  try {
    return await keys.authenticate(secret, origin);
  } finally {
    vi.useRealTimers();
  }
}

const unauthenticated = { code: 'UNAUTHENTICATED', message: 'The API key is unknown, has expired or was revoked.' };

describe('a key with scopes', () => {
  it('keeps them, never has more than its role, and none is no key', async () => {
    const { key, secret } = await keys.create(workspace, 'asker', 'EDITOR', undefined, { scopes: ['ASK', 'ASK'] });
    expect(key.scopes).toEqual(['ASK']);
    expect(await keys.authenticate(secret)).toMatchObject({ role: 'EDITOR', scopes: ['ASK'] });
    for (const scopes of [['WRITE'], ['ASK', 'ADMIN'], []] as const)
      await expect(keys.create(workspace, 'x', 'READER', undefined, { scopes })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { field: 'scopes' },
      });
  });
});

describe('a key with an end', () => {
  it('works until then and not after, in the words of a key that is unknown', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { secret } = await keys.create(workspace, 'short', 'READER', undefined, { expiresAt });
    expect(await authenticateIn(59, secret)).toMatchObject({ role: 'READER' });
    await expect(authenticateIn(61, secret)).rejects.toMatchObject(unauthenticated);
  });

  it('cannot have ended before it began', async () => {
    const expiresAt = new Date(Date.now() - 1);
    await expect(keys.create(workspace, 'x', 'READER', undefined, { expiresAt })).rejects.toMatchObject({
      details: { field: 'expiresAt' },
    });
  });
});

describe('rotating', () => {
  it('gives another secret of the same key, and the old one works for the overlap alone', async () => {
    const old = await keys.create(workspace, 'rotated', 'EDITOR');
    const next = await keys.rotate(workspace, old.key.id, 3_600);
    expect(next.key).toMatchObject({ id: old.key.id, role: 'EDITOR', rotatedAt: expect.any(Date) });
    expect(next.secret).not.toBe(old.secret);
    for (const { secret } of [old, next])
      expect(await authenticateIn(3_500, secret)).toMatchObject({ keyId: old.key.id });
    await expect(authenticateIn(3_700, old.secret)).rejects.toMatchObject(unauthenticated);
    expect(await authenticateIn(3_700, next.secret)).toMatchObject({ keyId: old.key.id });
  });

  it('twice leaves the first secret dead, whatever its overlap; without overlap it is dead at once', async () => {
    const first = await keys.create(workspace, 'twice', 'READER');
    const second = await keys.rotate(workspace, first.key.id, 3_600);
    const third = await keys.rotate(workspace, first.key.id, 0);
    for (const { secret } of [first, second])
      await expect(keys.authenticate(secret)).rejects.toMatchObject(unauthenticated);
    expect(await keys.authenticate(third.secret)).toMatchObject({ keyId: first.key.id });
  });

  it('of a key that was revoked is not found, and revoking ends both secrets', async () => {
    const old = await keys.create(workspace, 'ended', 'READER');
    const next = await keys.rotate(workspace, old.key.id);
    await keys.revoke(workspace, old.key.id);
    for (const { secret } of [old, next])
      await expect(keys.authenticate(secret)).rejects.toMatchObject(unauthenticated);
    await expect(keys.rotate(workspace, old.key.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([-1, 0.5, 2_592_001])('takes no overlap of %d seconds', async (overlap) => {
    const { key } = await keys.create(workspace, 'overlap', 'READER');
    await expect(keys.rotate(workspace, key.id, overlap)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'overlapSeconds' },
    });
  });
});

describe('last use', () => {
  it('is written when a key is used, and once a minute at most', async () => {
    const { key, secret } = await keys.create(workspace, 'used', 'READER');
    const lastUse = async () => (await keys.list(workspace)).find(({ id }) => id === key.id)!.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await keys.authenticate(secret);
    const first = await lastUse();
    await authenticateIn(30, secret);
    expect(await lastUse()).toEqual(first);
    await authenticateIn(90, secret);
    expect(+(await lastUse())!).toBeGreaterThan(+first! + 60_000);
  });
});

describe('a public key', () => {
  const origins = ['https://www.example.com/', 'HTTPS://shop.example.com'];

  it('asks, reads what is open to all, and works from its pages alone', async () => {
    const { key, secret } = await keys.create(workspace, 'widget', 'READER', undefined, { origins });
    expect(key).toMatchObject({
      scopes: ['ASK'],
      accessGroups: [],
      origins: ['https://www.example.com', 'https://shop.example.com'],
    });
    expect(await keys.authenticate(secret, 'https://www.example.com')).toMatchObject({
      scopes: ['ASK'],
      accessGroups: [],
      isPublic: true,
    });
    for (const origin of [undefined, 'null', 'http://www.example.com', 'https://www.example.com.evil.example'])
      await expect(keys.authenticate(secret, origin)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each([
    ['another role', 'EDITOR', [], {}],
    ['groups', 'READER', ['hr'], {}],
    ['every document', 'READER', null, {}],
    ['another scope', 'READER', [], { scopes: ['ASK', 'READ'] }],
    ['runs of others', 'READER', [], { runs: 'ALL' }],
  ] as const)('takes no %s', async (_case, role, groups, limits) => {
    await expect(keys.create(workspace, 'x', role, groups, { origins, ...limits })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'origins' },
    });
  });

  it.each([[[]], [['*']], [['example.com']], [['https://example.com/path']], [['javascript:alert(1)']]])(
    'takes no origins such as %j',
    async (bad) => {
      await expect(keys.create(workspace, 'x', 'READER', [], { origins: bad })).rejects.toMatchObject({
        details: { field: 'origins' },
      });
    },
  );
});
