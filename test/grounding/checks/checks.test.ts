import { describe, expect, test } from 'vitest';
import { checkDates } from '../../../src/grounding/checks/dates.ts';
import { checkModality } from '../../../src/grounding/checks/modality.ts';
import { checkNames, missingNames } from '../../../src/grounding/checks/names.ts';
import { checkNumbers } from '../../../src/grounding/checks/numbers.ts';
import { checkPolarity, samePolarity } from '../../../src/grounding/checks/polarity.ts';
import { checkRelation } from '../../../src/grounding/checks/relation.ts';
import { checkScope } from '../../../src/grounding/checks/scope.ts';
import type { Evidence, Outcome, Verdict } from '../../../src/grounding/checks/verdict.ts';
import { told } from '../passage.ts';

/** Quote, then true claims, then false ones with what the check says of them. */
type Case = readonly [
  quote: string,
  holds: readonly string[],
  fails: readonly (readonly [string, Outcome])[],
  around?: readonly string[],
];

function both(check: (claim: string, evidence: Evidence) => Verdict, cases: readonly Case[]): void {
  test.each(cases.map((entry) => [entry[0], entry] as const))('%s', (_name, [quote, holds, fails, around]) => {
    for (const claim of [quote, ...holds])
      expect(check(claim, told(quote, around)), claim).toMatchObject({
        outcome: expect.stringMatching(/PASSED|UNPROVEN/),
      });
    for (const [claim, outcome] of fails)
      expect(check(claim, told(quote, around)), claim).toMatchObject({
        outcome,
        detail: expect.stringMatching(/\S/),
      });
  });
}

describe('numbers', () => {
  both(checkNumbers, [
    [
      'A refund takes 5 to 10 business days.',
      ['Refunds take 5–10 business days.', 'It may take up to ten business days.'],
      [
        ['A refund takes 5 to 12 business days.', 'CONTRADICTED'],
        ['A refund takes 5 to 10 days.', 'FAILED'],
        ['A refund takes 10 business days.', 'CONTRADICTED'],
      ],
    ],
    [
      'The fee is €5 per month.',
      ['Each month €5 is charged.', 'A monthly fee of 5 euros.'],
      [
        ['The fee is €50 per month.', 'CONTRADICTED'],
        ['The fee is $5 per month.', 'FAILED'],
        ['The fee is €5 per year.', 'CONTRADICTED'],
        ['The fee is €5.', 'FAILED'],
      ],
    ],
    [
      'Files may have up to 20 MB.',
      ['The maximum is 20 MB.', 'Up to 20 megabytes.'],
      [
        ['Files may have at least 20 MB.', 'CONTRADICTED'],
        ['Files may have up to 20 GB.', 'CONTRADICTED'],
        ['Files have exactly 20 MB.', 'CONTRADICTED'],
      ],
    ],
    ['The heaviest parcel is 20 kg.', ['Parcels weigh up to 20 kg.'], [['Parcels weigh up to 25 kg.', 'CONTRADICTED']]],
    [
      'It lasts 24 hours.',
      ['It lasts a day: 1 day.'],
      [
        ['It lasts 24 days.', 'CONTRADICTED'],
        ['It lasts 2,400 hours.', 'CONTRADICTED'],
      ],
    ],
    [
      'It has 5 users and 10 projects.',
      ['Ten projects, five users.'],
      [
        ['It has 10 users.', 'FAILED'],
        ['It has 7 users.', 'CONTRADICTED'],
      ],
    ],
    ['Delivery time in days: 5', ['Delivery takes 5 days.'], [['Delivery takes 5 weeks.', 'FAILED']]],
    ['The limit is 3.', [], [['The limit is 4.', 'CONTRADICTED']], ['Chapter of 4 parts']],
  ]);
});

describe('dates', () => {
  both(checkDates, [
    [
      'Valid from 1 July 2025.',
      ['From 2025-07-01 on.'],
      [
        ['Valid from 1 July 2024.', 'CONTRADICTED'],
        ['Valid from 2 July 2025.', 'CONTRADICTED'],
      ],
    ],
    ['He left in 2007.', [], [['He left in 2006.', 'CONTRADICTED']], ['He came in 2006.']],
    [
      'He left on 3 May 1999.',
      ['He left in May 1999.', 'He left in 1999.'],
      [
        ['He left in 1998.', 'CONTRADICTED'],
        ['He left on 4 May 1999.', 'CONTRADICTED'],
        ['He left in June 1999.', 'CONTRADICTED'],
      ],
    ],
    [
      'She served from 1986 to 2003.',
      [],
      [
        ['She served from 1989 to 2003.', 'CONTRADICTED'],
        ['She served from 1986 to 2013.', 'CONTRADICTED'],
      ],
    ],
    [
      'Prices change on 1 January.',
      ['They change on January 1.'],
      [
        ['They change on 1 February.', 'CONTRADICTED'],
        ['They change on 1 January 2031.', 'FAILED'],
      ],
    ],
    ['The desk is open.', [], [['The desk is open since 2020.', 'FAILED']]],
    ['It came in the 2019 edition.', ['It came in 2019.'], []],
  ]);
});

