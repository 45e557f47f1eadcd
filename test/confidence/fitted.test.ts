import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fitted } from '../../src/confidence/fitted.ts';
import { consensus, shippedModels } from '../../src/confidence/score.ts';
import { signalNames } from '../../src/confidence/signals.ts';
import { featureNames } from '../../src/grounding/sentences/features.ts';

const read = (name: string) => readFileSync(new URL(`../../weights/answers/${name}`, import.meta.url));
const { chooser, confidence, gates, hopelessBelow, confidentFrom, quoteFrom, data } = fitted;

describe('what npm run fit has learned', () => {
  test('was made from the features beside it, as its card says', () => {
    expect(createHash('sha256').update(read('features.jsonl.br')).digest('hex')).toBe(data);
    expect(read('MODEL.md').toString('utf8')).toContain(data);
  });

  test.each(['read', 'unread', 'meant'] as const)('weighs known features and signals alone: %s', (kind) => {
    expect(Object.keys(chooser[kind].weights).filter((name) => !featureNames.some((known) => known === name))).toEqual(
      [],
    );
    const { weights, means } = confidence[kind];
    expect(Object.keys(weights).filter((name) => !signalNames.some((known) => known === name))).toEqual([]);
    expect(Object.keys(means).filter((name) => !(name in weights))).toEqual([]);
  });

  test('and the formulas that ship weigh every signal of the contract', () => {
    const weighed = [...Object.values(shippedModels), consensus].flatMap(({ weights }) => Object.keys(weights));
    expect(signalNames.filter((name) => !weighed.includes(name))).toEqual([]);
  });

  test('holds no evidence against an answer', () => {
    const weights = [confidence.read, confidence.unread].flatMap((model) => Object.values(model.weights));
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...weights)).toBeGreaterThan(0);
  });

  test('weighs no reading where there is none', () => {
    for (const model of [chooser.unread, confidence.unread])
      for (const name of ['reader', 'readerBest', 'readerInPassage']) expect(model.weights).not.toHaveProperty(name);
  });

  test('has the thresholds that the schema and docs/concepts.md name', () => {
    const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const tiers = text('schema/ask.graphql');
    expect(tiers).toContain(`Confidence of ${confidentFrom.toFixed(2)} or more`);
    expect(tiers).toContain(`at or above the gate, ${gates.BALANCED.toFixed(2)} by default`);
    expect(text('docs/concepts.md')).toContain(`| \`STRICT\` | ${gates.STRICT.toFixed(2)} |`);
    expect(text('docs/concepts.md')).toContain(`| \`BALANCED\`, the default | ${gates.BALANCED.toFixed(2)} |`);
  });

  test('has gates in the order of caution', () => {
    const order = [0, hopelessBelow, gates.GENEROUS, gates.BALANCED, gates.STRICT];
    for (const [position, gate] of order.entries())
      if (position > 0) expect(gate).toBeGreaterThan(order[position - 1] ?? 1);
    expect(confidentFrom).toBeGreaterThanOrEqual(gates.STRICT);
    expect(confidentFrom).toBeLessThan(1);
    expect(quoteFrom.unsurely).toBeGreaterThan(0);
    expect(quoteFrom.surely).toBeGreaterThan(quoteFrom.unsurely);
    expect(quoteFrom.surely).toBeLessThan(0.5);
  });
});
