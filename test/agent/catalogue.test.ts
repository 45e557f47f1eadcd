import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue, isInCatalogue, fill, say } from '../../src/agent/speech/say.ts';
import type { Language, MessageKey } from '../../src/agent/speech/catalogue/messageKey.ts';
import { clarificationText, nextStepSaying } from '../../src/agent/speech/messages.ts';
import type { NextStepFacts } from '../../src/agent/speech/nextSteps.ts';

const languages = Object.keys(catalogue) as Language[];
const keys = Object.keys(catalogue.en) as MessageKey[];
/** Names of the placeholders of a text, sorted, with repetitions. */
const placeholdersOf = (text: string) => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name).toSorted();
/** Words that stand side by side. */
const pairsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{M}]+|[^\p{L}\p{M}\s]/gu) ?? []).flatMap((word, position, words) =>
    /\p{L}/u.test(word) && /\p{L}/u.test(words[position + 1] ?? '') ? [`${word} ${words[position + 1] ?? ''}`] : [],
  );
const scripts: Partial<Record<Language, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  el: /\p{Script=Greek}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  zh: /\p{Script=Han}/u,
};
const facts: NextStepFacts = {
  kind: 'REPHRASE',
  unknown: ['blorp', 'zxqv', 'told'],
  unnamed: ['blorp', 'zxqv'],
  nearby: ['Deposit'],
  filterField: 'tags',
  owner: 'Ada Lovelace',
};
const kinds = [
  'REPHRASE',
  'BROADEN_TIME',
  'RELAX_FILTER',
  'READ_NEAREST',
  'ASK_OWNER',
  'ADD_DOCUMENT',
  'RAISE_BUDGET',
] as const;

describe.each(languages)('%s', (language) => {
  const messages = catalogue[language];

  test('has the placeholders of English in every message, and no others', () => {
    for (const key of keys)
      expect([key, placeholdersOf(messages[key])]).toEqual([key, placeholdersOf(catalogue.en[key])]);
  });

  test('says each thing in words of its own', () => {
    expect(new Set(Object.values(messages)).size).toBe(keys.length);
    for (const key of keys) expect(messages[key].trim()).toBe(messages[key]);
    if (language === 'en') return;
    // Not even two English words side by side: none was left in the middle of a sentence.
    const english = new Set(Object.values(catalogue.en).flatMap(pairsOf));
    expect(
      keys.flatMap((key) =>
        pairsOf(messages[key])
          .filter((pair) => english.has(pair))
          .map((pair) => `${key}: ${pair}`),
      ),
    ).toEqual([]);
  });

  test('is written in its own script, and quotes every slot but the author', () => {
    for (const key of keys) {
      expect([
        key,
        (messages[key].replaceAll(/\{\w+\}/g, '').match(/\p{L}/gu) ?? []).filter(
          (letter) => !(scripts[language] ?? /\p{Script=Latin}/u).test(letter) && !/\p{Lm}/u.test(letter),
        ),
      ]).toEqual([key, []]);
      for (const [slot] of messages[key].matchAll(/.{0,2}\{\w+\}.{0,2}/gu))
        if (!slot.includes('{owner}'))
          expect(slot).toMatch(/[“„”«「]\u00A0?\{\w+\}\u00A0?[“”»」]|[(（]\{nearest\}[)）]/u);
    }
  });

  test('leaves no placeholder in what a person reads, and says what it was given', () => {
    const steps = kinds.map((kind) => say(nextStepSaying({ ...facts, kind }), language));
    const bare = kinds
      .filter((kind) => kind !== 'ASK_OWNER')
      .map((kind) =>
        say(nextStepSaying({ kind, unknown: [], unnamed: [], nearby: [], filterField: null, owner: null }), language),
      );
    const asked = (['SMALL_TALK', 'ZERO_HITS', 'AMBIGUOUS', 'UNRESOLVED'] as const).map((reason) =>
      clarificationText(reason, ['this plan'], language),
    );
    for (const text of [
      ...steps,
      ...bare,
      ...asked.flatMap(({ text: question, why }) => [question, why]),
      say({ keys: ['STALE_EVIDENCE'], values: {} }, language),
    ])
      expect(text).not.toMatch(/[{}]|undefined/);
    for (const word of ['blorp', 'zxqv', 'Deposit']) expect(steps[0]).toContain(word);
    expect([steps[2], steps[4]]).toEqual([expect.stringContaining('tags'), expect.stringContaining('Ada Lovelace')]);
    expect(asked.map(({ text }) => text.includes('this plan'))).toEqual([false, true, false, true]);
  });
});

test('all regions of a language read the same; an unknown one is English', () => {
  expect(say({ keys: ['WEAK_EVIDENCE'], values: {} }, 'de-AT')).toBe(catalogue.de.WEAK_EVIDENCE);
  expect(say({ keys: ['WEAK_EVIDENCE'], values: {} }, 'fi')).toBe(catalogue.en.WEAK_EVIDENCE);
  // Only the whole first subtag counts, not its first two letters.
  expect(['pt-BR', 'zh-Hant-TW', 'EN', 'fi', 'fil', 'elx', 'constructor'].map(isInCatalogue)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(clarificationText('ZERO_HITS', [], 'en').text).toBe(catalogue.en.ZERO_HITS);
  expect([1, 2].map((options) => clarificationText('AMBIGUOUS', [], 'en', options).text)).toEqual([
    'Is this what you mean?',
    'Several things may be meant. Which one?',
  ]);
});

test('a clarifying question does not contradict the options that stand beside it', () => {
  const texts = (options: number) => clarificationText('ZERO_HITS', ['blorp'], 'en', options).text;
  expect([texts(0), texts(2)]).toEqual([
    'I found nothing about “blorp”. Could you put it in other words?',
    'I found nothing about “blorp”. Do you mean one of these?',
  ]);
  const whys = [1, 2].map((options) => clarificationText('AMBIGUOUS', [], 'en', options).why);
  expect(whys).toEqual([catalogue.en.AMBIGUOUS_ONE_WHY, catalogue.en.AMBIGUOUS_WHY]);
});

test('what is filled in stays as it is, also when it looks like a placeholder', () => {
  expect(fill('{owner}: {words}', { owner: '{words} $&', words: ['a', 'b'] }, 'en')).toBe('{words} $&: a or b');
  fc.assert(
    fc.property(
      fc.string().filter((text) => !/\s/.test(text)),
      (owner) => {
        expect(fill('Ask {owner}.', { owner }, 'en')).toBe(`Ask ${owner}.`);
      },
    ),
  );
});

test('the parts of a list are quoted one by one and joined with the language\'s own "or"', () => {
  const words = ['Ausland', 'E1042', 'Helm'];
  expect([
    say({ keys: ['UNKNOWN_WORDS'], values: { words } }, 'en'),
    say({ keys: ['UNKNOWN_WORDS'], values: { words } }, 'de'),
    say({ keys: ['UNKNOWN_WORDS'], values: { words: ['E1042', 'Helm'] } }, 'fr'),
  ]).toEqual([
    'No document contains “Ausland”, “E1042” or “Helm”.',
    'Kein Dokument enthält „Ausland“, „E1042“ oder „Helm“.',
    'Aucun document ne contient «\u00A0E1042\u00A0» ou «\u00A0Helm\u00A0».',
  ]);
  for (const language of languages)
    expect(
      say({ keys: ['UNKNOWN_WORDS'], values: { words } }, language).match(
        /[“„”«「]\u00A0?(?:Ausland|E1042|Helm)\u00A0?[“”»」]/g,
      ),
      language,
    ).toHaveLength(3);
});
