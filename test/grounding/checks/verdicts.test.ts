import { describe, expect, test } from 'vitest';
import { checkDates } from '../../../src/grounding/checks/dates.ts';
import { checkModality } from '../../../src/grounding/checks/modality.ts';
import { checkNames, checkPlaces } from '../../../src/grounding/checks/names.ts';
import { checkNumbers } from '../../../src/grounding/checks/numbers.ts';
import { checkRelation } from '../../../src/grounding/checks/relation.ts';
import { checkScope } from '../../../src/grounding/checks/scope.ts';
import { checkSiblings } from '../../../src/grounding/checks/siblings.ts';
import {
  contradicted,
  type Evidence,
  failed,
  passed,
  undecided,
  type Verdict,
  worst,
} from '../../../src/grounding/claims/claim.ts';

/** Quote, claim, what the check says of it, and what stands above the quote and around it. */
type Case = readonly [quote: string, claim: string, verdict: string, headings?: readonly string[], passage?: string];

function each(check: (claim: string, told: Evidence) => Verdict, cases: readonly Case[]): void {
  const rows = cases.map(([quote, claim, verdict, headings = [], passage = quote]) => ({
    quote,
    claim,
    verdict,
    told: { quote, sentence: quote, headings, passage },
  }));
  test.each(rows)('$quote / $claim', ({ claim, verdict, told }) => {
    const { outcome, detail } = check(claim, told);
    expect(`${outcome} ${detail ?? ''}`.trim()).toBe(verdict);
  });
}

test('the worst of several is the first of the most serious', () => {
  const all = [passed, undecided('a'), failed('b'), contradicted('c'), contradicted('d'), failed('e')];
  expect(worst(all)).toEqual(contradicted('c'));
  expect(worst([...all.slice(0, 3), failed('e')])).toEqual(failed('b'));
  expect(worst(all.slice(0, 2))).toEqual(undecided('a'));
  expect(worst([])).toBe(passed);
});

