import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainMiss } from '../../src/agent/miss/explainMiss.ts';
import type { MissExplanation } from '../../src/agent/miss/missExplanation.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { readRun, saveRun } from '../../src/agent/runs/runs.ts';
import { type Run } from '../../src/agent/state/run.ts';
import type { Database } from '../../src/db/database.ts';
import { newId } from '../../src/db/statement.ts';
import { pagesOfChunks, setChunkOmitted } from '../../src/knowledge/store/chunks.ts';
import { deleteDocument, readDocumentsByKey, setState } from '../../src/knowledge/store/documents.ts';
import type { DocumentFacts, DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { newWorkspace } from '../support/database.ts';
import { inlineParser } from '../support/parser.ts';
import { documents as bicycles } from './bicycleKnowledge.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const plain = (key: string, text: string, more: DocumentFacts = {}): DocumentInput => ({
  key,
  text,
  format: 'PLAIN_TEXT',
  ...more,
});
const lost =
  'Lost property is kept at the station in Mill Lane for thirty days. After that it is given to the town hall, and a fee of four euros is due.';
const question = 'How many kilometres does the battery of the Falcon e-bike last?';
const secret = 'The pergola code is 7741 and the vault stands open.';

let agent: OpenAgent;
const ids = new Map<string, string>();
const id = (key: string) => ids.get(key) ?? '';
const caller = (changes: Partial<Caller> = {}): Caller => ({
  workspaceId: agent.workspaceId,
  role: 'ADMIN',
  accessGroups: null,
  keyId: null,
  ...changes,
});
const reader = (...accessGroups: string[]) => caller({ role: 'READER', accessGroups });
const parts = (database: Database = agent.database) => ({ database, embedder: agent.embedder });

beforeAll(async () => {
  agent = await openAgent();
  const taken = await agent.take([
    ...bicycles,
    plain('lost-a.txt', lost),
    plain('lost-b.txt', lost),
    plain('raffle.txt', 'A ticket of the winter raffle costs 2 francs.', {
      effectiveFrom: new Date('2024-01-01'),
      effectiveUntil: new Date('2024-03-01'),
    }),
    plain('links.txt', 'https://a.example/1\nhttps://a.example/2\nhttps://a.example/3\nhttps://a.example/4'),
    plain('board.txt', `The Falcon e-bike battery supplier changes. ${secret}`, { accessGroups: ['board'] }),
    plain('draft.txt', `The Falcon e-bike battery of next year lasts 200 kilometres. ${secret}`),
    plain('gone.txt', `The Falcon e-bike battery was replaced. ${secret}`),
  ]);
  for (const { key, documentId } of taken) ids.set(key, documentId ?? '');
  await setState(agent.database, caller(), id('draft.txt'), 'DRAFT');
  await deleteDocument(agent.database, caller(), id('gone.txt'));
});
afterAll(() => agent.close());

async function explained(
  key: string,
  request: Partial<AskRequest> = {},
  asked = question,
  by: Caller = caller(),
): Promise<MissExplanation> {
  const run = await agent.ask(asked, request);
  return told(run.id, key, by);
}

async function recordedRun(request: Partial<AskRequest> = {}, asked = question): Promise<Run> {
  const run = await readRun(agent.database, caller(), (await agent.ask(asked, request)).id);
  if (!run) throw new Error('the run was not recorded');
  return run;
}

/** The same run with changes, as one of its own; its id. */
async function again(run: Run, changes: Partial<Run>): Promise<string> {
  const changed = { ...run, ...changes, id: newId() };
  await saveRun(agent.database, agent.workspaceId, changed);
  return changed.id;
}

async function told(runId: string, key: string, by: Caller = caller()): Promise<MissExplanation> {
  const explanation = await explainMiss(parts(), by, { runId, documentId: id(key) });
  if (!explanation) throw new Error(`${key} was not explained`);
  return explanation;
}

