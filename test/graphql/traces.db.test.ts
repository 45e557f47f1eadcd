import { expect, onTestFinished, test } from 'vitest';
import { missTrace, passageTrace, runTrace, searchTrace } from '../../src/contract/trace.ts';
import { openTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

interface Traced {
  readonly trace: unknown;
  readonly passages: readonly { readonly trace: unknown }[];
}

test('what a server sends as a trace is what its schema says, no more and no less', async () => {
  const { app, close } = await openTestApp();
  onTestFinished(() => close());
  await app.workspaces.ensure(app.config.workspaceId, 'Default');
  const caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  const { results } = await app.ingest(caller, [
    { key: 'kiln.md', text: '# Kiln\n\nThe kiln reaches 1,250 degrees in June 2025.', format: 'MARKDOWN', tags: ['a'] },
    { key: 'bikes.md', text: '# Bikes\n\nA cargo bike is free for 36 hours.', format: 'MARKDOWN' },
  ]);
  const filter = '{ tags: ["a"], updatedAfter: "2020-01-01T00:00:00Z" }';
  const whole = 'trace passages { trace }';
  const told = async (query: string) => {
    const { data, errors } = await runQuery(query, { app, caller });
    expect(errors).toBeUndefined();
    return JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
  };
  const asked = await told(
    `{ ask(input: { question: "What did the kiln reach in June 2025?", filter: ${filter} }) { ... on Outcome { id run { ${whole} } } }
       search(input: { query: "kiln", filter: ${filter} }) { ${whole} } }`,
  );
  const { ask, search } = asked as unknown as { ask: { id: string; run: Traced }; search: Traced };
  const run = runTrace.parse(ask.run.trace);
  expect(run).toEqual(ask.run.trace);
  expect(run).toMatchObject({
    version: 1,
    plan: { time: { kind: 'INTERVAL' } },
    reflections: [{ round: 1 }, ...run.reflections.slice(1)],
  });
  expect(run.appliedFilters.map(({ condition }) => condition)).toContain('UPDATED_AFTER');
  expect(run.steps.length).toBeGreaterThan(3);
  expect(searchTrace.parse(search.trace)).toEqual(search.trace);
  const passages = [...ask.run.passages, ...search.passages];
  expect(passages.length).toBeGreaterThan(1);
  for (const { trace } of passages) expect(passageTrace.parse(trace)).toEqual(trace);
  const missed = await told(
    `{ explainMiss(runId: "${ask.id}", documentId: "${results[1]?.documentId}") { reason trace } }`,
  );
  const { reason, trace } = missed['explainMiss'] as { reason: string; trace: unknown };
  expect([reason, missTrace.parse(trace)]).toEqual(['FILTERED', trace]);
});