describe('numbers', () => {
  each(checkNumbers, [
    [
      'It costs €5 per month.',
      'It costs €5 per year.',
      'CONTRADICTED The claim says “€5 per year”, the quote “€5 per month”.',
    ],
    [
      'It costs €5 per month.',
      'It costs €6 per month.',
      'CONTRADICTED The claim says “€6 per month”, the quote “€5 per month”.',
    ],
    [
      'It costs €5-10 per month.',
      'It costs €5-10 per year.',
      'CONTRADICTED The claim says “€5-10 per year”, the quote “€5-10 per month”.',
    ],
    ['It costs €5 per month.', 'It costs €5.', 'FAILED The claim leaves out a part of “€5 per month”.'],
    ['It costs €5 per month.', 'It costs €5 monthly.', 'PASSED'],
    ['It costs €5 per month.', 'Each month it costs €5.', 'PASSED'],
    ['It costs €5 per person.', 'It costs €5 each.', 'PASSED'],
    ['It costs €5-10 per month.', 'It costs €5-10 monthly.', 'PASSED'],
    [
      'It takes 5 days.',
      'It takes at least 6 days.',
      'CONTRADICTED The claim says “at least 6 days”, the quote “5 days”.',
    ],
    ['It takes 5 days.', 'It takes 6 weeks.', 'CONTRADICTED The claim says “6 weeks”, the quote “5 days”.'],
    ['It takes 5 days.', 'It takes 6 euros.', 'FAILED Not in the quote: 6 euros'],
    [
      'It takes 5 days, then 7 days.',
      'It takes 5 days, then 6 days.',
      'CONTRADICTED The claim says “6 days”, the quote “7 days”.',
    ],
    ['It takes an hour and 45 minutes: 1 hour 45 minutes.', 'It takes 105 minutes.', 'PASSED'],
    ['It has a lamp.', 'It has one lamp.', 'PASSED'],
    ['It has a lamp.', 'It has 1 lamp.', 'FAILED Not in the quote: 1 lamp'],
    ['It has two lamps.', 'It has one lamp.', 'CONTRADICTED The claim says “one lamp”, the quote “two lamps”.'],
    ['It has five lamps.', 'It has five bikes.', 'UNDECIDED “five bikes”: the quote says “five lamps”.'],
    ['It has five lamps and 3 bikes.', 'It has five bikes.', 'FAILED “five bikes”: the quote counts five lamps.'],
    ['It has five lamps.', 'It has at least five bikes.', 'FAILED Not in the quote: at least five bikes'],
    ['The maximum is 20 MB.', 'Up to 20 MB may be sent.', 'PASSED'],
    ['The minimum is 20 MB.', 'At least 20 MB may be sent.', 'PASSED'],
    ['You can send 20 MB.', 'Up to 20 MB may be sent.', 'PASSED'],
    ['20 MB are required.', 'At least 20 MB are sent.', 'PASSED'],
    ['Up to 20 MB may be sent.', 'The maximum is 20 MB.', 'PASSED'],
    [
      'The minimum is 20 MB.',
      'Up to 20 MB may be sent.',
      'CONTRADICTED The claim says “up to 20 MB”, the quote “20 MB”.',
    ],
    [
      'You can send exactly 20 MB.',
      'Up to 20 MB may be sent.',
      'CONTRADICTED The claim says “up to 20 MB”, the quote “20 MB”.',
    ],
    [
      'Exactly 20 MB are required.',
      'At least 20 MB are sent.',
      'CONTRADICTED The claim says “at least 20 MB”, the quote “20 MB”.',
    ],
    [
      '20 MB are there.',
      'At least 20 MB are sent.',
      'CONTRADICTED The claim says “at least 20 MB”, the quote “20 MB”.',
    ],
    ['20 MB are there.', 'Up to 20 MB are sent.', 'CONTRADICTED The claim says “up to 20 MB”, the quote “20 MB”.'],
    ['Up to 20 MB may be sent.', 'It is 20 MB.', 'CONTRADICTED The claim says “20 MB”, the quote “up to 20 MB”.'],
    ['From €5 for one, up to €10 for two.', 'It costs €5 to €10.', 'PASSED'],
    ['From €5 for one.', 'It costs €5 to €10.', 'CONTRADICTED The claim says “€5 to €10”, the quote “€5”.'],
    ['Up to €10 for two.', 'It costs €5 to €10.', 'CONTRADICTED The claim says “€5 to €10”, the quote “up to €10”.'],
    ['Delivery time (days): 5', 'Delivery takes 5 days.', 'PASSED'],
    ['Delivery time (days): 5', 'Delivery takes 5 weeks.', 'FAILED Not in the quote: 5 weeks'],
    ['Delivery time (days): 5', 'Delivery takes 6 days.', 'FAILED Not in the quote: 6 days'],
    ['Delivery takes 2 weeks.', 'Delivery time: 2.', 'PASSED'],
    ['Delivery takes 5 to 10 days.', 'Delivery time: 5.', 'FAILED Not in the quote: 5'],
    ['Delivery takes at least 5 days.', 'Delivery time: up to 5.', 'FAILED Not in the quote: up to 5'],
    ['It is cheap.', 'It costs €5.', 'PASSED', ['Lamps for €5']],
    ['It costs €6.', 'It costs €5.', 'CONTRADICTED The claim says “€5”, the quote “€6”.', ['Lamps for €5']],
    ['It costs €6.', 'It takes 5 days.', 'PASSED', ['Sent in 5 days']],
  ]);
});

