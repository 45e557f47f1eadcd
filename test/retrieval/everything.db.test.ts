import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteDocument } from '../../src/knowledge/store/documents.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { openAgent, type OpenAgent } from '../agent/openAgent.ts';
import { search, type SearchChanges } from './search.ts';

const page = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'PLAIN_TEXT', ...more }) as DocumentInput;
const day = (text: string) => new Date(`${text}T00:00:00Z`);

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  const taken = await agent.take([
    page('ticket', 'A day ticket for the cable car costs 34 francs.', { effectiveFrom: day('2024-01-01') }),
    page('ticket', 'A day ticket for the cable car costs 36 francs.', { effectiveFrom: day('2025-01-01') }),
    page('ticket', 'A day ticket for the cable car costs 40 francs.', { effectiveFrom: day('2999-01-01') }),
    page('offer', 'The spring ticket for the cable car costs 20 francs.', {
      effectiveFrom: day('2024-03-01'),
      effectiveUntil: day('2024-06-01'),
    }),
    page('staff', 'Staff ride the cable car without a ticket.', { accessGroups: ['staff'] }),
    page('guests', 'Guests get the cable car ticket at the desk.', { accessGroups: ['guests'] }),
    page('draft', 'The cable car ticket will cost 50 francs.', { state: 'DRAFT' }),
    page('gone', 'The old cable car ticket cost 5 francs.'),
  ]);
  const gone = taken.find(({ key }) => key === 'gone');
  await deleteDocument(
    agent.database,
    { workspaceId: agent.workspaceId, accessGroups: null },
    gone?.documentId ?? '',
    false,
  );
});
afterAll(() => agent.close());

const words = async (query: string, asOf: Date, more: SearchChanges = {}) => {
  const found = await search(agent, agent.workspaceId, query, { asOf, ...more });
  const scores = found.passages.map(({ chunkId, trace }) => [chunkId, trace.keyword.rawScore] as const);
  return { order: found.keywordOrder, scores, idf: [...found.idf], unknown: found.unknown, count: scores.length };
};

// With a filter, candor_search_bm25 goes another way: it joins what may be read, where it otherwise leaves out what may not.
const everyDocument = { sourceTypes: ['PLAIN_TEXT'] as const };
it.each([
  ['when all is there', day('2900-01-01'), 3],
  ['in spring 2024', day('2024-04-01'), 2],
  ['before anything held', day('2000-01-01'), 0],
  ['when what is to come has come', day('3000-01-01'), 3],
])(
  'who may read everything finds what a member of every group finds, and what passes every filter: %s',
  async (_when, asOf, count) => {
    for (const query of [
      'What does a ticket for the cable car cost?',
      '"day ticket" tickt',
      'Who rides without a ticket?',
    ]) {
      const everything = await words(query, asOf);
      expect(everything).toEqual(await words(query, asOf, { accessGroups: ['staff', 'guests'] }));
      expect(everything).toEqual(await words(query, asOf, { filter: everyDocument }));
      expect(everything.count, query).toBe(count);
    }
  },
);

it('a member of one group finds the same with a filter that every document passes', async () => {
  const changes = { accessGroups: ['guests'] };
  for (const query of ['What does a ticket for the cable car cost?', 'Who rides without a ticket?']) {
    const guest = await words(query, day('2900-01-01'), changes);
    expect(guest).toEqual(await words(query, day('2900-01-01'), { ...changes, filter: everyDocument }));
    expect(guest.count, query).toBe(2);
  }
});
