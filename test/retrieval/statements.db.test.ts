import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import { outcomeOf } from '../agent/drain.ts';
import { openAgent, type OpenAgent } from '../agent/openAgent.ts';
import { countingDatabase, type Counted } from '../support/countingDatabase.ts';
import { openTestApp } from '../support/database.ts';
import { visible } from './hiddenDocuments.ts';
import { search } from './search.ts';

let agent: OpenAgent;
let counted: Counted;
let app: App;
beforeAll(async () => {
  agent = await openAgent();
  await agent.take(visible);
  counted = countingDatabase(agent.database);
  ({ app } = await openTestApp({}, { ...agent, database: counted.database, url: null }));
});
afterAll(async () => {
  await app.close();
  await agent.close();
});

const question = 'What does a day ticket for the cable car cost?';
const sorted = (transactions: readonly string[][]) =>
  transactions.toSorted((left, right) => (left.join() < right.join() ? -1 : 1));

it('a search sends five statements in three transactions, and one more for documents that it finds for the first time', async () => {
  const sent = async () => {
    const { database, transactions } = countingDatabase(agent.database);
    await search({ database, embedder: agent.embedder }, agent.workspaceId, question, { accessGroups: ['guests'] });
    return sorted(transactions);
  };
  expect((await sent()).flat()).toContain('knowledge.readHeads');
  expect(await sent()).toEqual([
    ['retrieval.readHits'],
    ['retrieval.readPreparation', 'retrieval.findKnownWords', 'retrieval.searchBm25'],
    ['retrieval.searchVector'],
  ]);
});

const askThroughApp = async (text: string) => {
  const caller = { workspaceId: agent.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  // The look at answers that the question before began, if it is the first of a minute.
  await app.runs.lookAgain(caller);
  counted.transactions.length = 0;
  const { type } = await outcomeOf(app.ask(caller, { question: text }));
  return { type, transactions: sorted(counted.transactions) };
};

it('a plain question sends nine statements in four transactions, its limits and its record included, once what is kept of its workspace was read', async () => {
  await askThroughApp('When does the valley station open?');
  expect(await askThroughApp(question)).toEqual({
    type: 'Answer',
    transactions: [
      ['agent.insertRun', 'agent.insertSources', 'agent.watchQuoted'],
      ['retrieval.readHits', 'retrieval.analyse'],
      ['retrieval.readPreparation', 'retrieval.findKnownWords', 'retrieval.searchBm25'],
      ['retrieval.searchVector'],
    ],
  });
});

it('a question that is asked again has its sentences analysed no more', async () => {
  await askThroughApp(question);
  const { transactions } = await askThroughApp(question);
  expect(transactions.flat()).not.toContain('retrieval.analyse');
});

it('where answers are curated, one statement more looks for them', async () => {
  const { database, embedder, workspaceId } = agent;
  const curated = { question: 'Who repairs the cable car?', answer: 'Its maker does.' };
  await saveCurated(database, embedder, workspaceId, curated);
  const { transactions } = await askThroughApp('Where do dogs ride?');
  expect(transactions.flat().filter((name) => name === 'retrieval.searchCurated')).toHaveLength(1);
});