describe('what an amount bounds', () => {
  each(checkNumbers, [
    [
      'It is deleted after 14 days.',
      'It is deleted within 14 days.',
      'CONTRADICTED The claim says “within 14 days”, the quote “deleted after 14 days”.',
    ],
    [
      'It is deleted within 14 days.',
      'It is deleted after 14 days.',
      'CONTRADICTED The claim says “deleted after 14 days”, the quote “within 14 days”.',
    ],
    ['It is deleted after 14 days.', 'It stays for 14 days.', 'PASSED'],
    ['It lasts 14 days.', 'It ends after 14 days.', 'PASSED'],
    ['Reply within 14 days.', 'Reply before 14 days.', 'PASSED'],
    [
      'Reply within 14 days.',
      'Reply from 14 days.',
      'CONTRADICTED The claim says “Reply from 14 days”, the quote “within 14 days”.',
    ],
    [
      'Pay in 14 days.',
      'Pay before 14 days.',
      'CONTRADICTED The claim says “before 14 days”, the quote “Pay in 14 days”.',
    ],
    [
      'The maximum is 14 days.',
      'It takes exactly 14 days.',
      'CONTRADICTED The claim says “exactly 14 days”, the quote “maximum is 14 days”.',
    ],
    ['It takes exactly 14 days.', 'It takes precisely 14 days.', 'PASSED'],
    ['It takes 14 days.', 'It takes exactly 14 days.', 'PASSED'],
    [
      'The longest is 14 kg.',
      'The shortest is 14 kg.',
      'CONTRADICTED The claim says “shortest is 14 kg”, the quote “longest is 14 kg”.',
    ],
    ['The longest is 14 kg, the shortest 3 kg.', 'The longest is 14 kg.', 'PASSED'],
    ['The largest or smallest is 14 kg.', 'The smallest is 14 kg.', 'PASSED'],
    ['Lost when it had no scan for 7 days.', 'Lost after 7 days.', 'PASSED'],
    ['It opens at 7:30.', 'It opens before 7:30.', 'PASSED'],
    ['It weighs more after 5 kg.', 'It weighs more within 5 kg.', 'PASSED'],
    ['Ask within 14 days or after 14 days.', 'Ask after 14 days.', 'PASSED'],
  ]);
});

describe('dates', () => {
  each(checkDates, [
    ['It opened on 3 May 2024.', 'It opened in May 2024.', 'PASSED'],
    ['It opened on 3 May 2024.', 'It opened in 2024.', 'PASSED'],
    ['It opened on 3 May 2024.', 'It opened on 3 May 2024 or so.', 'PASSED'],
    [
      'It opened on 3 May 2024.',
      'It opened on 4 May 2024.',
      'CONTRADICTED The claim says “4 May 2024”, the quote “3 May 2024”.',
    ],
    [
      'It opened in May 2024.',
      'It opened on 3 May 2024.',
      'CONTRADICTED The claim says “3 May 2024”, the quote “May 2024”.',
    ],
    ['It opened on 3 May.', 'On 3 May 2024 it opened.', 'FAILED Not in the quote: 3 May 2024'],
    ['It opened on 3 May.', 'On 3 May 2024 it opened.', 'PASSED', ['News of 2024']],
    ['It opened on 3 May 2024.', 'On 3 May it opened.', 'PASSED'],
    ['It opened on 3 May 2024.', 'On 4 May it opened.', 'CONTRADICTED The claim says “4 May”, the quote “3 May 2024”.'],
    [
      'It has been open since 2019.',
      'It has been open until 2019.',
      'CONTRADICTED The claim says “until 2019”, the quote “since 2019”.',
    ],
    [
      'It has been open since 2019.',
      'It has been open since 2020.',
      'CONTRADICTED The claim says “since 2020”, the quote “since 2019”.',
    ],
    ['It has been open since 2019.', 'It opened in 2019.', 'UNDECIDED “2019”: the quote says it in another way.'],
    ['It opened in 2019.', 'It has been open since 2019.', 'UNDECIDED “since 2019”: the quote says it in another way.'],
    [
      'It was open from 2010 to 2019.',
      'It was open in 2012.',
      'CONTRADICTED The claim says “2012”, the quote “from 2010 to 2019”.',
    ],
    [
      'It was open from 2010 to 2019.',
      'It was open until 2019.',
      'UNDECIDED “until 2019”: the quote says it in another way.',
    ],
    ['It came in the 2019 edition.', 'It came in 2019.', 'PASSED'],
    ['It is here.', 'It came in 2019.', 'FAILED Not in the quote: 2019'],
    [
      'It came in 2019.',
      'It came in 2018.',
      'CONTRADICTED The claim says “2018”, the quote “2019”.',
      ['It left in 2018'],
    ],
    ['It came in 2019 and left in 2021.', 'It came in 2019.', 'PASSED', ['As of 2018']],
    [
      'It came in 2019 and left in 2021.',
      'It came in 2018 and left in 2021.',
      'CONTRADICTED The claim says “2018”, the quote “2019”.',
    ],
    [
      'It came in 2019 and left in 2021.',
      'It came in 2018.',
      'CONTRADICTED The claim says “2018”, the quote “2019”, “2021”.',
    ],
    [
      'It came on 5 May and 6 June of it.',
      'On 7 July it came.',
      'CONTRADICTED The claim says “7 July”, the quote “5 May”, “6 June”.',
    ],
  ]);
});

