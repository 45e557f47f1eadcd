import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { Entailment } from '../../src/models/entailment.ts';
import { openHttpEntailment } from '../../src/models/providers/httpModels.ts';
import { startJsonServer, type JsonServer, type ScriptedJson } from '../support/jsonServer.ts';
import { answered } from './drain.ts';
import { asked, lost, obliging, openMatrix, shownSentences, type Matrix } from './matrix.ts';

let matrix: Matrix;
let server: JsonServer;
let script: (pairs: readonly (readonly string[])[]) => ScriptedJson;
let before = 0;
const calls = () => server.requests.length - before;

const proof = 'A rental of a cargo bike may be cancelled free of charge until 24 hours before it begins.';
/** Says the same in other words. */
const paraphrase = 'A customer may cancel a rental of a cargo bike free of charge until 24 hours before it begins.';

const saying =
  (entailed: number, neutral: number, contradicted: number) =>
  (pairs: readonly unknown[]): ScriptedJson => ({
    json: pairs.map(() => [
      { label: 'entailment', score: entailed },
      { label: 'neutral', score: neutral },
      { label: 'contradiction', score: contradicted },
    ]),
  });

beforeAll(async () => {
  server = await startJsonServer({ model: () => [], answer: (body) => script(body['inputs'] as string[][]) });
  matrix = await openMatrix();
});
afterAll(async () => {
  await matrix.close();
  await server.close();
});
beforeEach(() => {
  matrix.begin();
  before = server.requests.length;
});

/** The model writes these sentences, each of the same sentence. */
async function writing(
  texts: readonly string[],
  entailment = openHttpEntailment({ url: server.url, apiKey: undefined }),
): Promise<Outcome> {
  matrix.script = (call, asker) => {
    const number = [...shownSentences(call)].find(([, text]) => text.includes(proof))?.[0] ?? 99;
    return asker === 'write'
      ? {
          json: {
            sentences: texts.includes(proof) ? [number] : [],
            claims: texts.map((text) => ({ text, sentences: [number] })),
            missing: null,
          },
        }
      : obliging(call, asker);
  };
  const { outcome } = await matrix.run(asked.cancelling, { wording: 'WRITTEN' }, { chat: matrix.chat, entailment });
  await matrix.expectProven(outcome);
  return outcome;
}

test('a claim that the checks leave open is supported when it follows, and its check says so', async () => {
  script = saying(0.9, 0.08, 0.02);
  const outcome = answered(await writing([paraphrase]));
  expect(outcome).toMatchObject({
    text: `${paraphrase} [1]`,
    mode: 'GENERATED',
    tier: 'CONFIDENT',
    claims: [{ wording: 'ENTAILED' }],
    degraded: [],
    verification: { complete: true },
  });
  expect(outcome.citations[0]?.checks.at(-1)).toEqual({
    name: 'ENTAILMENT',
    passed: true,
    detail: expect.stringMatching(/90 %.*8 %.*2 %/) as string,
  });
  expect(server.requests.at(-1)?.body['inputs']).toEqual([[proof, paraphrase]]);
});

test.each([
  ['CONTRADICTED', 0.1, 0.1, 0.8],
  ['UNSUPPORTED', 0.2, 0.7, 0.1],
] as const)(
  '%s: it is dropped, with its reason and the words that it cited',
  async (status, entailed, neutral, contradicted) => {
    script = saying(entailed, neutral, contradicted);
    const outcome = answered(await writing([proof, paraphrase]));
    expect(outcome).toMatchObject({
      text: `${proof} [1]`,
      tier: 'UNCERTAIN',
      verification: { complete: false, claimCount: 2, supportedCount: 1 },
    });
    expect(outcome.droppedClaims).toMatchObject([
      {
        text: paraphrase,
        status,
        reason: expect.stringMatching(/^SCOPE: .*customer/) as string,
        evidence: {
          quote: proof,
          versionId: outcome.citations[0]?.versionId,
          sourceSpan: outcome.citations[0]?.sourceSpan,
        },
      },
    ]);
    expect(calls()).toBe(1);
  },
);

test('a claim that failed a check is not asked about, and cannot be saved', async () => {
  script = saying(1, 0, 0);
  for (const wrong of [paraphrase.replace('24', '36'), paraphrase.replace('it begins', 'it begins at evil.example')]) {
    expect(await writing([wrong])).toMatchObject({
      type: 'Answer',
      mode: 'EXTRACTIVE',
      degraded: [
        { part: 'GENERATION', message: expect.stringContaining('Nothing of what the model wrote is proven') as string },
      ],
    });
  }
  expect(calls()).toBe(0);
});

test('what is quoted needs nobody', async () => {
  script = saying(0, 0, 1);
  expect(answered(await writing([proof])).text).toBe(`${proof} [1]`);
  const { outcome } = await matrix.run(
    asked.cancelling,
    {},
    { entailment: openHttpEntailment({ url: server.url, apiKey: undefined }) },
  );
  expect(outcome.type).toBe('Answer');
  expect(calls()).toBe(0);
});

test('a model that breaks its contract settles nothing', async () => {
  const broken: Entailment = {
    id: 'test:broken',
    judge: () => Promise.resolve([{ entailed: Number.NaN, neutral: 0, contradicted: 1 }]),
    close: () => Promise.resolve(),
  };
  const outcome = answered(await writing([paraphrase], broken));
  expect([outcome.text, lost(outcome)]).toEqual([`${proof} [1]`, ['ENTAILMENT']]);
});

test.each<[string, ScriptedJson]>([
  ['500', { status: 500, retryAfter: 0.01 }],
  ['no JSON', { body: 'oops' }],
  ['a verdict too few', { json: [] }],
  ['hangs', { hang: true }],
  ['no numbers', { body: '[[{"label":"entailment","score":1e999}]]' }],
])('%s: the quote is shown instead, and it is told', async (_what, reply) => {
  script = () => reply;
  const outcome = answered(await writing([paraphrase]));
  expect(outcome).toMatchObject({ text: `${proof} [1]`, verification: { complete: true } });
  expect(outcome.citations[0]?.checks.map(({ name }) => name)).not.toContain('ENTAILMENT');
  expect(lost(outcome)).toEqual(['ENTAILMENT']);
});
