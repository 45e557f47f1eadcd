import { expect, test } from 'vitest';
import { spokenLanguage } from '../../src/agent/speech/say.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { evidenceOf, resolved } from './askState.ts';
import { caller } from './bicycleKnowledge.ts';

const spoken = (request: AskRequest, searchConfig = 'english') =>
  spokenLanguage(resolved(caller, request), null, evidenceOf([], { searchConfig }));

test('what was asked for goes first, then what the question surely is in', () => {
  expect(spoken({ question: 'Wie lange dauert es?', language: 'fr-CA' }, 'italian')).toBe('fr-CA');
  expect(spoken({ question: 'Wie lange dauert es?' }, 'italian')).toBe('de');
  expect(spoken({ question: 'who won the world cup' }, 'italian')).toBe('en');
});

test('a question that does not tell is answered in the language that the documents share', () => {
  expect(['german', 'english', 'simple', 'finnish'].map((config) => spoken({ question: 'Volta S6' }, config))).toEqual([
    'de',
    'en',
    'en',
    'en',
  ]);
});

test('a recipe that was published with English words keeps them', () => {
  expect(spoken({ question: 'Wie lange dauert es?', preset: 'CONSENSUS' }, 'german')).toBe('en');
});
