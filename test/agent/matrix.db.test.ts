import { readFile } from 'node:fs/promises';
import { Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import type { Entailment } from '../../src/models/entailment.ts';
import type { Reader } from '../../src/models/reader.ts';
import { openChatReader, openChatReranker } from '../../src/models/chatJudges.ts';
import {
  asked,
  calmReranker,
  failingEmbedder,
  lost,
  obliging,
  openMatrix,
  refusing,
  slackMillis,
  slowEmbedder,
  type Asker,
  type Matrix,
} from './matrix.ts';
import type { ChatCall, ScriptedReply } from '../support/openaiServer.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(() => matrix.close());

const reached = { stopReason: new Set<string>(), reason: new Set<string>(), part: new Set<string>() };

interface Case {
  readonly question: string;
  readonly request?: Partial<AskRequest>;
  readonly changes?: () => Partial<AgentParts>;
  readonly script?: (call: ChatCall, asker: Asker) => ScriptedReply;
  /** Milliseconds of the budget that are gone when it begins. */
  readonly gone?: number;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly degraded?: readonly string[];
}

const gone = () => Promise.reject(new Error('gone'));
const brokenReader: Reader = {
  id: 'test:gone',
  languages: null,
  prompt: null,
  tokensFor: () => 0,
  read: gone,
  close: () => Promise.resolve(),
};
const brokenEntailment: Entailment = { id: 'test:gone', judge: gone, close: () => Promise.resolve() };
/** Says what the source says in other words, so that the checks leave it open. */
const paraphrasing = (): ScriptedReply => ({
  json: {
    sentences: [1],
    claims: [
      {
        text: 'A customer may cancel a rental of a cargo bike free of charge until 24 hours before it begins.',
        sentences: [1],
      },
    ],
    missing: null,
  },
});
/** Only the call that writes is scripted. */
const writing =
  (json: unknown) =>
  (call: ChatCall, asker: Asker): ScriptedReply =>
    asker === 'write' ? { json } : obliging(call, asker);
const withChat = () => ({ chat: matrix.chat });
const abstention = (reason: string, stopReason: string, more = {}) => ({
  type: 'Abstention',
  reason,
  stopReason,
  tier: 'NO_MATCH',
  citations: [],
  ...more,
});
const answer = (stopReason: string, tier: string, mode = 'EXTRACTIVE') => ({ type: 'Answer', stopReason, tier, mode });

async function runCase({
  question,
  request = {},
  changes,
  script,
  gone = 0,
  expected,
  degraded = [],
}: Case): Promise<Outcome> {
  matrix.begin();
  if (script) matrix.script = script;
  const { outcome, millis } = await matrix.run(question, request, changes?.(), { gone });
  expect(outcome).toMatchObject(expected);
  expect(lost(outcome)).toEqual(degraded);
  expect(millis).toBeLessThanOrEqual((request.budget?.maxMillis ?? 20_000) + slackMillis);
  await matrix.expectProven(outcome);
  reached.stopReason.add(outcome.stopReason);
  if (outcome.type !== 'Answer') reached.reason.add(outcome.reason);
  for (const part of lost(outcome)) reached.part.add(part);
  return outcome;
}

describe('why the loop stopped', () => {
  test.each<[string, Case]>([
    ['GATE_PASSED', { question: asked.confident, expected: answer('GATE_PASSED', 'UNCERTAIN') }],
    ['CURATED_MATCH', { question: asked.curated, expected: answer('CURATED_MATCH', 'CONFIDENT', 'CURATED') }],
    [
      'ZERO_HITS',
      { question: asked.nonsense, expected: { type: 'Clarification', stopReason: 'ZERO_HITS', tier: 'NO_MATCH' } },
    ],
    [
      'ASKED_BACK: small talk',
      {
        question: asked.smallTalk,
        expected: { type: 'Clarification', stopReason: 'ASKED_BACK', tier: 'NO_MATCH', usage: { rounds: 0 } },
      },
    ],
    [
      'ASKED_BACK: a word that nothing explains',
      { question: asked.unresolved, expected: { type: 'Clarification', stopReason: 'ASKED_BACK' } },
    ],
    ['BELOW_GATE', { question: asked.refused, expected: abstention('WEAK_EVIDENCE', 'BELOW_GATE') }],
    ['NO_NEW_EVIDENCE', { question: asked.hopeful, expected: abstention('WEAK_EVIDENCE', 'NO_NEW_EVIDENCE') }],
    [
      'ROUND_LIMIT',
      {
        question: asked.hopeful,
        request: { budget: { maxRounds: 1 } },
        expected: abstention('WEAK_EVIDENCE', 'ROUND_LIMIT'),
      },
    ],
    [
      'DEADLINE',
      {
        question: asked.confident,
        request: { budget: { maxMillis: 50 } },
        changes: () => ({ embedder: slowEmbedder(matrix.parts.embedder, 10_000) }),
        expected: abstention('BUDGET_EXHAUSTED', 'DEADLINE'),
      },
    ],
    [
      'TOKEN_BUDGET',
      {
        question: asked.confident,
        request: { budget: { maxTokens: 100 } },
        changes: withChat,
        expected: answer('TOKEN_BUDGET', 'UNCERTAIN'),
        degraded: ['GENERATION'],
      },
    ],
    [
      'VERIFICATION_FAILED',
      {
        question: asked.unparted,
        changes: withChat,
        script: writing({
          sentences: [],
          claims: [{ text: 'It may be cancelled until noon.', sentences: [1] }],
          missing: null,
        }),
        expected: abstention('VERIFICATION_FAILED', 'VERIFICATION_FAILED', { tier: 'VERIFICATION_FAILED' }),
        degraded: ['GENERATION'],
      },
    ],
  ])('%s', async (_name, given) => {
    await runCase(given);
  });
});

describe('why there is no answer', () => {
  test.each<[string, Case]>([
    [
      'WEAK_EVIDENCE: the model found no answer',
      {
        question: asked.unparted,
        changes: withChat,
        script: writing({ sentences: [], claims: [], missing: 'the time' }),
        expected: abstention('WEAK_EVIDENCE', 'BELOW_GATE'),
      },
    ],
    [
      'OUT_OF_SCOPE: no document could hold it',
      { question: asked.outOfScope, expected: abstention('OUT_OF_SCOPE', 'BELOW_GATE') },
    ],
    [
      'CONFLICTING_EVIDENCE',
      {
        question: asked.conflict,
        request: { preset: 'AGENTIC' },
        expected: abstention('CONFLICTING_EVIDENCE', 'BELOW_GATE'),
      },
    ],
    ['STALE_EVIDENCE', { question: asked.stale, expected: abstention('STALE_EVIDENCE', 'BELOW_GATE') }],
    [
      'STALE_EVIDENCE: "now"',
      { question: 'What is the winter surcharge now?', expected: abstention('STALE_EVIDENCE', 'BELOW_GATE') },
    ],
    [
      'not stale without "currently"',
      {
        question: 'What does the winter surcharge cost a day?',
        expected: { type: 'Answer', stopReason: 'GATE_PASSED', tier: 'UNCERTAIN' },
      },
    ],
    [
      'MODEL_UNAVAILABLE: the chat model',
      {
        question: asked.unparted,
        changes: withChat,
        script: () => ({ status: 401 }),
        expected: { type: 'Abstention', reason: 'MODEL_UNAVAILABLE', tier: 'NO_MATCH' },
        degraded: ['CHAT_MODEL'],
      },
    ],
    [
      'MODEL_UNAVAILABLE: the embedder',
      {
        question: asked.hopeful,
        changes: () => ({ embedder: failingEmbedder(matrix.parts.embedder) }),
        expected: { type: 'Abstention', reason: 'MODEL_UNAVAILABLE', tier: 'NO_MATCH' },
        degraded: ['VECTOR_ARM'],
      },
    ],
  ])('%s', async (_name, given) => {
    await runCase(given);
  });
});

describe('what is given up, in its order', () => {
  /** What is read may make sure of it, and then no doubt is left that a reranker could end: it is asked for in any case. */
  const always = { retrieval: { rerank: 'ALWAYS' as const } };
  /** A reader that takes tokens and is not the model that writes. */
  const reading = () => ({
    chat: matrix.chat,
    reader: { ...openChatReader(matrix.chat), prompt: null },
    reranker: calmReranker,
  });
  const generated = { type: 'Answer', stopReason: 'GATE_PASSED', mode: 'GENERATED' };

  test.each<[string, Case]>([
    [
      'nothing with time and tokens',
      { question: asked.uncertain, request: always, changes: reading, script: obliging, expected: generated },
    ],
    [
      'the reranker, for time',
      {
        question: asked.uncertain,
        request: always,
        gone: 16_400,
        changes: reading,
        script: obliging,
        expected: generated,
        degraded: ['RERANKER'],
      },
    ],
    [
      'the reading too, for time',
      {
        question: asked.uncertain,
        request: always,
        gone: 17_800,
        changes: reading,
        script: obliging,
        expected: answer('GATE_PASSED', 'UNCERTAIN', 'GENERATED'),
        degraded: ['READER', 'RERANKER'],
      },
    ],
    [
      'the reading and the writing, for time',
      {
        question: asked.uncertain,
        gone: 19_800,
        changes: () => ({ ...reading(), reranker: null }),
        script: obliging,
        expected: answer('DEADLINE', 'UNCERTAIN'),
        degraded: ['GENERATION', 'READER'],
      },
    ],
    [
      'the reading and the writing, for tokens',
      {
        question: asked.uncertain,
        request: { ...always, budget: { maxTokens: 800 } },
        changes: reading,
        script: obliging,
        expected: answer('TOKEN_BUDGET', 'UNCERTAIN'),
        degraded: ['GENERATION', 'READER'],
      },
    ],
    [
      'the reranker that takes tokens',
      {
        question: asked.uncertain,
        request: { budget: { maxTokens: 300 } },
        changes: () => ({ reranker: openChatReranker(matrix.chat) }),
        expected: answer('GATE_PASSED', 'UNCERTAIN'),
        degraded: ['RERANKER'],
      },
    ],
    [
      'none that who allows no tokens asked for',
      {
        question: asked.uncertain,
        request: { ...always, budget: { maxTokens: 0 } },
        changes: reading,
        expected: answer('GATE_PASSED', 'UNCERTAIN'),
      },
    ],
  ])('%s', async (_name, given) => {
    await runCase(given);
  });
});

describe('what is lost', () => {
  test.each<[string, Case]>([
    // The signals of the lost arm are 0, and what is left seldom reaches the gate: without the embedder a found sentence is refused, with its passage.
    [
      'the vector arm',
      {
        question: asked.uncertain,
        changes: () => ({ embedder: failingEmbedder(matrix.parts.embedder) }),
        expected: abstention('MODEL_UNAVAILABLE', 'BELOW_GATE'),
        degraded: ['VECTOR_ARM'],
      },
    ],
    [
      'the vector arm, in a recipe that judges nothing',
      {
        question: asked.confident,
        request: { preset: 'FILTERED_RRF' },
        changes: () => ({ embedder: failingEmbedder(matrix.parts.embedder) }),
        expected: answer('GATE_PASSED', 'NO_MATCH'),
        degraded: ['VECTOR_ARM'],
      },
    ],
    [
      'the keyword arm',
      {
        question: asked.confident,
        changes: () => ({ database: refusing(matrix.parts.database, /searchBm25/) }),
        expected: abstention('WEAK_EVIDENCE', 'BELOW_GATE'),
        degraded: ['KEYWORD_ARM'],
      },
    ],
    [
      'the chat model',
      {
        question: asked.confident,
        changes: withChat,
        script: () => ({ status: 401 }),
        expected: answer('GATE_PASSED', 'UNCERTAIN'),
        degraded: ['CHAT_MODEL'],
      },
    ],
    [
      'the reader',
      {
        question: asked.uncertain,
        changes: () => ({ reader: brokenReader }),
        expected: answer('GATE_PASSED', 'UNCERTAIN'),
        degraded: ['READER'],
      },
    ],
    [
      'the entailment model',
      {
        question: asked.cancelling,
        changes: () => ({ chat: matrix.chat, entailment: brokenEntailment }),
        script: paraphrasing,
        expected: answer('GATE_PASSED', 'CONFIDENT', 'GENERATED'),
        degraded: ['ENTAILMENT'],
      },
    ],
    [
      'the reranker',
      {
        question: asked.uncertain,
        changes: () => ({ reranker: { ...calmReranker, score: () => Promise.reject(new Error('gone')) } }),
        expected: answer('GATE_PASSED', 'UNCERTAIN'),
        degraded: ['RERANKER'],
      },
    ],
    [
      'the turns before',
      {
        question: asked.confident,
        request: { conversationId: 'matrix' },
        changes: () => ({ database: refusing(matrix.parts.database, /listTurns/) }),
        expected: answer('GATE_PASSED', 'UNCERTAIN'),
        degraded: ['CONVERSATION'],
      },
    ],
    [
      'the other versions',
      {
        // Of a document that names its successor: a document with one version alone has nothing to be read.
        question: 'What does the winter surcharge cost a day?',
        changes: () => ({ database: refusing(matrix.parts.database, /listRevisions/) }),
        expected: { type: 'Answer', stopReason: 'GATE_PASSED', tier: 'UNCERTAIN' },
        degraded: ['VERSION_HISTORY'],
      },
    ],
    [
      'the record',
      {
        question: asked.confident,
        changes: () => ({ saveRun: () => Promise.reject(new Error('disk full')) }),
        expected: answer('GATE_PASSED', 'UNCERTAIN'),
        degraded: ['RECORD'],
      },
    ],
    // Reading the passages of the question itself is the first.
    [
      'the options of a question back',
      {
        question: asked.unresolved,
        changes: () => ({ database: refusing(matrix.parts.database, /readHits/, 2) }),
        expected: { type: 'Clarification', stopReason: 'ASKED_BACK' },
        degraded: ['OPTIONS'],
      },
    ],
  ])('%s', async (_name, given) => {
    await runCase(given);
  });
});

describe('nothing is left out', () => {
  test.each([
    ['StopReason', 'stopReason'],
    ['NoAnswerReason', 'reason'],
    ['DegradedPart', 'part'],
  ] as const)('every %s of the schema was reached', async (name, kind) => {
    // Two things that fit alike stand in no document here: test/agent/reading.db.test.ts asks back about them.
    const elsewhere = ['AMBIGUOUS'];
    const { definitions } = parse(await readFile(new URL('../../schema/ask.graphql', import.meta.url), 'utf8'));
    const values = definitions.flatMap((definition) =>
      definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === name ? (definition.values ?? []) : [],
    );
    expect(values.length).toBeGreaterThan(0);
    const all = values.map((value) => value.name.value).filter((value) => !elsewhere.includes(value));
    expect([...reached[kind]].toSorted()).toEqual(all.toSorted());
  });
});
