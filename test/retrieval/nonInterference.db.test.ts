import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import { deleteDocument } from '../../src/knowledge/store/documents.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { openAgent, type OpenAgent } from '../agent/openAgent.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { asked, createDraw, fill, hiddenFor, searched, visible } from './hiddenDocuments.ts';
import { keysOf, search } from './search.ts';

const document = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'PLAIN_TEXT', language: 'en', ...more }) as DocumentInput;
const open = [
  document('ticket.txt', 'A day ticket for the cable car costs 24 euros. Children under six ride free.'),
  document('till.txt', 'Banknotes are accepted at the till. A planner for tours hangs at the station.'),
  document('hours.txt', 'The cable car runs from 8:30 to 17:00 from May to October.'),
];
const debate = 'There was much debate about the plan.';

describe('attack 1: the answer to "How much does a day ticket cost?" is as sure as before', () => {
  let agent: OpenAgent;
  let before: Outcome;
  const question = 'How much does a day ticket cost?';
  const ask = () => agent.ask(question, { accessGroups: ['guests'] });
  const summary = ({ type, confidence, tier }: Outcome) => ({ type, value: confidence.value.toFixed(9), tier });
  beforeAll(async () => {
    agent = await openAgent();
    await agent.take(open);
    before = await ask();
  });
  afterAll(() => agent.close());

  it('and sure, in the first place', () => {
    expect(before.type).toBe('Answer');
    expect(before.confidence.value).toBeGreaterThan(0.65);
  });

  it.each<[string, Partial<DocumentInput>]>([
    ['for another group', { accessGroups: ['board'] }],
    ['that is a draft', { state: 'DRAFT' }],
  ])('beside a document %s that says "much"', async (key, more) => {
    await agent.take([document(key, debate, more)]);
    expect(summary(await ask())).toEqual(summary(before));
  });

  it('when a document that said so was purged, in this process too', async () => {
    const [taken] = await agent.take([document('purged.txt', debate)]);
    expect(summary(await ask())).not.toEqual(summary(before));
    await deleteDocument(
      agent.database,
      { workspaceId: agent.workspaceId, accessGroups: null },
      taken!.documentId!,
      true,
    );
    expect(summary(await ask())).toEqual(summary(before));
  });
});

describe('searched', () => {
  const embedder = createHashedEmbedder();
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  it('attack 2: a word that looks like a visible one does not tell whether a hidden document has it', async () => {
    const parts = { database: opened.database, embedder };
    const found = async (workspace: string) =>
      (
        await search(parts, workspace, 'bankruptcy', { accessGroups: ['guests'], settings: { maxDistance: 2 } })
      ).passages.map(({ documentKey, score, trace }) => [documentKey, score.toFixed(9), trace.keyword.rank]);
    const without = await fill(parts, [], open);
    const withIt = await fill(
      parts,
      [
        {
          how: 'RESTRICTED',
          document: document('board.txt', 'The bankruptcy is planned for May.', { accessGroups: ['board'] }),
        },
      ],
      open,
    );
    expect(await found(withIt)).toEqual(await found(without));
    expect(await found(without)).toContainEqual(['till.txt', expect.anything(), 1]);
    // To who may read it, it is a word that is known.
    expect(keysOf(await search(parts, withIt, 'bankruptcy', { accessGroups: ['board'] }))[0]).toBe('board.txt');
  });

  it('and asked, nothing tells of hidden documents that hold the words of the question, words that look alike, and copies', async () => {
    const parts = { database: opened.database, embedder };
    const draw = createDraw(7);
    const questions = Array.from({ length: 6 }, draw.question);
    const [without, withThem] = [
      await fill(parts, [], visible),
      await fill(parts, hiddenFor(questions, draw), visible),
    ];
    for (const question of questions)
      expect(await searched(parts, withThem, question), question).toEqual(await searched(parts, without, question));
    expect(await asked(parts, withThem, questions[0]!), questions[0]).toEqual(
      await asked(parts, without, questions[0]!),
    );
  }, 60_000);
});
