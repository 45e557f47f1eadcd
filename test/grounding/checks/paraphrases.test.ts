import { describe, expect, test } from 'vitest';
import { checkDates } from '../../../src/grounding/checks/dates.ts';
import { checkNames } from '../../../src/grounding/checks/names.ts';
import { checkNumbers } from '../../../src/grounding/checks/numbers.ts';
import { checkPolarity } from '../../../src/grounding/checks/polarity.ts';
import { checkRelation } from '../../../src/grounding/checks/relation.ts';
import { checkExceptions, checkScope } from '../../../src/grounding/checks/scope.ts';
import { checkSiblings } from '../../../src/grounding/checks/siblings.ts';
import type { Evidence, Verdict } from '../../../src/grounding/claims/claim.ts';

/** Quote, claim, what the check says of it, and what stands above the quote. */
type Case = readonly [quote: string, claim: string, verdict: string, headings?: readonly string[]];

function each(check: (claim: string, told: Evidence) => Verdict, cases: readonly Case[]): void {
  const rows = cases.map(([quote, claim, verdict, headings = []]) => ({
    quote,
    claim,
    verdict,
    told: { quote, sentence: quote, headings, passage: quote },
  }));
  test.each(rows)('$quote / $claim', ({ claim, verdict, told }) => {
    const { outcome, detail } = check(claim, told);
    expect(`${outcome} ${detail ?? ''}`.trim()).toBe(verdict);
  });
}

