import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coversFact,
  listFacts,
  namedFacts,
  noFacts,
  spellsOut,
  type NamedFact,
} from '../../../src/retrieval/question/namedFacts.ts';

describe('namedFacts', () => {
  test.each([
    ['Who leads Acme in Berlin?', ['Acme', 'Berlin']],
    ['who leads acme in Berlin, and who in Malmö?', ['Berlin', 'Malmö']],
    ['What is Anna’s share, and is it “Berlin” or not?', ['Anna', 'Berlin']],
    ['Does Acme pay when Acme is late?', ['Acme']],
    ['Who is Ann Lee Falk in the office of Acme’s?', ['Ann Lee Falk', 'Acme']],
    ['and is it Ann, Bo; or Ida?', ['Ann', 'Bo', 'Ida']],
    ['Who Led The Acme Club?', ['Led The Acme Club']],
    ['Where Is The Acme Pier now?', []],
    ['Which offices are shut?', []],
    ['Berlin offices are where?', []],
    ['Does the EU pay?', []],
    ['Is it open on Monday or in May?', []],
    ['What Is The Refund Policy At Acme?', []],
    ['', []],
  ])('names by a capital inside the sentence: %s', (question, names) => {
    expect(namedFacts(question, 'en')).toEqual({ ...noFacts, names });
  });

  test('names in English alone, codes and numbers in any language', () => {
    const question = 'Was kostet die Miete der BP-4 für 30 Tage in Berlin?';
    expect(namedFacts(question, 'de-AT')).toEqual({ ...noFacts, codes: ['BP-4'], numbers: ['30'] });
    expect(namedFacts('What does the BP-4 cost for 30 days in Berlin?', 'en-GB')).toEqual({
      ...noFacts,
      names: ['Berlin'],
      codes: ['BP-4'],
      numbers: ['30'],
    });
  });

  test.each([
    ['What does BP-4 cost?', ['BP-4']],
    ['what does bp4 cost?', ['bp4']],
    ['Is x_1 the same as E1042 or E1042?', ['x_1', 'E1042']],
    ['What does ISO-9001 ask for?', ['ISO-9001']],
    ['Who is on the 3rd floor with 20kg, 5GB, the 2nd at 9pm?', []],
    ['Is pick-up free?', []],
  ])('codes mix letters and digits, but measures and ordinals are none: %s', (question, codes) => {
    expect(namedFacts(question, 'en').codes).toEqual(codes);
  });

  test('a code with a capital is no name too', () => {
    expect(namedFacts('Is there an Acme2 in Berlin?', 'en')).toEqual({
      ...noFacts,
      names: ['Berlin'],
      codes: ['Acme2'],
    });
  });

  test('numbers as they stand there, without the dates', () => {
    expect(namedFacts('Are 1,500 of 12.5 enough for 7 people, or 7?', 'en').numbers).toEqual(['1,500', '12.5', '7']);
    expect(namedFacts('Did 500 people come on 3 May 2019 or since 2021?', 'en')).toEqual({
      ...noFacts,
      numbers: ['500'],
      dates: ['3 May 2019', 'since 2021'],
    });
    expect(namedFacts('How many came from 1999 to 2005?', 'en')).toEqual({ ...noFacts, dates: ['from 1999 to 2005'] });
  });

  test('whatever is asked, each fact stands in the question, and once', () => {
    const word = fc.constantFrom(
      'who',
      'Acme',
      'acme',
      'Berlin',
      'BP-4',
      'bp4',
      '7',
      '1,500',
      'May 2019',
      'since 2021',
      'the',
      'EU',
      '“',
      '”',
      '?',
      ',',
      '1990s',
      'Évry',
      '-',
      '.',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word, { maxLength: 15 }).map((words) => words.join(' ')),
          fc.string({ unit: 'binary', maxLength: 80 }),
        ),
        fc.constantFrom('en', 'de', ''),
        (question, language) => {
          const facts = namedFacts(question, language);
          for (const texts of [facts.names, facts.codes, facts.numbers]) {
            expect(new Set(texts).size).toBe(texts.length);
            for (const text of texts) expect(question).toContain(text);
          }
          for (const text of facts.dates) expect(question).toContain(text);
          expect(facts.names.filter((name) => facts.codes.includes(name))).toEqual([]);
          if (language !== 'en') expect([...facts.names, ...facts.dates]).toEqual([]);
        },
      ),
    );
  });
});

test('listFacts tells every fact with its kind', () => {
  expect(listFacts({ names: ['Acme', 'Berlin'], codes: ['BP-4'], numbers: ['7'], dates: ['May 2019'] })).toEqual([
    { kind: 'NAME', text: 'Acme' },
    { kind: 'NAME', text: 'Berlin' },
    { kind: 'CODE', text: 'BP-4' },
    { kind: 'NUMBER', text: '7' },
    { kind: 'DATE', text: 'May 2019' },
  ]);
  expect(listFacts(noFacts)).toEqual([]);
});

