import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { openEmbedded } from '../../src/db/openEmbedded.ts';
import { freeBytesOf } from '../../src/db/databaseFault.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { outcomeOf } from '../agent/drain.ts';
import { openTestApp, readSnapshot } from '../support/database.ts';
import { mountsDisks, smallDisk } from '../support/smallDisk.ts';
import { serve } from '../support/testServer.ts';

if (!mountsDisks) process.stdout.write('SKIPPED: full disk: only root can mount a small tmpfs.\n');

const question = 'How many days may a label be voided?';
const aside = (key: string, text: string) => ({ key, title: key, text, format: 'PLAIN_TEXT' }) as const;
/** Some 5 MB of journal and rows. */
const long = (seed: number) =>
  Array.from(
    { length: 1_500 },
    (_, at) => `Sentence ${at} speaks of w${(seed + 1) * at * 7919} and of w${at * 104729 + seed}.`,
  ).join(' ');

async function openOnSmallDisk() {
  const folder = await smallDisk('320m');
  await (await openEmbedded(folder, await readSnapshot())).close();
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder });
  const { app, close } = await openTestApp({ port: 0 }, { database, url: null });
  onTestFinished(close);
  const caller: Caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'full');
  const { url } = await serve(app);
  await app.ingest(caller, [aside('labels.txt', 'A label may be voided within 21 days of purchase.')]);
  const ballast = join(folder, 'ballast');
  return {
    app,
    caller,
    readiness: async () => {
      const reply = await fetch(`${url}/readyz`);
      return { status: reply.status, body: await reply.text() };
    },
    leave: (bytes: number) => writeFile(ballast, Buffer.alloc(Math.max(0, freeBytesOf(folder) - bytes))),
    makeRoom: () => rm(ballast),
    reopen: () => openDatabase({ databaseUrl: undefined, dataFolder: folder }),
  };
}

describe.skipIf(!mountsDisks)('the disk of the embedded database fills up', () => {
  it.each([0, 30_000_000])(
    'with %i bytes left: typed, not ready, answers go on, and what is stored is told as stored',
    async (bytes) => {
      const { app, caller, readiness, leave, makeRoom } = await openOnSmallDisk();
      expect(await readiness()).toMatchObject({ status: 200 });
      await leave(bytes);

      const stored = new Set<string>(['labels.txt']);
      const faults = new Set<string>();
      for (let at = 0; at < 10 && faults.size === 0; at += 1) {
        const { results } = await app.ingest(caller, [aside(`long-${at}.txt`, long(at))]);
        for (const { key, status, error } of results) {
          if (status === 'CREATED') stored.add(key);
          else faults.add(`${error?.code}: ${error?.message} ${error?.remedy}`);
        }
      }
      expect([...faults]).toEqual([expect.stringMatching(/^DATABASE_FAILED: No space is left .*Free space/)]);
      await expect.poll(readiness, { timeout: 5_000 }).toMatchObject({
        status: 503,
        body: expect.stringContaining('Free space on the disk') as unknown,
      });
      await expect(app.jobs.submit(caller, [aside('queued.txt', 'Zebras cross at noon.')])).rejects.toMatchObject({
        code: 'DATABASE_FAILED',
        details: { reason: 'DISK_FULL' },
      });
      const answered = await outcomeOf(app.ask(caller, { question }));
      expect(answered).toMatchObject({ type: 'Answer' });
      expect(answered.degraded).toMatchObject([
        { part: 'RECORD', message: expect.stringContaining('No space') as unknown },
      ]);

      await makeRoom();
      await expect.poll(readiness, { timeout: 5_000 }).toMatchObject({ status: 200 });
      expect((await outcomeOf(app.ask(caller, { question }))).degraded).toEqual([]);
      const page = await app.knowledge.listDocuments(caller, { first: 50 }, {});
      expect(new Set(page.nodes.map(({ key }) => key))).toEqual(stored);
      const { jobs } = app;
      expect((await jobs.list(caller, { first: 10 })).nodes).toEqual([]);
    },
    180_000,
  );
});