describe('polarity', () => {
  each(checkPolarity, [
    [
      'Shops lock the box and open the door for all.',
      'Shops unlock the box and close the door for all.',
      'CONTRADICTED The claim says “unlock”, the quote “lock”.',
    ],
    ['Boxes of some size are sold for all.', 'Boxes of up to that size are sold for all.', 'PASSED'],
    [
      'Orders ship on all days except for Sundays here.',
      'Orders ship on all days and more Sundays here.',
      'CONTRADICTED One of claim and quote makes an exception, the other does not.',
    ],
    [
      'Orders ship on all days here.',
      'Orders ship on all days here except Sundays.',
      'CONTRADICTED One of claim and quote makes an exception, the other does not.',
    ],
    [
      'The lamp is lit by the guests of the club at night, and no dog may come in.',
      'The lamp is lit by the guests of the club at night.',
      'PASSED',
    ],
    [
      'The lamp is never lit by guests.',
      'The lamp is always lit by guests.',
      'CONTRADICTED One of claim and quote negates, the other does not.',
    ],
    [
      'The fee is due.',
      'Nobody has to pay, since it is gratis: no fee.',
      'CONTRADICTED The claim negates, the quote does not.',
    ],
    ['The box has a lock.', 'There is no lock on it.', 'CONTRADICTED The claim negates, the quote does not.'],
    [
      'The box lacks a lock.',
      'There is no lock on it.',
      'UNDECIDED The claim negates; the quote may say so in other words.',
    ],
    ['Guests do not pay.', 'For guests it is paid by others, they owe nothing.', 'PASSED'],
    ['Guests do not pay.', 'They pay, being guests.', 'CONTRADICTED The quote negates, the claim does not.'],
    [
      'The club sells lamps.',
      'Only lamps can be had from them.',
      'UNDECIDED The claim says “only”, the quote does not.',
    ],
    ['The club sells only lamps.', 'Lamps alone can be had from them.', 'PASSED'],
    ['The club sells lamps except old ones.', 'Only lamps can be had from them.', 'PASSED'],
    ['No fee is due if the lamp is not lost.', 'A lamp that is not lost costs no fee.', 'PASSED'],
    [
      'No fee is due if the lamp is lost.',
      'A lamp that is lost costs a fee.',
      'CONTRADICTED The quote negates, the claim does not.',
    ],
    [
      'The deposit is refundable within the EU.',
      'The deposit is not refundable within the EU.',
      'CONTRADICTED One of claim and quote negates, the other does not.',
    ],
    [
      'The deposit is not refundable within the EU.',
      'The deposit is refundable within the EU.',
      'CONTRADICTED One of claim and quote negates, the other does not.',
    ],
    ['The deposit is not refundable within the EU.', 'The deposit is never refundable within the EU.', 'PASSED'],
    [
      'The setting is enabled for new shops by default.',
      'The setting is disabled for new shops by default.',
      'CONTRADICTED The claim says “disabled”, the quote “enabled”.',
    ],
    [
      'The setting is enabled for new shops by default.',
      'The setting is not disabled for new shops by default.',
      'PASSED',
    ],
    [
      'Ships before noon arrive first of all here.',
      'Ships after noon arrive last of all here.',
      'CONTRADICTED The claim says “after”, the quote “before”.',
    ],
    [
      'Seats with more than ten rows are sold.',
      'Seats with less than ten rows are sold.',
      'CONTRADICTED The claim says “less”, the quote “more”.',
    ],
    [
      'Boxes of a larger kind are sold here.',
      'Boxes of a smaller kind are sold here.',
      'CONTRADICTED The claim says “smaller”, the quote “larger”.',
    ],
    ['Boxes of a larger kind are sold here.', 'Boxes of a longer kind are sold here.', 'PASSED'],
    [
      'Orders are shipped on all days.',
      'Orders are shipped on all days except Sundays.',
      'CONTRADICTED One of claim and quote makes an exception, the other does not.',
    ],
    ['Orders are shipped on all days except Sundays.', 'Orders are shipped on all days with Sundays.', 'PASSED'],
    ['Orders are shipped on all days except Sundays.', 'Orders are shipped on all days.', 'PASSED'],
    [
      'Refunds are paid to the card that was used.',
      'Refunds are paid only to the card that was used.',
      'CONTRADICTED The claim says “only”, the quote does not.',
    ],
    [
      'Refunds are paid only to the card that was used.',
      'Refunds are paid to the card that was used.',
      'FAILED The claim leaves out “only”.',
    ],
    [
      'Refunds are paid only to the card that was used.',
      'Refunds are paid solely to the card that was used.',
      'PASSED',
    ],
    ['The lamp can be lit, but it is no longer sold here by us.', 'The lamp can be lit.', 'PASSED'],
    [
      'The lamp can no longer be lit by the guests here.',
      'The lamp can be lit by the guests here.',
      'CONTRADICTED One of claim and quote negates, the other does not.',
    ],
    [
      'Dogs may come in.',
      'In the hall, pets such as dogs are not welcome.',
      'CONTRADICTED The claim negates, the quote does not.',
    ],
    [
      'Dogs may not come in.',
      'In the hall, pets such as dogs are welcome: they come.',
      'CONTRADICTED The quote negates, the claim does not.',
    ],
    [
      'Dogs may not come in.',
      'In the hall, pets such as dogs are forbidden.',
      'UNDECIDED One of claim and quote negates; the other may say so in other words.',
    ],
    ['Dogs may not come in.', 'They have a dog in the garden.', 'PASSED'],
    [
      'Nobody opens the gate.',
      'The gate stays closed for everyone.',
      'CONTRADICTED The quote negates, the claim does not.',
    ],
    [
      'The gate never opens.',
      'Gates open at noon for everyone.',
      'CONTRADICTED The quote negates, the claim does not.',
    ],
    ['The gate opens at noon.', 'At noon, gates are closed to all.', 'PASSED'],
    [
      'The gate opens at noon.',
      'Only at noon there is a way in through gates.',
      'UNDECIDED The claim says “only”, the quote does not.',
    ],
    [
      'The gate expires after a year.',
      'It does not work without end.',
      'UNDECIDED The claim negates, the quote does not.',
    ],
    [
      'The gate is free of charge.',
      'There is no charge for the gate.',
      'UNDECIDED The claim negates; the quote may say so in other words.',
    ],
    ['The gate is big.', 'There is no charge for the gate.', 'CONTRADICTED The claim negates, the quote does not.'],
    ['The gate is big and the hall is not heated.', 'Big is the gate, the hall cold.', 'PASSED'],
    [
      'It is not big, and the gate is not open.',
      'The gate is not big, and open it is.',
      'CONTRADICTED One of claim and quote negates, the other does not.',
    ],
    ['Guests cannot pay by card.', 'Paying by card is not possible for guests.', 'PASSED'],
    [
      'Guests cannot pay by card.',
      'Paying by card is possible for guests.',
      'CONTRADICTED The quote negates, the claim does not.',
    ],
    [
      'Guests cannot pay by card.',
      'Paying by card is impossible for guests.',
      'UNDECIDED One of claim and quote negates; the other may say so in other words.',
    ],
    ['A guest who has no card pays cash.', 'Guests without cards use cash for that.', 'PASSED'],
    ['A guest who has no card pays cash.', 'Guests never use cash for that.', 'PASSED'],
    [
      'Shops must lock the box.',
      'The box is not to be unlocked by shops.',
      'CONTRADICTED The claim negates, the quote does not.',
    ],
    ['The lamp is not left on.', 'Lamps are to be switched off.', 'PASSED'],
    [
      'The fee is unlimited.',
      'There is no limit for the fee.',
      'UNDECIDED The claim negates; the quote may say so in other words.',
    ],
    ['Nobody but the owner may start the engine.', 'Only the owner may start the engine.', 'PASSED'],
    ['The club is not open at night.', 'Not at night: it is a club that is closed.', 'PASSED'],
    ['It costs not more than 5 euros there.', 'At that place, 5 euros is the most for it.', 'PASSED'],
  ]);
});

