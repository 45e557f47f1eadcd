import { describe, expect, test } from 'vitest';
import { verifyClaim } from '../../../src/grounding/claims/verifyClaim.ts';
import { amountsOf } from '../../../src/knowledge/values/amounts.ts';
import { passage as passageOf } from '../passage.ts';

const quotes = {
  covered: 'Each parcel is covered up to 100 euros at no extra cost.',
  password: 'A password must have at least 12 characters.',
  credits: 'Credits must be requested within 30 days after the month has ended.',
  key: 'An access key ends after 90 days unless you pick a shorter term.',
  plan: 'Only the Owner can change the plan.',
  seats: 'A team can have up to 15 seats.',
  undo: 'The undo link works for 14 days.',
  tax: 'Merchants outside the union pay no Dutch tax.',
} as const;

describe('false claims in other words', () => {
  test.each<[keyof typeof quotes, string]>([
    ['covered', 'At no extra cost, every parcel is not covered up to 100 euros.'],
    ['password', 'Passwords need a maximum length of 12 characters.'],
    ['credits', 'You have to ask for credits after 30 days.'],
    ['key', 'If you pick a shorter term, an access key ends after 90 days.'],
    ['plan', 'The plan can be changed by the Owner.'],
    ['seats', 'At most 15 seats are possible per team, except for new customers.'],
    ['tax', 'Spanish tax is not paid by merchants outside the union.'],
  ])('%s: %s', (name, claim) => expect(statusOf(quotes[name], claim)).not.toBe('SUPPORTED'));
});

test('a short word of the sentence is no unit', () => {
  expect(amountsOf('37,935 in the 2010 census')[0]).toMatchObject({ unit: '', low: 37_935 });
  expect(amountsOf('raised by 10 an hour')[0]).toMatchObject({ low: 10 });
});

function statusOf(quote: string, claim: string): string {
  const passage = passageOf(quote);
  return verifyClaim({ text: claim, quote, chunkId: passage.chunkId }, [passage]).status;
}
