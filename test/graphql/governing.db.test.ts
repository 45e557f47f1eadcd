import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

const files = {
  'workshop.md':
    '# Workshop rules\n\n## Glue room\n\nNever do any of these in the glue room:\n\n- Light a candle near the solvent.\n- Eat or drink at the bench.\n\nThe fan runs from 7:00 to 19:00.\n',
  'repairs.html':
    '<main><h1>Repairs</h1><h2>What the repair plan does not include</h2><ul><li>Cracked handles of kettles</li><li>Lost lids of kettles</li></ul></main>',
  'hold.md': `# Hold\n\n## Loading\n\nNothing of this is permitted:\n\n${Array.from({ length: 100 }, (_, at) => `- A porter may open the saw of hall ${at}, oil it and polish its long blade`).join('\n')}\n`,
  'bonus.md':
    '# Pay\n\n## Night work\n\nNight work is paid at 140 percent of the hourly wage. This rule was abolished in 2024.\n\n## Cold store\n\nThe cold store is kept at -25 °C. The lift of the cold store carries not more than 8 crates.\n',
} as const;

let open: OpenTestApp;
const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };

beforeAll(async () => {
  open = await openTestApp();
  await open.app.workspaces.ensure(caller.workspaceId, 'Place');
  const documents = Object.entries(files).map(([key, content]) => ({ key, bytes: Buffer.from(content) }));
  const { results } = await open.app.ingest(caller, documents);
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
});
afterAll(() => open.close());

interface Shown {
  readonly tier: string;
  readonly text: string;
  readonly shortAnswer: { readonly text: string } | null;
  readonly citations: readonly {
    readonly quote: string;
    readonly sectionPath: readonly string[];
    readonly version: { readonly text: string };
    readonly governing: readonly {
      readonly kind: string;
      readonly quote: string;
      readonly sourceSpan: { readonly start: number; readonly end: number };
    }[];
  }[];
}

const query = `query ($input: AskInput!) { ask(input: $input) { ... on Outcome { tier citations { quote sectionPath version { text } governing { kind quote sourceSpan { start end } } } } ... on Answer { text shortAnswer { text } } } }`;

async function ask(question: string): Promise<Shown> {
  const { data, errors } = await runQuery(query, { app: open.app, caller, variables: { input: { question } } });
  expect(errors).toBeUndefined();
  return (data as unknown as { ask: Shown }).ask;
}

describe('an answer below a line that denies', () => {
  it('is read behind that line, which the citation gives as a slice of its version', async () => {
    const { text, citations } = await ask('May I light a candle near the solvent in the glue room?');
    expect(text).toMatch(/^Never do any of these in the glue room:\s+(?:- )?Light a candle near the solvent\./);
    const [citation] = citations;
    expect(citation?.sectionPath).toEqual(['Workshop rules', 'Glue room']);
    for (const { quote, sourceSpan } of citation?.governing ?? [])
      expect(citation?.version.text.slice(sourceSpan.start, sourceSpan.end)).toBe(quote);
  });

  it('has the heading where no line leads the list in, headings above its passage included', async () => {
    const { text, citations, shortAnswer } = await ask('Are cracked handles of kettles part of the repair plan?');
    expect(text).toMatch(/^What the repair plan does not include:\s+(?:- )?Cracked handles of kettles/);
    expect(citations[0]?.governing.map(({ kind, quote }) => [kind, quote])).toEqual([
      ['HEADING', 'Repairs'],
      ['HEADING', 'What the repair plan does not include'],
    ]);
    expect(shortAnswer).toBeNull();
  });
});

it('what the next sentence takes back is shown with it, is not CONFIDENT, and has no short answer', async () => {
  const { text, tier, shortAnswer } = await ask('At what percentage of the hourly wage is night work paid?');
  expect(text).toContain('140 percent');
  expect(text).toContain('This rule was abolished in 2024.');
  expect(tier).toBe('UNCERTAIN');
  expect(shortAnswer).toBeNull();
});

it('a list whose lead stands in another passage is never CONFIDENT', async () => {
  const { tier, shortAnswer } = await ask('May a porter polish the long blade of the saw of hall 99?');
  expect(tier).not.toBe('CONFIDENT');
  expect(shortAnswer ?? null).toBeNull();
});

it.each([
  ['How many crates does the lift of the cold store carry?', 'not more than 8 crates'],
  ['At what temperature is the cold store kept?', '-25 °C'],
])('a short answer keeps what changes its value: %s', async (question, words) => {
  const { shortAnswer, text } = await ask(question);
  expect(text).toContain(words);
  expect([words, undefined]).toContain(shortAnswer?.text);
});
