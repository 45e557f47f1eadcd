import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManifestFile } from '../../../src/knowledge/sync/manifest.ts';
import { isWork, planSync } from '../../../src/knowledge/sync/planSync.ts';

const known = (path: string, contentHash: string, decision = 'NEW', reason = 'new'): ManifestFile => ({
  path,
  contentHash,
  decision,
  reason,
  note: null,
});
const decisions = (
  manifest: readonly ManifestFile[],
  files: readonly (readonly [path: string, contentHash: string])[],
) =>
  planSync(
    manifest,
    files.map(([path, contentHash]) => ({ path, contentHash })),
  ).map(({ path, decision, from }) => [path, decision, ...(from === undefined ? [] : [from])]);

describe('planSync', () => {
  it('tells what is new, changed, unchanged and gone', () => {
    const manifest = [known('a.md', '1'), known('b.md', '2'), known('c.md', '3')];
    expect(
      decisions(manifest, [
        ['a.md', '1'],
        ['b.md', '9'],
        ['d.md', '4'],
      ]),
    ).toEqual([
      ['a.md', 'UNCHANGED'],
      ['b.md', 'CHANGED'],
      ['d.md', 'NEW'],
      ['c.md', 'DELETED'],
    ]);
  });

  it('knows a moved file by its bytes, each old path once', () => {
    expect(
      decisions(
        [known('a.md', '1')],
        [
          ['x/a.md', '1'],
          ['y/a.md', '1'],
        ],
      ),
    ).toEqual([
      ['x/a.md', 'MOVED', 'a.md'],
      ['y/a.md', 'NEW'],
    ]);
  });

  it('takes a copy for new while the original is there', () => {
    expect(
      decisions(
        [known('a.md', '1')],
        [
          ['a.md', '1'],
          ['b.md', '1'],
        ],
      ),
    ).toEqual([
      ['a.md', 'UNCHANGED'],
      ['b.md', 'NEW'],
    ]);
  });

  it('leaves a file that failed alone until its bytes change, and tells why it failed', () => {
    const manifest = [known('a.pdf', '1', 'FAILED', 'corrupt'), known('b.pdf', '2', 'FAILED', 'corrupt')];
    expect(
      planSync(manifest, [
        { path: 'a.pdf', contentHash: '1' },
        { path: 'b.pdf', contentHash: '3' },
      ]),
    ).toMatchObject([{ decision: 'FAILED', reason: 'corrupt' }, { decision: 'CHANGED' }]);
  });

  it('does not take a file that failed for moved: nothing of it is stored', () => {
    expect(decisions([known('a.pdf', '1', 'FAILED')], [['b.pdf', '1']])).toEqual([
      ['b.pdf', 'NEW'],
      ['a.pdf', 'DELETED'],
    ]);
  });

  it('brings any folder to rest: carried out, the same folder gives no work', () => {
    const files = fc.uniqueArray(
      fc.record({ path: fc.constantFrom('a', 'b', 'c', 'd', 'e'), contentHash: fc.constantFrom('1', '2', '3') }),
      { selector: ({ path }) => path },
    );
    fc.assert(
      fc.property(files, files, (before, after) => {
        const manifest = before.map(({ path, contentHash }) => known(path, contentHash));
        const planned = planSync(manifest, after);
        // Every path of either side is decided once, and a moved path leaves its old one.
        const named = [
          ...planned.map(({ path }) => path),
          ...planned.flatMap(({ from }) => (from === undefined ? [] : [from])),
        ];
        expect([...named].sort()).toEqual([...new Set([...before, ...after].map(({ path }) => path))].sort());
        expect(
          planSync(
            after.map(({ path, contentHash }) => known(path, contentHash)),
            after,
          ).filter((file) => isWork(file)),
        ).toEqual([]);
      }),
    );
  });
});
