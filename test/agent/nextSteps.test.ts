import { describe, expect, test } from 'vitest';
import { nextSteps } from '../../src/agent/nextSteps.ts';
import type { AskRequest } from '../../src/agent/request.ts';
import { resolveRequest } from '../../src/agent/resolveRequest.ts';
import { nearbyWords, unknownWords } from '../../src/agent/rephraseTerms.ts';
import type { AskState } from '../../src/agent/state.ts';
import { passage } from '../grounding/passage.ts';
import { askState, evidenceOf } from './askState.ts';
import { caller } from './bicycleKnowledge.ts';

const near = evidenceOf([passage('A deposit is taken.')]);
const by = (request: Partial<AskRequest>) => ({ request: resolveRequest(caller, { question: 'How long does it take?', ...request }) });
const kindsOf = (changes: Partial<AskState>, reason: Parameters<typeof nextSteps>[1] = 'WEAK_EVIDENCE', owner: string | null = null) =>
  nextSteps(askState({ evidence: near, ...changes }), reason, owner).map((step) => step.kind);
const fieldOf = (filter: AskRequest['filter']) => nextSteps(askState({ evidence: near, ...by({ filter }) }), 'WEAK_EVIDENCE', null).find((step) => step.kind === 'RELAX_FILTER')?.filterField;

describe('which steps there are', () => {
  test('for weak evidence: the nearest passages, other words, a document', () => {
    expect(kindsOf({})).toEqual(['READ_NEAREST', 'REPHRASE', 'ADD_DOCUMENT']);
    expect(kindsOf({}, 'WEAK_EVIDENCE', 'Ada')).toEqual(['READ_NEAREST', 'REPHRASE', 'ASK_OWNER', 'ADD_DOCUMENT']);
  });

  test('out of scope nothing is near, and nobody owns it', () => {
    expect(kindsOf({}, 'OUT_OF_SCOPE', 'Ada')).toEqual(['REPHRASE', 'ADD_DOCUMENT']);
  });

  test('a time that was asked about may be too narrow', () => {
    expect(kindsOf(by({ asOf: new Date('2020-01-01T00:00:00Z') }))).toContain('BROADEN_TIME');
    expect(kindsOf(by({ filter: { updatedAfter: new Date('2020-01-01T00:00:00Z') } }))).toContain('BROADEN_TIME');
    const time = { kind: 'INTERVAL', from: null, until: null, words: 'in 2020' } as const;
    expect(kindsOf({ plan: { time } as AskState['plan'] })).toContain('BROADEN_TIME');
    expect(kindsOf({ plan: { time: { ...time, kind: 'NOW' } } as AskState['plan'] })).not.toContain('BROADEN_TIME');
  });

  test('a budget that ended it is raised', () => {
    expect(kindsOf({}, 'BUDGET_EXHAUSTED')[0]).toBe('RAISE_BUDGET');
    expect(kindsOf({ stopReason: 'DEADLINE' })).toContain('RAISE_BUDGET');
    expect(kindsOf({ stopReason: 'BELOW_GATE' })).not.toContain('RAISE_BUDGET');
  });

  test('five at most', () => {
    expect(kindsOf(by({ filter: { tags: ['a'] }, asOf: new Date('2020-01-01T00:00:00Z') }), 'BUDGET_EXHAUSTED', 'Ada')).toHaveLength(5);
  });
});

test('the filter is named when one field alone narrows', () => {
  expect(fieldOf({ tags: ['rules'] })).toBe('tags');
  expect(fieldOf({ tags: ['rules'], includeSuperseded: true })).toBe('tags');
  expect(fieldOf({ tags: ['rules'], keyPrefix: 'a/' })).toBeNull();
  expect(fieldOf({ includeSuperseded: true })).toBeUndefined();
});

test('a filter that was tried is named, also when several narrow', () => {
  const tried: AskState & { readonly relaxable: string } = { ...askState({ evidence: near, ...by({ filter: { tags: ['rules'], keyPrefix: 'a/' } }) }), relaxable: 'keyPrefix' };
  expect(nextSteps(tried, 'WEAK_EVIDENCE', null).find((step) => step.kind === 'RELAX_FILTER')?.filterField).toBe('keyPrefix');
});

test('words that no document knows are given as they were written', () => {
  expect(unknownWords('Which cities would Mongolian dentists paint with E-1042?', ['would', 'citi', 'mongolian', 'dentist'], 'english')).toEqual(['cities', 'Mongolian', 'dentists']);
  expect(unknownWords('Wie groß ist die Bücherei?', ['bucherei'], 'german')).toEqual(['Bücherei']);
  // Pieces of a script without blanks count within a word; one that lies across two words says nothing of either.
  expect(unknownWords('自転車の保険はいくらですか', ['車の', '保険', '険は'], 'simple')).toEqual(['保険']);
  expect(unknownWords('How long?', [], 'english')).toEqual([]);
});

test('words of titles and headings come first, without those of the question, four at most', () => {
  const words = nearbyWords('How is a rental ended?', [passage('Nothing.', { documentTitle: 'Rental terms', sectionPath: ['Cancelling', 'Cancelled early'] })]);
  expect(words.slice(0, 3)).toEqual(['terms', 'Cancelling', 'early']);
  expect(words.length).toBeLessThanOrEqual(4);
});
