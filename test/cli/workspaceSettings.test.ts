import { beforeEach, describe, expect, it } from 'vitest';
import { cautionGates } from '../../src/confidence/score.ts';
import { createStage, type Stage } from './run.ts';

let stage: Stage;
beforeEach(() => {
  stage = createStage();
});
const requests = () => (stage.app as unknown as { seen: { requests: unknown[] } }).seen.requests;

describe('workspace', () => {
  it('shows itself, and what its questions may spend', async () => {
    const { code, out } = await stage.run('workspace');
    expect(code).toBe(0);
    expect(out).toMatch(
      /0 documents, 0 chunks[\s\S]*takes\s+at most\n[─\s]+milliseconds\s+20,000\s+120,000\nrounds\s+2\s+5\nmodel tokens\s+20,000\s+200,000/,
    );
    expect((await stage.run('workspace', '--json')).json()).toMatchObject({
      budget: { defaults: { maxRounds: 2 }, ceilings: { maxRounds: 5 } },
    });
    expect(requests()).toEqual([]);
  });

  it('changes the limits that are given', async () => {
    expect(
      (
        await stage.run('workspace', '--default-rounds', '1', '--max-millis', '9000', '--max-tokens', '0', '--json')
      ).json(),
    ).toMatchObject({
      budget: {
        defaults: { maxMillis: 9_000, maxRounds: 1, maxTokens: 0 },
        ceilings: { maxMillis: 9_000, maxRounds: 5, maxTokens: 0 },
      },
    });
    expect(requests()).toEqual([{ defaults: { maxRounds: 1 }, ceilings: { maxMillis: 9_000, maxTokens: 0 } }]);
  });

  it("goes back to the product's own limits but for those that are given", async () => {
    await stage.run('workspace', '--reset-budget', '--max-rounds', '3');
    expect(requests()).toEqual([
      {
        defaults: { maxMillis: null, maxRounds: null, maxTokens: null },
        ceilings: { maxMillis: null, maxRounds: 3, maxTokens: null },
      },
    ]);
    expect(await stage.run('workspace', '--max-rounds', 'many')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--max-rounds must be a whole number') as string,
    });
  });
});

describe('workspace --gate', () => {
  it('is shown, and set by name, by number and back', async () => {
    expect((await stage.run('workspace')).out).toContain(
      `from a confidence of ${cautionGates.BALANCED.toFixed(2)} on (balanced)`,
    );
    expect((await stage.run('workspace', '--gate', 'Generous')).out).toContain(
      `from a confidence of ${cautionGates.GENEROUS.toFixed(2)} on (generous)`,
    );
    expect((await stage.run('workspace', '--gate', '0.5')).out).toContain('from a confidence of 0.50 on (set to 0.5)');
    expect((await stage.run('workspace', '--gate', 'strict', '--json')).json()).toMatchObject({
      gate: { caution: 'STRICT', setTo: null, uncertainFrom: cautionGates.STRICT },
      budget: {},
    });
    expect((await stage.run('workspace', '--gate', 'default', '--max-rounds', '3', '--json')).json()).toMatchObject({
      gate: { caution: 'BALANCED', uncertainFrom: cautionGates.BALANCED },
    });
    expect(requests()).toEqual(['GENEROUS', 0.5, 'STRICT', { defaults: {}, ceilings: { maxRounds: 3 } }, null]);
  });

  it.each([
    ['bold', 'Write --gate strict|balanced|generous|0.05..0.95|default.'],
    ['0.96', 'a number from 0.05 to 0.95'],
    ['40', 'a number from 0.05 to 0.95'],
  ])('%s is wrong usage that names what would do, and nothing is opened', async (text, remedy) => {
    expect(await stage.run('workspace', '--gate', text)).toMatchObject({
      code: 2,
      err: expect.stringContaining(remedy) as string,
    });
    expect(stage.opened).toEqual([]);
  });
});

describe('--caution', () => {
  it('of ask and of a replay is handed over', async () => {
    await stage.run('ask', 'q', '--caution', 'GENEROUS');
    expect(stage.app.requests.at(-1)).toMatchObject({ caution: 'GENEROUS' });
    await stage.run('runs', 'run-1', '--replay', '--caution', 'strict');
    expect(requests()).toEqual([{ id: 'run-1', overrides: { versions: 'SAME', caution: 'STRICT' } }]);
  });

  it('is one of three, and of a run only where it is replayed', async () => {
    expect(await stage.run('ask', 'q', '--caution', 'strickt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean strict? Choose one of strict, balanced, generous.') as string,
    });
    expect(await stage.run('runs', 'run-1', '--caution', 'strict')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--caution need --replay') as string,
    });
  });
});

describe('aliases', () => {
  it('lists them', async () => {
    const { out } = await stage.run('aliases', '--first', '1');
    expect(out).toMatch(
      /term\s+documents say\s+saved\s+id\n[─\s]+holiday\s+annual leave\s+2025-06-01\s+alias of holiday\n\nMore: --after a1/,
    );
    expect((await stage.run('aliases', '--json')).json()).toMatchObject({
      nodes: [{ term: 'holiday', synonyms: ['annual leave'] }],
      pageInfo: { hasNextPage: true, endCursor: 'a1' },
    });
    expect(requests()).toEqual([
      { first: 1, after: undefined },
      { first: 100, after: undefined },
    ]);
  });

  it('saves one and deletes one', async () => {
    expect((await stage.run('aliases', '--add', ' PTO = annual leave,holiday , ')).out).toBe(
      'Saved: PTO = annual leave, holiday\n',
    );
    expect((await stage.run('aliases', '--add', 'PTO=leave', '--json')).json()).toMatchObject({
      term: 'PTO',
      synonyms: ['leave'],
    });
    expect((await stage.run('aliases', '--remove', 'PTO')).out).toBe('Deleted: PTO = annual leave\n');
    expect((await stage.run('aliases', '--remove', 'PTO', '--json')).json()).toMatchObject({
      deleted: { term: 'PTO' },
    });
    expect(requests()).toEqual([
      { term: 'PTO', synonyms: ['annual leave', 'holiday'] },
      { term: 'PTO', synonyms: ['leave'] },
      'PTO',
      'PTO',
    ]);
    expect(await stage.run('aliases', '--remove', 'lost')).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND') as string,
    });
  });

  it.each([['PTO'], ['PTO='], ['=leave'], ['=']])('--add %s is wrong usage, and nothing is opened', async (text) => {
    expect(await stage.run('aliases', '--add', text)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Write --add "TERM=SYNONYM, SYNONYM".') as string,
    });
    expect(await stage.run('aliases', '--add', 'a=b', '--remove', 'a')).toMatchObject({
      code: 2,
      err: expect.stringContaining('do not go together') as string,
    });
    expect(stage.opened).toEqual([]);
  });
});