describe('places and days', () => {
  each(checkPlaces, [
    ['It ships to the Netherlands.', 'Dutch customers get it.', 'PASSED'],
    ['It ships to the Netherlands.', 'Spanish customers get it.', 'FAILED Not in the quote or its headings: Spanish'],
    ['It ships to Poland.', 'Polish customers get it.', 'PASSED'],
    ['It ships to Spain.', 'Polish customers get it.', 'FAILED Not in the quote or its headings: Polish'],
    ['It ships to Spain.', 'They polish it.', 'PASSED'],
    ['It ships to Turkey.', 'Turkish customers get it.', 'PASSED'],
    ['A turkey is sold.', 'Turkish customers get it.', 'FAILED Not in the quote or its headings: Turkish'],
    ['It ships to them.', 'dutch customers get it.', 'PASSED', ['Netherlands']],
    ['It is open on Monday.', 'It is open on Tuesday.', 'CONTRADICTED The claim says “tuesday”, the quote “monday”.'],
    ['It is open on Mondays.', 'It is open on Monday.', 'PASSED'],
    ['It is open on weekdays.', 'It is open on Tuesday.', 'PASSED'],
    ['It is open on Monday and every day after.', 'It is open on Tuesday.', 'PASSED'],
    ['It is open Monday to Friday.', 'It is open on Tuesday.', 'PASSED'],
    ['It is open Monday through Friday.', 'It is open on Tuesday.', 'PASSED'],
    ['It is open Mon-Friday.', 'It is open on Tuesday.', 'PASSED'],
    ['It is open.', 'It is open on Tuesday.', 'FAILED Not in the quote: tuesday'],
    ['It is open.', 'It is open on Tuesday.', 'PASSED', ['Tuesday']],
    ['It is open.', 'It is open on Tuesday.', 'CONTRADICTED The claim says “tuesday”, the quote “monday”.', ['Monday']],
    [
      'It is open on Monday.',
      'It is open on Tuesday.',
      'CONTRADICTED The claim says “tuesday”, the quote “monday”.',
      ['Tuesday'],
    ],
  ]);
});

