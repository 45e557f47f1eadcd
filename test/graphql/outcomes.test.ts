import { isNonNullType } from 'graphql';
import { expect, test } from 'vitest';
import {
  AskOffTopicDocument,
  AskNonsenseDocument,
  AskWithCitationsDocument,
  ListDocumentsDocument,
  ListStaleAnswersDocument,
  SearchWithTraceDocument,
  ShowWorkspaceDocument,
} from '../../src/console/generated/graphql.ts';
import type { AskEvent } from '../../src/agent/state/events.ts';
import type { Answer, Clarification } from '../../src/agent/state/outcome.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { answer, confidence } from '../support/fake/outcomes.ts';
import { span, text } from '../support/fake/stored.ts';
import { createFakeApp, type FakeApp } from '../support/fakeApp.ts';
import { openSubscription, runQuery } from '../support/runQuery.ts';

const outcome =
  'query ($question: String!) { ask(input: { question: $question }) { __typename ... on Outcome { id tier run { id } } } }';

test.each([
  ['answer it', 'Answer'],
  ['clarify it', 'Clarification'],
  ['abstain it', 'Abstention'],
])('%s resolves to %s through the union and the interface', async (question, type) => {
  const { data, errors } = await runQuery(outcome, { app: createFakeApp(), variables: { question } });
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ ask: { __typename: type, id: 'run-1', run: { id: 'run-1' } } });
});

test('no field of an operation takes the others along when it fails: each is null then', () => {
  const schema = buildSchema();
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  expect(fields.length).toBeGreaterThan(40);
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});

test('an answer whose run could not be recorded, as on a full disk, comes without its run', async () => {
  const app = createFakeApp();
  const unrecorded = { ...app, runs: { ...app.runs, find: () => Promise.resolve(undefined) } };
  expect(
    await runQuery('{ ask(input: { question: "answer it" }) { __typename ... on Outcome { question run { id } } } }', {
      app: unrecorded,
    }),
  ).toEqual({ data: { ask: { __typename: 'Answer', question: expect.any(String) as unknown, run: null } } });
});

test('every example operation of GraphiQL runs without an error', async () => {
  const app = createFakeApp();
  const answered = await runQuery(AskWithCitationsDocument, { app, variables: { question: 'answer it' } });
  expect(answered.data?.ask?.outcome).toMatchObject({
    __typename: 'Answer',
    mode: 'EXTRACTIVE',
    citations: [{ title: 'Title of d1', documentKey: 'd1.md' }, {}, {}],
  });
  for (const [document, question] of [
    [AskOffTopicDocument, 'abstain it'],
    [AskNonsenseDocument, 'clarify it'],
  ] as const) {
    expect((await runQuery(document, { app, variables: { question } })).errors).toBeUndefined();
  }
  expect((await runQuery(SearchWithTraceDocument, { app, variables: { query: 'x' } })).errors).toBeUndefined();
  for (const document of [ListDocumentsDocument, ListStaleAnswersDocument, ShowWorkspaceDocument])
    expect((await runQuery(document, { app })).errors).toBeUndefined();
});

