import { describe, expect, test } from 'vitest';
import { amountsOf } from '../../../src/grounding/reading/amounts.ts';

/** "words: comparator value unit", with both ends of a range. */
const read = (text: string) => amountsOf(text).map(({ text: words, start, end, low, high, comparator, marker, unit }) => {
  expect(text.slice(start, end)).toBe(words);
  return `${words}: ${comparator === 'EXACT' ? '' : `${comparator} (${marker}) `}${low === high ? low : `${low}..${high}`} ${unit}`.trim();
});

describe.each<[string, [text: string, ...amounts: string[]][]]>([
  ['ranges', [
    ['open from 9 to 5 pm', '9 to 5 pm: 540..1020 clock'], ['open 9 to 11 am', '9 to 11 am: 540..660 clock'], ['from 12 to 2 pm', '12 to 2 pm: 720..840 clock'], ['from 7 am to 9 pm', '7 am to 9 pm: 420..1260 clock'],
    ['5 or 6 days', '5 or 6 days: 432000..518400 second'], ['5 until 9 days', '5 until 9 days: 432000..777600 second'], ['5 till 9 days', '5 till 9 days: 432000..777600 second'], ['5—10 days', '5—10 days: 432000..864000 second'], ['5 - 10 days', '5 - 10 days: 432000..864000 second'],
    ['5 bis 10 Tage', '5 bis 10 Tage: 432000..864000 second'], ['5 à 10 jours', '5 à 10 jours: 432000..864000 second'], ['between 5 and 10 euros a month', '5 and 10 euros a month: 5..10 EUR/month'],
    ['5 to 10 thousand users', '5 to 10 thousand users: 5000..10000 user'], ['two to three thousand users', 'two to three thousand users: 2000..3000 user'],
    ['€5 to €10', '€5 to €10: 5..10 EUR'], ['€5 to 10', '€5 to 10: 5..10 EUR'], ['$5-10', '$5-10: 5..10 USD'], ['$5-10k', '$5-10k: 5000..10000 USD'], ['-5 to 10 degrees', '-5 to 10 degrees: -5..10 degree'],
    ['€5-10 per month', '€5-10 per month: 5..10 EUR/month'], ['€5-10 monthly', '€5-10 monthly: 5..10 EUR/month'], ['€5 to €10 per month', '€5 to €10 per month: 5..10 EUR/month'], ['5 € per month to 10 €', '5 € per month to 10 €: 5..10 EUR/month'],
    ['€5 per month to €10 per year', '€5 per month: 5 EUR/month', '€10 per year: 10 EUR/year'], ['€5-10 days', '€5: 5 EUR', '10 days: 864000 second'], ['5 and 10 euros', '5: 5', '10 euros: 10 EUR'], ['10 to 5 days', '10: 10', '5 days: 432000 second'], ['5 to 5 days', '5: 5', '5 days: 432000 second'],
    ['prices rose from 5 to 10 euros', '5: 5', '10 euros: 10 EUR'], ['the fee was cut last May for all of us from 10 to 15 euros', '10 to 15 euros: 10..15 EUR'], ['from 5 to 10 euros', '5 to 10 euros: 5..10 EUR'], ['2nd to 5 days', '2nd: 2 ordinal', '5 days: 432000 second'],
    ['1.000 to 5 €', '1.000: null', '5 €: 5 EUR'],
  ]],
  ['parts of one amount', [
    ['1 hour 30 minutes', '1 hour 30 minutes: 5400 second'], ['1 hour and 45 minutes', '1 hour and 45 minutes: 6300 second'], ['1 hour 30 minutes 10 seconds', '1 hour 30 minutes 10 seconds: 5410 second'], ['2 days, 3 hours', '2 days, 3 hours: 183600 second'], ['1 year 6 months', '1 year 6 months: 18 month'],
    ['5 days and half a day', '5 days and half a day: 475200 second'], ['5 days and 3 days', '5 days: 432000 second', '3 days: 259200 second'], ['1 hour 90 minutes', '1 hour: 3600 second', '90 minutes: 5400 second'], ['1 hour 60 minutes', '1 hour: 3600 second', '60 minutes: 3600 second'],
    ['30 minutes 1 hour', '30 minutes: 1800 second', '1 hour: 3600 second'], ['1 year and 6 euros', '1 year: 12 month', '6 euros: 6 EUR'], ['1 year, 5 days', '1 year: 12 month', '5 days: 432000 second'], ['5 to 6 hours 10 minutes', '5 to 6 hours: 18000..21600 second', '10 minutes: 600 second'], ['1 kg 500 g', '1 kg: 1000 gram', '500 g: 500 gram'],
    ['2 hours for 30 minutes', '2 hours: 7200 second', '30 minutes: 1800 second'],
  ]],
  ['comparators', [
    ['at least a 5 % share', '5 %: AT_LEAST (at least) 5 %'], ['a 30-day minimum', '30-day: AT_LEAST (minimum) 2592000 second'], ['not less than 5 days', '5 days: AT_LEAST (not less than) 432000 second'], ['min. 5 days', '5 days: AT_LEAST (min .) 432000 second'], ['approx. 5 days', '5 days: ABOUT (approx .) 432000 second'],
    ['5 days at the latest', '5 days: AT_MOST (at the latest) 432000 second'], ['5+ users', '5+ users: AT_LEAST (+) 5 user'], ['5k+ users', '5k+ users: AT_LEAST (+) 5000 user'], ['about the 5 euros', '5 euros: ABOUT (about) 5 EUR'], ['about our 5 euros', '5 euros: 5 EUR'],
    ['at least 5 or more days', '5: AT_LEAST (at least) 5'],
  ]],
  ['currencies', [
    ['US$5', 'US$5: 5 USD'], ['US$ 5', 'US$ 5: 5 USD'], ['A$5, C$5, AU$6 and CA$7', 'A$5: 5 AUD', 'C$5: 5 CAD', 'AU$6: 6 AUD', 'CA$7: 7 CAD'], ['EUR 5', 'EUR 5: 5 EUR'], ['EUR five', 'EUR five: 5 EUR'], ['eur 5', '5: 5'], ['XYZ 5', '5: 5'], ['Z$5', '$5: 5 USD'], ['a $5', '$5: 5 USD'],
    ['$.50', '$.50: 0.5 USD'], ['€-5', '€-5: -5 EUR'], ['-5 €', '-5 €: -5 EUR'], ['€5 EUR', '€5 EUR: 5 EUR'], ['€5 USD', '€5: 5 EUR'], ['€ and 5', '5: 5'], ['kg 5', '5: 5'],
  ]],
  ['signs', [
    ['(-5)', '-5: -5'], ['a-5 cars', '5 cars: 5 car'], ['5 -3', '5: 5', '-3: -3'], ['minus 5 degrees', 'minus 5 degrees: -5 degree'], ['+5 degrees', '+5 degrees: 5 degree'], ['\u22125 degrees', '\u22125 degrees: -5 degree'], ['- 5 degrees', '5 degrees: 5 degree'], ['rooms -5', '-5: -5'],
  ]],
  ['magnitudes', [
    ['€5m', '€5m: 5000000 EUR'], ['€5M', '€5M: 5000000 EUR'], ['5m', '5m: 5 metre'], ['5M users', '5M users: 5000000 user'], ['$5b', '$5b: 5000000000 USD'], ['5b'], ['5 bn euros', '5 bn euros: 5000000000 EUR'], ['5-million-euro loan', '5-million-euro: 5000000 EUR'],
    ['5 hundred thousand', '5 hundred thousand: 500000'], ['2 dozen eggs', '2 dozen eggs: 24 egg'], ['0.1 km', '0.1 km: 100 metre'], ['0.3 kg', '0.3 kg: 300 gram'], ['5 - million', '5: 5'],
  ]],
  ['times of day', [
    ['12:30:15', '12:30:15: 750 clock'], ['7 a.m.', '7 a.m.: 420 clock'], ['7 a.m, then', '7 a.m: 420 clock'], ['07 pm', '07 pm: 1140 clock'], ['7 p.m. sharp', '7 p.m.: 1140 clock'], ['12 am', '12 am: 0 clock'], ['12 pm', '12 pm: 720 clock'], ['12:15 a.m.', '12:15 a.m.: 15 clock'], ['19.30 Uhr', '19.30 Uhr: 1170 clock'], ['7.30 pm', '7.30 pm: 1170 clock'],
    ['19.30', '19.30: 19.3'], ['24:00', '24:00: 1440 clock'], ['25:10', '25:10: 2.5'], ['6:75', '6:75: 0.08'], ['7 a', '7: 7'], ['7 apples', '7 apples: 7 apple'],
    ['noon, midday or midnight', 'noon: 720 clock', 'midday or midnight: 720..1440 clock'],
  ]],
  ['fractions and ratios', [
    ['1/2 cup', '1/2 cup: 0.5 cup'], ['3/4 hour', '3/4 hour: 2700 second'], ['2/3 majority', '2/3 majority: 0.666666666667 majority'], ['5/6 cup', '5: 5', '6 cup: 6 cup'], ['1 /2 cup', '1: 1', '2 cup: 2 cup'], ['7 1/2 hours', '7 1/2 hours: 27000 second'], ['7½ hours', '7½ hours: 27000 second'], ['2 ¼ inch', '2: 2', '¼ inch: 0.25 inch'], ['½ hour', '½ hour: 1800 second'],
    ['1.5 1/2', '1.5: 1.5', '1/2: 0.5'], ['3:1', '3:1: 3'], ['3:0', '3:0: 3'], ['24/7'], ['24 / 7', '24: 24', '7: 7'], ['.5 kg', '.5 kg: 500 gram'], ['it ends.5 days', '5 days: 432000 second'], ['wait...5 days', '5 days: 432000 second'], ['.7z files'], ['.5.5 kg', '5.5 kg: 5500 gram'],
  ]],
  ['digits in groups', [
    ['10 000 000 users', '10 000 000 users: 10000000 user'], ['1 000 and 2 000', '1 000: 1000', '2 000: 2000'], ['999 000 users', '999 000 users: 999000 user'], ['10 0000 users', '10: 10', '0000 users: 0 user'], ['10  000 users', '10: 10', '000 users: 0 user'], ['1000 000 users', '1000: 1000', '000 users: 0 user'], ['0 000 users', '0: 0', '000 users: 0 user'],
  ]],
  ['words', [
    ['twenty-five', 'twenty-five: 25'], ['twenty five', 'twenty five: 25'], ['twenty zero', 'twenty: 20', 'zero: 0'], ['thirty-ten', 'thirty: 30', 'ten: 10'], ['five-five', 'five: 5', 'five: 5'], ['zero errors', 'zero errors: 0 error'], ['one hundred', 'one hundred: 100'], ['zero hundred', 'zero hundred: 0'],
    ['one hundred and five', 'one hundred and five: 105'], ['one hundred and cars', 'one hundred: 100'], ['two hundred five', 'two hundred five: 205'], ['two thousand five hundred', 'two thousand five hundred: 2500'], ['two and a half hours', 'two and a half hours: 9000 second'], ['two and a bike', 'two: 2'],
    ['half a day', 'half a day: 43200 second'], ['half an hour', 'half an hour: 1800 second'], ['half day'], ['half a bike'], ['a dozen', 'a dozen: 12'], ['a hundred users', 'a hundred users: 100 user'], ['an hour'], ['within an hour', 'an hour: AT_MOST (within) 3600 second'], ['takes a month', 'a month: 1 month'], ['in a bike'], ['for a while'], ['in a s'],
    ['a million', 'a million: 1000000'], ['a thousand', 'a thousand: 1000'],
  ]],
  ['how often and which', [
    ['once a week', 'once a week: 1 time/week'], ['once it is open'], ['once', 'once: 1 time'], ['once, twice', 'once: 1 time', 'twice: 2 time'], ['once per day', 'once per day: 1 time/day'], ['once every day', 'once every day: 1 time/day'], ['thrice a month', 'thrice a month: 3 time/month'], ['twice it rang', 'twice: 2 time'],
    ['first, open it'], ['first attempt'], ['the first floor', 'first: 1 ordinal'], ['on third street', 'third: 3 ordinal'], ['the fourth'], ['fourth attempt', 'fourth: 4 ordinal'], ['third attempt'], ['per second'], ['on 3rd street', '3rd: 3 ordinal'], ['3 rd', '3 rd: 3 rd'],
  ]],
  ['one that counts nothing', [
    ['one of them'], ['no one'], ['this one'], ['the one rule'], ['one, two', 'two: 2'], ['one users'], ['one car', 'one car: 1 car'], ['one glass', 'one glass: 1 glass'], ['one class per day', 'one class per day: 1 class/day'], ['one-off', 'one-off: 1 off'], ['one - or none'],
  ]],
  ['ids', [
    ['step 3'], ['No. 5'], ['#5'], ['a_5'], ['x@5'], ['5_a'], ['BP-4'], ['E5'], ['5z'], ['5x', '5x: 5 x'], ['5th, 2nd', '5th: 5 ordinal', '2nd: 2 ordinal'], ['sub-4 times', '4 times: 4 time'], ['EUR5', 'EUR5: 5 EUR'], ['Two-4 days', 'Two-4 days: 172800..345600 second'],
  ]],
])('%s', (_what, rows) => {
  test.each(rows)('%s', (text, ...amounts) => {
    expect(read(text)).toEqual(amounts);
  });
});