describe('exceptions', () => {
  each(checkExceptions, [
    [
      'The lamp is lent unless it rains or snows hard.',
      'The lamp is lent if it rains.',
      'CONTRADICTED The claim says “if it rains”, the quote “unless it rains or snows hard”.',
    ],
    ['The lamp is lent unless it rains.', 'The lamp is lent if guests wait.', 'PASSED'],
    ['The lamp is lent.', 'The lamp is lent if it rains.', 'PASSED'],
    ['The lamp is lent unless paid for by members in cash.', 'The lamp is lent if members wait outside.', 'PASSED'],
    [
      'The lamp is lent apart from Sundays.',
      'The lamp is lent, including Sundays.',
      'CONTRADICTED The claim says “including Sundays”, the quote “apart from Sundays”.',
    ],
    ['Not only members pay.', 'Not only members pay.', 'PASSED'],
    ['The hall is open, and only members pay the fee.', 'Members pay the fee.', 'FAILED The claim leaves out “only”.'],
    ['Only a member can pay.', 'A member can pay.', 'PASSED'],
    ['Only members and their own guests pay the full fee.', 'Members pay.', 'PASSED'],
    [
      'The lamp is lent unless it rains.',
      'The lamp is lent if it rains.',
      'CONTRADICTED The claim says “if it rains”, the quote “unless it rains”.',
    ],
    [
      'The lamp is lent if it rains.',
      'The lamp is lent unless it rains.',
      'CONTRADICTED The claim says “unless it rains”, the quote “if it rains”.',
    ],
    ['The lamp is lent.', 'The lamp is lent unless it rains.', 'FAILED The quote does not say “unless it rains”.'],
    [
      'The lamp is lent except in winter.',
      'The lamp is lent in all seasons including winter.',
      'CONTRADICTED The claim says “including winter”, the quote “except in winter”.',
    ],
    [
      'The lamp is lent, even if it rains.',
      'The lamp is lent except if it rains.',
      'CONTRADICTED The claim says “except if it rains”, the quote “even if it rains”.',
    ],
    [
      'Sign the list; otherwise the lamp is kept.',
      'If you sign the list, you get it.',
      'CONTRADICTED The claim says “If you sign the list”, the quote “Sign the list; otherwise”.',
    ],
    ['Sign the list; otherwise the lamp is kept.', 'Unless you sign the list, it stays.', 'PASSED'],
    ['The lamp is lent if it does not rain.', 'The lamp is lent unless it rains.', 'PASSED'],
    ['Only the owner can light the lamp.', 'The owner can light the lamp.', 'FAILED The claim leaves out “only”.'],
    ['Only the owner can light the lamp.', 'Only the owner lights it.', 'PASSED'],
    [
      'Only the owner can light the lamp.',
      'Not only the owner can light the lamp.',
      'CONTRADICTED The claim says “not only”, the quote does not.',
    ],
    ['Only the owner can light the lamp.', 'Nobody else but the owner lights it.', 'PASSED'],
    ['Only one lamp is lit.', 'A lamp is lit.', 'PASSED'],
    ['Lamps burn, and only the owner lights them.', 'The lamps burn.', 'PASSED'],
  ]);
});

