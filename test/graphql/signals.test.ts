import { readFileSync } from 'node:fs';
import { GraphQLEnumType } from 'graphql';
import { expect, test } from 'vitest';
import { type Confidence, noSignals, type SignalName, signalNames, signalTable } from '../../src/confidence/signals.ts';
import { enumValueOf } from '../../src/graphql/computed.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { confidence, explained } from '../support/fake/outcomes.ts';
import { createFakeApp, type FakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const searching = (found: Confidence): FakeApp => ({
  ...createFakeApp(),
  search: () =>
    Promise.resolve({
      passages: [],
      curated: [],
      confidence: found,
      tier: 'CONFIDENT',
      degraded: [],
      best: null,
      ...explained,
    }),
});

async function signalsOf(found: Confidence): Promise<unknown> {
  const { data, errors } = await runQuery(
    '{ search(input: { query: "x" }) { confidence { signals { name value contribution } } } }',
    { app: searching(found) },
  );
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}

const told = (signals: readonly object[]) => ({ search: { confidence: { signals } } });

const rows = signalNames.map((name) => ({ note: undefined, ...signalTable[name], value: enumValueOf(name) }));
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

test('schema/signals.graphql is the table of signals (vitest -u writes it)', async () => {
  const values = rows.map(({ value, means, range, note }) => {
    const said = note === undefined ? '' : ` ${sentence(note)}.`;
    return `  "${sentence(means)}. Range: ${range}.${said}"\n  ${value}\n`;
  });
  const meaning = 'What a signal measures. The best sentence is the one that an answer would begin with.';
  await expect(`"${meaning}"\nenum SignalName {\n${values.join('')}}\n`).toMatchFileSnapshot(
    '../../schema/signals.graphql',
  );
});

test('docs/concepts.md has the table of signals (vitest -u writes it)', async () => {
  const path = '../../docs/concepts.md';
  const page = readFileSync(new URL(path, import.meta.url), 'utf8');
  const head = '| Signal | Range | Meaning |\n| --- | --- | --- |\n';
  const [before = '', after = ''] = page.split(head);
  const lines = rows.map(({ value, means, range, note }) => {
    const meaning = note === undefined ? means : `${means}; ${note}`;
    return `| \`${value}\` | ${range} | ${meaning} |\n`;
  });
  const rest = after.slice(after.indexOf('\n\n') + 1);
  await expect(`${before}${head}${lines.join('')}${rest}`).toMatchFileSnapshot(path);
});

test('the enum has one value for each signal of the table, a dozen at most', () => {
  const type = buildSchema().getType('SignalName');
  const values = type instanceof GraphQLEnumType ? type.getValues() : [];
  expect(values.map(({ value }) => value as SignalName)).toEqual(signalNames);
  expect(signalNames.length).toBeLessThanOrEqual(12);
  for (const { name } of values) expect(name).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
});

test('signals that were weighed come with the greatest contribution first, whether it raises or lowers', async () => {
  const signals = { keyword: 0.5, documentShare: 0.9, topSimilarity: 0.7, reader: 4.2, quantity: -1 };
  const contributions = { keyword: 0.2, documentShare: 0.4, reader: 1.9, quantity: -0.8 };
  expect(await signalsOf({ ...confidence, signals, contributions })).toEqual(
    told([
      { name: 'READER', value: 4.2, contribution: 1.9 },
      { name: 'QUANTITY', value: -1, contribution: -0.8 },
      { name: 'DOCUMENT_SHARE', value: 0.9, contribution: 0.4 },
      { name: 'KEYWORD', value: 0.5, contribution: 0.2 },
    ]),
  );
});

test('a run from when other signals were measured shows those that still are', async () => {
  const older = { signals: { reader: 1, headed: 1 }, contributions: { reader: 0.2, headed: 1.5 } };
  expect(await signalsOf({ ...confidence, ...(older as Pick<Confidence, 'signals' | 'contributions'>) })).toEqual(
    told([{ name: 'READER', value: 1, contribution: 0.2 }]),
  );
});

test('a formula that weighs none has all that were measured, and none where nothing was found', async () => {
  expect(await signalsOf({ ...confidence, signals: { passageRank: 0 }, contributions: {} })).toEqual(
    told([{ name: 'PASSAGE_RANK', value: 0, contribution: 0 }]),
  );
  expect(await signalsOf({ ...confidence, signals: noSignals, contributions: {} })).toEqual(told([]));
});