describe('names', () => {
  both(checkNames, [
    [
      'The Falcon’s battery lasts long in Zürich.',
      ['In Zurich, Falcons last.', 'The battery of the Falcon lasts long in Zürich.'],
      [
        ['The Eagle’s battery lasts long in Zürich.', 'FAILED'],
        ['the eagle’s battery lasts long in zürich.', 'FAILED'],
        ['The Falcon’s battery lasts long in Bern.', 'FAILED'],
      ],
    ],
    [
      'Fault E1042 stops the BP-4 printer.',
      ['fault e1042 stops the BP 4 printer.'],
      [
        ['Fault E1043 stops the BP-4 printer.', 'FAILED'],
        ['Fault E10421 stops the BP-4 printer.', 'FAILED'],
        ['Fault E1042 stops the BP-5 printer.', 'FAILED'],
      ],
    ],
    [
      'Keep version 2.1 and read step 3.',
      ['Read step 3 of version 2.1.'],
      [
        ['Keep version 2.2 and read step 3.', 'FAILED'],
        ['Keep version 2.1 and read step 4.', 'FAILED'],
      ],
    ],
    [
      'Guests have lunch in the garden of the hotel.',
      ['Guests have their lunch in the garden.'],
      [['Guests have dinner in the garden of the hotel.', 'UNPROVEN']],
    ],
  ]);

  test.each([
    ['a code that begins another', 'fault E1042 is bad', 'fault E10421 is bad', ['E1042']],
    ['a name inside another', 'ask Ann now', 'ask Anna now', ['Ann']],
    ['an address', 'see https://evil.example', 'see the page', ['https://evil.example']],
    [
      'nothing of a label that stands apart from its number',
      'by default it uses port 8080',
      'The default port is 8080.',
      [],
    ],
    ['a label with another number', 'by default it uses port 808', 'The default port is 8080.', ['port 808']],
    ['an acronym of something else', 'needs 4 GB of RAM', '4 GB of disk are needed', ['RAM']],
    ['nothing of a plural or possessive', 'the Falcon and Anna', 'all Falcons and Anna’s', []],
  ])('misses %s', (_what, claim, quote, missing) => {
    expect(missingNames(claim, quote)).toEqual(missing);
  });
});

describe('polarity', () => {
  both(checkPolarity, [
    [
      'The deposit is refundable within the EU.',
      [],
      [
        ['The deposit is not refundable within the EU.', 'CONTRADICTED'],
        ['The deposit is non-refundable within the EU.', 'CONTRADICTED'],
      ],
    ],
    [
      'Dogs are never allowed in the pool area.',
      ['No dogs are allowed in the pool area.', 'Dogs cannot enter the pool area.'],
      [
        ['Dogs are always allowed in the pool area.', 'CONTRADICTED'],
        ['Dogs may enter: they are allowed at the pool.', 'CONTRADICTED'],
      ],
    ],
    [
      'The setting is enabled for new shops by default.',
      [],
      [['The setting is disabled for new shops by default.', 'CONTRADICTED']],
    ],
    ['Cancel before the parcel is packed.', [], [['Cancel after the parcel is packed.', 'CONTRADICTED']]],
    ['The price includes the cost of shipping.', [], [['The price excludes the cost of shipping.', 'CONTRADICTED']]],
    [
      'Refunds are paid only to the card that was used.',
      ['The card that was used receives the refund.'],
      [['Refunds are paid to the card that was used.', 'FAILED']],
    ],
    [
      'Orders are shipped on all days except Sundays.',
      [],
      [['Orders are shipped on all days including Sundays.', 'CONTRADICTED']],
    ],
    ['Seats with more than ten rows are sold.', [], [['Seats with less than ten rows are sold.', 'CONTRADICTED']]],
    ['The fee is not due, but deposits are kept and returned later.', ['Deposits are kept and returned later.'], []],
    ['No more than five guests are allowed in the room.', ['At most five guests are allowed in the room.'], []],
    ['Hunde sind im Saal nicht erlaubt.', [], [['Hunde sind im Saal erlaubt.', 'CONTRADICTED']]],
    ['Les chiens ne sont pas admis dans la salle.', [], [['Les chiens sont admis dans la salle.', 'CONTRADICTED']]],
    ['Los perros nunca entran en la sala.', [], [['Los perros entran en la sala.', 'CONTRADICTED']]],
  ]);

  test.each([
    ['It is covered', 'It is not covered', false],
    ['It may be used', 'It can’t be used', false],
    ['free', 'free unless late', false],
    ['all bikes', 'all bikes except cargo bikes', false],
    ['It is never lent', 'It is not lent', true],
    ['a Notebook', 'a knot', true],
    ['without fee', 'no fee', true],
  ])('coarsely, "%s" and "%s": the same is %s', (claim, quote, same) => {
    expect(samePolarity(claim, quote)).toBe(same);
    expect(samePolarity(quote, claim)).toBe(same);
  });
});

