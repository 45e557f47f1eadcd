import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStanding } from '../../src/agent/miss/missStanding.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import { readRun } from '../../src/agent/runs/runs.ts';
import { search } from '../../src/agent/search.ts';
import type { Database } from '../../src/db/database.ts';
import { silentLog } from '../../src/log.ts';
import { documents } from './bicycleKnowledge.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const question = 'How far does the Falcon e-bike go on one charge?';

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  await agent.take(documents);
});
afterAll(() => agent.close());

/** A database that notes what is searched by it: statement and values. */
function noting(database: Database, searched: Map<string, unknown>): Database {
  return {
    ...database,
    inWorkspace: (workspace, work, options) =>
      database.inWorkspace(
        workspace,
        (transaction) =>
          work({
            query: (statement, values) => {
              if (/^retrieval\.search(?!Curated)/.test(statement.name))
                searched.set(statement.name, statement.inOrder(values));
              return transaction.query(statement, values);
            },
          }),
        options,
      ),
  };
}

test('asking, searching and explaining a miss send the same searches for the same text', async () => {
  const reader = { workspaceId: agent.workspaceId, accessGroups: null };
  const searches = async (work: (database: Database) => Promise<unknown>) => {
    const searched = new Map<string, unknown>();
    await work(noting(agent.database, searched));
    return Object.fromEntries(searched);
  };
  // One instant: it is among the values.
  const asOf = new Date();
  let runId = '';
  const asked = await searches(async (database) => {
    runId = (await agent.ask(question, { asOf, budget: { maxRounds: 1 } }, { database })).id;
  });
  expect(Object.keys(asked).length).toBeGreaterThanOrEqual(2);
  const searched = await searches((database) => {
    const parts: AgentParts = {
      database,
      embedder: agent.embedder,
      chat: null,
      reranker: null,
      log: silentLog,
      aliasesIn: () => Promise.resolve([]),
      saveRun: () => Promise.resolve(),
    };
    return search(parts, reader, { query: question, asOf }, undefined);
  });
  expect(searched).toEqual(asked);
  const run = await readRun(agent.database, reader, runId);
  if (!run) throw new Error('The run was not recorded.');
  const explained = await searches((database) =>
    findStanding(
      { database, embedder: agent.embedder },
      { workspaceId: agent.workspaceId, run, query: question, signal: undefined },
      { documentId: run.passages[0]?.documentId ?? '', versionId: null, chunks: [] },
    ),
  );
  expect(explained).toEqual(asked);
});