describe('names', () => {
  each(checkNames, [
    [
      'The Falcon lasts long in Zürich.',
      'The Eagle lasts long in Zürich.',
      'FAILED The claim says “eagle” where the quote says “falcon”.',
    ],
    ['The Falcon lasts long.', 'It lasts long in Bern.', 'FAILED Not in the quote or its headings: Bern'],
    ['The Falcon lasts long.', 'In it, Bern is named.', 'PASSED', ['Bern']],
    ['The Falcons last long.', 'Ask for a Falcon.', 'PASSED'],
    ['Ask for a Falcon.', 'The Falcons last long.', 'PASSED'],
    ['Ask Anna and the falcon.', 'Ask Ann and the Falcons.', 'FAILED Not in the quote or its headings: Ann'],
    ['Ask Jean-Luc now.', 'You ask Luc-Jean now.', 'PASSED'],
    ['Ask Jean now.', 'You ask Jean-Luc now.', 'FAILED Not in the quote or its headings: Jean-Luc'],
    ['Ask me.', 'Well, I’m here and I am Bo.', 'FAILED Not in the quote or its headings: Bo'],
    ['It is here.', 'Go to Bern, Ghent and Bern.', 'FAILED Not in the quote or its headings: Bern, Ghent'],
    ['See step 3 and BP-4.', 'See step 4 and BP-5.', 'FAILED Not in the quote or its headings: step 4, BP-5'],
    [
      'See https://a.example now.',
      'See https://b.example now.',
      'FAILED Not in the quote or its headings: https://b.example',
    ],
    [
      'Guests have lunch in the garden of the hotel.',
      'Guests have dinner in the garden of the hotel.',
      'FAILED The claim says “dinner” where the quote says “lunch”.',
    ],
    ['Guests have lunch in the garden of the hotel.', 'Guests buy lunch in the garden of the hotel.', 'PASSED'],
    [
      'Guests have lunch in the garden of the hotel.',
      'Children have lunch in the garden of the hotel.',
      'FAILED The claim says “children” where the quote says “guests”.',
    ],
    [
      'Guests have lunch in the garden of the hotel.',
      'The small children have lunch in the garden of the hotel.',
      'FAILED The claim says “small children” where the quote says “guests”.',
    ],
    ['Guests get a purchase in the shop.', 'Guests get a buy in the shop.', 'PASSED'],
    [
      'Bo Lind leads the club in Ghent.',
      'Bo Falk leads the club in Ghent.',
      'FAILED The claim says “falk” where the quote says “lind”.',
    ],
    [
      'Bo Lind leads the club in Ghent.',
      'The manager leads the club in Ghent.',
      'FAILED The claim says “manager” where the quote says “bo lind”.',
    ],
    [
      'The manager leads the club in Ghent.',
      'Ida leads the club in Ghent.',
      'FAILED The claim says “ida” where the quote says “manager”.',
      ['Bo'],
    ],
    [
      'The club in Ghent must arrive at nine.',
      'The club in Ghent is to leave at nine.',
      'FAILED The claim says “leave” where the quote says “arrive”.',
    ],
    ['The lamp costs 5 euros here.', 'The lamp costs 7 euros here.', 'PASSED'],
    ['The lamp was lit on 3 May here.', 'The lamp was lit on 4 May here.', 'PASSED'],
    [
      'Plan: Basic; Price: €5',
      'pro costs €5.',
      'FAILED Not in the quote or its headings: pro',
      [],
      'Plan: Basic; Price: €5\nPlan: Pro; Price: €9',
    ],
    ['It is red.', 'eagle is red.', 'FAILED Not in the quote or its headings: eagle', [], 'It is red. Ask Eagle now.'],
    ['It is red.', 'Eagle is red.', 'FAILED Not in the quote or its headings: Eagle', [], 'It is red. Ask Eagle now.'],
    ['It is red.', 'eagle is red.', 'PASSED', [], 'It is red. Ask Eagle now, an eagle.'],
  ]);
});

describe('siblings', () => {
  each(checkSiblings, [
    ['Answers come by email.', 'We answer by chat.', 'FAILED The claim has “chat” in the place of “email”.'],
    ['The frame lasts 10 years.', 'The motor lasts 10 years.', 'FAILED The claim has “motor” in the place of “frame”.'],
    [
      'The frame lasts ten years.',
      'A motor will last 10 years.',
      'FAILED The claim has “motor” in the place of “frame”.',
    ],
    [
      'The frame lasts up to ten years.',
      'A motor will last 10 years.',
      'FAILED The claim has “motor” in the place of “frame”.',
    ],
    [
      'The parcels lie in the cellar.',
      'You find parcels in the attic.',
      'FAILED The claim has “attic” in the place of “cellar”.',
    ],
    ['Answers come by email in a day.', 'We answer by email.', 'PASSED'],
    ['The shop keeps the data.', 'In the shop, records stay.', 'PASSED'],
    ['Each merchant has a report.', 'Invoices and a lamp are there.', 'PASSED'],
  ]);
});

