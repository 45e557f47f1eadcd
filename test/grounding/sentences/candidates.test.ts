import { expect, test } from 'vitest';
import { candidatesOf } from '../../../src/grounding/sentences/candidates.ts';
import { passage } from '../passage.ts';

const text = [
  '# Renting',
  'Anyone may rent. Dr. Smith wrote the rules. 😀 is “fine”.',
  '## What to bring',
  'Please note this. You need:',
  '- a helmet',
  '- a lock',
  '',
  'Then ride.',
  '1. Pay the bill',
  'Price: 3 euros; Deposit: none',
].join('\n');
const start = 1_000;
const found = candidatesOf(passage(text, {}, start));
const texts = found.map((candidate) => candidate.text);

test('what a candidate says is what stands at its span in the version', () => {
  const version = '#'.repeat(start) + text;
  expect(found.length).toBeGreaterThan(6);
  for (const candidate of found)
    expect(version.slice(candidate.sourceSpan.start, candidate.sourceSpan.end)).toBe(candidate.text);
});

test.each([
  ['(a)', '(b)'],
  ['i.', 'ii.'],
  ['A)', 'B)'],
  ['1)', '2)'],
])('a lead-in takes items with %s and %s along', (one, two) => {
  const listed = `It ends if:\n  ${one} the rent is late\n  ${two} the lock is lost\nThen pay.`;
  expect(candidatesOf(passage(listed)).map((candidate) => candidate.text)).toContain(
    `It ends if:\n  ${one} the rent is late\n  ${two} the lock is lost`,
  );
});

test('headings are context and never candidates', () => {
  expect(texts.filter((candidate) => candidate.includes('#') || candidate === 'Renting')).toEqual([]);
  expect(found.find((candidate) => candidate.text === 'Anyone may rent.')?.context).toBe(
    'Rental terms. Cancelling. Renting',
  );
  expect(found.find((candidate) => candidate.text === 'Then ride.')?.context).toContain('What to bring');
});

test('sentences are parted, abbreviations are not', () => {
  expect(texts).toContain('Dr. Smith wrote the rules.');
  expect(texts).toContain('😀 is “fine”.');
  expect(texts).toContain('Please note this.');
});

test('a lead-in takes its list along, and each item also stands alone without its mark', () => {
  expect(texts).toContain('You need:\n- a helmet\n- a lock');
  expect(texts).toContain('a helmet');
  expect(texts).toContain('a lock');
  expect(texts).toContain('Pay the bill');
});

test('each candidate knows the one before it', () => {
  expect(found.map((candidate) => candidate.ordinal)).toEqual(found.map((_, position) => position));
  expect(found.map((candidate) => candidate.before)).toEqual(
    found.map((_, position) => (position === 0 ? null : position - 1)),
  );
  expect(found[1]?.context).toContain('Anyone may rent.');
});

test('a long list is not quoted whole', () => {
  const items = Array.from({ length: 30 }, (_, position) => `- item number ${position} of this very long list`);
  const whole = candidatesOf(passage(['You need:', ...items].join('\n')));
  expect(Math.max(...whole.map((candidate) => candidate.text.length))).toBeLessThanOrEqual(700);
  expect(whole.at(-1)?.text).toBe('item number 29 of this very long list');
});

test('a word alone goes with what it is said of', () => {
  const of = (line: string) => candidatesOf(passage(line)).map((candidate) => candidate.text);
  expect(of('Yes. You can pay by card. Cash is fine.')).toEqual(['Yes. You can pay by card.', 'Cash is fine.']);
  expect(of('Ride on. Yes.')).toEqual(['Ride on.', 'Yes.']);
});

test('the row of a table is one piece, whatever its cells say; a very long one is not, nor is prose', () => {
  const row = 'Field: lock; Use: Which lock is lent. Required.; Default: none';
  const of = (line: string) => candidatesOf(passage(line)).map((candidate) => candidate.text);
  expect(of(row)).toEqual([row]);
  expect(of(`Field: lock; Use: ${'It is lent. '.repeat(40)}; Default: none`).length).toBeGreaterThan(1);
  expect(of('Note: lock it first; then ride. Come back soon.')).toHaveLength(2);
});
