import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRunsFile, readRunRecords, type RunsIdentity } from '../../src/evaluation/run/runRecord.ts';
import { recordOf } from './records.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-runs-'));
  path = join(folder, 'runs.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const identity: RunsIdentity = {
  set: 'golden',
  data: 'abc',
  seed: '1',
  foreign: '',
  curated: '',
  embedder: 'builtin',
  models: 'no chat model',
  caution: 'BALANCED',
};
async function write(ids: readonly string[], resume = false): Promise<void> {
  const file = await openRunsFile(path, identity, resume);
  for (const questionId of ids) file.write(recordOf({ questionId }));
  await file.close();
}
const kept = async () => (await readRunRecords(path)).map(({ questionId }) => questionId);

describe('openRunsFile', () => {
  it('starts anew without resume and goes on with it', async () => {
    await write(['a']);
    await write(['b'], true);
    expect(await kept()).toEqual(['a', 'b']);
    await write(['c']);
    expect(await kept()).toEqual(['c']);
  });

  it('drops a broken last line and faults, so that they are asked again', async () => {
    await write(['a']);
    await appendFile(
      path,
      `${JSON.stringify(recordOf({ questionId: 'f', outcome: 'Fault' }))}\n{"questionId":"b","pres`,
    );
    const file = await openRunsFile(path, identity, true);
    expect(file.records.map(({ questionId }) => questionId)).toEqual(['a']);
    file.write(recordOf({ questionId: 'b' }));
    await file.close();
    expect(await kept()).toEqual(['a', 'b']);
  });

  it.each(Object.keys(identity))('refuses a file of another %s', async (name) => {
    await write(['a']);
    const before = await readFile(path, 'utf8');
    await expect(openRunsFile(path, { ...identity, [name]: 'other' }, true)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(`${name} was`) as string,
    });
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('refuses a broken line in the middle, and a file that nothing tells of', async () => {
    await write(['a']);
    await appendFile(path, `{}\n${JSON.stringify(recordOf({ questionId: 'b' }))}\n`);
    await expect(openRunsFile(path, identity, true)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { line: 2 } });
    await writeFile(path, '');
    await rm(`${path}.meta.json`);
    await expect(openRunsFile(path, identity, true)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      remedy: expect.stringContaining('meta.json') as string,
    });
  });

  it('reads a run of which not every signal was measured, without those that are measured no longer', async () => {
    await write(['a']);
    await appendFile(path, `${JSON.stringify(recordOf({ questionId: 'b', signals: { keyword: 0.5 } }))}\n`);
    expect((await readRunRecords(path))[1]?.signals).toEqual({ keyword: 0.5 });
    await appendFile(
      path,
      `${JSON.stringify({ ...recordOf({ questionId: 'old' }), signals: { margin: 0.2, reader: 3 } })}\n`,
    );
    expect((await readRunRecords(path))[2]?.signals).toEqual({ reader: 3 });
  });

  it('says at once that a path cannot be written', async () => {
    await expect(openRunsFile(join(folder, 'no', 'runs.jsonl'), identity, false)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('Cannot write') as string,
    });
  });
});
