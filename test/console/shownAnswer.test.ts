import { describe, expect, it, test } from 'vitest';
import { shortOf } from '../../src/console/ask/outcome.ts';
import { doubtOf } from '../../src/console/ask/Trust.tsx';
import { localeOf } from '../../src/console/words/languages.ts';

const answer = (changes: object = {}) => ({
  __typename: 'Answer' as const,
  tier: 'UNCERTAIN' as const,
  confidence: { value: 0.97, display: 97, calibration: null, signals: [] },
  degraded: [] as { part: string }[],
  ...changes,
});

describe('why an answer is uncertain', () => {
  it.each([
    ['nobody read it beside its source', { degraded: [{ part: 'READER' }] }, 'unread'],
    ['another edition says otherwise', { conflicts: [{}], notices: [{}] }, 'edition'],
    ['its source has a notice', { notices: [{}], claims: [{ wording: 'REWORDED' }] }, 'noticed'],
    ['a model worded it', { claims: [{ wording: 'VERBATIM' }, { wording: 'REWORDED' }] }, 'reworded'],
    ['nothing is known', {}, null],
    ['its number says it', { confidence: { ...answer().confidence, display: 70 }, notices: [{}] }, null],
    ['it is not', { tier: 'CONFIDENT', notices: [{}] }, null],
  ])('%s', (_name, changes, doubt) => {
    expect(doubtOf(answer(changes))).toBe(doubt);
  });
});

describe('the short answer', () => {
  const of = (short: string | null, text: string, resolution?: string) =>
    shortOf({
      shortAnswer: short === null ? null : { text: short },
      claims: [{ text }],
      conflicts: resolution === undefined ? [] : [{ resolution }],
    })?.text;

  test('stands first, unless it is the sentence itself or sources disagree', () => {
    expect(of('€149', 'The printer costs €149.')).toBe('€149');
    expect(of('The printer costs €149', 'The printer costs €149.')).toBeUndefined();
    expect(of('€149', 'The printer costs €149.', 'NEWER_VERSION')).toBe('€149');
    expect(of('€149', 'The printer costs €149.', 'UNRESOLVED')).toBeUndefined();
    expect(of(null, 'The printer costs €149.')).toBeUndefined();
  });
});

describe('numbers and dates', () => {
  const day = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(new Date('2026-11-26T00:00:00Z'));

  test.each([
    ['en', ['de-DE', 'en-GB'], 'en-GB', '26/11/2026'],
    ['en', ['en-US', 'en-GB'], 'en-US', '11/26/26'],
    ['en', ['de-DE'], 'en', '11/26/26'],
    ['pt', ['pt-BR'], 'pt-BR', '26/11/2026'],
    ['zh', ['zh-Hant-TW'], 'zh-Hant-TW', '2026/11/26'],
    ['ar', ['ar-EG'], 'ar-EG-u-nu-latn', null],
    ['de', ['de-DE-u-co-phonebk'], 'de', '26.11.26'],
  ] as const)('in %s of a browser with %j are those of %s', (language, wanted, locale, written) => {
    expect(localeOf(language, wanted)).toBe(locale);
    if (written !== null) expect(day(localeOf(language, wanted))).toBe(written);
  });
});
