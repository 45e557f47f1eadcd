import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aliasVariants } from '../../src/agent/question/refinements.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const leave = { term: 'holiday', synonyms: ['annual leave', 'PTO', 'vacation', 'days off'] };

describe('aliasVariants', () => {
  test.each([
    [
      'How much Holiday do I get?',
      ['How much annual leave do I get?', 'How much PTO do I get?', 'How much vacation do I get?'],
    ],
    [
      'Can I carry annual  leave over?',
      ['Can I carry holiday over?', 'Can I carry PTO over?', 'Can I carry vacation over?'],
    ],
    ['Are holidays paid?', []],
    ['What is pre-holiday pay?', []],
    ['What does PTO-4 mean, and c/o HOLIDAY_PAY?', []],
    [
      "Is it the holiday's end?",
      ["Is it the annual leave's end?", "Is it the PTO's end?", "Is it the vacation's end?"],
    ],
    ['vacation', ['holiday', 'annual leave', 'PTO']],
    [
      'Is PTO a holiday or vacation on days off?',
      [
        'Is PTO a holiday or annual leave on days off?',
        'Is PTO a holiday or vacation on annual leave?',
        'Is PTO a annual leave or vacation on days off?',
      ],
    ],
    ['', []],
  ])('%j', (question, variants) => {
    expect(aliasVariants(readQuestion(question), [leave])).toEqual(variants);
  });

  test('the longest known phrase goes first, and one inside of it is left alone', () => {
    const groups = [
      { term: 'time off', synonyms: ['leisure'] },
      { term: 'paid time off', synonyms: ['PTO'] },
      { term: 'card', synonyms: ['badge'] },
    ];
    expect(aliasVariants(readQuestion('Is paid time off on my card?'), groups)).toEqual([
      'Is PTO on my card?',
      'Is paid time off on my badge?',
    ]);
  });

  test('signs of patterns and of replacements mean nothing', () => {
    expect(
      aliasVariants(readQuestion('Is C++ (any) allowed?'), [{ term: 'C++', synonyms: ['$&', '$1 c-plus'] }]),
    ).toEqual(['Is $& (any) allowed?', 'Is $1 c-plus (any) allowed?']);
    expect(aliasVariants(readQuestion('Is C++ or C# allowed?'), [{ term: 'C', synonyms: ['see'] }])).toEqual([]);
    expect(aliasVariants(readQuestion('Is axb allowed?'), [{ term: 'a.b', synonyms: ['z'] }])).toEqual([]);
  });

  test('words of scripts without blanks are found inside of a line, and codes beside them', () => {
    expect(aliasVariants(readQuestion('年假有几天？'), [{ term: '年假', synonyms: ['带薪休假'] }])).toEqual([
      '带薪休假有几天？',
    ]);
    expect(aliasVariants(readQuestion('VPN怎么设置'), [{ term: 'vpn', synonyms: ['隧道'] }])).toEqual(['隧道怎么设置']);
  });

  test('a group shared by two terms gives each variant once', () => {
    expect(
      aliasVariants(readQuestion('a PTO'), [leave, { term: 'PTO', synonyms: ['Holiday', 'holiday'] }]),
    ).toHaveLength(3);
  });

  const word = fc.constantFrom('pto', 'leave', 'annual leave', 'who', 'Größe', 'C++', 'days', '$&', 'x-1');
  test('outside of one phrase of a group, which another one replaces, nothing changes', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 8 }),
        fc.uniqueArray(word, { minLength: 2, maxLength: 6 }),
        fc.constantFrom(' ', ', ', '?\n', '  '),
        (words, [term = '', ...synonyms], gap) => {
          const question = words.join(gap);
          const phrases = [term, ...synonyms].map((phrase) => phrase.toLowerCase());
          const variants = aliasVariants(readQuestion(question), [{ term, synonyms }]);
          expect(variants.length).toBeLessThanOrEqual(3);
          for (const variant of variants) {
            const sound = [term, ...synonyms].some((other) =>
              Array.from({ length: question.length }, (_, start) => start).some((start) => {
                const end = question.length - (variant.length - start - other.length);
                return (
                  end >= start &&
                  variant === question.slice(0, start) + other + question.slice(end) &&
                  phrases.includes(question.slice(start, end).toLowerCase().replaceAll(/\s+/g, ' '))
                );
              }),
            );
            expect([question, variant, sound]).toEqual([question, variant, true]);
          }
        },
      ),
    );
  });
});
