import { narrows } from '../../retrieval/filter.ts';
import type { RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import { gateOf, unheldValue } from '../gate/gate.ts';
import type { Gap, RefineStrategy } from '../gate/reflection.ts';
import { nearbyWords } from './rephraseTerms.ts';
import { tasksOf, type SearchTask } from './searchTask.ts';
import { splitQuestion } from './splitQuestion.ts';
import type { AskState } from '../state.ts';

/** Which ways may close a gap, the likeliest first. Parts and the workspace's own words come before guesses. */
const byGap: Readonly<Record<Gap, readonly RefineStrategy[]>> = {
  NONE: [],
  NO_HITS: ['RELAX_FILTER', 'ALIASES'],
  UNKNOWN_WORDS: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'SWITCH_ARMS'],
  MISSING_FACT: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'SWITCH_ARMS'],
  OTHER_TIME: ['DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  OTHER_POLARITY: ['DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  OPPOSITE: ['DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  MISSING_TYPE: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  SEVERAL_FACTS: [],
  WEAK: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'EXPAND'],
};

/**
 * Guesses cost a search and bring no trust, and of 220 questions of five sets 5 were answered after one. They are made
 * just below the gate alone.
 */
const guesses: ReadonlySet<RefineStrategy> = new Set(['EXPAND', 'SWITCH_ARMS', 'WIDEN']);
const withinReach = 0.1;

/** The ways that are left for the gap, in order. */
export function strategiesFor(gap: Gap, state: AskState): RefineStrategy[] {
  const {
    tried,
    request: { filter },
  } = state;
  const value = unheldValue(state);
  const isWorth = (strategy: RefineStrategy) => {
    if (strategy === 'RELAX_FILTER') return narrows(filter);
    return !guesses.has(strategy) || value >= gateOf(state.request) - withinReach;
  };
  return byGap[gap].filter((strategy) => !tried.includes(strategy) && isWorth(strategy));
}

/** Whether there is another way for the gap. */
export function isRefinable(gap: Gap, state: AskState): boolean {
  return strategiesFor(gap, state).some((strategy) => searchesOf(strategy, state).length > 0);
}

/** The searches of a way; empty when it does not fit the question. */
export function searchesOf(strategy: RefineStrategy, state: AskState): SearchTask[] {
  const { request, evidence } = state;
  const wording = (query: string, settings: Partial<RetrievalSettings> = {}) =>
    tasksOf({ ...request, settings: { ...request.settings, ...settings } }, [query], 'WORDING');
  switch (strategy) {
    case 'ALIASES':
      return tasksOf(request, [...state.aliases, ...state.guesses, ...state.reworded], 'ALIAS');
    case 'DECOMPOSE':
      return state.partEvidence.length > 0 ? [] : tasksOf(request, splitQuestion(request.question), 'PART');
    case 'EXPAND': {
      const terms = nearbyWords(request.question, evidence.passages.slice(0, feedbackPassages));
      return terms.length === 0 ? [] : wording(`${request.question} ${terms.join(' ')}`);
    }
    case 'SWITCH_ARMS':
      return wording(request.question, evidence.unknown.length > 0 ? { keywordWeight: 0 } : { vectorWeight: 0 });
    case 'WIDEN':
      return wording(request.question, widened(request.settings));
    case 'RELAX_FILTER':
      return relaxations(state);
  }
}

/** Passages whose words are taken up: beyond the second most are about something else. */
const feedbackPassages = 2;

function widened({ topK, vectorCandidates, keywordCandidates }: RetrievalSettings): Partial<RetrievalSettings> {
  return {
    topK: Math.min(50, 2 * topK),
    vectorCandidates: Math.min(200, 3 * vectorCandidates),
    keywordCandidates: Math.min(200, 3 * keywordCandidates),
  };
}

/** Filters that can be left out, one at a time. Access groups are not a wish but a right, and stay. */
const relaxableFields: readonly (keyof SearchFilter)[] = [
  'tags',
  'semanticTypes',
  'sourceTypes',
  'keyPrefix',
  'authors',
  'languages',
  'updatedAfter',
  'updatedBefore',
  'includeSuperseded',
  'documentIds',
];
const mostRelaxed = 3;

function relaxations({ request }: AskState): SearchTask[] {
  const fields = relaxableFields.filter((field) => narrows({ [field]: request.filter[field] })).slice(0, mostRelaxed);
  return fields.map((field, position) => ({
    query: request.question,
    role: 'RELAXED',
    settings: request.settings,
    filter: { ...request.filter, [field]: undefined },
    without: field,
    position,
    asOf: request.asOf,
  }));
}
