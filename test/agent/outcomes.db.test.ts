import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { pageOfRuns, readRun, saveRun } from '../../src/agent/runs/runs.ts';
import { search } from '../../src/agent/search.ts';
import { newId } from '../../src/db/statement.ts';
import { CandorError } from '../../src/errors.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import { readDocuments, readVersions } from '../../src/knowledge/store/documents.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { cancelled, pause } from '../../src/clock.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { documents, newCaller, newTermsFrom, oldTerms } from './bicycleKnowledge.ts';
import { answered, drain, expectProven, outcomeOf } from './drain.ts';
import { inlineParser } from '../support/parser.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { loopNow } from '../support/clocks.ts';

const caller = newCaller();
const { workspaceId } = caller;
const question = 'Until when may a rental of a cargo bike be cancelled free of charge?';
const proof = 'A rental of a cargo bike may be cancelled free of charge until 24 hours before it begins.';
/** One word that the documents know, and none that answers. */
const unanswerable = 'Which bike would a Norwegian dentist paint for the emperor of Mongolia?';

/** Near to a document in meaning, and not answered there. */
const related = 'Does the emperor of Mongolia insure his bike against theft?';

let opened: OpenTestDatabase;
let embedder: Embedder;
let parts: AgentParts;

beforeAll(async () => {
  [opened, embedder] = await Promise.all([openTestDatabase(), openTestEmbedder()]);
  const { database } = opened;
  parts = {
    database,
    embedder,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: (workspace, run) => saveRun(database, workspace, run),
  };
  await createWorkspaces(database).ensure(workspaceId, 'bicycles');
  await ingest({ ...parts, parser: inlineParser }, workspaceId, [oldTerms, ...documents]);
  await saveCurated(database, embedder, workspaceId, {
    question: 'Who founded the bicycle rental?',
    answer: 'Two sisters did, in a garage.',
  });
});

afterAll(async () => {
  await embedder.close();
  await opened.close();
});

const start = (request: AskRequest, changes: Partial<AgentParts> = {}, signal?: AbortSignal) => {
  const changed = { ...parts, ...changes };
  return ask(buildGraph(changed), changed, checkRequest(caller, request), signal);
};

async function outcome(
  text: string,
  request: Partial<AskRequest> = {},
  changes: Partial<AgentParts> = {},
): Promise<Outcome> {
  const found = await outcomeOf(start({ question: text, ...request }, changes));
  expect(found.usage).toMatchObject({ modelCalls: 0, inputTokens: 0, outputTokens: 0 });
  return found;
}

const readProof = (ids: readonly string[]) => readVersions(opened.database, caller, ids);

describe('answers', () => {
  test.each([
    [question, proof],
    ['How much does theft insurance cost a day?', 'Theft insurance costs 3 euros a day.'],
    [
      'How many kilometres does the battery of the Falcon e-bike last?',
      'The battery of the Falcon e-bike lasts 90 kilometres.',
    ],
  ])('%s', async (text, sentence) => {
    const answer = answered(await outcome(text));
    expect(answer).toMatchObject({
      mode: 'EXTRACTIVE',
      tier: expect.stringMatching(/^(?:CONFIDENT|UNCERTAIN)$/),
      stopReason: 'GATE_PASSED',
      degraded: [],
      verification: { complete: true },
    });
    expect(answer.citations.map((citation) => citation.quote)).toContain(sentence);
    await expectProven(answer, readProof);
  });

  test('a citation tells where it stands', async () => {
    const { citations } = answered(await outcome('When does the station at Harbour Square open?'));
    expect(citations[0]).toMatchObject({
      number: 1,
      documentKey: 'stations.md',
      url: 'https://bikes.example/stations',
      status: 'SUPPORTED',
      support: 1,
    });
    expect(citations[0]?.checks.every((check) => check.passed)).toBe(true);
  });

  test('a curated one is given word for word', async () => {
    const answer = answered(await outcome('Who founded the bicycle rental?'));
    expect(answer).toMatchObject({
      mode: 'CURATED',
      text: 'Two sisters did, in a garage.',
      tier: 'CONFIDENT',
      stopReason: 'CURATED_MATCH',
      citations: [],
      claims: [],
    });
  });

  test('a question in two parts is never CONFIDENT', async () => {
    const answer = answered(
      await outcome('How much does theft insurance cost a day and when does the station at Harbour Square open?'),
    );
    expect(answer.tier).toBe('UNCERTAIN');
    expect(answer.text).toMatch(/3 euros a day.*7:30|7:30.*3 euros a day/s);
    await expectProven(answer, readProof);
  });

  test('NAIVE answers anything that it found, and never CONFIDENT', async () => {
    const answer = answered(await outcome(unanswerable, { preset: 'NAIVE' }));
    expect(answer.tier).not.toBe('CONFIDENT');
    await expectProven(answer, readProof);
  });
});

