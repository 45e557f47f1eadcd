import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLexicalGap, idfShares, wordStems } from '../../src/evaluation/arms/measureArms.ts';
import { questionOf } from './records.ts';

const documents = [
  { key: 'refunds', title: 'Refunds', text: 'Refunded within fourteen days.', language: 'en' },
  { key: 'repairs', title: 'Repairs', text: 'A workshop repairs what broke within ten days.', language: 'en' },
  { key: 'bills', title: 'Billing', text: 'Rechnungen kommen am Monatsende.', language: 'de' },
];

describe('wordStems', () => {
  it('keeps the beginnings of words that carry a subject', () => {
    expect([...wordStems('When is the REFUNDING of refunds done, in Café 12?')]).toEqual(['refun', 'café', '12']);
  });
});

describe('idfShares', () => {
  const share = idfShares(documents);
  // In 1 of 3 documents ln(1 + 2.5 / 1.5), in 2 ln(1 + 1.5 / 2.5), in none ln(1 + 3.5 / 0.5).
  const [one, two, none] = [Math.log(8 / 3), Math.log(8 / 5), Math.log(8)];

  it('is the part of the mass that a document holds, worked by hand', () => {
    expect(share('refund days', ['refunds'])).toBeCloseTo(1, 10);
    expect(share('refund days workshop', ['refunds'])).toBeCloseTo((one + two) / (2 * one + two), 10);
    expect(share('unheard refund', ['refunds'])).toBeCloseTo(one / (one + none), 10);
  });

  it('is the mean over several documents, and null without any or without a word', () => {
    expect(share('refund days', ['refunds', 'repairs', 'gone'])).toBeCloseTo((1 + two / (one + two)) / 2, 10);
    expect(share('refund days', ['gone'])).toBeNull();
    expect(share('What is it?', ['refunds'])).toBeNull();
  });

  it('is 0 to 1 and never falls when the document gains the words of the question', () => {
    const text = fc
      .array(fc.constantFrom('refund', 'days', 'workshop', 'ten', 'unheard', 'bills'), { minLength: 1, maxLength: 8 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (question, body) => {
        const others = documents.slice(1);
        const before = idfShares([{ key: 'x', title: '', text: body }, ...others])(question, ['x']) ?? Number.NaN;
        const after = idfShares([{ key: 'x', title: question, text: body }, ...others])(question, ['x']);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(1 + 1e-12);
        expect(after).toBeCloseTo(1, 10);
      }),
    );
  });
});

describe('findLexicalGap', () => {
  const gapOf = (changes: Parameters<typeof questionOf>[0]) =>
    findLexicalGap([questionOf({ id: 'q', relevantDocIds: ['refunds'], ...changes })], documents).has('q');

  it('takes questions whose documents hold under half of them', () => {
    expect(gapOf({ question: 'Do I get my money again?' })).toBe(true);
    expect(gapOf({ question: 'How many days until a refund?' })).toBe(false);
  });

  it('reads the rewrite where there is one', () => {
    expect(gapOf({ question: 'And how long there?', standaloneQuestion: 'Refund within days?' })).toBe(false);
  });

  it('leaves out what cannot be scored and what is asked in another language', () => {
    expect(gapOf({ question: 'Where is my money?', answerable: false })).toBe(false);
    expect(gapOf({ question: 'Wo ist mein Geld?', language: 'de' })).toBe(false);
    expect(gapOf({ question: 'Where is my money?', language: 'en' })).toBe(true);
  });
});
