import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentParts } from '../../src/agent/parts.ts';
import { saveRun } from '../../src/agent/runs.ts';
import { aliasesIn } from '../../src/knowledge/aliases.ts';
import { openAgent, type OpenAgent } from '../agent/openAgent.ts';
import { countingDatabase } from '../support/countingDatabase.ts';
import { visible } from './hiddenDocuments.ts';
import { search } from './search.ts';

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  await agent.take(visible);
});
afterAll(() => agent.close());

const question = 'What does a day ticket for the cable car cost?';

it('a search sends seven statements in four transactions', async () => {
  const { database, transactions } = countingDatabase(agent.database);
  await search({ database, embedder: agent.embedder }, agent.workspaceId, question, { accessGroups: ['guests'] });
  expect(transactions.toSorted((left, right) => (left.join() < right.join() ? -1 : 1))).toEqual([
    ['retrieval.prepareQuestion', 'retrieval.analyseWords', 'retrieval.findKnownWords'],
    ['retrieval.readHits', 'retrieval.searchCurated'],
    ['retrieval.searchBm25'],
    ['retrieval.searchVector'],
  ]);
});

it('a plain question takes at most eleven statements and eight transactions', async () => {
  const { database, transactions } = countingDatabase(agent.database);
  const recording: Partial<AgentParts> = { database, aliasesIn: (workspace, text) => aliasesIn(database, workspace, text), saveRun: (workspace, run) => saveRun(database, workspace, run) };
  expect((await agent.ask(question, {}, recording)).type).toBe('Answer');
  expect(transactions.length, JSON.stringify(transactions)).toBeLessThanOrEqual(8);
  expect(transactions.flat().length, JSON.stringify(transactions)).toBeLessThanOrEqual(11);
});