describe('modality', () => {
  each(checkModality, [
    [
      'Guests must show a passport at the desk.',
      'Guests may show a passport at the desk.',
      'CONTRADICTED The claim says “may”, the quote “must”.',
    ],
    [
      'Guests must show a passport at the desk.',
      'Guests should show a passport at the desk.',
      'CONTRADICTED The claim says “should”, the quote “must”.',
    ],
    [
      'Guests should show a passport at the desk.',
      'Guests must show a passport at the desk.',
      'CONTRADICTED The claim says “must”, the quote “should”.',
    ],
    [
      'Guests may show a passport at the desk.',
      'Guests will show a passport at the desk.',
      'CONTRADICTED The claim says “will”, the quote “may”.',
    ],
    [
      'Guests will show a passport at the desk.',
      'Guests may show a passport at the desk.',
      'CONTRADICTED The claim says “may”, the quote “will”.',
    ],
    [
      'Guests must not show a passport at the desk.',
      'Guests need not show a passport at the desk.',
      'CONTRADICTED The claim says “need not”, the quote “must not”.',
    ],
    [
      'Guests need not show a passport at the desk.',
      'Guests must not show a passport at the desk.',
      'CONTRADICTED The claim says “must not”, the quote “need not”.',
    ],
    ['Guests may not show a passport at the desk.', 'Guests cannot show a passport at the desk.', 'PASSED'],
    ['Guests show a passport at the desk.', 'Guests must show a passport at the desk.', 'PASSED'],
    [
      'The desk sees a passport of each guest.',
      'At the desk you must have one.',
      'CONTRADICTED The claim says “must”, the quote does not.',
    ],
    [
      'The desk sees a passport of each guest.',
      'At the desk you need not have one.',
      'CONTRADICTED The claim says “need not”, the quote does not.',
    ],
    ['The desk sees a passport for free.', 'At the desk you need not have one.', 'PASSED'],
    ['A passport is due with each guest.', 'At the desk you must have one.', 'PASSED'],
    [
      'The desk may look at it.',
      'It will be looked at by the desk people.',
      'CONTRADICTED The claim says “will”, the quote “may”.',
    ],
    [
      'The desk looks at it.',
      'You will pay for what they look at.',
      'CONTRADICTED The claim says “will”, the quote “may”.',
    ],
    ['The desk looks at it.', 'You will get what they look at.', 'PASSED'],
    [
      'You must sign there with a pen.',
      'There it is allowed to sign by pen for them.',
      'CONTRADICTED The claim says “may”, the quote “must”.',
    ],
    [
      'You should sign there with a pen.',
      'There it is mandatory, says the desk.',
      'CONTRADICTED The claim says “must”, the quote “should”.',
    ],
    [
      'It is mandatory to sign there.',
      'You should do that with a pen.',
      'CONTRADICTED The claim says “should”, the quote “must”.',
    ],
    [
      'It is recommended to sign there.',
      'You can do that with a pen.',
      'CONTRADICTED The claim says “may”, the quote “should”.',
    ],
    [
      'You can do that with a pen.',
      'It is recommended to sign there.',
      'CONTRADICTED The claim says “should”, the quote “may”.',
    ],
    [
      'You must not do that there.',
      'It is optional, says the desk.',
      'CONTRADICTED The claim says “need not”, the quote “must not”.',
    ],
    [
      'A rental of a bike may be cancelled free of charge until noon.',
      'Cancelling a bike rental is free of charge until noon.',
      'PASSED',
    ],
    ['The deposit may be kept for damage.', 'The deposit is kept for damage.', 'FAILED The claim leaves out “may”.'],
    [
      'All rooms have a balcony to the south.',
      'Some rooms have a balcony to the south.',
      'CONTRADICTED The claim says “some”, the quote “all”.',
    ],
    [
      'All rooms have a balcony to the south.',
      'Most rooms have a balcony to the south.',
      'CONTRADICTED The claim says “most”, the quote “all”.',
    ],
    ['All rooms have a balcony to the south.', 'Rooms have a balcony to the south.', 'PASSED'],
    [
      'Rooms have a balcony to the south.',
      'All rooms have a balcony to the south.',
      'UNDECIDED How many are meant is told in another way.',
    ],
    [
      'Rooms have a balcony to the south.',
      'Few rooms have a balcony to the south.',
      'FAILED The claim says “few”, the quote does not.',
    ],
    [
      'Rooms have a balcony to the south.',
      'Not all rooms have a balcony to the south.',
      'FAILED The claim says “not all”, the quote does not.',
    ],
    [
      'Most rooms have a balcony to the south.',
      'Rooms have a balcony to the south.',
      'UNDECIDED How many are meant is told in another way.',
    ],
    [
      'Few rooms have a balcony to the south.',
      'Rooms have a balcony to the south.',
      'FAILED The claim leaves out “few”.',
    ],
    [
      'Not all rooms have a balcony to the south.',
      'Rooms have a balcony to the south.',
      'FAILED The claim leaves out “not all”.',
    ],
    [
      'Some rooms face south.',
      'A balcony is in all rooms of it.',
      'CONTRADICTED The claim says “all”, the quote “some”.',
    ],
    ['All rooms face south.', 'A balcony is in some rooms of it.', 'FAILED The claim says “some”, the quote does not.'],
    ['Rooms face south.', 'A balcony is in most of them.', 'FAILED The claim says “most”, the quote does not.'],
    ['Rooms may face south.', 'A balcony is in most of them.', 'PASSED'],
    ['The time is limited.', 'A limited number of lamps is there to see.', 'PASSED'],
  ]);
});

