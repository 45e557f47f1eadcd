import type { Reflection } from '../../../src/agent/state/reflection.ts';
import { miss } from '../../../src/agent/miss/missExplanation.ts';
import type { Abstention, Alternative, Answer, Clarification, OutcomeCore } from '../../../src/agent/state/outcome.ts';
import type { Plan } from '../../../src/agent/state/plan.ts';
import type { Run } from '../../../src/agent/state/run.ts';
import type { Confidence } from '../../../src/confidence/signals.ts';
import { noFacts } from '../../../src/retrieval/question/namedFacts.ts';
import { appliedFilters } from '../../../src/retrieval/filter.ts';
import { presets } from '../../../src/retrieval/presets.ts';
import { budgetDefaults } from '../../../src/workspaces/settings.ts';
import { curatedOf, instant, passageOf, span, text } from './stored.ts';

export const confidence: Confidence = {
  value: 0.9,
  display: 90,
  calibration: null,
  signals: {
    reader: 4.2,
    readerBest: 1.5,
    documentShare: 0.9,
    passageRank: 0,
    keyword: 0.8,
    quantity: -1,
    given: 0,
    placeAsked: 0,
    topSimilarity: 0.7,
  },
  contributions: { reader: 1.9, documentShare: 0.4, quantity: -0.8 },
};

const usage = { millis: 12.5, rounds: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: null };
const core = (question: string): OutcomeCore => ({
  id: 'run-1',
  question,
  askedAs: null,
  tier: 'CONFIDENT',
  confidence,
  stopReason: 'GATE_PASSED',
  citations: [],
  usage,
  degraded: [],
  alternatives: [],
});

const conflicts: Answer['conflicts'] = [
  {
    kind: 'NUMERIC',
    resolution: 'NEWER_VERSION',
    sides: [
      {
        documentId: 'd1',
        versionId: 'd1-v1',
        effectiveFrom: instant,
        effectiveUntil: null,
        quote: text,
        sourceSpan: span,
        value: '21 days',
      },
    ],
  },
];

const notices: Answer['notices'] = [
  {
    kind: 'EARLIER_VERSION_DIFFERED',
    message: 'Until 1 June 2025 this document said otherwise.',
    documentId: 'd1',
    versionId: 'd1-v1',
    quote: text,
    sourceSpan: span,
  },
  {
    kind: 'SUPERSEDED',
    message: 'It was replaced.',
    documentId: 'lost-1',
    versionId: 'lost-1-v1',
    quote: null,
    sourceSpan: null,
  },
];

export const answer = (question: string): Answer => ({
  ...core(question),
  type: 'Answer',
  text: `${text} [1]`,
  mode: 'EXTRACTIVE',
  shortAnswer: null,
  table: null,
  droppedClaims: [],
  written: [],
  claims: [{ text, answerSpan: span, citationNumbers: [1], status: 'SUPPORTED', wording: 'VERBATIM', support: 1 }],
  conflicts,
  notices,
  curated: curatedOf('ca1'),
  verification: { complete: true, claimCount: 1, supportedCount: 1 },
  citations: ['d1', question.startsWith('lost') ? 'lost-2' : 'd2', 'd1'].map((documentId, index) => ({
    number: index + 1,
    documentId,
    documentKey: `${documentId}.md`,
    versionId: `${documentId}-v1`,
    chunkId: 'c1',
    quote: text,
    sourceSpan: span,
    answerSpan: span,
    sectionPath: ['Rules'],
    url: null,
    updatedAt: instant,
    ageDays: 10,
    isCurrent: true,
    status: 'SUPPORTED',
    support: 1,
    checks: [{ name: 'QUOTE', passed: true, detail: null }],
  })),
});

export const clarification = (question: string): Clarification => ({
  ...core(question),
  type: 'Clarification',
  tier: 'NO_MATCH',
  stopReason: 'ZERO_HITS',
  text: 'What do you mean?',
  reason: 'ZERO_HITS',
  why: 'No word is known.',
  options: [
    { id: 'o1', text: 'Labels?', question: 'Which labels?', documentIds: ['d1'], preview: null, confidence: 0.8 },
  ],
});

