import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { type Audit, createAudit } from '../../src/workspaces/audit.ts';
import type { AuditEntry, AuditEvent } from '../../src/workspaces/auditChain.ts';
import { newWorkspace, openTestDatabase, raw, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let audit: Audit;
beforeAll(async () => {
  open = await openTestDatabase();
  audit = createAudit(open.database, true);
});
afterAll(() => open.close());

const actor = newId();
const event = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  at: new Date(),
  actor: { kind: 'KEY', id: actor },
  action: 'ASK',
  outcome: 'DONE',
  code: null,
  targets: ['d1'],
  ...changes,
});

/** A workspace with so many entries. */
async function filled(count: number): Promise<string> {
  const workspace = await newWorkspace(open.database);
  for (let number = 1; number <= count; number += 1) await audit.append(workspace, event(), `question ${number}`);
  return workspace;
}

async function all(workspace: string): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for await (const entry of audit.entries(workspace)) found.push(entry);
  return found;
}

/** As somebody who owns the tables, past every fence. */
const tamper = (text: string, values: unknown[]) => open.pool.query(text, values);

describe('the chain', () => {
  it('holds every event of many writers at once, in one order without gaps', async () => {
    const workspace = await newWorkspace(open.database);
    const other = createAudit(open.database, true);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? audit : other).append(workspace, event({ targets: [`d${index}`] }), null),
      ),
    );
    const found = await all(workspace);
    expect(found.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(new Set(found.map(({ targets }) => targets[0])).size).toBe(40);
    expect(await audit.verify(workspace)).toMatchObject({ holds: true, count: 40, head: { sequence: 40 } });
  });

  it('of an empty workspace holds, and appending to a workspace that is not there fails', async () => {
    expect(await audit.verify(await newWorkspace(open.database))).toMatchObject({ holds: true, count: 0 });
    await expect(audit.append(newId(), event())).rejects.toMatchObject({ code: 'DATABASE_FAILED' });
  });

  it.each([
    [
      'an entry',
      `update audit_entry set entry = replace(entry, 'DONE', 'FAILED') where workspace_id = $1 and sequence = 2`,
    ],
    [
      'an entry together with its hash',
      `update audit_entry set entry = e, hash = sha256(convert_to('2' || E'\\n' || e, 'UTF8')) from (select replace(entry, 'DONE', 'FAILED') as e from audit_entry where workspace_id = $1 and sequence = 2) x where workspace_id = $1 and sequence = 2`,
    ],
    ['its actor alone', `update audit_entry set actor_id = null where workspace_id = $1 and sequence = 2`],
    ['its time alone', `update audit_entry set at = '2001-01-01T00:00Z' where workspace_id = $1 and sequence = 2`],
    ['its text', `update audit_entry set text = 'something else' where workspace_id = $1 and sequence = 2`],
    ['its place: it is gone', `delete from audit_entry where workspace_id = $1 and sequence = 2`],
    ['the end: it is gone', `delete from audit_entry where workspace_id = $1 and sequence = 3`],
  ])('tells when somebody has changed %s', async (_what, change) => {
    const workspace = await filled(3);
    await tamper(change, [workspace]);
    const { holds, problems } = await audit.verify(workspace);
    expect(holds).toBe(false);
    expect(problems.length).toBeGreaterThan(0);
  });

  it('that was written anew from a place on is told by an end that was kept elsewhere', async () => {
    const workspace = await filled(2);
    const { head } = await audit.verify(workspace);
    await tamper('delete from audit_entry where workspace_id = $1', [workspace]);
    await tamper('delete from audit_head where workspace_id = $1', [workspace]);
    for (const number of [1, 2, 3]) await audit.append(workspace, event(), `invented ${number}`);
    expect(await audit.verify(workspace)).toMatchObject({ holds: true });
    expect(await audit.verify(workspace, head)).toMatchObject({ holds: false, problems: [{ sequence: 2 }] });
  });
});

describe('texts', () => {
  it('are kept only where that is configured; a salted hash always is, and no two are alike', async () => {
    const workspace = await newWorkspace(open.database);
    const quiet = createAudit(open.database, false);
    for (let times = 0; times < 2; times += 1) await quiet.append(workspace, event(), 'Who is Ada?');
    const found = await all(workspace);
    expect(found.map(({ text }) => text)).toEqual([null, null]);
    expect(new Set(found.map(({ textHash }) => textHash)).size).toBe(2);
    const rows = await tamper('select a::text as row from audit_entry a where workspace_id = $1', [workspace]);
    expect(JSON.stringify(rows.rows)).not.toContain('Ada');
  });
});

describe('reading', () => {
  it('pages newest first, by actor, action and time', async () => {
    const workspace = await filled(3);
    await audit.append(workspace, event({ action: 'SEARCH', actor: { kind: 'LOCAL', id: null } }));
    expect((await audit.page(workspace, {}, 2)).map(({ sequence }) => sequence)).toEqual([4, 3]);
    expect((await audit.page(workspace, {}, 2, 3)).map(({ sequence }) => sequence)).toEqual([2, 1]);
    expect(await audit.page(workspace, { actions: ['SEARCH'] }, 9)).toHaveLength(1);
    expect(await audit.page(workspace, { actorId: actor }, 9)).toHaveLength(3);
    expect(await audit.page(workspace, { until: new Date(0) }, 9)).toEqual([]);
  });
});

describe('retention', () => {
  it('forgets what is older, and the rest still holds', async () => {
    const workspace = await newWorkspace(open.database);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const days of [10, 9, 2, 1]) await audit.append(workspace, event({ at: daysAgo(days) }));
    expect(await audit.setRetention(workspace, 5)).toBe(5);
    expect((await all(workspace)).map(({ sequence }) => sequence)).toEqual([3, 4]);
    expect(await audit.verify(workspace)).toMatchObject({ holds: true, count: 2 });
    await audit.append(workspace, event());
    expect(await audit.verify(workspace)).toMatchObject({ holds: true, head: { sequence: 5 } });
    await expect(audit.setRetention(workspace, 0)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('is not a way to hide a change of the past', async () => {
    const workspace = await filled(3);
    const { head } = await audit.verify(workspace);
    await tamper('delete from audit_entry where workspace_id = $1 and sequence < 3', [workspace]);
    expect(await audit.verify(workspace, head)).toMatchObject({ holds: false });
  });
});

it('a transaction of the product cannot change an entry', async () => {
  const workspace = await filled(1);
  for (const change of ['update audit_entry set action = action', 'delete from audit_entry', 'delete from audit_head'])
    await expect(
      open.database.inWorkspace(workspace, (transaction) => transaction.query(raw(change), [])),
    ).rejects.toMatchObject({ code: 'DATABASE_FAILED', details: { sqlState: '42501' } });
});
