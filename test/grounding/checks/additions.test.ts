import { describe, expect, test } from 'vitest';
import { checkAdditions } from '../../../src/grounding/checks/additions.ts';
import { checkRestrictions } from '../../../src/grounding/checks/restrictions.ts';
import { rootOf, sameRoot } from '../../../src/knowledge/language/stems.ts';
import { told } from '../passage.ts';

describe('roots', () => {
  test.each([
    ['charges', 'charged'],
    ['charging', 'charge'],
    ['stopped', 'stop'],
    ['applies', 'apply'],
    ['paid', 'pay'],
    ['kept', 'keep'],
    ['immediately', 'immediate'],
    ['children', 'child'],
    ['longest', 'long'],
    ['licences', 'licensed'],
    ['catalogues', 'catalog'],
    ['enrolment', 'enrollment'],
  ])('one: %s and %s', (left, right) => {
    expect(rootOf(left)).toBe(rootOf(right));
  });

  test.each([
    ['off', 'of'],
    ['evening', 'even'],
    ['monthly', 'month'],
    ['need', 'ne'],
  ])('two: %s and %s', (left, right) => {
    expect(rootOf(left)).not.toBe(rootOf(right));
  });

  test.each([
    ['refund', 'refundable', true],
    ['pay', 'payment', true],
    ['expire', 'expiration', true],
    ['custom', 'customer', false],
    ['contract', 'contact', false],
    ['hour', 'hourly', false],
    ['discount', 'disconnect', false],
  ])('of one family: %s and %s: %s', (left, right, same) => {
    expect(sameRoot(rootOf(left), rootOf(right))).toBe(same);
  });
});

describe('additions', () => {
  test.each([
    [
      'a modifier',
      'The silver key opens the gate.',
      'The key opens the gate.',
      'FAILED The quote does not say “silver”.',
    ],
    ['nothing', 'With the key you can open the gate.', 'The key opens the gate.', 'PASSED'],
    [
      'a reason',
      'The gate is shut because the key is lost.',
      'The gate is shut. The key is lost.',
      'FAILED The quote gives no reason: “because”.',
    ],
    [
      'a reason that is told',
      'The gate is shut because the key is lost.',
      'The key is lost, so the gate is shut.',
      'PASSED',
    ],
    [
      'at any time',
      'The gate can be opened at any time.',
      'The gate can be opened.',
      'FAILED The quote does not say “at any time”.',
    ],
    [
      'anyone who does what somebody does',
      'A customer can open the gate.',
      'The gate can be opened by the warden.',
      'FAILED The quote does not say “customer”.',
    ],
    ['the money of an amount', 'The fee for the gate is 5 euros.', 'The gate: 5 euros.', 'PASSED'],
    [
      'the money of what is no price',
      'The fee for the gate is 5 euros.',
      'The deposit for the gate: 5 euros.',
      'FAILED The quote does not say “fee”.',
    ],
    ['once, as when', 'Once opened, the gate stays open.', 'When it is opened, the gate stays open.', 'PASSED'],
    [
      'once, as how often',
      'The gate is opened once a week.',
      'The gate is opened.',
      'FAILED The quote does not say “once”.',
    ],
  ])('%s', (_what, claim, quote, expected) => {
    const { outcome, detail } = checkAdditions(claim, told(quote));
    expect(`${outcome} ${detail ?? ''}`.trim()).toBe(expected);
  });

  test.each([
    ['a form', 'Deleting is final.', 'It was deleted.'],
    ['a word in two', 'Use the log in page.', 'Use the login.'],
    ['a negation inside a word', 'It is not valid.', 'It is invalid.'],
  ])('%s is no addition', (_what, quote, claim) => {
    expect(checkAdditions(claim, told(quote)).outcome).toBe('PASSED');
  });

  test.each([
    ['able, of what is done', 'The refund is late.', 'It is refundable.'],
    ['a rhythm, of a length', 'It runs for 24 months.', 'It is paid monthly.'],
    ['a word of the heading', 'The key opens the gate.', 'The silver key opens the gate.'],
  ])('%s is one', (_what, quote, claim) => {
    expect(checkAdditions(claim, told(quote, ['Silver keys'])).outcome).toBe('FAILED');
  });

  test.each([
    [
      'another language',
      'Der silberne Schlüssel öffnet immer das große Tor.',
      'Der Schlüssel öffnet das große Tor in der Mauer und die Tür daneben.',
    ],
    [
      'a translation',
      'Der silberne Schlüssel öffnet das Tor in der Mauer.',
      'The key opens the gate in the wall and the door that is beside it.',
    ],
  ])('%s is left to the other checks', (_what, claim, quote) => {
    expect(checkAdditions(claim, told(quote)).outcome).toBe('PASSED');
  });
});

describe('restrictions', () => {
  test.each([
    [
      'behind the noun',
      'Guests pay no fee.',
      'Guests with a pass pay no fee.',
      'FAILED The claim leaves out “with a pass”.',
    ],
    ['kept', 'Guests who have a pass pay no fee.', 'Guests with a pass pay no fee.', 'PASSED'],
    [
      'before the noun',
      'Goods are taken back.',
      'Unopened goods are taken back.',
      'FAILED The claim leaves out “Unopened”.',
    ],
    ['of one certain thing', 'The gate is blue.', 'The wooden gate is blue.', 'PASSED'],
    [
      'a condition at the end',
      'The gate opens.',
      'The gate opens if the warden agrees.',
      'FAILED The claim leaves out “if the warden agrees”.',
    ],
    [
      'a limit at the end',
      'Delivery is free for orders.',
      'Delivery is free for orders above 100 euros.',
      'FAILED The claim leaves out “above 100 euros”.',
    ],
    ['of another statement', 'The gate is blue.', 'The gate is blue; guests with a pass pay no fee.', 'PASSED'],
  ])('%s', (_what, claim, quote, expected) => {
    const { outcome, detail } = checkRestrictions(claim, told(quote));
    expect(`${outcome} ${detail ?? ''}`.trim()).toBe(expected);
  });

  test('what a heading says need not be said again', () => {
    const evidence = told('Guests with a pass pay no fee.', ['Guests with a pass']);
    expect(checkRestrictions('Guests pay no fee.', evidence).outcome).toBe('PASSED');
  });
});
