import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { createFakeApp, type FakeApp } from '../support/fakeApp.ts';
import { createStage } from './run.ts';

let folder: string;
let app: FakeApp;
const stage = () => {
  app = createFakeApp();
  const ensured: App = {
    ...app,
    workspaces: {
      ...app.workspaces,
      ensure: (id) => app.workspaces.find(id).then((found) => found ?? Promise.reject(new Error('no workspace'))),
    },
  };
  return createStage({ openApp: () => Promise.resolve(ensured) });
};
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-check-'));
  await writeFile(file('right.txt'), 'A label can be voided within 21 days.\n');
  await writeFile(file('wrong.txt'), 'A label can be voided within 22 days; this is wrong.\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('check', () => {
  it('prints a verdict a claim with its evidence, and ends with 0 when all are supported', async () => {
    const { code, out } = await stage().run(
      'check',
      file('right.txt'),
      '--document',
      'd1.md,d2.md',
      '--document',
      'lost',
      '--as-of',
      '2025-01-01',
    );
    expect(code).toBe(0);
    expect(out).toBe(
      'SUPPORTED  A label can be voided within 21 days.\n  d1.md: “A label can be voided within 21 days of purchase.”\n\n1 of 1 claims are supported.\n',
    );
    // By key where there is one, else as an id.
    expect(app.seen.requests.at(-2)).toEqual({
      text: 'A label can be voided within 21 days.\n',
      documentIds: ['d1', 'd2', 'lost'],
      asOf: new Date('2025-01-01'),
    });
  });

  it('ends with 1 when a claim is not, and tells all in JSON', async () => {
    const told = await stage().run('check', file('wrong.txt'), '--document', 'd1.md');
    expect(told.code).toBe(1);
    expect(told.out).toContain(
      'UNSUPPORTED  A label can be voided within 22 days; this is wrong.\n  NUMBERS: Not in the quote: 22\n  d1.md: ',
    );
    expect(told.out).toContain('0 of 1 claims are supported.');
    const { code, json } = await stage().run('check', file('wrong.txt'), '--document', 'd1.md', '--json');
    expect(code).toBe(1);
    expect(json()).toMatchObject({
      claimCount: 1,
      supportedCount: 0,
      complete: true,
      claims: [
        {
          status: 'UNSUPPORTED',
          reason: 'NUMBERS: Not in the quote: 22',
          evidence: [{ document: { id: 'd1', key: 'd1.md' }, version: { id: 'd1-v1' }, sourceSpan: { start: 0 } }],
        },
      ],
    });
  });

  it('says what is missing', async () => {
    expect(await stage().run('check', file('right.txt'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--document is missing[\s\S]*candor check answer\.txt --document/) as string,
    });
    expect(await stage().run('check', file('nothing.txt'), '--document', 'd1.md')).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read') as string,
    });
  });
});

describe('verify', () => {
  it('tells what the version says, what is said today, and ends with 0 when it holds', async () => {
    const { code, out } = await stage().run('verify', 'run-1', '1');
    expect(code).toBe(0);
    expect(out).toBe(
      [
        '“A label can be voided within 21 days of purchase.”',
        '',
        'Document: d1.md, PUBLISHED',
        'Cited version: still has the quote, character for character; it is valid now',
        'Checks: SUPPORTED',
        'Valid now: d1.md says the same',
        'Holds today: yes',
        '',
      ].join('\n'),
    );
    expect(app.seen.requests).toContainEqual({ runId: 'run-1', number: 1 });
  });

  it('ends with 1 when it does not, and tells all in JSON', async () => {
    const { code, out } = await stage().run('verify', 'run-1', '2');
    expect(code).toBe(1);
    expect(out).toContain('Valid now: d1.md says nothing of it\nHolds today: no');
    expect((await stage().run('verify', 'run-1', '2', '--json')).json()).toMatchObject({
      document: { id: 'd1', key: 'd1.md' },
      version: { id: 'd1-v1' },
      quoteMatches: true,
      holdsToday: false,
      today: { kind: 'ABSENT', quote: null, document: { key: 'd1.md' } },
    });
  });

  it('names what is unknown or wrong', async () => {
    expect(await stage().run('verify', 'lost-run', '1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND') as string,
    });
    expect(await stage().run('verify', 'run-1', 'first')).toMatchObject({
      code: 2,
      err: expect.stringContaining('candor verify RUN NUMBER') as string,
    });
  });
});