describe('scope', () => {
  each(checkScope, [
    ['Plan: Basic; Price: €5; Seats: 3', 'Basic plan: Plan: Basic; Price: €5; Seats: 3', 'PASSED'],
    [
      'Plan: Basic; Price: €5',
      'The pro plan has a price of €5, unless paid late.',
      'FAILED The quote does not say “unless paid late”.',
    ],
    [
      'Members of the club pay less above the age of 60.',
      'Members of the club pay less.',
      'FAILED The claim leaves out “above the age of 60”.',
    ],
    ['Members pay less, if they ask, and get tea.', 'Members get tea.', 'PASSED'],
    [
      'The EU region has it and the Pro plan too.',
      'It comes with the basic plan.',
      'FAILED The claim is about the basic plan, the quote about the pro plan.',
    ],
    [
      'Members pay less if it rains, says Bo.',
      'Those who are in pay a smaller sum.',
      'FAILED The claim leaves out “if it rains, says Bo”.',
    ],
    ['Members pay less.', 'Members of Ghent pay less.', 'FAILED The quote says nothing of “of Ghent”.'],
    ['Members pay less.', 'In summer members pay less.', 'PASSED', ['Summer fees']],
    [
      'Members pay less.',
      'In winter: Members pay less.',
      'FAILED The quote stands under “Summer fees”, not under “winter”.',
      ['Summer fees'],
    ],
    ['Members pay less.', 'For young members: Members pay less.', 'PASSED', ['Members of young age', 'Fees']],
    [
      'Shipping is free in summer for members of the club.',
      'Shipping is free in summer.',
      'FAILED The claim leaves out “for members of the club”.',
    ],
    ['Shipping is free; returns cost 5 euros.', 'Shipping is free.', 'PASSED'],
    [
      'Shipping is free with the Pro plan of the shop.',
      'Shipping is free of the shop.',
      'FAILED The claim leaves out “with the Pro plan”.',
    ],
    [
      'When you order, shipping is free in summer.',
      'Shipping is free in summer.',
      'FAILED The claim leaves out “When you order,”.',
    ],
    [
      'Without a card, the box stays closed for you.',
      'The box stays closed for you.',
      'FAILED The claim leaves out “Without a card,”.',
    ],
    ['If needed, the box stays closed for you.', 'The box stays closed for you.', 'PASSED'],
    [
      'The box stays closed for you.',
      'At night the box stays closed for you.',
      'UNDECIDED The quote does not say “night”.',
    ],
    [
      'The box stays closed for you.',
      'For the warden the box stays closed for you.',
      'UNDECIDED The quote does not say “warden”.',
    ],
    ['The box stays closed for you.', 'For BP-4: The box stays closed for you.', 'PASSED', ['BP-4']],
    [
      'The box stays closed for you.',
      'For BP-4: The box stays closed for you.',
      'FAILED The quote stands under “Boxes”, not under “BP-4”.',
      ['Boxes'],
    ],
    ['The box stays closed for you.', 'Boxes: The box stays closed for you.', 'PASSED', ['Boxes']],
    ['The box stays closed for you.', 'Note: The box stays closed for you.', 'PASSED', ['Boxes']],
    ['The box stays closed for you.', 'The box: The box stays closed for you.', 'PASSED', ['Lamps']],
    [
      'Members get it if they paid in time.',
      'All of the people have this, too.',
      'FAILED The claim leaves out “if they paid in time”.',
    ],
    ['Members get it if they paid in time.', 'When they have paid in time, the people have this.', 'PASSED'],
    [
      'Members get it provided that they paid.',
      'All of the people have this, too.',
      'FAILED The claim leaves out “provided that they paid”.',
    ],
    [
      'The Pro plan has it.',
      'It comes with the basic plan.',
      'FAILED The claim is about the basic plan, the quote about the pro plan.',
    ],
    ['The Pro plan and the basic plan have it.', 'It comes with basic plans.', 'PASSED'],
    ['Each plan has it.', 'It comes with the basic plan.', 'PASSED'],
  ]);
});

