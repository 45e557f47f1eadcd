import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue, isInCatalogue } from '../../src/agent/catalogue/catalogue.ts';
import type { Language, MessageKey } from '../../src/agent/catalogue/messageKey.ts';
import { fill, placeholdersOf, say } from '../../src/agent/catalogue/say.ts';
import { clarificationText, nextStepSaying } from '../../src/agent/messages.ts';
import type { NextStepFacts } from '../../src/agent/nextSteps.ts';
import { translateOutput } from '../../src/agent/nodes/abstain/output.ts';

const languages = Object.keys(catalogue) as Language[];
const keys = Object.keys(catalogue.en) as MessageKey[];
const facts: NextStepFacts = { kind: 'REPHRASE', unknown: ['blorp', 'zxqv'], nearby: ['Deposit'], filterField: 'tags', owner: 'Ada Lovelace' };
const kinds = ['REPHRASE', 'BROADEN_TIME', 'RELAX_FILTER', 'READ_NEAREST', 'ASK_OWNER', 'ADD_DOCUMENT', 'RAISE_BUDGET'] as const;

describe.each(languages)('%s', (language) => {
  const messages = catalogue[language];

  test('has the placeholders of English in every message, and no others', () => {
    for (const key of keys) expect([key, placeholdersOf(messages[key])]).toEqual([key, placeholdersOf(catalogue.en[key])]);
  });

  test('says each thing in words of its own', () => {
    expect(new Set(Object.values(messages)).size).toBe(keys.length);
    for (const key of keys) expect(messages[key].trim()).toBe(messages[key]);
    if (language !== 'en') expect(keys.filter((key) => messages[key] === catalogue.en[key])).toEqual([]);
  });

  test('leaves no placeholder in what a person reads, and says what it was given', () => {
    const steps = kinds.map((kind) => say(nextStepSaying({ ...facts, kind }), language));
    const bare = kinds.filter((kind) => kind !== 'ASK_OWNER').map((kind) => say(nextStepSaying({ kind, unknown: [], nearby: [], filterField: null, owner: null }), language));
    const asked = (['SMALL_TALK', 'ZERO_HITS', 'AMBIGUOUS', 'UNRESOLVED'] as const).map((reason) => clarificationText(reason, 'this plan', language));
    for (const text of [...steps, ...bare, ...asked.flatMap(({ text: question, why }) => [question, why]), say({ keys: ['STALE_EVIDENCE'], values: {} }, language)]) expect(text).not.toMatch(/[{}]|undefined/);
    for (const word of ['blorp', 'zxqv', 'Deposit']) expect(steps[0]).toContain(word);
    expect([steps[2], steps[4]]).toEqual([expect.stringContaining('tags'), expect.stringContaining('Ada Lovelace')]);
    expect(asked.map(({ text }) => text.includes('this plan'))).toEqual([false, true, false, true]);
  });
});

test('all regions of a language read the same; an unknown one is English', () => {
  expect(say({ keys: ['WEAK_EVIDENCE'], values: {} }, 'de-AT')).toBe(catalogue.de.WEAK_EVIDENCE);
  expect(say({ keys: ['WEAK_EVIDENCE'], values: {} }, 'fi')).toBe(catalogue.en.WEAK_EVIDENCE);
  // Only the whole first subtag counts, not its first two letters.
  expect(['pt-BR', 'zh-Hant-TW', 'EN', 'fi', 'fil', 'elx', 'constructor'].map(isInCatalogue)).toEqual([true, true, true, false, false, false, false]);
  expect(clarificationText('ZERO_HITS', '', 'en').text).toBe(catalogue.en.ZERO_HITS);
});

test('what is filled in stays as it is, also when it looks like a placeholder', () => {
  expect(fill('{owner}: {words}', { owner: '{words} $&', words: ['a', 'b'] }, 'en')).toBe('{words} $&: a, b');
  fc.assert(fc.property(fc.string().filter((text) => !/\s/.test(text)), (owner) => {
    expect(fill('Ask {owner}.', { owner }, 'en')).toBe(`Ask ${owner}.`);
  }));
});

test('a translation keeps count and placeholders, and leads nowhere', () => {
  const output = translateOutput(['No {words}.', 'Ask.']);
  expect(output.safeParse({ texts: ['Ei {words}.', 'Kysy.'] }).success).toBe(true);
  for (const texts of [['Ei {words}.'], ['Ei.', 'Kysy.'], ['Ei {words} {words}.', 'Kysy.'], ['Ei {sanat}.', 'Kysy.'], ['Ei {words}.', 'Kysy https://evil.example.'], ['Ei {words}.', '']]) {
    expect(output.safeParse({ texts }).success).toBe(false);
  }
});
