import { describe, expect, test } from 'vitest';
import { uncertainFrom } from '../../src/confidence/score.ts';
import { isRefinable, searchesOf, strategiesFor } from '../../src/agent/question/refinements.ts';
import type { Gap, RefineStrategy } from '../../src/agent/state/reflection.ts';
import type { SearchFilter } from '../../src/retrieval/passage.ts';
import { passage } from '../grounding/passage.ts';
import { askState, confidenceOf, evidenceOf, resolved, type StateChanges } from './askState.ts';
import { caller } from './bicycleKnowledge.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const near = confidenceOf(uncertainFrom - 0.05);
const filtered = (filter: SearchFilter, changes: StateChanges = {}) =>
  askState({
    request: resolved(caller, { question: 'How long does it take?', filter }),
    confidence: near,
    ...changes,
  });

describe('which way', () => {
  test.each<[Gap, readonly RefineStrategy[]]>([
    ['NO_HITS', ['ALIASES']],
    ['WEAK', ['ALIASES', 'DECOMPOSE', 'EXPAND']],
    ['MISSING_FACT', ['ALIASES', 'DECOMPOSE', 'SWITCH_ARMS']],
    ['OTHER_TIME', ['DECOMPOSE', 'WIDEN']],
    ['NONE', []],
    ['SEVERAL_FACTS', []],
  ])('%s', (gap, expected) => {
    expect(strategiesFor(gap, askState({ confidence: near }))).toEqual(expected);
  });

  test('far below the gate no guess is made, and none twice', () => {
    expect(strategiesFor('WEAK', askState({ confidence: confidenceOf(0.1) }))).toEqual(['ALIASES', 'DECOMPOSE']);
    expect(strategiesFor('WEAK', askState({ confidence: near, tried: ['ALIASES', 'EXPAND'] }))).toEqual(['DECOMPOSE']);
  });

  test('a filter is left out only where there is one', () => {
    expect(strategiesFor('NO_HITS', filtered({ tags: ['rules'] }))).toEqual(['RELAX_FILTER', 'ALIASES']);
  });
});

describe('what it searches', () => {
  test('each filter alone is left out, access groups never', () => {
    const tasks = searchesOf('RELAX_FILTER', filtered({ tags: ['rules'], authors: ['Ada'], accessGroups: ['board'] }));
    expect(
      tasks.map(({ role, without, filter }) => [
        role,
        without,
        Object.keys(filter).filter((field) => filter[field as keyof SearchFilter] !== undefined),
      ]),
    ).toEqual([
      ['RELAXED', 'tags', ['authors', 'accessGroups']],
      ['RELAXED', 'authors', ['tags', 'accessGroups']],
    ]);
    expect(searchesOf('RELAX_FILTER', filtered({ accessGroups: ['board'] }))).toEqual([]);
  });

  test('words of the best passages, other arms, more candidates: none is the question itself', () => {
    const state = askState({
      confidence: near,
      evidence: evidenceOf([
        passage('The inspection of the gearbox and the gearbox oil takes an hour.', { documentTitle: 'Maintenance' }),
      ]),
    });
    const [expanded] = searchesOf('EXPAND', state);
    expect(expanded).toMatchObject({
      role: 'WORDING',
      query: { text: expect.stringMatching(/^How long does it take\? .*Maintenance/) as string },
    });
    expect(searchesOf('WIDEN', state)[0]).toMatchObject({
      role: 'WORDING',
      settings: { topK: 20, vectorCandidates: 90, keywordCandidates: 90 },
    });
    expect(searchesOf('SWITCH_ARMS', state)[0]?.settings.vectorWeight).toBe(0);
    expect(
      searchesOf('SWITCH_ARMS', askState({ evidence: evidenceOf([], { unknown: ['xyz'] }) }))[0]?.settings
        .keywordWeight,
    ).toBe(0);
  });

  test("the workspace's own words are as good as the question", () => {
    const state = askState({ aliases: [readQuestion('How long does paid leave take?')] });
    expect(searchesOf('ALIASES', state).map(({ role, query }) => [role, query.text])).toEqual([
      ['ALIAS', 'How long does paid leave take?'],
    ]);
    expect(searchesOf('ALIASES', askState({ guesses: [readQuestion('the fuel price')] }))).toMatchObject([
      { role: 'ALIAS', query: { text: 'the fuel price' } },
    ]);
    expect([isRefinable('NO_HITS', state), isRefinable('NO_HITS', askState())]).toEqual([true, false]);
  });

  test('a question is parted once', () => {
    const request = resolved(caller, {
      question: 'How much is the theft insurance, and when does the station open?',
    });
    expect(searchesOf('DECOMPOSE', askState({ request })).map(({ role }) => role)).toEqual(['PART', 'PART']);
    expect(searchesOf('DECOMPOSE', askState({ request, partEvidence: [evidenceOf([])] }))).toEqual([]);
  });
});
