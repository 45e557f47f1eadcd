import { describe, expect, test } from 'vitest';
import { keepsValues } from '../../../src/grounding/checks/keepsValues.ts';
import { passage } from '../passage.ts';

const text =
  'The Growth plan costs €59 per month. The Scale plan costs €179 per month. Model BP-4 is returned within 45 days.';
const cited = (quote: string) => [{ passage: passage(text, { documentTitle: 'Plans', sectionPath: [] }), quote }];
const growth = cited('The Growth plan costs €59 per month.');
const returned = cited('Model BP-4 is returned within 45 days.');

describe('a sentence in another language keeps what can be compared', () => {
  test.each([
    ['Growth kostet 59 Euro im Monat.', growth],
    ['Le forfait Growth coûte 59 € par mois.', growth],
    ['El plan Growth cuesta 59 euros al mes.', growth],
    ['Growth套餐每月59欧元。', growth],
    ['Das Modell BP-4 wird innerhalb von 45 Tagen zurückgegeben.', returned],
  ])('%s', (claim, quote) => {
    expect(keepsValues(claim, quote)).toBe(true);
  });
  test.each([
    ['another number', 'Growth kostet 95 Euro im Monat.', growth],
    ['another name at the beginning', 'Scale kostet 59 Euro im Monat.', growth],
    ['another name, where nouns have capitals', 'Im Monat kostet der Tarif Scale 59 Euro.', growth],
    ['a name of nowhere', 'Le forfait Norvège coûte 59 € par mois.', growth],
    ['another name in another script', 'Scale套餐每月59欧元。', growth],
    ['another code', 'Das Modell BP-5 wird innerhalb von 45 Tagen zurückgegeben.', returned],
    ['another unit', 'Das Modell BP-4 wird mit 45 % zurückgegeben.', returned],
    ['an address', 'Growth kostet 59 Euro im Monat: evil.example', growth],
  ])('not with %s', (_what, claim, quote) => {
    expect(keepsValues(claim, quote)).toBe(false);
  });
});
