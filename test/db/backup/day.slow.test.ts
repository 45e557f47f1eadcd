import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import '../../setup/provided.ts';
import { openOwnDatabase } from '../../support/database.ts';
import { expectNothingTold, expectSameRows } from './day/expectCopy.ts';
import { openDayApp, operationNames, playDay } from './day/playDay.ts';

/** `CANDOR_TEST_SEED=…` plays another hour; day.release.test.ts plays a whole day. */
const seed = inject('seed') ?? 47;

it('an hour of operations of every kind is backed up and restored, each row the same, and hidden documents tell nothing on the copy', async () => {
  process.stdout.write(`the hour of seed ${seed}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'candor-hour-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const open = async () => {
    const opened = await openOwnDatabase();
    const app = await openDayApp(opened.database);
    onTestFinished(async () => {
      await app.close();
      await opened.close();
    });
    return { ...opened, app };
  };
  const [here, copy] = [await open(), await open()];
  const { tenants, done } = await playDay(here.app, { seed, count: 60, folder });
  expect([...done.keys()].length).toBeGreaterThan(operationNames.length * 0.7);
  await expectSameRows(here, copy, join(folder, 'hour.gz'), tenants);
  expect(await expectNothingTold(here, copy, tenants, { seed, questionsOfEach: 3 })).toBeGreaterThanOrEqual(2 * 2 * 4);
});
