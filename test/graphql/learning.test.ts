import { expect, test } from 'vitest';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const feedbackFields = 'id run { id } question verdict documents { id } chunk { id } answer comment own createdAt';

test('recordFeedback gives every field, for any role, and hands on what was said', async () => {
  const app = createFakeApp();
  const caller = await app.keys.authenticate(readerKey);
  const input = { runId: 'run-1', verdict: 'WRONG', documentIds: ['d1'], answer: '21 days', comment: null };
  const { data, errors } = await runQuery(
    `mutation ($input: RecordFeedbackInput!) { recordFeedback(input: $input) { feedback { ${feedbackFields} } } }`,
    { app, caller, variables: { input } },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    recordFeedback: {
      feedback: {
        id: 'feedback of run-1',
        run: { id: 'run-1' },
        question: 'How?',
        verdict: 'WRONG',
        documents: [{ id: 'd1' }],
        chunk: null,
        answer: '21 days',
        comment: null,
        own: true,
        createdAt: '2025-06-01T00:00:00.000Z',
      },
    },
  });
  expect(app.seen.requests[0]).toEqual({ runId: 'run-1', verdict: 'WRONG', documentIds: ['d1'], answer: '21 days' });
  expect(app.seen.callers[0]).toEqual(caller);
});

test('a run that the caller may not read is NOT_FOUND', async () => {
  const { data } = await runQuery(
    'mutation { recordFeedback(input: { runId: "lost-1", verdict: CORRECT }) { feedback { id } errors { code } } }',
    { app: createFakeApp() },
  );
  expect(data).toEqual({ recordFeedback: { feedback: null, errors: [{ code: 'NOT_FOUND' }] } });
});

test('chooseAnswer and curateChosenAnswer hand on the run and the passage, and say what was kept', async () => {
  const app = createFakeApp();
  const caller = await app.keys.authenticate(readerKey);
  const choose = `mutation ($input: ChooseAnswerInput!) { chooseAnswer(input: $input) { feedback { run { id } chunk { id } } errors { code } } }`;
  const variables = { input: { runId: 'run-1', passageId: 'c1' } };
  expect((await runQuery(choose, { app, caller, variables })).data).toEqual({
    chooseAnswer: { feedback: { run: { id: 'run-1' }, chunk: { id: 'c1' } }, errors: [] },
  });
  expect((await runQuery(choose, { app, variables: { input: { runId: 'lost-1', passageId: null } } })).data).toEqual({
    chooseAnswer: { feedback: null, errors: [{ code: 'NOT_FOUND' }] },
  });
  const curate = `mutation ($input: CurateChosenAnswerInput!) { curateChosenAnswer(input: $input) { curatedAnswer { id } errors { code } } }`;
  expect((await runQuery(curate, { app, variables })).data).toEqual({
    curateChosenAnswer: { curatedAnswer: { id: 'ca1' }, errors: [] },
  });
  expect(app.seen.requests.filter((request) => Object.keys(request as object).includes('runId'))).toEqual([
    { runId: 'run-1', passageId: 'c1' },
    { runId: 'lost-1' },
    { runId: 'run-1', passageId: 'c1' },
  ]);
});

test('judgements come in pages, without the documents that are gone', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(
    `{ feedback(first: 2, after: "f0") { nodes { ${feedbackFields} } pageInfo { hasNextPage endCursor } } }`,
    { app },
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    feedback: {
      nodes: [{ run: { id: 'run-1' }, documents: [{ id: 'd1' }] }, { run: { id: 'run-2' } }],
      pageInfo: { hasNextPage: true, endCursor: 'f2' },
    },
  });
  expect(app.seen.requests[0]).toEqual({ first: 2, after: 'f0' });
});

test('the feedback of a page of runs is one call', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery('{ runs(first: 2) { nodes { id feedback { verdict } } } }', { app });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    runs: {
      nodes: [
        { id: 'run-1', feedback: [{ verdict: 'CORRECT' }] },
        { id: 'run-2', feedback: [{ verdict: 'CORRECT' }] },
      ],
    },
  });
  expect(app.seen.calls.filter((call) => call === 'feedback.ofRuns')).toHaveLength(1);
});

