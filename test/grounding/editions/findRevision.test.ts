import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findRevision, pairVersions } from '../../../src/grounding/editions/successors.ts';
import { lines, sentences } from '../../../src/knowledge/language/sentences.ts';

const policy = (name: string) =>
  readFileSync(new URL(`../../../sample/knowledge/policies/${name}.md`, import.meta.url), 'utf8').replace(
    /^---\n[\s\S]*?\n---\n/,
    '',
  );
const refund = { now: policy('refund-policy.2025-07-01'), before: policy('refund-policy.2024-01-01') };
const cover = { now: policy('parcel-protection.2025-04-01'), before: policy('parcel-protection.2023-09-01') };

/** Finds the difference of one sentence, given by its beginning. */
function differ(text: string, otherText: string, beginning: string) {
  const start = text.indexOf(beginning);
  const found = sentences(text.slice(start))[0];
  if (start < 0 || !found) throw new Error(`no sentence begins with ${beginning}`);
  return findRevision(pairVersions(text, otherText), { start, end: start + found.end });
}

describe('the revised policies of the sample', () => {
  test.each([
    [refund, 'Hardware and supplies can be', 'NUMERIC', 'within 30 days'],
    [refund, 'Hardware must be complete', 'POLARITY', 'in its original box'],
    [refund, 'Brindlecart charges', 'NUMERIC', 'fee of 15%'],
    [refund, 'Brindlecart pays for the return', 'WORDING', 'The merchant pays'],
    [refund, 'The refund is paid', 'NUMERIC', '14 business days'],
    [refund, 'The money goes back', 'WORDING', 'original payment method.'],
    [refund, 'Open **Supplies', 'WORDING', 'Write to'],
    [refund, 'A return number by email', 'POLARITY', 'You receive a return number'],
    [refund, 'For smaller orders', 'ABSENT', undefined],
    [cover, 'Each parcel is covered', 'NUMERIC', 'up to €50'],
    [cover, 'Extra cover up to', 'NUMERIC', '€500'],
    [cover, 'Extra cover can be', 'WORDING', 'must be chosen'],
    [cover, 'A claim must be', 'NUMERIC', '14 days'],
    [cover, 'There is no deductible', 'POLARITY', 'deductible of €10'],
    [cover, 'Used goods', 'ABSENT', undefined],
    [cover, 'If a lost parcel', 'ABSENT', undefined],
  ] as const)('%#: $1', (texts, beginning, kind, before) => {
    const found = differ(texts.now, texts.before, beginning);
    expect(found?.kind).toBe(kind);
    expect(found?.other?.text ?? '').toContain(before ?? '');
    expect(found?.other === null).toBe(kind === 'ABSENT');
  });

  test.each([
    [refund, 'Opened packs'],
    [refund, 'The return address'],
    [refund, 'Unopened hardware'],
    [cover, 'The cover is'],
  ] as const)('%#: $1 … stays as it is beside what changed', (texts, beginning) => {
    expect(differ(texts.now, texts.before, beginning)).toBeUndefined();
  });

  test.each([
    ['refunds', refund],
    ['cover', cover],
  ])(
    '%s: what did not change is no difference, and every difference points at what stands there, both ways',
    (_name, { now, before }) => {
      for (const [text, otherText] of [
        [now, before],
        [before, now],
      ] as const) {
        for (const line of lines(text)) {
          const found = findRevision(pairVersions(text, otherText), line);
          if (otherText.includes(text.slice(line.start, line.end)) || text.startsWith('#', line.start))
            expect(found).toBeUndefined();
          else expect(text.slice(found?.cited.span.start, found?.cited.span.end)).toBe(found?.cited.text);
          if (found?.other)
            expect(otherText.slice(found.other.span.start, found.other.span.end)).toBe(found.other.text);
        }
      }
    },
  );
});

test('a quote that left out the changed words still tells', () => {
  const text = 'Dogs ride free in the basket of a cargo bike, until six in the evening.';
  const otherText = 'Dogs ride free in the basket of a cargo bike, until four in the evening.';
  expect(findRevision(pairVersions(text, otherText), { start: 0, end: 14 })).toMatchObject({
    kind: 'NUMERIC',
    values: ['six', 'four'],
    other: { text: otherText },
  });
});

test('rows of a table are compared in the same first cell', () => {
  const row = (name: string, price: number) => `Plan: ${name}; Price: €${price}; Seats: 3`;
  const text = `${row('Starter', 19)}\n${row('Growth', 59)}`;
  const growth = { start: text.indexOf('Plan: Growth'), end: text.length };
  expect(findRevision(pairVersions(text, `${row('Starter', 9)}\n${row('Growth', 49)}`), growth)).toMatchObject({
    kind: 'NUMERIC',
    values: ['€59', '€49'],
  });
  expect(findRevision(pairVersions(text, row('Starter', 9)), growth)).toMatchObject({ kind: 'ABSENT' });
});

test('of several differences the most telling is given', () => {
  const text = 'The desk lends helmets to guests. A lamp costs 4 euros a day.';
  const otherText = 'The desk lends helmets to members. A lamp costs 2 euros a day.';
  expect(findRevision(pairVersions(text, otherText), { start: 0, end: text.length })).toMatchObject({
    kind: 'NUMERIC',
    values: ['4 euros a day', '2 euros a day'],
  });
});

test('a text does not differ from itself, however it is quoted', () => {
  const words = fc
    .array(
      fc.constantFrom(
        'The fee is 3 euros.',
        '## Fees',
        '- a lamp',
        'No dogs!',
        '',
        'Plan: A; Price: 2',
        'Dr. Who pays.',
      ),
      { minLength: 1, maxLength: 10 },
    )
    .map((list) => list.join('\n'));
  fc.assert(
    fc.property(words, fc.nat(100), fc.nat(100), (text, from, length) => {
      expect(findRevision(pairVersions(text, text), { start: from, end: from + length })).toBeUndefined();
      expect(
        findRevision(pairVersions(text, text.split('\n').toReversed().join('\n')), { start: 0, end: text.length }),
      ).toBeUndefined();
    }),
  );
});