describe('scope', () => {
  each(checkScope, [
    [
      'If the bike was damaged, the deposit is kept by the shop.',
      'The deposit is kept by the shop.',
      'FAILED The claim leaves out “If the bike was damaged,”.',
    ],
    ['If you want, the deposit is kept by the shop.', 'The deposit is kept by the shop.', 'PASSED'],
    [
      'If the bike was damaged, the deposit is kept by the shop.',
      'The deposit is kept by the shop if damaged.',
      'PASSED',
    ],
    [
      'Shipping is free for orders over €100 in summer.',
      'Shipping is free in summer.',
      'FAILED The claim leaves out “for orders over €100”.',
    ],
    [
      'Shipping is free in summer.',
      'Shipping is free in summer for members.',
      'FAILED The quote says nothing of “for members”.',
    ],
    [
      'Shipping is free in summer.',
      'Shipping is free and quick in summer.',
      'UNDECIDED The quote does not say “quick”.',
    ],
    [
      'Shipping is free in summer.',
      'Shipping of heavy lamps is free in summer.',
      'FAILED The quote says nothing of “of heavy lamps”.',
    ],
    ['Shipping is free in summer.', 'Currently, shipping is free in summer.', 'PASSED'],
    [
      'Parcels are delivered at home in Germany.',
      'Parcels are delivered at home.',
      'FAILED The claim leaves out “in Germany”.',
    ],
    ['Parcels are delivered at home and in Germany you pay.', 'Parcels are delivered at home.', 'PASSED'],
    ['Parcels are delivered at home, even if it rains.', 'Parcels are delivered at home.', 'PASSED'],
    [
      'You can export all of the data.',
      'Basic plan: You can export all of the data.',
      'FAILED The quote stands under “Pro plan”, not under “Basic plan”.',
      ['Pro plan'],
    ],
    ['You can export all of the data.', 'Pro plan: You can export all of the data.', 'PASSED', ['Pro plan']],
    [
      'You can export all of the data.',
      'For E1042, you can export all of the data.',
      'FAILED The quote stands under “E1041”, not under “E1042”.',
      ['E1041'],
    ],
    [
      'You can export all of the data.',
      'For E1042, you can export all of the data.',
      'FAILED The quote stands under “E1043”, not under “E1042”.',
      ['E1042', 'E1043'],
    ],
    [
      'You can export all of the data.',
      'On the basic plan you can export data.',
      'FAILED The claim is about the basic plan, the quote about the pro plan.',
      ['Pro plan'],
    ],
    ['You can export all of the data.', 'On the basic plan you can export data.', 'PASSED', ['Basic and Pro plan']],
    [
      'The lamp is lent unless it rains hard.',
      'Ask for it: there are lamps to be had by all.',
      'FAILED The claim leaves out “unless it rains hard”.',
    ],
    ['The lamp is lent, if you want it.', 'Ask for it: there are lamps to be had by all.', 'PASSED'],
    ['The lamp is lent if needed.', 'Ask for it: there are lamps to be had by all.', 'PASSED'],
  ]);
});

