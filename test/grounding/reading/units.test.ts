import { expect, test } from 'vitest';
import { amountsOf } from '../../../src/grounding/reading/amounts.ts';
import { isCurrency, isMeasured, magnitudeOf, measuredUnit, stemOfNoun } from '../../../src/grounding/reading/units.ts';

/** "words: value unit" of each amount. */
const read = (text: string) => amountsOf(text).map(({ text: words, low, unit, comparator }) => `${words}: ${comparator === 'EXACT' ? '' : `${comparator} `}${low} ${unit}`.trim());

test.each([
  ['5 business days', '5 business days: 5 business day'], ['5 working days', '5 working days: 5 business day'], ['5 business hours', '5 business hours: 5 business hour'], ['5 calendar days', '5 calendar days: 432000 second'], ['5 full months', '5 full months: 5 month'],
  ['5 square metres', '5 square metres: 5 square metre'], ['5 cubic feet', '5 cubic feet: 5 cubic foot'], ['5 us gallons', '5 us gallons: 5 gallon'], ['5 metric tons', '5 metric tons: 5 ton'], ['5 more days', '5: 5'],
  ['5 extra lamps', '5: 5'], ['5 product images', '5 product images: 5 image'], ['5 large red lamps', '5 large red lamps: 5 lamp'], ['5 people', '5 people: 5 people'], ['5 new children', '5 new children: 5 children'],
  ['5 lamp', '5 lamp: 5 lamp'], ['5 cases of oil', '5 cases: 5 cas'], ['5 two lamps', '5: 5', 'two lamps: 2 lamp'], ['5 and more', '5: AT_LEAST 5'], ['5 per cent', '5 per cent: 5 %'],
  ['5 percent', '5 percent: 5 %'], ['5 percentage points', '5 percentage points: 5 percentage point'], ['5 percent of it', '5 percent: 5 %'], ['5°', '5°: 5 degree'], ['5 °C', '5 °C: 5 celsius'],
  ['5° F', '5° F: 5 fahrenheit'], ['37 in the census', '37: 37'], ['10 an hour', '10: 10'], ['5 a day', '5: 5'], ['10 am Main', '10 am: 600 clock'],
  ['5in pipe'], ['5 in pipe', '5: 5'], ['5 in', '5: 5'], ['5 EUR', '5 EUR: 5 EUR'], ['€5 €', '€5 €: 5 EUR'],
  ['€5 per month', '€5 per month: 5 EUR/month'], ['5 € per user per month', '5 € per user per month: 5 EUR/user/month'], ['5 € /month', '5 € /month: 5 EUR/month'], ['5 €/month', '5 €/month: 5 EUR/month'], ['5 € / month', '5 € / month: 5 EUR/month'],
  ['5 € a month', '5 € a month: 5 EUR/month'], ['5 € each month', '5 € each month: 5 EUR/month'], ['5 € every week', '5 € every week: 5 EUR/week'], ['5 € an order', '5 €: 5 EUR'], ['5 days a week', '5 days: 432000 second'],
  ['5 days per week', '5 days per week: 432000 second/week'], ['5 days a year', '5 days: 432000 second'], ['5 € monthly', '5 € monthly: 5 EUR/month'], ['5 € yearly', '5 € yearly: 5 EUR/year'], ['5 € annually', '5 € annually: 5 EUR/year'],
  ['5 € hourly', '5 € hourly: 5 EUR/hour'], ['5 € daily', '5 € daily: 5 EUR/day'], ['5 € weekly', '5 € weekly: 5 EUR/week'], ['5 % yearly', '5 % yearly: 5 %/year'], ['5 users daily', '5 users daily: 5 user/day'],
  ['5 kg daily', '5 kg: 5000 gram'], ['5 days daily', '5 days: 432000 second'], ['5 € p.a.', '5 € p.a: 5 EUR/year'], ['5 € p. a.', '5 € p. a: 5 EUR/year'], ['5 € p', '5 €: 5 EUR'],
  ['5 € per 1,000 rows', '5 € per 1,000: 5 EUR/1000'], ['5 € per 100', '5 € per 100: 5 EUR/100'], ['5 € pro Monat', '5 € pro Monat: 5 EUR/month'], ['5 € par mois', '5 € par mois: 5 EUR/month'], ['5 € per head', '5 € per head: 5 EUR/person'],
  ['5 € per night', '5 € per night: 5 EUR/night'], ['5 € per capita', '5 € per capita: 5 EUR/person'], ['5 MB/s', '5 MB/s: 5000000 byte/second'], ['5 MB per sec', '5 MB per sec: 5000000 byte/second'], ['5 km/h', '5 km/h: 5000 metre/hour'],
  ['5 m/s', '5 m/s: 5 metre/second'], ['5 lamps/day', '5 lamps/day: 5 lamp/day'], ['5 users per shop', '5 users per shop: 5 user/shop'], ['5-day trip', '5-day: 432000 second'], ['5-star hotel', '5-star: 5 star'],
  ['5- star', '5: 5'], ['5 - star', '5: 5'], ['5th floor', '5th: 5 ordinal'], ['the second attempt', 'second: 2 ordinal'], ['twice a day', 'twice a day: 2 time/day'],
  ['two lamps', 'two lamps: 2 lamp'], ['5+ lamps', '5+ lamps: AT_LEAST 5 lamp'], ['5 boxes', '5 boxes: 5 box'], ['5 buses', '5 buses: 5 bus'], ['5 cities', '5 cities: 5 city'],
  ['5 churches', '5 churches: 5 church'], ['5 glasses', '5 glasses: 5 glass'], ['5 bus', '5 bus: 5 bus'], ['5 gas', '5 gas: 5 gas'], ['5 status', '5 status: 5 status'],
  ['5 Kunden', '5 Kunden: 5 kunden'], ['5 customer\'s lamps', '5 customer\'s: 5 customer'], ['5 customers’ lamps', '5 customers: 5 customer'], ['5 nights', '5 nights: 5 night'], ['5 quarters', '5 quarters: 15 month'],
  ['5 fortnights', '5 fortnights: 6048000 second'], ['5 decades', '5 decades: 600 month'], ['5 centuries', '5 centuries: 6000 month'], ['5 mins', '5 mins: 300 second'], ['5 hrs', '5 hrs: 18000 second'],
  ['5 MiB', '5 MiB: 5242880 byte'], ['5 Mb', '5 Mb: 5000000 bit'], ['5 MB', '5 MB: 5000000 byte'], ['5 lbs', '5 lbs: 5 pound'], ['5 Stunden', '5 Stunden: 18000 second'],
  ['5 heures', '5 heures: 18000 second'], ['5 años', '5 años: 60 month'], ['5 lira', '5 lira: 5 TRY'], ['5 quid', '5 quid: 5 GBP'], ['5 pence', '5 pence: 5 penny'],
  ['5 hundred', '5 hundred: 500'], ['5 dozen', '5 dozen: 60'], ['5 lakh rupees', '5 lakh rupees: 500000 INR'], ['5 Milliarden Euro', '5 Milliarden Euro: 5000000000 EUR'], ['5 mn €', '5 mn €: 5000000 EUR'],
  ['5K', '5K: 5000'], ['5k', '5k: 5000'], ['€5b', '€5b: 5000000000 EUR'], ['€5B', '€5B: 5000000000 EUR'], ['5B', '5B: 5 byte'],
])('%s', (text, ...amounts) => {
  expect(read(text)).toEqual(amounts);
});