test('the labelling queue tells what each run is about and why it is worth a judgement', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(
    '{ labellingQueue(first: 5) { totalCount nodes { id question outcome tier confidenceValue similarCount createdAt } } }',
    { app },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    labellingQueue: {
      totalCount: 7,
      nodes: [
        {
          id: 'run-1',
          question: 'How?',
          outcome: 'ANSWER',
          tier: 'CONFIDENT',
          confidenceValue: 0.9,
          similarCount: 2,
          createdAt: '2025-06-01T00:00:00.000Z',
        },
      ],
    },
  });
  expect(app.seen.requests).toMatchObject([6, { page: { first: 1 }, filter: { ids: ['run-1'] } }]);
});

test('knowledge gaps give every field', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(
    `{ knowledgeGaps(first: 1, since: "2025-01-01T00:00:00.000Z", chosen: true) { totalCount runCount unansweredCount degraded pageInfo { hasNextPage endCursor } nodes {
    run { id } question count lastAskedAt causes { reason missing gap count } nearestDocuments { key } chosen { chunk { id text } document { key } sentence run { id } count }  } } }`,
    { app },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    knowledgeGaps: {
      totalCount: 3,
      runCount: 40,
      unansweredCount: 9,
      degraded: false,
      pageInfo: { hasNextPage: true, endCursor: 'g1' },
      nodes: [
        {
          run: { id: 'run-1' },
          question: 'How?',
          count: 4,
          lastAskedAt: '2025-06-01T00:00:00.000Z',
          causes: [
            { reason: 'WEAK_EVIDENCE', missing: null, gap: null, count: 3 },
            { reason: 'NOTHING_FOUND', missing: null, gap: null, count: 1 },
            { reason: null, missing: 'E1042', gap: null, count: 2 },
            { reason: null, missing: null, gap: 'MISSING_FACT', count: 2 },
          ],
          nearestDocuments: [{ key: 'd1.md' }],
          chosen: [
            {
              chunk: { id: 'c1', text: expect.any(String) as string },
              document: { key: 'd1.md' },
              sentence: 'Within 21 days.',
              run: { id: 'run-1' },
              count: 2,
            },
          ],
        },
      ],
    },
  });
  expect(app.seen.requests[0]).toEqual({
    first: 1,
    since: new Date('2025-01-01T00:00:00.000Z'),
    chosen: true,
  });
});

test('a workspace tells the health of its calibrations', async () => {
  const { data, errors } = await runQuery('{ workspace { health { status message checkedAt details } } }', {
    app: createFakeApp(),
  });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    workspace: {
      health: {
        status: 'ALARM',
        message: 'Fit anew.',
        checkedAt: '2025-06-01T00:00:00.000Z',
        details: {
          version: 1,
          calibrations: [
            {
              calibrationId: 'cal-1',
              language: 'und',
              status: 'ALARM',
              stale: false,
              activatedAt: '2025-06-01T00:00:00.000Z',
              recentRuns: 50,
              signals: [{ signal: 'KEYWORD', stabilityIndex: 0.4, pValue: 0.0001, alarm: true }],
              errors: { alpha: 0.05, delta: 0.05, answered: 20, wrong: 6, wealth: 31, alarmed: true },
            },
          ],
        },
      },
    },
  });
});

test('gaps and queues are among the costly fields of a request', async () => {
  const fields = Array.from(
    { length: 3 },
    (_, index) => `g${index}: knowledgeGaps { totalCount } q${index}: labellingQueue { totalCount }`,
  );
  const { errors } = await runQuery(`{ ${fields.join(' ')} }`, { app: createFakeApp() });
  expect(errors?.[0]?.message).toMatch(/^6 questions, searches, explanations and ingestions/);
});
