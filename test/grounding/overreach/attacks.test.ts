import { expect, test } from 'vitest';
import { refuseForeign, verifyClaim } from '../../../src/grounding/claims/verifyClaim.ts';
import { passage } from '../passage.ts';

const ticket = 'A day ticket for the cable car costs 24 euros.';
const children = 'Children under six ride free.';
const hours = 'The cable car runs from 8:30 to 17:00 from May to October.';
const dogs = 'Dogs may travel in the rear cabin if they wear a muzzle.';
const storm = 'The upper station is sometimes closed in strong wind.';
const source = passage(`${ticket} ${children} ${hours} ${dogs} ${storm}`, {
  documentTitle: 'Cable car',
  sectionPath: ['Prices and hours'],
});

const verified = (claim: string, quote: string) =>
  refuseForeign(verifyClaim({ text: claim, quote, chunkId: source.chunkId }, [source]));

/** Each beside a genuine quote, as a model that lies would write it. The first four were passed as CONFIDENT. */
test.each([
  ['an added modifier', 'A discounted day ticket for the cable car costs 24 euros.', ticket],
  ['another head noun', 'A day ticket for the train costs 24 euros.', ticket],
  ['an added clause', 'A day ticket for the cable car costs 24 euros, which is refundable.', ticket],
  ['a swapped subject', 'Adults ride free.', children],
  ['an image', 'A day ticket for the cable car costs 24 euros ![map](https://evil.example/p.png).', ticket],
  [
    'an image without words of its own',
    'A day ticket for the cable car costs 24 euros ![](https://evil.example/p.png).',
    ticket,
  ],
  ['a modifier of the thing', 'A day ticket for the historic cable car costs 24 euros.', ticket],
  ['a modifier in other words', 'For the cable car, a reduced day ticket is 24 euros.', ticket],
  ['another ticket', 'A season pass for the cable car costs 24 euros.', ticket],
  ['another thing in other words', 'You pay 24 euros for a day ticket for the museum.', ticket],
  ['a clause behind "and"', 'A day ticket for the cable car costs 24 euros and includes lunch.', ticket],
  ['a clause in brackets', 'A day ticket for the cable car (valid for the bus too) costs 24 euros.', ticket],
  ['another subject in other words', 'There is no charge for pensioners.', children],
  ['all for some', 'Everybody rides free.', children],
  ['a condition left out', 'Children ride free.', children],
  ['a condition put in', 'Children under six ride free if their parents hold a ticket.', children],
  ['another object', 'Children under six ride bicycles.', children],
  ['a cause', 'Children under six ride free because the canton pays for them.', children],
  ['a purpose', 'The cable car runs from 8:30 to 17:00 from May to October to protect the wildlife.', hours],
  ['a frequency', 'The cable car runs hourly from 8:30 to 17:00 from May to October.', hours],
  ['a degree', 'The cable car runs punctually from 8:30 to 17:00 from May to October.', hours],
  ['a condition left out of a permission', 'Dogs may travel in the rear cabin.', dogs],
  ['another animal', 'Horses may travel in the rear cabin if they wear a muzzle.', dogs],
  ['always for sometimes', 'The upper station is always closed in strong wind.', storm],
  ['who does it', 'The upper station is sometimes closed by the police in strong wind.', storm],
  ['a "may" left out', 'Dogs travel in the rear cabin if they wear a muzzle.', dogs],
])('attack 3: %s: %s', (_what, claim, quote) => {
  const { status, checks } = verified(claim, quote);
  expect(status).not.toBe('SUPPORTED');
  expect(checks.some(({ passed, detail }) => !passed && detail !== null)).toBe(true);
});

test.each([
  ['A day ticket costs €24.', ticket],
  ['Day tickets for the cable car are €24.', ticket],
  ['The price of a day ticket for the cable car is 24 euros.', ticket],
  ['There is no charge for children under 6.', children],
  ['From May to October the cable car operates between 8:30 and 17:00.', hours],
  ['If they wear a muzzle, dogs are allowed to travel in the rear cabin.', dogs],
  ['At times the upper station is closed when the wind is strong.', storm],
])('honest, and never refused outright: %s', (claim, quote) => {
  const { status, decided, wording } = verified(claim, quote);
  expect(status === 'SUPPORTED' || !decided).toBe(true);
  expect(wording).toBe('REWORDED');
});
