import { expect, test } from 'vitest';
import { createFakeApp, readerKey } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const verify = `query ($input: VerifyCitationInput!) { verifyCitation(input: $input) {
  document { key } version { number } quote claim quoteMatches status checks { name passed detail } isCurrent documentState holdsToday difference today { document { key } version { number } quote sourceSpan { start } sectionPath value } } }`;
const check = `query ($input: CheckGroundingInput!) { checkGrounding(input: $input) {
  complete claims { text answerSpan { start end } citationNumbers status support reason evidence { ... on Quoted { document { key } version { number } quote sourceSpan { start end } sectionPath } value status support checks { name } } } } }`;
const quote = 'A label can be voided within 21 days of purchase.';
const sourceSpan = { start: 0, end: quote.length };

test("verifyCitation gives every field from the domain object, asked with the caller's own rights", async () => {
  const app = createFakeApp();
  const caller = await app.keys.authenticate(readerKey);
  const { data, errors } = await runQuery(verify, {
    app,
    caller,
    variables: { input: { recorded: { runId: 'run-1', number: 1 } } },
  });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    verifyCitation: {
      document: { key: 'd1.md' },
      version: { number: 1 },
      quote,
      claim: quote,
      quoteMatches: true,
      status: 'SUPPORTED',
      checks: [{ name: 'QUOTE', passed: true, detail: null }],
      isCurrent: true,
      documentState: 'PUBLISHED',
      holdsToday: true,
      difference: 'SAME',
      today: {
        document: { key: 'd1.md' },
        version: { number: 1 },
        quote,
        sourceSpan: { start: 0 },
        sectionPath: [],
        value: null,
      },
    },
  });
  expect(app.seen.requests[0]).toEqual({ runId: 'run-1', number: 1 });
  expect(app.seen.callers[0]).toEqual(caller);
});

test('checkGrounding gives every field from the domain object', async () => {
  const app = createFakeApp();
  const input = { text: 'This is wrong.', documentIds: ['d1'], asOf: '2025-01-01T00:00:00.000Z' };
  const { data, errors } = await runQuery(check, { app, variables: { input } });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    checkGrounding: {
      complete: true,
      claims: [
        {
          text: 'This is wrong.',
          answerSpan: sourceSpan,
          citationNumbers: [],
          status: 'UNSUPPORTED',
          support: 1,
          reason: 'NUMBERS: Not in the quote: 22',
          evidence: [
            {
              document: { key: 'd1.md' },
              version: { number: 1 },
              quote,
              sourceSpan,
              sectionPath: ['Rules'],
              value: null,
              status: 'UNSUPPORTED',
              support: 1,
              checks: [{ name: 'QUOTE' }],
            },
          ],
        },
      ],
    },
  });
  expect(app.seen.requests[0]).toEqual({ ...input, asOf: new Date(input.asOf) });
});

test('both count among the costly fields of a request, and faults keep their codes', async () => {
  const fields = Array.from(
    { length: 3 },
    (_, index) =>
      `a${index}: verifyCitation(input: { recorded: { runId: "r", number: 1 } }) { quote } b${index}: checkGrounding(input: { text: "x", documentIds: ["d"] }) { complete }`,
  );
  expect((await runQuery(`{ ${fields.join(' ')} }`, { app: createFakeApp() })).errors?.[0]?.message).toMatch(
    /^6 questions/,
  );
  const { errors } = await runQuery(verify, {
    app: createFakeApp(),
    variables: { input: { recorded: { runId: 'lost-run', number: 1 } } },
  });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
});