describe('each reason', () => {
  test('USED, with its rank and whether it is cited', async () => {
    const run = await agent.ask(question);
    expect(await told(run.id, 'batteries.md')).toMatchObject({
      reason: 'USED',
      rank: 1,
      cited: true,
      unmet: [],
      standsFor: null,
      message: expect.stringMatching(/citation 1 points at it/) as string,
    });
    const recorded = await readRun(agent.database, caller(), run.id);
    const other = recorded?.passages.find(
      (passage) =>
        passage.documentKey !== 'batteries.md' &&
        !run.citations.some((citation) => citation.documentId === passage.documentId),
    );
    expect(await told(run.id, other?.documentKey ?? '')).toMatchObject({
      reason: 'USED',
      rank: other?.rank,
      cited: false,
    });
  });

  test('BELOW_TOP_K, with the rank that the record has', async () => {
    const run = await agent.ask(question, { retrieval: { topK: 1, maxDistance: 2 } });
    const recorded = await readRun(agent.database, caller(), run.id);
    const second = recorded?.candidates[1];
    expect(second).toBeDefined();
    expect(await told(run.id, second?.documentKey ?? '')).toMatchObject({
      reason: 'BELOW_TOP_K',
      rank: 2,
      kept: 1,
      message: 'It was retrieved at rank 2; 1 were kept.',
    });
  });

  test('NOT_RETRIEVED, with its rank and score in each arm', async () => {
    const explanation = await explained(
      'children.md',
      { retrieval: { vectorCandidates: 2, keywordCandidates: 2, maxDistance: 2 } },
      'Which bike battery lasts at a station?',
    );
    expect(explanation).toMatchObject({
      reason: 'NOT_RETRIEVED',
      rank: null,
      kept: null,
      degraded: [],
      vector: { candidates: 2 },
      keyword: { candidates: 2 },
    });
    expect(explanation.vector?.rank).toBeGreaterThan(2);
    expect(explanation.keyword?.rank).toBeGreaterThan(2);
    expect(explanation.distance).toBeCloseTo(1 - (explanation.vector?.rawScore ?? 0), 9);
    expect(explanation.message).toBe(
      `Neither arm took it. Rank ${explanation.vector?.rank ?? ''} of the vector arm, 2 were taken. Rank ${explanation.keyword?.rank ?? ''} of the keyword arm, 2 were taken.`,
    );
  });

  test('BEYOND_DISTANCE, with its distance and the limit', async () => {
    const explanation = await explained('repairs.md', { retrieval: { maxDistance: 0.1 } }, 'Falcon kilometres');
    expect(explanation).toMatchObject({ reason: 'BEYOND_DISTANCE', keyword: { rank: null, rawScore: null } });
    expect(explanation.distance).toBeGreaterThan(0.1);
    expect(explanation.message).toContain(`${explanation.distance?.toFixed(3) ?? ''}; the limit is 0.1`);
  });

  test('FILTERED, with the conditions that it does not meet', async () => {
    const filter = { tags: ['rules'], keyPrefix: 'ba', languages: ['de'] };
    expect(await explained('batteries.md', { filter })).toMatchObject({
      reason: 'FILTERED',
      vector: null,
      unmet: [
        { condition: 'TAGS', values: ['rules'], instant: null },
        { condition: 'LANGUAGES', values: ['de'], instant: null },
      ],
      message: 'It is not among what was searched. It would have to be labelled rules; in the language de.',
    });
  });

  test('FILTERED, to whoever may read more than the asker: the groups stay unnamed', async () => {
    const run = await agent.ask(question, { accessGroups: [] });
    const explanation = await told(run.id, 'board.txt', caller());
    expect(explanation).toMatchObject({ reason: 'FILTERED', unmet: [{ condition: 'ACCESS', values: [] }] });
    expect(JSON.stringify(explanation)).not.toContain('board');
  });

  test('NOT_VALID_THEN, with the day that it ended or begins', async () => {
    expect(await explained('raffle.txt', {}, 'What does a raffle ticket cost?')).toMatchObject({
      reason: 'NOT_VALID_THEN',
      versionId: null,
      message: expect.stringMatching(/ended on 2024-03-01\.$/) as string,
    });
    expect(
      await explained('raffle.txt', { asOf: new Date('2023-05-01') }, 'What does a raffle ticket cost?'),
    ).toMatchObject({
      reason: 'NOT_VALID_THEN',
      message: expect.stringMatching(/valid on 2023-05-01; .* valid from 2024-01-01\.$/) as string,
    });
    expect(
      await explained('raffle.txt', { asOf: new Date('2024-02-01') }, 'What does a raffle ticket cost?'),
    ).toMatchObject({ reason: 'USED' });
  });

  test('QUALITY_GATE, with the rule or the person', async () => {
    expect(await explained('links.txt')).toMatchObject({
      reason: 'QUALITY_GATE',
      omitReasons: ['LINK_LIST'],
      message: 'Its only passage is kept out of retrieval: LINK_LIST.',
    });
    const { chunkId } = await onlyChunk('insurance.md');
    await setChunkOmitted(agent.database, caller(), chunkId, true);
    expect(await explained('insurance.md', {}, 'What does theft insurance cost?')).toMatchObject({
      reason: 'QUALITY_GATE',
      omitReasons: ['PERSON'],
    });
    await setChunkOmitted(agent.database, caller(), chunkId, null);
  });

  test('FOLDED, with the passage that stands for it', async () => {
    const run = await agent.ask('How long is lost property kept?');
    const recorded = await readRun(agent.database, caller(), run.id);
    const kept = recorded?.passages.find((passage) => passage.documentKey.startsWith('lost-'));
    const copy = kept?.documentKey === 'lost-a.txt' ? 'lost-b.txt' : 'lost-a.txt';
    expect(await told(run.id, copy)).toMatchObject({
      reason: 'FOLDED',
      rank: kept?.rank,
      standsFor: { documentKey: kept?.documentKey, chunkId: kept?.chunkId },
    });
  });

  test('INGESTED_LATER, of a document and of a version', async () => {
    const run = await agent.ask(question);
    const [later] = await agent.take([plain('later.txt', 'The battery of the Falcon e-bike lasts and lasts.')]);
    ids.set('later.txt', later?.documentId ?? '');
    expect(await told(run.id, 'later.txt')).toMatchObject({
      reason: 'INGESTED_LATER',
      message: 'It was stored after the run.',
    });
    await deleteDocument(agent.database, caller(), id('later.txt'), true);

    const prices = (text: string, day: string) => plain('prices.txt', text, { effectiveFrom: new Date(day) });
    const [first] = await agent.take([prices('Renting a tandem costs 20 euros.', '2020-01-01')]);
    ids.set('prices.txt', first?.documentId ?? '');
    const asked = await agent.ask('How far does the battery of the Falcon e-bike last?', {
      asOf: new Date('2022-01-01'),
      retrieval: { vectorCandidates: 1, keywordCandidates: 1 },
    });
    expect(await told(asked.id, 'prices.txt')).toMatchObject({
      reason: expect.stringMatching(/NOT_RETRIEVED|BEYOND_DISTANCE/) as string,
    });
    await agent.take([prices('Renting a tandem costs 24 euros.', '2021-01-01')]);
    expect(await told(asked.id, 'prices.txt')).toMatchObject({
      reason: 'INGESTED_LATER',
      message: 'Its version that is valid on 2022-01-01 was stored after the run.',
    });
    await deleteDocument(agent.database, caller(), id('prices.txt'), true);
  });

  test('BELOW_TOP_K of a run that searched several texts, and of one that was reranked', async () => {
    const run = await recordedRun();
    const without = run.passages.filter(({ documentId }) => documentId !== id('batteries.md'));
    const several = await again(run, {
      passages: without,
      result: null,
      queries: [question, 'Which bike goes furthest?'],
    });
    expect(await told(several, 'batteries.md')).toMatchObject({
      reason: 'BELOW_TOP_K',
      rank: 1,
      message: `One of the 2 searches of the run has it at rank 1, but the best of all of them filled the ${run.settings.topK} places.`,
    });
    const reranked = await again(run, {
      candidates: [],
      result: null,
      passages: without.map((passage) => ({
        ...passage,
        trace: { ...passage.trace, rerank: { rankBefore: passage.rank, score: 0.5 } },
      })),
    });
    expect(await told(reranked, 'batteries.md')).toMatchObject({
      reason: 'BELOW_TOP_K',
      rank: 1,
      message: `Fusion has it at rank 1, but the reranker put others before it and ${run.settings.topK} were kept.`,
    });
  });

  test('CUT_BY_BUDGET, by the context and by the time', async () => {
    const run = await recordedRun({ preset: 'WEIGHTED' });
    const uncited = run.passages.findLast(({ documentId }) => documentId !== id('batteries.md'));
    const full = run.passages.map((passage) => ({ ...passage, text: passage.text.padEnd(7_000, ' .') }));
    expect(await told(await again(run, { passages: full }), uncited?.documentKey ?? '')).toMatchObject({
      reason: 'CUT_BY_BUDGET',
      rank: uncited?.rank,
      message: expect.stringContaining('filled the context') as string,
    });
    expect(await told(run.id, uncited?.documentKey ?? '')).toMatchObject({ reason: 'USED' });
    expect(
      await told(
        await again(run, { passages: [], candidates: [], result: null, queries: [], stopReason: 'DEADLINE' }),
        'batteries.md',
      ),
    ).toMatchObject({ reason: 'CUT_BY_BUDGET', query: null });
  });

  test('BEYOND_DISTANCE by the floor of a preset, though an arm took it', async () => {
    const run = await recordedRun({ preset: 'TWO_TIER' }, 'tyre sauce vinegar parsley');
    expect(run.passages.map((passage) => passage.documentKey)).not.toContain('stations.md');
    const explanation = await told(run.id, 'stations.md');
    expect(explanation).toMatchObject({
      reason: 'BEYOND_DISTANCE',
      kept: 10,
      message: expect.stringContaining('drops what is beyond 0.75') as string,
    });
    expect(explanation.distance).toBeGreaterThan(0.75);
  });

  test('NOT_PUBLISHED to an editor, and FOUND_TODAY once it is published', async () => {
    const run = await agent.ask(question);
    expect(await told(run.id, 'draft.txt', caller({ role: 'EDITOR' }))).toMatchObject({
      reason: 'NOT_PUBLISHED',
      message: 'It is a draft: only published documents are searched.',
    });
    await setState(agent.database, caller(), id('draft.txt'), 'PUBLISHED');
    expect(await told(run.id, 'draft.txt')).toMatchObject({
      reason: 'FOUND_TODAY',
      query: question,
      vector: { rank: expect.any(Number) as number },
    });
    await setState(agent.database, caller(), id('draft.txt'), 'DRAFT');
  });

  test('NOT_SEARCHED, for a greeting', async () => {
    expect(await explained('batteries.md', {}, 'Hello!')).toMatchObject({ reason: 'NOT_SEARCHED', query: null });
  });

  test('the preset without a keyword arm has none to tell of', async () => {
    expect(
      await explained('children.md', { preset: 'NAIVE', retrieval: { vectorCandidates: 1, topK: 1 } }),
    ).toMatchObject({ keyword: null, vector: { rank: expect.any(Number) as number, candidates: 1 } });
  });
});

