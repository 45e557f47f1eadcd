import { expect, test } from 'vitest';
import { isInOtherLanguage, isOfOtherScript } from '../../src/knowledge/language/otherLanguage.ts';

const german = 'Die Garantie für alle Geräte beträgt zwei Jahre ab dem Tag des Kaufs.';
const english = 'The warranty for all devices is two years from the day of purchase.';
const chinese = '所有设备的保修期为自购买之日起两年。';

test.each([
  ['Wie lange ist die Garantie?', german, false, false],
  ['How long is the warranty?', german, true, false],
  ['Wie lange ist die Garantie?', english, true, false],
  ['保修期多长？', english, true, true],
  ['How long is the warranty?', chinese, true, true],
  ['保修期多长？', chinese, false, true],
])('“%s” beside “%s”', (question, text, isOther, isOfOther) => {
  expect(isInOtherLanguage(question, text)).toBe(isOther);
  expect(isOfOtherScript(question, text)).toBe(isOfOther);
});

test('a few words of a passage tell its language', () => {
  const question = 'What does a parking space cost?';
  expect(isInOtherLanguage(question, 'Ein Parkplatz kostet 40 Euro im Monat.')).toBe(true);
  expect(isInOtherLanguage(question, 'A parking space costs 40 euros a month.')).toBe(false);
});

test('a question whose language cannot be told is in none other', () => {
  expect(isInOtherLanguage('E1042?', german)).toBe(false);
});
