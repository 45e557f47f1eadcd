import { describe, expect, it } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import type { Source } from '../../src/knowledge/sync/sources.ts';
import { createStage } from './run.ts';

const stage = createStage();
const wiki: Source = {
  id: 's1',
  name: 'wiki',
  kind: 'PUSHED',
  where: 'pushed:wiki',
  accessGroups: null,
  everySeconds: null,
  options: null,
  lastReadAt: new Date('2026-05-01T09:30:00Z'),
  nextReadAt: null,
  lastResult: { new: 2, changed: 0, deleted: 1, held: 0, error: null },
  createdAt: new Date('2026-01-01T00:00:00Z'),
};
const drive: Source = {
  ...wiki,
  id: 's2',
  name: 'drive',
  kind: 'RCLONE',
  where: 'rclone:drive:Handbook',
  nextReadAt: new Date('2026-05-01T09:45:00Z'),
  lastResult: { new: 0, held: 40, error: null, reading: { since: '', done: 20, total: 300 } },
};
const guide = { ...drive, name: 'guide', lastResult: { error: { message: 'It is down.', remedy: 'Wait.' } } };
const calls: unknown[][] = [];
const nodes = [wiki, drive, guide];
Object.assign(stage.app.sources, {
  list: async () => ({ nodes, cursors: ['a', 'b', 'c'], hasNextPage: false, endCursor: null }),
  count: async () => nodes.length,
  named: async (_caller: unknown, which: string) => {
    const found = nodes.find(({ name }) => name === which);
    if (!found) throw new CandorError('NOT_FOUND', `This workspace has no source "${which}".`);
    return found;
  },
  remove: async (_caller: unknown, ...rest: unknown[]) => (calls.push(rest), { source: wiki, documentCount: 3 }),
  setSchedule: async (_caller: unknown, ...rest: unknown[]) => (calls.push(rest), drive),
  readAgain: async (_caller: unknown, which: string, { allowShrink }: { readonly allowShrink?: boolean }) => {
    calls.push([which, allowShrink]);
    return { root: drive.where, files: [], skipped: [], job: null, rowsWritten: 0 };
  },
});

describe('candor sources', () => {
  it('lists name, kind, where, the last reading, what came of it, and the next', async () => {
    const { code, out } = await stage.run('sources');
    expect(code).toBe(0);
    expect(out).toContain('3 sources.');
    expect(out).toMatch(/wiki +PUSHED +pushed:wiki +2026-05-01 09:30 +2 new, 1 deleted +–/);
    expect(out).toMatch(/drive +RCLONE +\S+ +\S+ \S+ +being read: 20 of 300 +2026-05-01 09:45/);
    expect(out).toContain('guide: It is down. Wait.');
    expect(out).toContain('candor sources read "drive" --allow-shrink');
    expect((await stage.run('sources', '--json')).json()).toMatchObject({
      totalCount: 3,
      nodes: [{ name: 'wiki' }, {}, {}],
    });
  });

  it('reads, schedules and removes one, and says what is missing before anything is opened', async () => {
    calls.length = 0;
    expect(await stage.run('sources', 'read', 'drive', '--allow-shrink')).toMatchObject({ code: 0 });
    expect(await stage.run('sources', 'schedule', 'drive', '--every', '6h')).toMatchObject({ code: 0 });
    expect(await stage.run('sources', 'schedule', 'drive', '--every', 'never')).toMatchObject({ code: 0 });
    const removed = await stage.run('sources', 'remove', 'wiki', '--documents', 'keep');
    expect(removed.out).toContain('3 documents stay');
    expect(calls).toEqual([
      ['drive', true],
      ['drive', 21_600],
      ['drive', null],
      ['wiki', 'KEEP'],
    ]);
    const opened = stage.opened.length;
    for (const line of [
      ['sources', 'remove', 'wiki'],
      ['sources', 'schedule', 'drive'],
      ['sources', 'schedule', 'drive', '--every', 'soon'],
      ['sources', 'drop', 'wiki'],
    ])
      expect(await stage.run(...line)).toMatchObject({ code: 2 });
    expect(stage.opened).toHaveLength(opened);
    expect(await stage.run('sources', 'read', 'nobody')).toMatchObject({ code: 1 });
  });
});