describe('names', () => {
  each(checkNames, [
    ['Guests can see the lamp in the garden.', 'Guests can touch the lamp in the garden.', 'PASSED'],
    ['Guests go to the lamp in the garden to rest.', 'Guests go to the lamp in the garden to sleep.', 'PASSED'],
    ['The fee is 5 euros for guests of the club.', 'The charge is 5 euros for guests of the club.', 'PASSED'],
    ['The fee is 5 euros for guests of the club.', 'The fee is 5 dollars for guests of the club.', 'PASSED'],
    [
      'Each lamp of the club is red and old.',
      'Every bike of the club is red and old.',
      'FAILED The claim says “bike” where the quote says “lamp”.',
    ],
    [
      'The lamp is sold in Ghent by the club.',
      'The lamp is sold in Bruges by the club.',
      'FAILED The claim says “bruges” where the quote says “ghent”.',
    ],
    ['The lamp is sold in Ghent by the club.', 'The lamp is sold there by the club.', 'PASSED'],
    [
      'The lamp is sold there by the club.',
      'The lamp is sold in Bruges by the club.',
      'FAILED Not in the quote or its headings: Bruges',
    ],
    [
      'It is paid by the month of use.',
      'It is paid by the week of use.',
      'FAILED The claim says “week” where the quote says “month”.',
    ],
    ['The lamp’s light is at Anna’s.', 'See Anna for the lamp.', 'PASSED'],
    ['See Chris for the lamp.', 'Is the lamp at Chri?', 'PASSED'],
    ['See Les for the lamp.', 'Is the lamp at Le?', 'PASSED'],
    ['I am here.', 'Well, I am here and I’m Ida.', 'FAILED Not in the quote or its headings: Ida'],
  ]);
});

describe('siblings', () => {
  each(checkSiblings, [
    [
      'The lamp shows the state of the battery.',
      'The lamp shows the state of the motor.',
      'FAILED The claim has “motor” in the place of “battery”.',
    ],
    ['Use the key for the door.', 'For the door there is a code.', 'PASSED'],
    ['Parcels weigh 20 kg.', 'Letters weigh 20 kg.', 'FAILED The claim has “letters” in the place of “parcels”.'],
    ['Parcels weigh twenty kg.', 'Letters weigh 20 kg.', 'FAILED The claim has “letters” in the place of “parcels”.'],
    ['Books leave by train.', 'They leave by lorry.', 'FAILED The claim has “lorry” in the place of “train”.'],
    ['The renter pays the bill.', 'The rental pays the bill.', 'PASSED'],
    ['The guestbook lies here.', 'A guest lies here.', 'PASSED'],
    ['An order number is printed.', 'An order code is printed.', 'PASSED'],
    [
      'The mail is read to us.',
      'The letters are read to us.',
      'FAILED The claim has “letters” in the place of “mail”.',
    ],
    ['Photos are stored.', 'Pictures are stored.', 'PASSED'],
    ['You pay per order.', 'You pay per parcel.', 'FAILED The claim has “parcel” in the place of “order”.'],
    [
      'You pay 5 euros per order.',
      'You pay 5 euros per parcel.',
      'FAILED The claim has “parcel” in the place of “order”.',
    ],
    ['Send it to the depot.', 'Send it to the office.', 'FAILED The claim has “office” in the place of “depot”.'],
    [
      'The invoice of each month is here.',
      'The report of each month is here.',
      'FAILED The claim has “report” in the place of “invoice”.',
    ],
    ['An invoice is sent.', 'A reminder is sent.', 'FAILED The claim has “reminder” in the place of “invoice”.'],
    ['Invoices are sent to guests.', 'To guests, reminders are mailed out.', 'PASSED'],
    ['Mail is read by people.', 'It gets read by machines.', 'PASSED'],
    ['The rental has a price.', 'A renter has a price.', 'PASSED'],
    [
      'The webhook has a secret.',
      'The webhooks have a password.',
      'UNDECIDED The claim is about “password”, the quote about “secret”.',
    ],
    ['The shop sends the data each night.', 'The server sends the data each night.', 'PASSED'],
  ]);
});

