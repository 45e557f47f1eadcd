import { expect, test } from 'vitest';
import type { Answer } from '../../src/agent/state/outcome.ts';
import { findSources, outcomeJson, outcomeText } from '../../src/cli/output/outcomeText.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { answered, drain } from '../agent/drain.ts';
import { createFakeApp, workspaceId } from '../support/fakeApp.ts';

const caller: Caller = { workspaceId, role: 'READER', accessGroups: null, keyId: null };
const app = createFakeApp();

async function answer(): Promise<Answer> {
  const last = (await drain(app.ask(caller, { question: 'answer it' }))).at(-1);
  if (last?.type !== 'Finished') throw new Error(last?.type);
  return answered(last.outcome);
}

test('notices stand right below the answer, with the key of their document where it is still there', async () => {
  const given = await answer();
  const blocks = outcomeText(given, await findSources(app, caller, given), 100).split('\n\n');
  expect(blocks[0]).toBe(given.text);
  expect(blocks[1]).toBe('Note (d1.md): Until 1 June 2025 this document said otherwise.\nNote: It was replaced.');
});

test('what an earlier version said is a notice, not a disagreement of sources', async () => {
  const given = await answer();
  const sources = await findSources(app, caller, given);
  expect(outcomeText(given, sources, 100)).not.toContain('Sources disagree');
  const open = {
    ...given,
    conflicts: given.conflicts.map((conflict) => ({ ...conflict, resolution: 'UNRESOLVED' as const })),
  };
  expect(outcomeText(open, sources, 100)).toContain('Sources disagree (numeric): 21 days in Title of d1');
});

test('JSON has notices, the curated answer, and what a side and a citation say of their version', async () => {
  const given = await answer();
  expect(outcomeJson(given, await findSources(app, caller, given))).toMatchObject({
    notices: [
      {
        kind: 'EARLIER_VERSION_DIFFERED',
        document: { id: 'd1', key: 'd1.md' },
        version: { id: 'd1-v1', number: 1 },
        quote: given.claims[0]?.text,
      },
      { kind: 'SUPERSEDED', document: null, quote: null },
    ],
    curated: {
      id: 'ca1',
      stale: true,
      sources: [{ id: 'd1' }, {}, {}],
      staleSources: [{ reason: 'DELETED' }, { reason: 'CHANGED' }],
    },
    conflicts: [
      { resolution: 'NEWER_VERSION', sides: [{ effectiveFrom: new Date('2025-06-01'), effectiveUntil: null }] },
    ],
    citations: [{ ageDays: 10, isCurrent: true }, {}, {}],
  });
});