test('all fields of an answer, its run, citations and conflicts resolve from the domain objects', async () => {
  const { data, errors } = await runQuery(
    `{ ask(input: { question: "answer it" }) { ... on Answer {
    id tier confidence { value display signals { name value contribution } calibration { id createdAt sampleSize } }
    stopReason degraded { part message } text claims { text answerSpan { start end } citationNumbers status support wording reason evidence { quote } }
    droppedClaims { text reason status } conflicts { kind resolution sides { document { id } version { id effectiveFrom effectiveUntil } quote sourceSpan { start end } sectionPath value status support checks { name } } }
    notices { kind message document { id } evidence { version { id } quote sourceSpan { start end } } } curated { id stale sources { id } staleSources { documentId document { id } reason changedAt } } mode
    citations { number quote sourceSpan { start end } answerSpan { start end } sectionPath ageDays isCurrent status checks { name passed detail } version { id number text contentHash effectiveFrom effectiveUntil createdAt }
      document { id key title url state metadata tags createdAt updatedAt currentVersion { id } versions { nodes { id } } } }
    run { id question conversationId createdAt outcome tier confidenceValue stopReason trace
      passages { chunkId text rank score sectionPath sourceSpan { start end } version { id } document { id } trace } usage { millis rounds modelCalls inputTokens outputTokens } } } } }`,
    { app: createFakeApp() },
  );
  expect(errors).toBeUndefined();
  expect(JSON.parse(JSON.stringify(data))).toMatchObject({
    ask: {
      notices: [
        { kind: 'EARLIER_VERSION_DIFFERED', document: { id: 'd1' }, evidence: { version: { id: 'd1-v1' } } },
        { kind: 'SUPERSEDED', document: null, evidence: null },
      ],
      citations: [{ ageDays: 10, document: { metadata: { id: 'd1' } } }, {}, {}],
      run: { passages: [{ chunkId: 'd1-c1' }, {}] },
    },
  });
});

test("what is asked back says so, with each option's title and what it would be answered with", async () => {
  const options = [
    {
      id: 'o1',
      text: 'Pro',
      question: 'What does Pro cost?',
      documentIds: ['d1'],
      preview: 'Pro costs 9 euros.',
      confidence: 0.8,
    },
    { id: 'o2', text: 'Basic', question: 'What does Basic cost?', documentIds: ['d2'], preview: null, confidence: 0.6 },
  ];
  const usage = { millis: 1, rounds: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: null };
  const asksBack: Clarification = {
    type: 'Clarification',
    id: 'run-1',
    question: 'What does it cost?',
    askedAs: 'the Pro plan / What does it cost?',
    tier: 'UNCERTAIN',
    confidence,
    stopReason: 'ASKED_BACK',
    citations: [],
    alternatives: [],
    usage,
    degraded: [{ part: 'READER', message: 'It was late.' }],
    text: 'Which of these?',
    reason: 'AMBIGUOUS',
    why: 'Several answers.',
    options,
  };
  const app: FakeApp = {
    ...createFakeApp(),
    ask: () => eventsOf({ runId: 'run-1', sequence: 0, elapsedMillis: 1, type: 'Finished', outcome: asksBack }),
  };
  const { data, errors } = await runQuery(
    '{ ask(input: { question: "What does it cost?" }) { ... on Clarification { askedAs tier stopReason reason why degraded { part } options { id text documentIds preview } } ... on Abstention { reason } } }',
    { app },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    ask: {
      askedAs: 'the Pro plan / What does it cost?',
      tier: 'UNCERTAIN',
      stopReason: 'ASKED_BACK',
      reason: 'AMBIGUOUS',
      why: 'Several answers.',
      degraded: [{ part: 'READER' }],
      options: options.map(({ id, text, documentIds, preview }) => ({ id, text, documentIds, preview })),
    },
  });
});

async function* eventsOf(...events: readonly AskEvent[]): AsyncGenerator<AskEvent> {
  for (const event of events) yield await Promise.resolve(event);
}

test('every kind of event resolves', async () => {
  const events = [];
  const stream = await openSubscription(
    'subscription { askEvents(input: { question: "answer it" }) { __typename runId ... on AskProgress { elapsedMillis phase round passageCount queries tier confidence { display } mode } ... on AskFinished { outcome { __typename } } } }',
    { app: createFakeApp() },
  );
  for await (const { data, errors } of stream) {
    expect(errors).toBeUndefined();
    events.push(data?.['askEvents']);
  }
  const none = {
    round: null,
    passageCount: null,
    queries: null,

    tier: null,
    confidence: null,
    mode: null,
  };
  const progress = { __typename: 'AskProgress', ...none };
  expect(events).toMatchObject([
    { ...progress, phase: 'PLANNED', queries: ['answer it'] },
    { ...progress, phase: 'RETRIEVED', round: 1, passageCount: 2 },
    { ...progress, phase: 'REFLECTED', round: 1, tier: 'CONFIDENT', confidence: { display: 90 } },
    { __typename: 'AskFinished', outcome: { __typename: 'Answer' } },
  ]);
});