describe('relation', () => {
  each(checkRelation, [
    ['Plan: Basic; Seats: 10; Users: 20', 'Basic has 20 users.', 'PASSED'],
    ['Plan: Basic; Note: big old red lamp; Users: 20', 'Basic has a note of a big old lamp.', 'PASSED'],
    [
      'Plan: Basic; Note: big old red lamp; Users: 20',
      'Basic has a note of a lamp.',
      'CONTRADICTED For Basic, the table gives Note: big old red lamp.',
    ],
    ['Plan: Basic; Chat: no; Mail: yes', 'Basic doesn’t have chat.', 'PASSED'],
    [
      'Plan: Basic; Chat: none; Mail: included',
      'Basic lacks mail.',
      'CONTRADICTED For Basic, the table gives Mail: included.',
    ],
    ['City: Ghent; Head: Bo Lind and Ida Falk; Seats: 10', 'Ida Falk heads it.', 'PASSED'],
    [
      'City: Ghent; Head: Bo Lind; Seats: 10',
      'Bruges: Bo Lind heads it.',
      'FAILED The claim does not say which row of the table it is about: Ghent.',
    ],
    ['City: Ghent; Head: Bo Lind; Seats: 10', 'Ghent, Bo Lind heads it.', 'PASSED'],
    [
      'City: Ghent; Seats: 10\nCity: Bruges; Seats: 12',
      'Ghent has 12.',
      'FAILED “12” stands in another row of the table.',
    ],
    ['City: Ghent; Seats: 10\nCity: Bruges; Seats: 12', 'Ghent and Bruges have 10 and 12 seats.', 'PASSED'],
    [
      'City: Ghent; Seats: 10\nCity: Bruges; Seats: 12',
      'In Bruges seats: 10.',
      'CONTRADICTED For Bruges, the table gives Seats: 12.',
    ],
    [
      'City: Ghent; Seats: 10\nCity: Bruges; Seats: 12',
      'City: Ghent; Seats: 12.',
      'CONTRADICTED The table has no Seats: 12 for Ghent.',
    ],
    [
      'City: Ghent; Seats: 10\nCity: Bruges; Seats: 12',
      'City: Lier; Seats: 12.',
      'CONTRADICTED The table has no City: Lier.',
    ],
    [
      'Ida has taught Bo.',
      'Bo has taught Ida.',
      'CONTRADICTED The quote has “ida has taught bo”, the claim the other way round.',
    ],
    ['Ida has taught Bo.', 'Bo has been taught by Ida.', 'PASSED'],
    [
      'Ida has been taught by Bo.',
      'Ida has taught Bo.',
      'CONTRADICTED The quote has “ida has been taught by bo”, the claim “ida has taught bo”.',
    ],
    ['Plan: Basic; Orders: 12; Fee: €250', 'Basic costs €250 per order.', 'PASSED'],
    [
      'Plan: Basic; Support: email and chat; Seats: 10',
      'Basic has support by email.',
      'CONTRADICTED For Basic, the table gives Support: email and chat.',
    ],
    [
      'Plan: Basic; Support: email and chat; Seats: 10',
      'Basic has support by phone.',
      'CONTRADICTED For Basic, the table gives Support: email and chat.',
    ],
    [
      'Plan: Basic; Support: email and chat; Seats: 10',
      'Basic has seats: 12.',
      'CONTRADICTED For Basic, the table gives Seats: 10.',
    ],
    ['Plan: Basic; Limit: 10 GB per seat; Seats: 10', 'Basic has a limit of 10 GB.', 'PASSED'],
    ['Plan: Basic; Export: included; Chat: not included', 'Basic has no chat.', 'PASSED'],
    [
      'Plan: Basic; Export: included; Chat: not included',
      'Basic has no export.',
      'CONTRADICTED For Basic, the table gives Export: included.',
    ],
    ['Plan: Basic; Export: –; Chat: ✓', 'Basic has chat.', 'PASSED'],
    ['Plan: Basic; Export: –; Chat: ✓', 'Basic has export.', 'CONTRADICTED For Basic, the table gives Export: –.'],
    ['City: Ghent; Head: Bo Lind, Ida Falk; Seats: 10', 'For Ghent, the seats are 10.', 'PASSED'],
    [
      'City: Ghent; Head: Bo Lind, Ida Falk; Seats: 10',
      'For Bruges, the seats are 10.',
      'FAILED The claim does not say which row of the table it is about: Ghent.',
    ],
    [
      'The ship hit the rock.',
      'The rock hit the ship.',
      'CONTRADICTED The quote has “ship hit rock”, the claim the other way round.',
    ],
    ['The ship hit a big rock.', 'The rock was hit by the ship.', 'PASSED'],
    [
      'The ship was hit by the rock.',
      'The ship hit the rock.',
      'CONTRADICTED The quote has “ship was hit by rock”, the claim “ship hit rock”.',
    ],
    ['The ship, rock and sand.', 'The rock, ship and sand.', 'PASSED'],
    ['The ship hit, then rock fell.', 'The rock hit the ship.', 'PASSED'],
    [
      'The bank lends money to the shop.',
      'The shop lends money to the bank.',
      'CONTRADICTED The claim has “shop” and “bank” in each other’s place.',
    ],
    [
      'The desk sends all parcels of the day to the depot.',
      'The depot sends all parcels of the day to the desk.',
      'CONTRADICTED The claim has “depot” and “desk” in each other’s place.',
    ],
    ['The red, blue and green lamps burn.', 'The green, blue and red lamps burn.', 'PASSED'],
    ['The bank lends money to the shop.', 'The bank lends money to the shop!', 'PASSED'],
    ['The bank lends money to the shop.', 'The bank gives money to the shop.', 'PASSED'],
  ]);
});