/** A refusal that suggests a passage, if it is asked to. */
export const abstention = (question: string): Abstention =>
  question.includes('suggest')
    ? {
        ...refusal(question),
        message: `This may be it: “${suggested.sentence}”\nI do not know.`,
        suggestion: suggested,
        alternatives: [suggested],
      }
    : refusal(question);

const suggested: Alternative = {
  passage: passageOf('d1', 1),
  sectionPath: ['Refunds'],
  text,
  markdown: text,
  sentence: text,
  spans: [span],
  likelihood: 0.42,
  reason: 'UNSURE',
};

const refusal = (question: string): Abstention => ({
  ...core(question),
  type: 'Abstention',
  tier: 'NO_MATCH',
  stopReason: 'BELOW_GATE',
  language: 'en',
  message: 'I do not know.',
  suggestion: null,
  reason: 'OUT_OF_SCOPE',
  nextSteps: [
    {
      kind: 'REPHRASE',
      text: 'Ask with other words.',
      terms: ['toner'],
      suggestions: [],
      filterField: null,
      owner: null,
    },
  ],
  nearest: [passageOf('d1', 1), passageOf('d2', 2)],
});

export const planOf = (question: string): Plan => ({
  language: 'en',
  kind: 'LOOKUP',
  strategy: 'HYBRID',
  topK: 10,
  standalone: question,
  queries: [question],
  facts: noFacts,
  time: null,
  decidedBy: 'RULES',
  dependent: [],
});

export const reflection: Reflection = {
  round: 1,
  confidence: 0.9,
  tier: 'CONFIDENT',
  verdict: 'PASS',
  stopReason: 'GATE_PASSED',
  requirements: [{ kind: 'NAME', text: 'BP-4', coveredBy: ['c1'] }],
  expectedType: 'ANY',
  answerTypePresent: true,
  candidates: [],
  stale: [],
  conflicts: 0,
  suspicious: [],
  gap: 'NONE',
  judgedByModel: null,
};

export const runOf = (id: string): Run => ({
  id,
  question: 'How?',
  conversationId: null,
  createdAt: instant,
  accessGroups: null,
  preset: 'CANDOR',
  settings: presets.CANDOR.settings,
  filter: { tags: ['labels'] },
  asOf: instant,
  language: null,
  queries: ['How?'],
  outcome: 'ANSWER',
  tier: 'CONFIDENT',
  confidenceValue: 0.9,
  stopReason: 'GATE_PASSED',
  plan: planOf('How?'),
  steps: [{ node: 'plan', startedMillis: 0, millis: 1, detail: { kind: 'LOOKUP' } }],
  passages: [passageOf('d1', 1), passageOf('d2', 2)],
  candidates: [],
  reflections: [reflection],
  searches: [],
  prompts: [],
  budget: budgetDefaults,
  gate: { caution: 'BALANCED', setTo: null, uncertainFrom: 0.45 },
  replayOf: null,
  askedBy: null,
  result: null,
  usage,
  embedder: 'fake',
  chatModel: null,
});

/** Neither arm took it. */
export const missOf = (documentId: string) =>
  miss({ documentId, versionId: `${documentId}-v1` }, 'NOT_RETRIEVED', 'Neither arm took it.', {
    query: 'How?',
    vector: { rank: 57, rawScore: 0.25, candidates: 30 },
    keyword: { rank: null, rawScore: null, candidates: 30 },
    distance: 0.75,
  });

/** What a search tells beside what it found. */
export const explained = {
  millis: 1,
  settings: presets.CANDOR.settings,
  appliedFilters: appliedFilters({ accessGroups: null, filter: { tags: ['labels'] }, asOf: instant }),
  timings: { analyse: 1, embed: 2, vector: 3, keyword: 4, read: 5, total: 6 },
};
