import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { statement } from '../../src/db/statement.ts';
import { newWorkspace, openTestDatabase, raw, type OpenTestDatabase } from '../support/database.ts';

// A statement whose plan is kept lives in a session, and a pooler gives each transaction another one.
const program = '/usr/sbin/pgbouncer';
const isThere = spawnSync(program, ['--version']).status === 0;
if (!isThere) process.stderr.write('SKIPPED: nothing was sent through a pooler: no pgbouncer here.\n');

const kept = statement('test.kept', z.object({ twice: z.number() }), 'select 2 * $1::int as twice', { prepared: true });
const plans = raw(`select count(*)::int as kept from pg_prepared_statements where name = 'test.kept'`);

let own: OpenTestDatabase;
let workspaceId: string;
beforeAll(async () => {
  own = await openTestDatabase();
  workspaceId = await newWorkspace(own.database);
});

/** Twenty transactions at once, more than the pooler has sessions, and then what one of them has kept. */
async function play(database: Database): Promise<{ readonly answers: number[]; readonly plans: unknown }> {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      database.inWorkspace(workspaceId, async (transaction) => {
        const [row] = await transaction.query(kept, [number]);
        await transaction.query(raw('select pg_sleep(0.01)::text'), []);
        return row?.twice ?? NaN;
      }),
    ),
  );
  const [counted] = await database.inWorkspace(workspaceId, async (transaction) => {
    await transaction.query(kept, [0]);
    return transaction.query(plans, []);
  });
  return { answers, plans: counted };
}

const doubled = Array.from({ length: 20 }, (_, number) => 2 * number);

test('a connection of its own keeps the plan of a statement that asks for it', async () => {
  const before = await play(own.database);
  expect(before).toEqual({ answers: doubled, plans: { kept: 1 } });
});

describe.skipIf(!isThere)('behind PgBouncer, by transactions', () => {
  const home = mkdtempSync(join(tmpdir(), 'candor-pooler-'));
  let pooler: ChildProcess;
  let behind: Database;

  beforeAll(async () => {
    const { hostname, port, pathname, username } = new URL(own.url ?? '');
    const listens = await freePort();
    const file = join(home, 'pgbouncer.ini');
    writeFileSync(
      file,
      [
        '[databases]',
        `* = host=${hostname} port=${port} user=${username}`,
        '[pgbouncer]',
        `listen_addr = 127.0.0.1\nlisten_port = ${listens}\nunix_socket_dir =`,
        'auth_type = any\npool_mode = transaction\ndefault_pool_size = 3\nmax_client_conn = 100',
        '',
      ].join('\n'),
    );
    chmodSync(home, 0o755);
    // It refuses to run as root.
    pooler = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' });
    await listening(listens);
    behind = await openDatabase({
      databaseUrl: `postgres://${username}@127.0.0.1:${listens}${pathname}`,
      dataFolder: '',
    });
  });
  afterAll(async () => {
    await behind.close();
    pooler.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  test('none is kept, and every statement is answered', async () => {
    expect(await play(behind)).toEqual({ answers: doubled, plans: { kept: 0 } });
  });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });

async function listening(port: number): Promise<void> {
  for (let left = 200; ; left -= 1) {
    const answered = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    if (answered) return;
    if (left === 0) throw new Error('PgBouncer does not listen');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
