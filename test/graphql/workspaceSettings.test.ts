import { describe, expect, test } from 'vitest';
import { cautionGates } from '../../src/confidence/score.ts';
import { guaranteeAtGate } from '../../src/graphql/computed.ts';
import { type StoredCalibration, gateInUse } from '../../src/learning/calibrations/calibration.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const plain = (data: unknown) => JSON.parse(JSON.stringify(data)) as unknown;

test('a workspace tells what its questions may spend', async () => {
  const { data, errors } = await runQuery(
    '{ workspace { budget { defaults { maxMillis maxRounds maxTokens } ceilings { maxMillis maxRounds maxTokens } } } }',
    { app: createFakeApp() },
  );
  expect(errors).toBeUndefined();
  expect(plain(data)).toEqual({
    workspace: {
      budget: {
        defaults: { maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 },
        ceilings: { maxMillis: 120_000, maxRounds: 5, maxTokens: 200_000 },
      },
    },
  });
});

const update = (input: string, fields: string, app = createFakeApp()) =>
  runQuery(`mutation { updateWorkspace(input: ${input}) { workspace { ${fields} } errors { code field } } }`, { app });

test('updateWorkspace hands on what was given: null is the default, what is left out stays', async () => {
  const app = createFakeApp();
  const input =
    '{ retentionDays: 7, runRetentionDays: null, budget: { defaults: { maxRounds: 1, maxTokens: null }, ceilings: null } }';
  const { data, errors } = await update(input, 'retentionDays budget { defaults { maxRounds } }', app);
  expect(errors).toBeUndefined();
  expect(plain(app.seen.requests)).toEqual([
    {
      retentionDays: 7,
      runRetentionDays: null,
      budget: { defaults: { maxRounds: 1, maxTokens: null }, ceilings: null },
    },
  ]);
  expect(plain(data)).toEqual({
    updateWorkspace: { workspace: { retentionDays: 7, budget: { defaults: { maxRounds: 1 } } }, errors: [] },
  });
});

test('a workspace tells the site of its documents once it is set', async () => {
  const app = createFakeApp();
  const set = async (to: string) => plain((await update(`{ documentSite: ${to} }`, 'documentSite', app)).data);
  expect(await set('"https://wiki.example"')).toMatchObject({
    updateWorkspace: { workspace: { documentSite: 'https://wiki.example' } },
  });
  expect(await set('null')).toMatchObject({ updateWorkspace: { workspace: { documentSite: null } } });
});

test('a workspace tells how long it keeps runs and the audit', async () => {
  const { data, errors } = await runQuery('{ workspace { runRetentionDays runRetentionCount auditRetentionDays } }', {
    app: createFakeApp(),
  });
  expect(errors).toBeUndefined();
  expect(plain(data)).toEqual({
    workspace: { runRetentionDays: 365, runRetentionCount: 100_000, auditRetentionDays: null },
  });
});