describe('what is searched', () => {
  test('asOf reads the version that was valid then', async () => {
    const before = answered(await outcome(question, { asOf: new Date(newTermsFrom.getTime() - 1) }));
    expect(before.text).toContain('until 48 hours');
    expect(before.text).not.toContain('24 hours');
    expect(answered(await outcome(question, { asOf: newTermsFrom })).text).toContain('until 24 hours');
    const nothingYet = await outcome(question, { asOf: new Date('2010-01-01T00:00:00Z') });
    expect(nothingYet.type).not.toBe('Answer');
  });

  test('filters keep other documents out, also from the nearest passages', async () => {
    const inside = answered(await outcome(question, { filter: { tags: ['rules'] } }));
    const [document] = await readDocuments(opened.database, caller, [inside.citations[0]!.documentId]);
    expect(document?.tags).toEqual(['rules']);
    const outside = await outcome(unanswerable, { filter: { tags: ['technology'] } });
    if (outside.type !== 'Abstention') throw new Error(outside.type);
    expect(outside.nearest.map((passage) => passage.documentKey)).toEqual(['batteries.md']);
    expect(outside.nextSteps.map((step) => step.kind)).toContain('RELAX_FILTER');
    const elsewhere = await outcome(question, { filter: { tags: ['technology'] } });
    expect(elsewhere.citations.filter((citation) => citation.documentKey !== 'batteries.md')).toEqual([]);
    expect(
      answered(await outcome(question, { filter: { documentIds: [inside.citations[0]!.documentId] } })).text,
    ).toContain(proof);
    const nowhere = await outcome(question, { filter: { documentIds: [newId()] } });
    if (nowhere.type !== 'Abstention') throw new Error(nowhere.type);
    expect([nowhere.nearest, nowhere.nextSteps.find((step) => step.kind === 'RELAX_FILTER')?.filterField]).toEqual([
      [],
      'documentIds',
    ]);
    expect((await outcome('zzyzx', { filter: { documentIds: [newId()] } })).type).toBe('Clarification');
    expect(() => start({ question, filter: { documentIds: [] } })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', details: { field: 'filter.documentIds' } }),
    );
  });

  test('another workspace holds nothing', async () => {
    const other = newId();
    await createWorkspaces(opened.database).ensure(other, 'empty');
    const found = await outcomeOf(
      ask(buildGraph(parts), parts, checkRequest({ workspaceId: other, accessGroups: null }, { question })),
    );
    expect(found).toMatchObject({ type: 'Clarification', stopReason: 'ZERO_HITS' });
  });

  test('what was not found is named without the words around it', async () => {
    const other = newId();
    await createWorkspaces(opened.database).ensure(other, 'empty');
    const asked = { question: 'how do I zibbercrunt my wolvadax, please' };
    const found = await outcomeOf(
      ask(buildGraph(parts), parts, checkRequest({ workspaceId: other, accessGroups: null }, asked)),
    );
    expect(found).toMatchObject({
      type: 'Clarification',
      text: expect.stringContaining('“zibbercrunt” or “wolvadax”.') as string,
    });
  });
});

describe('no answer', () => {
  test.each([
    'What is the capital of Mongolia?',
    'Who painted the Mona Lisa?',
    'How do I apply for a dog licence in Norway?',
    unanswerable,
  ])('%s', async (text) => {
    const found = await outcome(text);
    expect(['Abstention', 'Clarification']).toContain(found.type);
    expect(found).toMatchObject({ tier: 'NO_MATCH', citations: [] });
  });

  test('nonsense is asked back with its words', async () => {
    const found = await outcome('zxqv blorp wibble');
    expect(found).toMatchObject({
      type: 'Clarification',
      stopReason: 'ZERO_HITS',
      options: [],
      text: expect.stringContaining('“zxqv”, “blorp” or “wibble”'),
    });
  });

  test('small talk is greeted, and nothing is searched', async () => {
    expect(await outcome('hello')).toMatchObject({
      type: 'Clarification',
      text: expect.stringMatching(/^Hello/),
      usage: { rounds: 0 },
    });
  });

  test('an abstention says what to do next and what was near', async () => {
    const found = await outcome(unanswerable);
    if (found.type !== 'Abstention') throw new Error(found.type);
    expect(found.nearest.length).toBeGreaterThan(0);
    expect(found.nextSteps.map((step) => step.kind)).toEqual(expect.arrayContaining(['REPHRASE', 'ADD_DOCUMENT']));
    expect(found.confidence.value).toBeLessThan(0.45);
  });
});

