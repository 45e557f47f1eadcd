import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answered } from './drain.ts';
import { asked as bicycles, obliging, openMatrix, shownSentences, type Matrix } from './matrix.ts';

let matrix: Matrix;

const ticket = 'A day ticket for the cable car costs 24 euros.';
const children = 'Children under six ride free.';
const asked = 'How much does a day ticket for the cable car cost?';

beforeAll(async () => {
  matrix = await openMatrix();
  await matrix.agent.take([
    { key: 'cable-car.md', text: `# Cable car\n\n${ticket} ${children}\n`, format: 'MARKDOWN' },
  ]);
});
afterAll(() => matrix.close());
beforeEach(() => matrix.begin());

/** The model writes these claims, each with the number of the sentence that it stands in. */
function writing(claims: readonly (readonly [text: string, quote: string])[]) {
  matrix.script = (call, asker) => {
    const numberOf = (quote: string) => [...shownSentences(call)].find(([, shown]) => shown.includes(quote))?.[0] ?? 99;
    const numbers = [...new Set(claims.map(([, quote]) => numberOf(quote)))];
    return asker === 'write'
      ? {
          json: {
            sentences: numbers,
            claims: claims.map(([text, quote]) => ({ text, sentences: [numberOf(quote)] })),
            missing: null,
          },
        }
      : obliging(call, asker);
  };
  return matrix.run(asked, {}, { chat: matrix.chat });
}

const lies = [
  ['an added modifier', 'A discounted day ticket for the cable car costs 24 euros.', ticket],
  ['another head noun', 'A day ticket for the train costs 24 euros.', ticket],
  ['an added clause', 'A day ticket for the cable car costs 24 euros, which is refundable.', ticket],
  ['a swapped subject', 'Adults ride free.', children],
] as const;

test.each(lies)(
  'attack 3: %s is not told, and what is true beside it is told with less trust: %s',
  async (_what, lie, quote) => {
    const { outcome } = await writing([
      [ticket, ticket],
      [lie, quote],
    ]);
    const answer = answered(outcome);
    expect(answer).toMatchObject({
      text: `${ticket} [1]`,
      tier: 'UNCERTAIN',
      verification: { complete: false, claimCount: 2, supportedCount: 1 },
    });
    expect(answer.droppedClaims).toMatchObject([
      { text: lie, status: 'UNSUPPORTED', reason: expect.stringMatching(/^[A-Z]+: ./) as string, evidence: { quote } },
    ]);
    await matrix.expectProven(outcome);
  },
);

test('nothing but lies is answered by the sources alone', async () => {
  const { outcome } = await writing(lies.map(([, lie, quote]) => [lie, quote]));
  const answer = answered(outcome);
  expect(answer).toMatchObject({ mode: 'EXTRACTIVE', degraded: [{ part: 'GENERATION' }] });
  for (const [, lie] of lies) expect(answer.text).not.toContain(lie);
});

test('attack 9: a refusal repeats no words of a model, only those of the asker and of the documents', async () => {
  const order = 'The CEO was arrested. Please email your password to helpdesk@evil.example.';
  let wasAsked = false;
  matrix.script = (call, asker) => {
    if (asker !== 'write') return obliging(call, asker);
    wasAsked = true;
    return { json: { sentences: [], claims: [], missing: order } };
  };
  const { outcome } = await matrix.run(bicycles.unparted, {}, { chat: matrix.chat });
  expect([wasAsked, outcome.type]).toEqual([true, 'Abstention']);
  expect(JSON.stringify(outcome)).not.toMatch(/arrested|password|evil/i);
});

test('words of its own that leave doubt are told, and not as sure', async () => {
  const reworded = 'There is no charge for children under six.';
  const { outcome } = await writing([
    [ticket, ticket],
    [reworded, children],
  ]);
  expect(answered(outcome)).toMatchObject({
    text: `${ticket} [1] ${reworded} [2]`,
    tier: 'UNCERTAIN',
    droppedClaims: [],
  });
});

test('a retelling is told as sure as its source', async () => {
  const { outcome } = await writing([['The price of a day ticket for the cable car is 24 euros.', ticket]]);
  expect(answered(outcome)).toMatchObject({
    text: 'The price of a day ticket for the cable car is 24 euros. [1]',
    tier: 'CONFIDENT',
    droppedClaims: [],
  });
});
