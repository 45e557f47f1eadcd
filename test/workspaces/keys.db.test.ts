import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { createKeys, type Keys } from '../../src/workspaces/keys.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let keys: Keys;
let workspace: string;
let other: string;
beforeAll(async () => {
  open = await openTestDatabase();
  keys = createKeys(open.database);
  workspace = await newWorkspace(open.database, 'one');
  other = await newWorkspace(open.database, 'two');
});
afterAll(() => open.close());

const unauthenticated = { code: 'UNAUTHENTICATED', remedy: expect.stringContaining('candor keys create') };
/** The secret with its workspace replaced by another. */
const moved = (secret: string, to: string) =>
  `ck_${Buffer.from(to.replaceAll('-', ''), 'hex').toString('base64url')}${secret.slice(25)}`;

describe('a new key', () => {
  it('stands for its workspace and role, and is listed', async () => {
    const { key, secret } = await keys.create(workspace, '  robot ', 'EDITOR');

    expect(secret).toMatch(/^ck_[\w-]{87}$/);
    expect(await keys.authenticate(secret)).toEqual({
      workspaceId: workspace,
      role: 'EDITOR',
      accessGroups: null,
      keyId: key.id,
      kind: 'KEY',
    });
    expect(await keys.list(workspace)).toContainEqual({ ...key, name: 'robot', lastUsedAt: expect.any(Date) });
    expect(await keys.list(other)).toEqual([]);
  });

  it('leaves only a hash behind: no column holds the secret, in whole or in its random part', async () => {
    const { key, secret } = await keys.create(workspace, 'hashed', 'READER');
    const { rows } = await open.pool.query<{ row: string; secret_hash: Buffer }>(
      'select a::text as row, secret_hash from api_key a where key_id = $1',
      [key.id],
    );
    const random = Buffer.from(secret.slice(-43), 'base64url');

    expect(rows[0]!.secret_hash).toHaveLength(32);
    expect(rows[0]!.secret_hash.equals(random)).toBe(false);
    for (const trace of [secret, secret.slice(-43), random.toString('hex'), random.toString('base64')])
      expect(rows[0]!.row).not.toContain(trace);
  });

  it('needs a name of 1 to 100 characters', async () => {
    for (const name of ['', '   ', 'x'.repeat(101)])
      await expect(keys.create(workspace, name, 'ADMIN')).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { field: 'name' },
      });
  });

  it.each([
    ['READER', undefined, []],
    ['EDITOR', undefined, null],
    ['ADMIN', undefined, null],
    ['READER', null, null],
    ['EDITOR', [], []],
    ['READER', ['sales', ' hr ', 'sales'], ['sales', 'hr']],
  ] as const)(
    'of a %s with the groups %j stands for %j, in the list and at the door',
    async (role, groups, expected) => {
      const { key, secret } = await keys.create(workspace, 'grouped', role, groups);
      expect(key.accessGroups).toEqual(expected);
      expect(await keys.authenticate(secret)).toMatchObject({ role, accessGroups: expected });
      expect((await keys.list(workspace)).find(({ id }) => id === key.id)).toMatchObject({ accessGroups: expected });
    },
  );

  it('takes at most 100 groups of 1 to 100 characters', async () => {
    for (const groups of [
      [''],
      ['a', '  '],
      ['x'.repeat(101)],
      Array.from({ length: 101 }, (_, index) => `g${index}`),
    ]) {
      await expect(keys.create(workspace, 'grouped', 'READER', groups)).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { field: 'accessGroups' },
      });
    }
  });

  it('is never the same twice', async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => keys.create(workspace, 'same', 'READER')));
    expect(new Set(secrets.map(({ secret }) => secret.slice(-43))).size).toBe(3);
  });
});

describe('what is not a key', () => {
  it.each([
    ['no text', () => ''],
    ['a word', () => 'secret'],
    ['a truncated key', (secret: string) => secret.slice(0, -1)],
    ['a key with more behind it', (secret: string) => `${secret}A`],
    ['a key with a line break', (secret: string) => `${secret}\n`],
    ['another prefix', (secret: string) => `sk${secret.slice(2)}`],
    [
      'the last byte of the secret changed',
      (secret: string) => `${secret.slice(0, -2)}${secret.at(-2) === 'A' ? 'B' : 'A'}${secret.at(-1) ?? ''}`,
    ],
    ['another secret behind the same id', (secret: string) => secret.slice(0, -43) + 'A'.repeat(43)],
    ['the key moved into another workspace', (secret: string) => moved(secret, other)],
    ['the key moved into a workspace that is not there', (secret: string) => moved(secret, newId())],
  ])('%s is refused', async (_, change) => {
    const { secret } = await keys.create(workspace, 'victim', 'ADMIN');
    await expect(keys.authenticate(change(secret))).rejects.toMatchObject(unauthenticated);
    expect(await keys.authenticate(secret)).toMatchObject({ role: 'ADMIN' });
  });

  it('is refused with the same words whether the key is unknown, revoked or its secret wrong', async () => {
    const { key, secret } = await keys.create(workspace, 'gone', 'ADMIN');
    await keys.revoke(workspace, key.id);
    const refusals = await Promise.allSettled(
      [secret, secret.slice(0, -43) + 'A'.repeat(43), moved(secret, other)].map((each) => keys.authenticate(each)),
    );
    expect(
      new Set(refusals.map((refusal) => (refusal.status === 'rejected' ? String(refusal.reason) : 'accepted'))).size,
    ).toBe(1);
  });
});

describe('revoking', () => {
  it('ends the key at once and keeps its first time', async () => {
    const { key, secret } = await keys.create(workspace, 'short-lived', 'READER');
    await keys.revoke(workspace, key.id);
    await expect(keys.authenticate(secret)).rejects.toMatchObject(unauthenticated);
    const revokedAt = async () => (await keys.list(workspace)).find(({ id }) => id === key.id)?.revokedAt;
    const first = await revokedAt();

    await new Promise((resolve) => setTimeout(resolve, 5));
    await keys.revoke(workspace, key.id);

    expect(first).toBeInstanceOf(Date);
    expect(await revokedAt()).toEqual(first);
  });

  it('is not found for a key of another workspace, and leaves that key alive', async () => {
    const { key, secret } = await keys.create(workspace, 'mine', 'READER');
    await expect(keys.revoke(other, key.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(keys.revoke(workspace, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await keys.authenticate(secret)).toMatchObject({ keyId: key.id });
  });

  it('of an id that is no UUID is not found', async () => {
    await expect(keys.revoke(workspace, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