describe('relation', () => {
  const plans = 'Plan: Basic; Price: €5\nPlan: Pro; Price: €9';
  const plus = 'Plan: Basic; Price: €5\nPlan: Basic plus; Price: €9';
  each(checkRelation, [
    [
      'Alder acquired Birch.',
      'Birch acquired Alder.',
      'CONTRADICTED The quote has “alder acquired birch”, the claim the other way round.',
    ],
    [
      'Alder acquired Birch.',
      'Alder was acquired by Birch.',
      'CONTRADICTED The quote has “alder acquired birch”, the claim “alder was acquired by birch”.',
    ],
    [
      'Alder was acquired by Birch.',
      'Alder acquired Birch.',
      'CONTRADICTED The quote has “alder was acquired by birch”, the claim “alder acquired birch”.',
    ],
    ['Alder acquired Birch.', 'Birch was acquired by Alder.', 'PASSED'],
    ['Alder and Birch sing.', 'Birch and Alder sing.', 'PASSED'],
    ['The carrier pays the merchant, the merchant pays the carrier.', 'The merchant pays the carrier.', 'PASSED'],
    ['Plan: Basic; Price: €5; Users: 10', 'Plan: Basic; Users: 5', 'CONTRADICTED The table has no Users: 5 for Basic.'],
    [
      'Plan: Basic; Price: €5; Users: 10',
      'For Basic, users is 5.',
      'CONTRADICTED For Basic, the table gives Users: 10.',
    ],
    [
      'Plan: Basic; Price: €5; Users: 10',
      'The price is €5.',
      'FAILED The claim does not say which row of the table it is about: Basic.',
    ],
    ['Plan: Basic; Price: €5; Users: 10', 'It is red.', 'PASSED'],
    ['Plan: Basic; Price: €5; Users: 10', 'Plan: Lite; Users: 10', 'CONTRADICTED The table has no Plan: Lite.'],
    ['Plan: Basic; Price: €5; Users: 10', 'Plan: basic; Users: 10.', 'PASSED'],
    ['Plan: Basic; Price: €5; Owner: Bo Lind', 'Bo Lind pays the price of €5.', 'PASSED'],
    [
      'Plan: Basic; Price: €5; Owner: Bo Lind',
      'Lite: Bo Lind pays the price of €5.',
      'FAILED The claim does not say which row of the table it is about: Basic.',
    ],
    [
      'Feature: Export; Basic: no; Pro: yes',
      'Export is included in Basic.',
      'CONTRADICTED For Export, the table gives Basic: no.',
    ],
    ['Feature: Export; Basic: no; Pro: yes', 'Export is included in Pro.', 'PASSED'],
    ['Feature: Export; Basic: no; Pro: yes', 'Export is not included in Basic.', 'PASSED'],
    [
      'Feature: Export; Basic: no; Pro: yes',
      'Export is not included in Pro.',
      'CONTRADICTED For Export, the table gives Pro: yes.',
    ],
    [plans, 'Pro: Price €5.', 'CONTRADICTED For Pro, the table gives Price: €9.'],
    [plans, 'Basic costs €9.', 'FAILED “€9” stands in another row of the table.'],
    [plans, 'Basic costs €5 and Pro €9.', 'PASSED'],
    [plans, 'Plan: Basic; Price: €9', 'CONTRADICTED The table has no Price: €9 for Basic.'],
    [plans, 'The price is €5.', 'FAILED The claim does not say which row of the table it is about: Basic, Pro.'],
    [plus, 'Basic plus has a price of €9.', 'PASSED'],
    [plus, 'Basic plus has a price of €5.', 'CONTRADICTED For Basic plus, the table gives Price: €9.'],
    [plus, 'Basic has a price of €9.', 'CONTRADICTED For Basic, the table gives Price: €5.'],
  ]);
});