describe('dates', () => {
  each(checkDates, [
    [
      'It ran from May 2020 to June 2021.',
      'It ran in May 2020.',
      'CONTRADICTED The claim says “May 2020”, the quote “from May 2020 to June 2021”.',
    ],
    ['It ran from 1 May 2020 to 3 May 2020.', 'It ran in May 2020.', 'PASSED'],
    ['It ran since 2019 and until 2021.', 'It ran since 2019.', 'PASSED'],
    [
      'It ran since 2019.',
      'It ran from 2019 to 2021.',
      'UNDECIDED “from 2019 to 2021”: the quote says it in another way.',
    ],
    [
      'It ran until 2021.',
      'It ran from 2019 to 2021.',
      'UNDECIDED “from 2019 to 2021”: the quote says it in another way.',
    ],
    [
      'It ran in 2019, then since 2020.',
      'It ran until 2020.',
      'CONTRADICTED The claim says “until 2020”, the quote “2019”, “since 2020”.',
    ],
    ['It ran on 5 June 2019.', 'It ran on 5 June.', 'PASSED'],
    ['It ran on 5 June.', 'It ran on 5 June 2019.', 'PASSED', ['2019 and 2020']],
    ['On 5 June it ran, in 2019 it rested.', 'On 5 June 2019 it ran.', 'PASSED'],
    [
      'It came in 2019, said on 4 May.',
      'It came in 2018, said on 4 May.',
      'CONTRADICTED The claim says “2018”, the quote “2019”.',
    ],
    ['It came in 2019.', 'It came in 2019, on 4 May it left.', 'FAILED Not in the quote: 4 May'],
    ['It ran from 3 May 2020 to 5 May 2020.', 'It ran in 2020.', 'PASSED'],
    [
      'It ran from 2010 to 2011.',
      'It ran in 2010.',
      'CONTRADICTED The claim says “2010”, the quote “from 2010 to 2011”.',
    ],
    ['It ran until 2019.', 'It ran until 2020.', 'CONTRADICTED The claim says “until 2020”, the quote “until 2019”.'],
    ['It ran until 2019.', 'It ran since 2020.', 'CONTRADICTED The claim says “since 2020”, the quote “until 2019”.'],
    [
      'It ran from 2010 until 2019.',
      'It has run since 2010.',
      'UNDECIDED “since 2010”: the quote says it in another way.',
    ],
    ['It ran on 3 May and on 4 May 2020.', 'It ran on 3 May 2020.', 'PASSED'],
    ['It ran in 2020 and 2021.', 'It ran in 2021 and 2022.', 'CONTRADICTED The claim says “2021”, the quote “2020”.'],
    ['In the 2020 edition and on 3 May 2021 it ran.', 'It ran in 2020.', 'PASSED'],
    ['It ran on 3 May.', 'It ran in May.', 'PASSED'],
  ]);
});