describe('coversFact', () => {
  test('in compatibility characters', () => {
    expect(
      coversFact(
        { documentTitle: '', sectionPath: [], text: 'Ａｒｃｈｉｖｅ: ７７１３' },
        { kind: 'NUMBER', text: '7713' },
      ),
    ).toBe(true);
  });

  const covers = (kind: NamedFact['kind'], fact: string, text: string) =>
    coversFact({ documentTitle: 'Terms', sectionPath: ['Cancelling'], text }, { kind, text: fact });

  test('title, headings and text all count', () => {
    const passage = {
      documentTitle: 'Acme handbook',
      sectionPath: ['Berlin', 'Office hours'],
      text: 'Open from nine.',
    };
    for (const text of ['Acme', 'Berlin', 'Office', 'Open'])
      expect(coversFact(passage, { kind: 'NAME', text })).toBe(true);
    expect(coversFact(passage, { kind: 'NAME', text: 'Munich' })).toBe(false);
  });

  test.each([
    ['Beyoncé', 'The tour of BEYONCE', true],
    ['Malmo', 'The office in Malmö', true],
    ['Malmö', 'The office in Malmo\u0308', true],
    ['Malmö', 'The office in Lund', false],
  ])('name %s in "%s": %s', (name, text, covered) => {
    expect(covers('NAME', name, text)).toBe(covered);
  });

  test.each(['BP-4', 'BP 4', 'bp4', 'Bp_4'])('code %s is one with its other spellings', (code) => {
    for (const text of ['Use BP-4 here.', 'Use BP 4 here.', 'Use bp4 here.', 'Use (BP_4) here.'])
      expect(covers('CODE', code, text)).toBe(true);
    for (const text of ['Use BP-5 here.', 'Use CP-4 here.', 'Use BP here, four times.'])
      expect(covers('CODE', code, text)).toBe(false);
  });

  test.each([
    ['1,500', 'It takes 1500 people', true],
    ['1500', 'It takes 1,500 people', true],
    ['1500', 'Es fasst 1.500 Leute', true],
    ['1,500,000', 'It has 1500000 rows', true],
    ['12.5', 'It weighs 12.5 kg', true],
    ['5', 'It takes five days', true],
    ['12', 'Twelve of them', true],
    ['0', 'It is zero', true],
    ['1500', 'It takes 1,600 people', false],
    ['5', 'It takes six days', false],
    ['13', 'It takes thirty days', false],
  ])('number %s in "%s": %s', (number, text, covered) => {
    expect(covers('NUMBER', number, text)).toBe(covered);
  });

  test('a number is found with any separators of thousands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 99_999_999 }), (value) => {
        for (const asked of [String(value), value.toLocaleString('en')]) {
          for (const written of [String(value), value.toLocaleString('en'), value.toLocaleString('de')])
            expect(covers('NUMBER', asked, `There are ${written} of them.`)).toBe(true);
          expect(covers('NUMBER', asked, `There are ${value + 1} of them.`)).toBe(false);
        }
      }),
    );
  });

  test.each([
    ['May 2019', 'It shut on 3 May 2019.', true],
    ['May 2019', 'It shut in 2019.', true],
    ['3 May 2019', 'It was shut from 2018 to 2020.', true],
    ['since 2019', 'It was shut in 2021.', true],
    ['1990s', 'It was shut in 1994.', true],
    ['2019', 'It shut in 2019.', true],
    ['2019', 'It shut in 2018.', false],
    ['May 2019', 'It shut in June 2019.', false],
    ['since 2019', 'It was shut in 2010.', false],
    ['1990s', 'It was shut in 2000.', false],
    ['May 2019', 'It shut in May.', false],
  ])('date %s in "%s": %s', (date, text, covered) => {
    expect(covers('DATE', date, text)).toBe(covered);
  });
});

describe('spellsOut', () => {
  test.each([
    ['2FA', 'Set up two-factor authentication under Security.', true],
    ['2FA', 'The 2 factor authentication app', true],
    ['SSO', 'Single sign-on works with Okta.', true],
    ['2FA', 'Three-factor authentication', false],
    ['SSO', 'A single sign hangs there.', false],
    ['E1042', 'every one of 42', false],
    ['AI', 'Anna is here.', false],
  ])('%s in "%s": %s', (acronym, text, spelt) => {
    expect(spellsOut(text, acronym)).toBe(spelt);
    expect(coversFact({ documentTitle: 'A page', sectionPath: [], text }, { kind: 'CODE', text: acronym })).toBe(spelt);
  });
});