test.each([['days', 'second', 86_400], ['DAYS', 'second', 86_400], ['Mb', 'bit', 1e6], ['MB', 'byte', 1e6], ['Kilograms', 'gram', 1e3], ['€', 'EUR', 1], ['jours', 'second', 86_400]])('%s is a unit', (word, name, factor) => {
  expect(measuredUnit(word)).toEqual({ name, factor });
});

test('what is no unit, is money, is measured, multiplies', () => {
  expect(['lamp', 'mB', 'ss', 's', 'hs', 'ms', ''].map((word) => measuredUnit(word)?.name)).toEqual([undefined, undefined, undefined, 'second', undefined, 'second', undefined]);
  expect(['EUR', 'pound', 'second', ''].map((unit) => isCurrency(unit))).toEqual([true, true, false, false]);
  expect(['EUR/month', 'business day', 'clock', 'user/month', ''].map((unit) => isMeasured(unit))).toEqual([true, true, true, false, false]);
  expect([['k', true, false], ['k', false, false], ['M', true, false], ['m', true, true], ['m', true, false], ['b', true, true], ['b', true, false], ['Million', false, false], ['lamps', true, true], ['kk', true, false], ['bb', true, true]].map(([word, glued, money]) => magnitudeOf(String(word), Boolean(glued), Boolean(money)))).toEqual([1e3, 1, 1e6, 1e6, 1, 1e9, 1, 1e6, 1, 1, 1]);
  expect(['cities', 'boxes', 'buses', 'glasses', 'churches', 'wishes', 'quizzes', 'users', 'glass', 'bus', 'day', "shop's", 'gas'].map((word) => stemOfNoun(word))).toEqual(['city', 'box', 'bus', 'glass', 'church', 'wish', 'quizz', 'user', 'glass', 'bus', 'day', 'shop', 'gas']);
});
