import { expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { createShelfApp } from '../support/cliApp.ts';
import { createStage } from './run.ts';

const saved = { workspaces: ['w'], rows: 5, tables: { workspace: 1, audit_entry: 4 }, hash: 'beef' };
const head = { sequence: 4, hash: 'ab'.repeat(32) };

/** A command line over backups that only note what they are asked. */
function stage() {
  const asked: Record<string, unknown>[] = [];
  const backups: App['backups'] = {
    backup: (_, options) => {
      asked.push({ ...options });
      options.verify?.onProgress?.({ rows: 1, table: 'alias' }, 5);
      return Promise.resolve(saved);
    },
    restore: (_, options) => {
      asked.push({ ...options });
      options.onProgress?.('UPGRADE', { rows: 1, table: 'alias' }, 5);
      const audits = options.withoutAudit ? [] : [{ workspaceId: 'w', count: 4, head }];
      return Promise.resolve({ ...saved, audits });
    },
  };
  const app = { ...createShelfApp(), backups };
  return { asked, ...createStage({ openApp: () => Promise.resolve(app), live: true }) };
}

it('backup --verify says that the file restores, and shows how far it is', async () => {
  const { asked, run } = stage();
  const { code, out, err } = await run('backup', 'a.gz', '--verify');
  expect(code).toBe(0);
  expect(out).toContain('every row is the same, and the audit holds');
  expect(err).toContain('verifying alias');
  expect((await run('backup', 'b.gz')).out).not.toContain('every row');
  expect(asked.map(({ verify }) => verify !== undefined)).toEqual([true, false]);
});

it('restore tells the end of the audit, and takes one that was kept', async () => {
  const { asked, run } = stage();
  const { out, err } = await run('restore', 'a.gz', '--anchor', `4:${head.hash}`);
  expect(out).toContain(`The audit of w holds: 4 entries. Its end:\n4:${head.hash}`);
  expect(err).toContain('bringing up to date alias');
  expect(asked[0]).toMatchObject({ anchor: head, withoutAudit: false, replace: false });
  expect((await run('restore', 'a.gz', '--anchor', 'nonsense')).err).toContain('NUMBER:HASH');
  expect((await run('restore', 'a.gz', '--without-audit')).out).toContain('left in the file');
});