describe('modality', () => {
  both(checkModality, [
    [
      'Guests must show a passport at the desk.',
      ['Guests have to show a passport at the desk.', 'A passport is required at the desk.'],
      [
        ['Guests may show a passport at the desk.', 'CONTRADICTED'],
        ['Guests need not show a passport at the desk.', 'CONTRADICTED'],
        ['Showing the passport is optional for guests.', 'CONTRADICTED'],
      ],
    ],
    ['A helmet is optional for adults on tours.', [], [['A helmet is required for adults on tours.', 'CONTRADICTED']]],
    [
      'All rooms have a balcony to the south.',
      ['Every room has a balcony to the south.'],
      [['Some rooms have a balcony to the south.', 'CONTRADICTED']],
    ],
    [
      'Some rooms have a balcony to the south.',
      ['Several rooms have a balcony to the south.'],
      [
        ['All rooms have a balcony to the south.', 'CONTRADICTED'],
        ['Rooms have a balcony to the south.', 'FAILED'],
      ],
    ],
    ['One shop has at most ten roles for staff.', ['A shop has up to ten roles for staff.'], []],
    ['Gäste müssen den Ausweis zeigen.', [], [['Gäste dürfen den Ausweis zeigen.', 'CONTRADICTED']]],
    ['Les clients doivent montrer leur carte.', [], [['Les clients peuvent montrer leur carte.', 'CONTRADICTED']]],
    ['Los clientes deben mostrar su tarjeta.', [], [['Los clientes pueden mostrar su tarjeta.', 'CONTRADICTED']]],
  ]);
});

describe('scope', () => {
  both(checkScope, [
    [
      'If the bike was damaged, the deposit is kept by the shop.',
      ['The shop keeps the deposit of a damaged bike.', 'The deposit is kept if the bike was damaged.'],
      [['The deposit is kept by the shop.', 'FAILED']],
    ],
    [
      'Shipping is free for orders over €100 in summer.',
      ['Orders over €100 ship for free.'],
      [['Shipping is free in summer.', 'FAILED']],
    ],
    ['Parcels are delivered at home in Germany.', [], [['Parcels are delivered at home.', 'FAILED']]],
    [
      'You can export all of the data.',
      ['With the pro plan you can export data.'],
      [['Basic plan: You can export all of the data.', 'FAILED']],
      ['Pro plan'],
    ],
    ['A returned debit costs a fee, because the bank charges one.', ['A returned debit costs a fee.'], []],
    [
      'The list shows each order of the week.',
      ['Today, the list shows each order of the week.'],
      [['For refunds by card, the list shows each order of the week.', 'FAILED']],
    ],
  ]);
});

describe('relation', () => {
  both(checkRelation, [
    [
      'Alder acquired Birch.',
      ['Birch was acquired by Alder.'],
      [
        ['Birch acquired Alder.', 'CONTRADICTED'],
        ['Alder was acquired by Birch.', 'CONTRADICTED'],
      ],
    ],
    ['The carrier pays the merchant.', [], [['The merchant pays the carrier.', 'CONTRADICTED']]],
    [
      'Plan: Basic; Price: €5; Users: 10',
      ['The Basic plan costs €5.', 'Plan: Basic; Users: 10', 'Basic: Price €5.'],
      [
        ['Plan: Basic; Users: 5', 'CONTRADICTED'],
        ['For Basic, users is 5.', 'CONTRADICTED'],
        ['The price is €5.', 'FAILED'],
      ],
    ],
    [
      'Plan: Basic; Price: €5\nPlan: Pro; Price: €9',
      ['Basic costs €5 and Pro €9.', 'Pro: Price €9.'],
      [
        ['Pro: Price €5.', 'CONTRADICTED'],
        ['Plan: Basic; Price: €9', 'CONTRADICTED'],
        ['Basic costs €9.', 'FAILED'],
      ],
    ],
    [
      'Feature: Export; Basic: no; Pro: yes',
      ['Export is included in Pro.', 'Basic has no export.'],
      [['Export is included in Basic.', 'CONTRADICTED']],
    ],
  ]);
});