async function onlyChunk(key: string): Promise<{ readonly chunkId: string }> {
  const [document] = await readDocumentsByKey(agent.database, caller(), [key]);
  const [page] = await pagesOfChunks(agent.database, caller(), [document?.currentVersionId ?? ''], { first: 2 });
  expect(page?.nodes).toHaveLength(1);
  return { chunkId: page?.nodes[0]?.id ?? '' };
}

/** The names of all statements that run. */
function watched(database: Database): { readonly database: Database; readonly names: string[] } {
  const names: string[] = [];
  const inWorkspace: Database['inWorkspace'] = (workspaceId, work, options) =>
    database.inWorkspace(
      workspaceId,
      (transaction) =>
        work({
          query: (statement, values) => (names.push(statement.name), transaction.query(statement, values)),
        }),
      options,
    );
  return { names, database: { ...database, inWorkspace } };
}

describe('what the caller may not see', () => {
  test('is told like an id that nobody has: nothing, after the same statements', async () => {
    const elsewhere = await newWorkspace(agent.database);
    const { results } = await ingest({ ...parts(), parser: inlineParser, log: silentLog }, elsewhere, [
      plain('theirs.txt', `The Falcon e-bike battery is theirs. ${secret}`),
    ]);
    const run = await agent.ask(question, { accessGroups: ['sales'] });
    const unseen = [
      newId(),
      newId().toUpperCase(),
      results[0]?.documentId ?? '',
      id('board.txt'),
      id('draft.txt'),
      id('gone.txt'),
    ];
    expect(unseen.every(Boolean)).toBe(true);
    const traces = [];
    for (const documentId of [...unseen, 'no id at all', 'board.txt']) {
      const { database, names } = watched(agent.database);
      expect(await explainMiss(parts(database), reader('sales'), { runId: run.id, documentId })).toBeUndefined();
      traces.push(names);
    }
    expect(new Set(traces.map((names) => names.join())).size).toBe(1);
    expect(traces[0]).toEqual(['agent.findRun', 'knowledge.findDocuments']);
  });

  test('a run of another asker or workspace gives nothing, whatever the document', async () => {
    const theirs = await agent.ask(question, { accessGroups: ['board'] });
    expect(await told(theirs.id, 'board.txt', reader('board'))).toMatchObject({ reason: 'USED' });
    expect(
      await explainMiss(parts(), reader('sales'), { runId: theirs.id, documentId: id('batteries.md') }),
    ).toBeUndefined();
    expect(
      await explainMiss(parts(), caller({ workspaceId: await newWorkspace(agent.database) }), {
        runId: theirs.id,
        documentId: id('batteries.md'),
      }),
    ).toBeUndefined();
    expect(await explainMiss(parts(), caller(), { runId: 'x', documentId: id('batteries.md') })).toBeUndefined();
  });

  test('moves no rank and no score: to a reader the restricted document is not there', async () => {
    const retrieval = { vectorCandidates: 1, keywordCandidates: 1, maxDistance: 2 };
    const asked = await agent.ask(question, { accessGroups: [], retrieval });
    const before = await told(asked.id, 'children.md', reader());
    const [more] = await agent.take([
      plain('board-2.txt', `Which children ride the Falcon e-bike with a battery? ${secret}`, {
        accessGroups: ['board'],
      }),
    ]);
    expect(await told(asked.id, 'children.md', reader())).toEqual(before);
    expect(JSON.stringify(before)).not.toMatch(/pergola|board|7741/);
    await deleteDocument(agent.database, caller(), more?.documentId ?? '', true);
  });

  test('a keeper that was restricted since is not pointed at', async () => {
    const run = await agent.ask('How long is lost property kept?', { accessGroups: ['sales'] });
    const recorded = await readRun(agent.database, reader('sales'), run.id);
    const kept = recorded?.passages.find((passage) => passage.documentKey.startsWith('lost-'))?.documentKey ?? '';
    const copy = kept === 'lost-a.txt' ? 'lost-b.txt' : 'lost-a.txt';
    await agent.take([plain(kept, lost, { accessGroups: ['board'] })]);
    const explanation = await told(run.id, copy, reader('sales'));
    expect(explanation).toMatchObject({ reason: 'FOLDED', standsFor: null });
    expect(JSON.stringify(explanation)).not.toContain(kept);
    await agent.take([plain(kept, lost)]);
  });
});

test('a run keeps the settings, filter, instant and words that it ran with', async () => {
  const filter = { updatedAfter: new Date('2020-01-01'), tags: ['rules', 'technology'] };
  const asOf = new Date('2025-06-01T00:00:00Z');
  const run = await agent.ask(question, { filter, asOf, language: 'en', retrieval: { topK: 3, keywordWeight: 2 } });
  expect(await readRun(agent.database, caller(), run.id)).toMatchObject({
    filter,
    asOf,
    language: 'en',
    queries: [question],
    settings: { topK: 3, keywordWeight: 2, vectorCandidates: 30 },
  });
});