/** An embedder that takes its time and stops when it is told to. */
const slow = (millis: number): Embedder => ({
  ...embedder,
  embedQuery: async (text, options = {}) => {
    await pause(millis, options.signal, cancelled);
    return embedder.embedQuery(text, options);
  },
});
const failing = (fault: Error): Embedder => ({
  ...embedder,
  embedQuery: async () => {
    throw fault;
  },
});

// Every reason is reached in matrix.db.test.ts.
describe('why the loop stopped', () => {
  test('ROUND_LIMIT', async () => {
    expect(await outcome(unanswerable, { budget: { maxRounds: 1 } })).toMatchObject({
      type: 'Abstention',
      stopReason: 'ROUND_LIMIT',
      usage: { rounds: 1 },
    });
  });

  test('BELOW_GATE: nothing to split, nothing to ask a model', async () => {
    expect(await outcome(unanswerable)).toMatchObject({
      type: 'Abstention',
      stopReason: 'BELOW_GATE',
      usage: { rounds: 1 },
    });
    expect(await outcome(related, { preset: 'CONSENSUS' })).toMatchObject({ stopReason: 'BELOW_GATE' });
  });

  test('DEADLINE: a slow embedder cannot hold a run of 50 ms', async () => {
    const started = loopNow();
    const found = await outcome(question, { budget: { maxMillis: 50 } }, { embedder: slow(10_000) });
    expect(loopNow() - started).toBeLessThan(550);
    expect(found).toMatchObject({
      type: 'Abstention',
      reason: 'BUDGET_EXHAUSTED',
      stopReason: 'DEADLINE',
      tier: 'NO_MATCH',
    });
    if (found.type === 'Abstention') expect(found.nextSteps.map((step) => step.kind)).toContain('RAISE_BUDGET');
  });
});

describe('events and records', () => {
  test('an answer comes in this order', async () => {
    const types = (await drain(start({ question }))).map((event) => event.type);
    expect(types).toEqual([
      'Planned',
      'Retrieved',
      'Reflected',
      'Writing',
      ...types.filter((type) => type === 'ClaimVerified'),
      'Finished',
    ]);
    expect((await drain(start({ question: 'hello' }))).map((event) => event.type)).toEqual(['Planned', 'Finished']);
  });

  test('the run is recorded whole', async () => {
    const found = answered(await outcome(question, { conversationId: 'talk-1' }));
    const run = await readRun(opened.database, caller, found.id);
    expect(run).toMatchObject({
      id: found.id,
      question,
      conversationId: 'talk-1',
      preset: 'CANDOR',
      outcome: 'ANSWER',
      tier: found.tier,
      stopReason: found.stopReason,
      embedder: embedder.fingerprint,
      chatModel: null,
    });
    expect(run?.steps.map((step) => step.node)).toEqual([
      'plan',
      'retrieve',
      'merge',
      'reflect',
      'generate',
      'verify',
      'history',
    ]);
    expect(run?.passages[0]?.updatedAt).toBeInstanceOf(Date);
    expect(run?.result).toEqual(found);
    const page = await pageOfRuns(opened.database, caller, { first: 5 }, { conversationId: 'talk-1' });
    expect(page.nodes.map((node) => node.id)).toEqual([found.id]);
    const containing = async (contains: string) => {
      const filter = { conversationId: 'talk-1', contains };
      return (await pageOfRuns(opened.database, caller, { first: 5 }, filter)).nodes.map((node) => node.id);
    };
    expect(await containing(found.question.slice(2, 9).toUpperCase())).toEqual([found.id]);
    // Not a pattern.
    expect(await containing('%')).toEqual([]);
  });

  test('a record that fails is told, and the answer stands', async () => {
    const found = answered(
      await outcome(
        question,
        {},
        {
          saveRun: async () => {
            throw new Error('disk full');
          },
        },
      ),
    );
    expect(found.degraded).toEqual([{ part: 'RECORD', message: 'disk full' }]);
    expect(found.text).toContain(proof);
  });

  test('a fault is the last event, and is recorded without an outcome', async () => {
    const events = await drain(
      ask(buildGraph(parts), parts, {
        ...checkRequest(caller, { question }),
        workspaceId: '01900000-0000-7000-8000-00000000dead',
      }),
    );
    expect(events.at(-1)).toMatchObject({ type: 'Failed', code: 'NOT_FOUND', sequence: events.length - 1 });
    const broken = await drain(start({ question }, { embedder: { ...embedder, fingerprint: 'other:1' } }));
    expect(broken.at(-1)).toMatchObject({ type: 'Failed', code: 'EMBEDDER_MISMATCH' });
    expect(await readRun(opened.database, caller, broken[0]!.runId)).toMatchObject({
      outcome: null,
      result: null,
      steps: [{ node: 'fault', detail: { code: 'EMBEDDER_MISMATCH' } }],
    });
  });

  test('aborting before and during a run ends it with CANCELLED', async () => {
    expect((await drain(start({ question }, {}, AbortSignal.abort()))).map((event) => event.type)).toEqual(['Failed']);
    const events = await drain(start({ question }, { embedder: slow(10_000) }, AbortSignal.timeout(100)));
    expect(events.at(-1)).toMatchObject({ type: 'Failed', code: 'CANCELLED' });
  });
});