test('what is provisional resolves like an answer, with its proofs', async () => {
  const events: { readonly __typename: string; readonly outcome?: object }[] = [];
  const proofs = 'text claims { text citationNumbers } citations { number quote document { key } version { number } }';
  const stream = await openSubscription(
    `subscription { askEvents(input: { question: "draft it" }) { __typename ... on Provisional { ${proofs} } ... on AskFinished { outcome { ... on Answer { ${proofs} } } } } }`,
    { app: createFakeApp() },
  );
  for await (const { data, errors } of stream) {
    expect(errors).toBeUndefined();
    events.push(data?.['askEvents'] as (typeof events)[number]);
  }
  expect(events.map((event) => event.__typename)).toEqual([
    'AskProgress',
    'AskProgress',
    'AskProgress',
    'Provisional',
    'AskProgress',
    'AskFinished',
  ]);
  expect(events[3]).toEqual({ __typename: 'Provisional', ...events[5]?.outcome });
});

test('a dropped claim is a claim without a place in the answer, with the nearest place and its headings', async () => {
  const evidence = { documentId: 'd1', versionId: 'd1-v1', quote: text, sourceSpan: span };
  const dropped = { text: 'It is red.', reason: 'QUOTE: failed', status: 'UNSUPPORTED', support: 0.25 } as const;
  const given: Answer = {
    ...answer('What colour?'),
    droppedClaims: [
      { ...dropped, wording: 'REWORDED', evidence: { ...evidence, sectionPath: ['Colours'] } },
      { ...dropped, wording: 'REWORDED', evidence },
      { ...dropped, wording: 'REWORDED', evidence: null },
    ],
  };
  const app: FakeApp = {
    ...createFakeApp(),
    ask: () => eventsOf({ runId: 'run-1', sequence: 0, elapsedMillis: 1, type: 'Finished', outcome: given }),
  };
  const { data, errors } = await runQuery(
    `{ ask(input: { question: "What colour?" }) { ... on Answer { droppedClaims {
      text reason status wording support answerSpan { start } citationNumbers evidence { ...Place value status support checks { name } }
    } citations { ...Place } } } } fragment Place on Quoted { __typename quote document { key } version { number } sectionPath location { line } }`,
    { app },
  );
  expect(errors).toBeUndefined();
  const place = { quote: text, document: { key: 'd1.md' }, version: { number: 1 }, location: { line: 3 } };
  const unchecked = { __typename: 'Evidence', value: null, status: null, support: null, checks: [] };
  const claim = { ...dropped, wording: 'REWORDED', answerSpan: null, citationNumbers: [] };
  expect(data?.['ask']).toMatchObject({
    droppedClaims: [
      { ...claim, evidence: [{ ...place, ...unchecked, sectionPath: ['Colours'] }] },
      { ...claim, evidence: [{ ...place, ...unchecked, sectionPath: [] }] },
      { ...claim, evidence: [] },
    ],
    citations: [{ __typename: 'Citation', ...place, sectionPath: ['Rules'] }, {}, {}],
  });
});

test('inputs reach the app without nulls, and null inside metadata stays', async () => {
  const app = createFakeApp();
  const input = {
    question: 'answer it',
    language: null,
    filter: { tags: ['a'], documentIds: null },
    budget: { maxRounds: 1 },
    asOf: '2025-01-01T00:00:00Z',
  };
  await runQuery('query ($input: AskInput!) { ask(input: $input) { __typename } }', { app, variables: { input } });
  expect(app.seen.requests[0]).toEqual({
    question: 'answer it',
    filter: { tags: ['a'] },
    budget: { maxRounds: 1 },
    asOf: new Date('2025-01-01T00:00:00Z'),
  });
});