describe('numbers', () => {
  each(checkNumbers, [
    [
      'The lamp is on for at least 5 hours.',
      'The lamp is on for at most 5 hours.',
      'CONTRADICTED The claim says “at most 5 hours”, the quote “at least 5 hours”.',
    ],
    [
      'You can pay up to 14 days later.',
      'You can pay after 14 days.',
      'CONTRADICTED The claim says “pay after 14 days”, the quote “pay up to 14 days”.',
    ],
    [
      'You can pay after 14 days.',
      'You can pay within 14 days.',
      'CONTRADICTED The claim says “within 14 days”, the quote “pay after 14 days”.',
    ],
    [
      'You can pay in the next 14 days.',
      'You can pay after another 14 days.',
      'CONTRADICTED The claim says “another 14 days”, the quote “the next 14 days”.',
    ],
    ['It is paid for 5 euros.', 'It is paid after 5 euros.', 'PASSED'],
    [
      'It is shown for 5 days, not for 5 hours.',
      'It is shown after 5 days.',
      'CONTRADICTED The claim says “shown after 5 days”, the quote “shown for 5 days”.',
    ],
    ['The biggest box weighs 5 kg.', 'At most 5 kg a box.', 'PASSED'],
    ['The lightest box weighs 5 kg.', 'At least 5 kg a box.', 'PASSED'],
    [
      'It is kept for no more than 5 days.',
      'It is gone after 5 days.',
      'CONTRADICTED The claim says “5 days”, the quote “no more than 5 days”.',
    ],
    ['It is kept for 5 days, then it is deleted.', 'It is deleted after 5 days.', 'PASSED'],
    [
      'It is kept until 5 days have passed.',
      'It is kept after 5 days.',
      'CONTRADICTED The claim says “kept after 5 days”, the quote “kept until 5 days”.',
    ],
    [
      'Order by 5 pm.',
      'Order after 5 pm.',
      'CONTRADICTED The claim says “Order after 5 pm”, the quote “Order by 5 pm”.',
    ],
    ['It is 5 km by bus.', 'It is 5 km on foot.', 'PASSED'],
    ['It costs 5 euros an hour.', 'It costs 5 euros hourly.', 'PASSED'],
    [
      'It costs 5 euros an hour per person.',
      'It costs 5 euros an hour.',
      'CONTRADICTED The claim says “5 euros an hour”, the quote “5 euros an hour per person”.',
    ],
    [
      'It costs 5 euros an hour per person.',
      'It costs 5 euros an hour each.',
      'CONTRADICTED The claim says “5 euros an hour”, the quote “5 euros an hour per person”.',
    ],
    ['It has 10 to 20 seats.', 'It has at least 10 seats.', 'PASSED'],
    [
      'It has 10 to 20 seats.',
      'It has 20 seats.',
      'CONTRADICTED The claim says “20 seats”, the quote “10 to 20 seats”.',
    ],
    [
      'It has about 100 seats.',
      'It has 100 seats.',
      'CONTRADICTED The claim says “100 seats”, the quote “about 100 seats”.',
    ],
    ['It has 100 seats.', 'It has about 102 seats.', 'PASSED'],
    ['Seats: 10', 'It has 10 seats.', 'PASSED'],
    ['Seats: 10 to 20', 'It has 10 to 20 seats.', 'PASSED'],
    ['Price in €: 5', 'It costs 5 €.', 'PASSED'],
    ['Weight: 5', 'It weighs 5 kg.', 'FAILED Not in the quote: 5 kg'],
    ['Weight (kg): 5', 'It weighs 5 kg.', 'PASSED'],
    [
      'Order before 5 pm.',
      'Order from 5 pm.',
      'CONTRADICTED The claim says “Order from 5 pm”, the quote “before 5 pm”.',
    ],
    ['Order from 5 pm.', 'Order by 5 pm.', 'CONTRADICTED The claim says “Order by 5 pm”, the quote “Order from 5 pm”.'],
    ['It is closed until 5 pm.', 'It is open from 5 pm.', 'PASSED'],
  ]);
});
