import { expect, test } from 'vitest';
import { codesOf } from '../../../src/retrieval/question/namedFacts.ts';

/** "as written: value" of each code. */
const read = (text: string) => codesOf(text).map((code) => `${code.text}: ${code.value}`);

test.each([
  ['letters and digits', 'fault E1042 of BP-4', 'E1042: e1042', 'BP-4: bp4'],
  ['small ones', 'an mp3 of x_1_b', 'mp3: mp3', 'x_1_b: x1b'],
  ['with an accent', 'é5', 'é5: e5'],
  ['with a point', 'A.5 and A.b5', 'A.5: a.5', 'A.b5: a.b5'],
  ['with dashes of any kind', 'AB‑12 AB-12-CD', 'AB‑12: ab12', 'AB-12-CD: ab12cd'],
  ['behind a digit', '5-AB, 7-Eleven', '5-AB: 5ab', '7-Eleven: 7eleven'],
  ['with a capital before the dash', 'Top-10, COVID-19', 'Top-10: top10', 'COVID-19: covid19'],
  ['with a short word before it', 'to-5', 'to-5: to5'],
  ['with more behind the number', 'x-5-y', 'x-5-y: x5y'],
  ['a label and its number', 'step 3, No. 5, nr. 6', 'step 3: step3', 'No 5: no5', 'nr 6: nr6'],
  ['a label on its number', 'page5', 'page5: page5'],
  [
    'a version in any spelling',
    'version 2.1, v2.1, v1.2.3-beta',
    'version 2.1: 2.1',
    'v2.1: 2.1',
    'v1.2.3-beta: 1.2.3beta',
  ],
  [
    'the name of a standard or system',
    'TLS 1.2, ISO 27001, iOS 16, EU 5',
    'TLS 1.2: tls1.2',
    'ISO 27001: iso27001',
    'iOS 16: ios16',
    'EU 5: eu5',
  ],
  ['one that ends in s, with its plural', 'Windows 11', 'Windows 11: window11'],
  ['three figures with points', '1.2.3, 10.20.30.40', '1.2.3: 1.2.3', '10.20.30.40: 10.20.30.40'],
  ['a phone number', '555-1234-567', '555-1234-567: 5551234567'],
  [
    'addresses, without the mark behind them',
    'see https://a.example/x1, www.A.example! HTTP://b.example.',
    'https://a.example/x1: https://a.example/x1',
    'www.A.example: www.a.example',
    'HTTP://b.example: http://b.example',
  ],
  ['addresses of mail', '(a.b+c@d.example)', 'a.b+c@d.example: a.b+c@d.example'],
  ['an address before what stands before it', 'E5 at www.a.example', 'www.a.example: www.a.example', 'E5: e5'],
])('%s: %s', (_what, text, ...codes) => {
  expect(read(text)).toEqual(codes);
});

test.each([
  ['a measure', '5km, 5 km, 30-day, 12h, 4K, 5k, 5a, 5x, 5e'],
  ['a time', '5am, 5 pm'],
  ['an ordinal or a decade', '2nd, 10th, 1990s'],
  ['an age or a rate', '3-year-old, 5-10-fold, 5-b'],
  ['one letter behind a dash', '5-A'],
  ['money', 'EUR5, EUR 5, $5'],
  ['a word with a number in small letters', 'top-10, sub-5, level-5'],
  ['a date', '1.02.2024, 2024-05-03'],
  ['thousands', '1.000.000, 2.500.000'],
  ['figures that are no phone number', '555-1234, 55-12-34, 555-1234-5'],
  ['a letter or a long word apart', 'A 5, E 1042, ABCDEFG 5'],
  ['a name that ends its sentence', 'TLS. 5'],
  ['several steps', 'steps 3'],
  ['a long dash', 'AB—12'],
  ['no address', 'a@b, http, www'],
  ['no number', 'Some-thing, A_b'],
])('%s is none: %s', (_what, text) => {
  expect(read(text)).toEqual([]);
});