describe('the gate of a workspace', () => {
  const gate = '{ caution setTo uncertainFrom }';
  const set = (input: string, app = createFakeApp()) => update(`{ gate: ${input} }`, `gate ${gate}`, app);

  test('is BALANCED at first', async () => {
    const { data, errors } = await runQuery(`{ workspace { gate ${gate} } }`, { app: createFakeApp() });
    expect(errors).toBeUndefined();
    expect(plain(data)).toEqual({
      workspace: { gate: { caution: 'BALANCED', setTo: null, uncertainFrom: cautionGates.BALANCED } },
    });
  });

  test.each([
    ['{ caution: GENEROUS }', 'GENEROUS', { caution: 'GENEROUS', setTo: null, uncertainFrom: cautionGates.GENEROUS }],
    ['{ uncertainFrom: 0.5 }', 0.5, { caution: null, setTo: 0.5, uncertainFrom: 0.5 }],
    ['{ caution: BALANCED }', 'BALANCED', { caution: 'BALANCED' }],
  ])('%s reaches the app', async (input, setting, told) => {
    const app = createFakeApp();
    const { data, errors } = await set(input, app);
    expect(errors).toBeUndefined();
    expect(app.seen.requests).toEqual([{ gate: setting }]);
    expect(plain(data)).toMatchObject({ updateWorkspace: { workspace: { gate: told } } });
  });

  test.each(['{}', '{ caution: null }', '{ caution: STRICT, uncertainFrom: 0.5 }'])(
    '%s does not fit: one of the two is set',
    async (input) => {
      const app = createFakeApp();
      const { errors } = await set(input, app);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
      expect(app.seen.requests).toEqual([]);
    },
  );

  test('a question and a run have one too', async () => {
    const app = createFakeApp();
    const { data, errors } = await runQuery(
      `{ ask(input: { question: "answer", caution: GENEROUS }) { ... on Outcome { run { gate ${gate} } } } }`,
      { app },
    );
    expect(errors).toBeUndefined();
    expect(app.seen.requests[0]).toMatchObject({ caution: 'GENEROUS' });
    expect(plain(data)).toEqual({ ask: { run: { gate: { caution: 'BALANCED', setTo: null, uncertainFrom: 0.45 } } } });
  });

  test('that lies below the one that was tested has no guarantee; what did not stand stays as it is', () => {
    const guarantee = {
      alpha: 0.05,
      delta: 0.05,
      threshold: 0.6,
      answered: 200,
      wrong: 2,
      upperBound: 0.03,
      coverage: 0.7,
      coverageLow: 0.6,
      coverageHigh: 0.8,
      status: 'HOLDS',
      reason: null,
    } as const;
    expect(guaranteeAtGate(guarantee, 0.6)).toBe(guarantee);
    expect(guaranteeAtGate(guarantee, 0.59)).toMatchObject({
      status: 'WITHDRAWN',
      reason: expect.stringContaining('Set its gate to BALANCED or STRICT.') as string,
    });
    expect(guaranteeAtGate({ ...guarantee, status: 'STALE', reason: 'old' }, 0.1)).toMatchObject({ status: 'STALE' });
    expect(guaranteeAtGate(null, 0.1)).toBeNull();
  });

  test('is moved from the gate of the calibration in use, and of none that is stale', () => {
    const higher = (cautionGates.BALANCED + 1) / 2;
    const fitted = { fit: { uncertainFrom: higher } } as unknown as StoredCalibration;
    expect(gateInUse([{ ...fitted, stale: false }], null)).toEqual({
      caution: 'BALANCED',
      setTo: null,
      uncertainFrom: higher,
    });
    expect(gateInUse([{ ...fitted, stale: false }], 'STRICT').uncertainFrom).toBeGreaterThan(cautionGates.STRICT);
    expect(gateInUse([{ ...fitted, stale: true }], 'STRICT').uncertainFrom).toBe(cautionGates.STRICT);
  });
});

test('aliases are listed by pages', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(
    '{ aliases(first: 3, after: "x") { nodes { id term synonyms updatedAt } pageInfo { hasNextPage endCursor } } }',
    { app },
  );
  expect(errors).toBeUndefined();
  expect(app.seen.requests).toEqual([{ first: 3, after: 'x' }]);
  expect(plain(data)).toEqual({
    aliases: {
      nodes: [
        {
          id: 'alias of holiday',
          term: 'holiday',
          synonyms: ['annual leave'],
          updatedAt: '2025-06-01T00:00:00.000Z',
        },
      ],
      pageInfo: { hasNextPage: true, endCursor: 'a1' },
    },
  });
});

test('an alias is saved and deleted; a fault has its code', async () => {
  const app = createFakeApp();
  const { data, errors } = await runQuery(
    'mutation { saveAlias(input: { term: "PTO", synonyms: ["leave", "holiday"] }) { alias { term synonyms } } deleteAlias(input: { id: "PTO" }) { deletedId } }',
    { app },
  );
  expect(errors).toBeUndefined();
  expect(plain(data)).toEqual({
    saveAlias: { alias: { term: 'PTO', synonyms: ['leave', 'holiday'] } },
    deleteAlias: { deletedId: 'alias of PTO' },
  });
  const refused = await runQuery('mutation { deleteAlias(input: { id: "lost" }) { deletedId errors { code } } }', {
    app,
  });
  expect(plain(refused.data)).toEqual({ deleteAlias: { deletedId: null, errors: [{ code: 'NOT_FOUND' }] } });
});

test('a hundred aliases with their synonyms are within the cost of a request', async () => {
  const { errors } = await runQuery('{ aliases(first: 100) { nodes { id term synonyms updatedAt } } }', {
    app: createFakeApp(),
  });
  expect(errors).toBeUndefined();
});