describe('a failing vector arm', () => {
  const broken = () => failing(new CandorError('MODEL_UNAVAILABLE', 'no embedder'));

  // Any other fault, over other questions: loop.property.db.slow.test.ts.
  test.each([
    question,
    'What does fault E1042 mean?',
    'How much does theft insurance cost a day?',
    unanswerable,
    'Are helmets lent free of charge?',
    'Can children ride the Falcon e-bike?',
    'What is the capital of Mongolia?',
  ])('never raises the confidence: %s', async (text) => {
    const whole = await outcome(text);
    const lame = await outcome(text, {}, { embedder: broken() });
    expect(lame.degraded.map((entry) => entry.part)).toEqual(['VECTOR_ARM']);
    expect(lame.confidence.value).toBeLessThanOrEqual(whole.confidence.value);
    if (whole.type !== 'Answer') expect(lame.type).not.toBe('Answer');
    if (lame.type === 'Answer') await expectProven(lame, readProof);
  });

  test('alone is a fault', async () => {
    const events = await drain(start({ question, preset: 'NAIVE' }, { embedder: broken() }));
    expect(events.at(-1)).toMatchObject({ type: 'Failed', code: 'MODEL_UNAVAILABLE' });
  });
});

describe('bad input', () => {
  test.each<[string, Partial<AskRequest>]>([
    ['question', { question: '' }],
    ['question', { question: ' \n\u0000 ' }],
    ['question', { question: 'a'.repeat(2_001) }],
    ['budget.maxMillis', { budget: { maxMillis: 10 } }],
    ['budget.maxRounds', { budget: { maxRounds: 1.5 } }],
    ['budget.maxTokens', { budget: { maxTokens: -1 } }],
    ['retrieval.topK', { retrieval: { topK: 0 } }],
    ['retrieval.maxDistance', { retrieval: { maxDistance: 3 } }],
    ['retrieval.rrfK', { retrieval: { rrfK: 1.5 } }],
    ['asOf', { asOf: new Date('soon') }],
    ['language', { language: 'english please' }],
    ['conversationId', { conversationId: 'c'.repeat(101) }],
  ])('%s is named, before anything runs', (field, request) => {
    expect(() => start({ question, ...request })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', details: expect.objectContaining({ field }) }),
    );
  });

  test('2,000 characters are a question', async () => {
    expect((await outcome(`${question} ${'x'.repeat(2_000)}`.slice(0, 2_000))).question).toHaveLength(2_000);
  });
});

test('search judges as the first round of ask does', async () => {
  const found = await search(parts, caller, { query: question }, undefined);
  const asked = await outcome(question);
  expect(found.confidence).toEqual(asked.confidence);
  expect(found.tier).toBe(asked.tier);
  expect(found.passages[0]?.documentKey).toBe('terms.md');
});
