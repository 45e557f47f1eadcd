import type { AskEvent, AskEventBody } from '../../src/agent/events.ts';
import { budgetDefaults, effectiveBudget, unsetBudget, type BudgetSettings } from '../../src/workspaces/budget.ts';
import type { Answer, Abstention, Clarification, OutcomeCore } from '../../src/agent/outcome.ts';
import type { Plan } from '../../src/agent/question/plan.ts';
import { noFacts } from '../../src/grounding/reading/namedFacts.ts';
import type { Reflection } from '../../src/agent/gate/reflection.ts';
import type { AskRequest } from '../../src/agent/request.ts';
import type { Run } from '../../src/agent/runs/run.ts';
import type { ApiKey, App, CallOptions, Check, Workspace } from '../../src/app.ts';
import { unread, type Confidence } from '../../src/confidence/signals.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { CandorError } from '../../src/errors.ts';
import { miss } from '../../src/agent/miss/missExplanation.ts';
import type { Alias } from '../../src/knowledge/curated/aliases.ts';
import type { CuratedAnswer, Document, DocumentVersion } from '../../src/knowledge/document.ts';
import type { IngestJob, JobState } from '../../src/knowledge/jobs/job.ts';
import type { StoredBlock } from '../../src/knowledge/store/blocks.ts';
import type { StoredChunk } from '../../src/knowledge/store/storedChunk.ts';
import { silentLog } from '../../src/log.ts';
import { createMeasures } from '../../src/telemetry/measures.ts';
import { appliedFilters } from '../../src/retrieval/appliedFilters.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { presets } from '../../src/retrieval/presets.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import type { GateSetting } from '../../src/workspaces/gate.ts';
import { learningOf } from './fakeLearning.ts';
import { loopNow } from './clocks.ts';

export const workspaceId = '01900000-0000-7000-8000-000000000001';
export const otherWorkspaceId = '01900000-0000-7000-8000-000000000002';
export const readerKey = 'ck_reader_of_the_first';
export const otherKey = 'ck_admin_of_the_second';

const instant = new Date('2025-06-01T00:00:00.000Z');
const text = 'A label can be voided within 21 days of purchase.';
const span = { start: 0, end: text.length };

export const documentOf = (id: string): Document => ({
  id,
  key: `${id}.md`,
  title: `Title of ${id}`,
  url: null,
  state: 'PUBLISHED',
  metadata: { id },
  tags: ['labels'],
  sourceType: 'MARKDOWN',
  semanticType: 'policy',
  author: null,
  language: 'en',
  accessGroups: [],
  supersededBy: null,
  trust: 'NORMAL',
  deletedAt: null,
  createdAt: instant,
  updatedAt: instant,
  currentVersionId: `${id}-v1`,
});

export const versionOf = (id: string): DocumentVersion => ({
  id,
  documentId: id.replace(/-v\d$/, ''),
  number: 1,
  text,
  contentHash: 'ab12',
  effectiveFrom: instant,
  effectiveUntil: null,
  expiresAt: null,
  createdAt: instant,
  chunkCount: 1,
  sourceType: 'MARKDOWN',
  sourceMap: { unit: 'LINE', offsets: [0, 20], positions: [3, 7] },
  flags: [],
  problems: [],
});

export const blocksOf = (): StoredBlock[] => [
  { kind: 'HEADING', span: { start: 0, end: 6 }, text: '# Fees', level: 1, headingPath: [] },
  { kind: 'TABLE', span: { start: 8, end: 25 }, text: 'Plan: Pro; Fee: 9', level: null, headingPath: ['Fees'] },
];

export const chunkOf = (versionId: string): StoredChunk => ({
  id: `${versionId}-k0`,
  versionId,
  ordinal: 0,
  text,
  sourceSpan: span,
  sectionPath: ['Rules'],
  contentType: 'PROSE',
  tokenCount: 11,
  quality: 0.5,
  omitted: false,
  omitReason: null,
  omitOverride: null,
  duplicates: [{ chunkId: 'c2', documentId: 'd2', documentKey: 'd2.md', versionId: 'd2-v1' }],
  hypotheticalCount: 2,
});

const arm = { rank: 1, rawScore: 0.5, contribution: 0.25 };
export const passageOf = (documentId: string, rank: number): Passage => ({
  chunkId: `${documentId}-c${rank}`,
  documentId,
  documentKey: `${documentId}.md`,
  documentTitle: documentId,
  versionId: `${documentId}-v1`,
  versionNumber: 1,
  effectiveFrom: instant,
  effectiveUntil: null,
  supersededBy: null,
  trust: 'NORMAL',
  layout: 'CERTAIN',
  documentCreatedAt: instant,
  url: null,
  updatedAt: instant,
  text,
  sourceSpan: span,
  sectionPath: ['Rules'],
  rank,
  score: 0.5,
  coverage: 1,
  windows: [],
  trace: { vector: arm, keyword: arm, adjustments: [], rerank: null },
  duplicateGroup: null,
  duplicates: [],
});

export const confidence: Confidence = {
  value: 0.9,
  display: 90,
  calibration: null,
  signals: {
    rrfTop: 0.03,
    inBothArms: true,
    keywordNormalized: 0.8,
    idfCoverage: 1,
    armOverlap: 0.4,
    vectorDistance: null,
    margin: 0.2,
    rerankScore: null,
    questionInformation: 21.4,
    knownWords: 1,
    sentenceCoverage: 1,
    answerTypePresent: true,
    codesMatched: true,
    quantityMatched: false,
    timeFit: null,
    ...unread,
    writerFound: null,
  },
};

const usage = { millis: 12.5, rounds: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: null };
const core = (question: string): OutcomeCore => ({
  id: 'run-1',
  question,
  tier: 'CONFIDENT',
  confidence,
  stopReason: 'GATE_PASSED',
  citations: [],
  usage,
  degraded: [],
});

/** One of its sources is gone. */
const curatedOf = (id: string): CuratedAnswer => ({
  id,
  question: 'q',
  alternatives: [],
  answer: 'a',
  sourceDocumentIds: ['d1', 'lost-1', 'd2'],
  expiresAt: null,
  updatedAt: instant,
  staleSources: [
    { documentId: 'lost-1', title: null, reason: 'DELETED', changedAt: null },
    { documentId: 'd2', title: 'Title of d2', reason: 'CHANGED', changedAt: instant },
  ],
});

const answer = (question: string): Answer => ({
  ...core(question),
  type: 'Answer',
  text: `${text} [1]`,
  mode: 'EXTRACTIVE',
  shortAnswer: null,
  table: null,
  droppedClaims: [],
  claims: [{ text, answerSpan: span, citationNumbers: [1], status: 'SUPPORTED', support: 1 }],
  conflicts: [
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
  ],
  notices: [
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
  ],
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

const clarification = (question: string): Clarification => ({
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

const abstention = (question: string): Abstention => ({
  ...core(question),
  type: 'Abstention',
  tier: 'NO_MATCH',
  stopReason: 'BELOW_GATE',
  message: 'I do not know.',
  reason: 'OUT_OF_SCOPE',
  nextSteps: [{ kind: 'REPHRASE', text: 'Ask with other words.', terms: ['toner'], filterField: null, owner: null }],
  nearest: [passageOf('d1', 1), passageOf('d2', 2)],
});

const planOf = (question: string): Plan => ({
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

const reflection: Reflection = {
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
const missOf = (documentId: string) =>
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

/** What the fake saw, for assertions. */
export interface Seen {
  readonly calls: string[];
  readonly callers: Caller[];
  readonly requests: unknown[];
  /** By `loopNow`, when a hanging call saw its signal abort. */
  readonly aborts: number[];
}

export interface FakeApp extends App {
  readonly seen: Seen;
  checks: readonly Check[];
}

/**
 * Behaves by the first word of the question: `answer`, `clarify`, `abstain`, `fail` (a Failed event), `invalid` (BAD_INPUT), `crash` (an unknown error),
 * `midway` (an event, then a crash), `hang` (one event, then waits for its signal), `stubborn` (the same, deaf to its signal), `slow` (300 ms, then an answer), `lost` (an answer
 * that cites a document which is gone).
 */
export function createFakeApp(changes: Partial<Config> = {}): FakeApp {
  const seen: Seen = { calls: [], callers: [], requests: [], aborts: [] };
  const config: Config = { ...loadConfig({ PORT: '0', LOG_LEVEL: 'silent' }), ...changes };
  const note = (call: string, caller: Caller, request?: unknown) => {
    seen.calls.push(call);
    seen.callers.push(caller);
    if (request !== undefined) seen.requests.push(request);
  };
  return {
    config,
    log: silentLog,
    seen,
    checks: [{ name: 'database', passed: true, detail: 'ok', remedy: null }],
    calibrations: {
      find: (_caller, ids) => Promise.resolve(ids.map(() => undefined)),
      list: () => Promise.resolve({ nodes: [], cursors: [], hasNextPage: false, endCursor: null }),
      active: () => Promise.resolve([]),
      fit: unused,
      fitFeedback: unused,
      activate: unused,
      deactivate: () => Promise.resolve(0),
    },
    weights: { list: () => Promise.resolve([]), inUse: unused, save: unused, remove: () => Promise.resolve(0) },
    ask: (caller, request, options) => {
      note('ask', caller, request);
      return stamped(events(request, options, seen));
    },
    search: (caller, request) => {
      note('search', caller, request);
      return Promise.resolve({
        passages: [passageOf('d1', 1), passageOf('d2', 2), passageOf('d1', 3)],
        curated: [{ answer: curatedOf('ca1'), score: 1 }],
        confidence,
        tier: 'CONFIDENT',
        degraded: [],
        best: text,
        ...explained,
      });
    },
    ingest: async (caller, documents) => {
      if (caller.role === 'READER') throw new CandorError('FORBIDDEN', 'A READER may not change knowledge.');
      const results = [];
      for await (const document of documents)
        results.push({
          key: document.key,
          status: 'CREATED',
          documentId: 'd1',
          versionId: 'd1-v1',
          error: null,
        } as const);
      note('ingest', caller, results.length);
      return {
        results,
        createdCount: results.length,
        updatedCount: 0,
        unchangedCount: 0,
        failedCount: 0,
        timings: noTime,
      };
    },
    ...knowledgeOf(note),
    grounding: groundingOf(note),
    ...learningOf(note),
    jobs: jobsOf(note),
    measures: createMeasures(),
    backups: { backup: unused, restore: unused },
    keys: keysOf(),
    identity: {
      keys: unused,
      createKey: unused,
      rotateKey: unused,
      revokeKey: unused,
      allowances: unused,
      setAllowance: unused,
    },
    audit: {
      record: () => Promise.resolve(),
      page: unused,
      entries: () => {
        throw new Error('unused');
      },
      verify: unused,
      retention: unused,
      setRetention: unused,
    },
    spending: { reserve: () => Promise.resolve(undefined), settle: () => Promise.resolve() },
    erasure: { person: unused, workspace: unused },
    personOf: unused,
    doctor({ callChat = true } = {}) {
      seen.calls.push('doctor');
      return Promise.resolve(this.checks.filter(({ name }) => callChat || name !== 'chat model'));
    },
    close: () => Promise.resolve(),
  };
}

const noTime = { totalMillis: 0, parseMillis: 0, chunkMillis: 0, embedMillis: 0, storeMillis: 0 };
const workspaceOf = (
  id: string,
  retentionDays = 30,
  budget: BudgetSettings = unsetBudget,
  gate: GateSetting | null = null,
): Workspace => ({
  id,
  name: `Workspace ${id.slice(-1)}`,
  documentCount: 2,
  chunkCount: 4,
  curatedAnswerCount: 1,
  embedder: 'fake',
  retentionDays,
  budget: effectiveBudget(budget),
  gate,
});
export const aliasOf = (term: string, synonyms: readonly string[] = ['annual leave']): Alias => ({
  id: `alias of ${term}`,
  term,
  synonyms,
  createdAt: instant,
  updatedAt: instant,
});

type Note = (call: string, caller: Caller, request?: unknown) => void;
const unused = () => Promise.reject(new Error('not in the fake'));
const lost = (id: string) => id.startsWith('lost');

function knowledgeOf(note: Note): Pick<App, 'knowledge' | 'runs' | 'workspaces'> {
  return {
    knowledge: {
      documents: (caller, ids) => (
        note('documents', caller, ids),
        Promise.resolve(ids.map((id) => (lost(id) ? undefined : documentOf(id))))
      ),
      documentsByKey: (caller, keys) => (
        note('documentsByKey', caller, keys),
        Promise.resolve(keys.map((key) => (lost(key) ? undefined : documentOf(key.replace('.md', '')))))
      ),
      versions: (caller, ids) => (
        note('versions', caller, ids),
        Promise.resolve(ids.map((id) => (lost(id) ? undefined : versionOf(id))))
      ),
      versionsOf: (caller, ids) => (
        note('versionsOf', caller, ids),
        Promise.resolve(ids.map((id) => [versionOf(`${id}-v1`)]))
      ),
      blocks: (caller, ids) => (
        note('blocks', caller, ids),
        Promise.resolve(ids.map((id) => (lost(id) ? null : blocksOf())))
      ),
      chunks: (caller, ids) => (
        note('chunks', caller, ids),
        Promise.resolve(
          ids.map((id) => ({ nodes: [chunkOf(id)], cursors: ['c0'], hasNextPage: true, endCursor: 'c0' })),
        )
      ),
      listDocuments: (caller, page, filter) => {
        note('listDocuments', caller, { page, filter });
        if (page.first < 1 || page.first > 100)
          return Promise.reject(
            new CandorError('BAD_INPUT', 'first must be 1 to 100', { details: { field: 'first' } }),
          );
        return Promise.resolve({
          nodes: ['d1', 'd2'].map(documentOf),
          cursors: ['d1', 'd2'],
          hasNextPage: false,
          endCursor: 'd2',
          totalCount: 2,
        });
      },
      setState: (caller, id, state) => (note('setState', caller), Promise.resolve({ ...documentOf(id), state })),
      deleteDocument: (caller, id, purge) => (note('deleteDocument', caller, { id, purge }), Promise.resolve()),
      restoreDocument: (caller, id) => (note('restoreDocument', caller), Promise.resolve(documentOf(id))),
      setChunkOmitted: (caller, id, omitted) => (
        note('setChunkOmitted', caller, { id, omitted }),
        Promise.resolve({ ...chunkOf('d1-v1'), id, omitted: omitted ?? false, omitOverride: omitted })
      ),
      setRetention: (caller, days) => (
        note('setRetention', caller),
        Promise.resolve(workspaceOf(caller.workspaceId, days))
      ),
      setBudget: (caller, change) => (
        note('setBudget', caller, change),
        Promise.resolve(
          workspaceOf(caller.workspaceId, 30, { defaults: change.defaults ?? {}, ceilings: change.ceilings ?? {} }),
        )
      ),
      setGate: (caller, gate) => (
        note('setGate', caller, gate),
        Promise.resolve(workspaceOf(caller.workspaceId, 30, unsetBudget, gate))
      ),
      saveCurated: (_caller, input) =>
        Promise.resolve({
          ...curatedOf(input.id ?? 'ca1'),
          question: input.question,
          answer: input.answer,
          sourceDocumentIds: input.sourceDocumentIds ?? [],
          expiresAt: input.expiresAt ?? null,
        }),
      deleteCurated: () => Promise.resolve(),
      confirmCurated: (caller, id) => (note('confirmCurated', caller, id), Promise.resolve(curatedOf(id))),
      listCurated: (caller, page, filter) => (
        note('listCurated', caller, { page, filter }),
        Promise.resolve({ nodes: [curatedOf('ca1')], cursors: ['ca1'], hasNextPage: false, endCursor: 'ca1' })
      ),
      saveAlias: (caller, input) => (
        note('saveAlias', caller, input),
        Promise.resolve(aliasOf(input.term, input.synonyms))
      ),
      deleteAlias: (caller, which) => (
        note('deleteAlias', caller, which),
        lost(which)
          ? Promise.reject(new CandorError('NOT_FOUND', 'This workspace has no such alias.'))
          : Promise.resolve(aliasOf(which))
      ),
      listAliases: (caller, page) => (
        note('listAliases', caller, page),
        Promise.resolve({ nodes: [aliasOf('holiday')], cursors: ['a1'], hasNextPage: true, endCursor: 'a1' })
      ),
      reEmbed: unused,
    },
    runs: {
      find: (caller, id) => (note('runs.find', caller), Promise.resolve(lost(id) ? undefined : runOf(id))),
      explainMiss: (caller, runId, documentId) => (
        note('explainMiss', caller, { runId, documentId }),
        Promise.resolve(lost(documentId) ? undefined : missOf(documentId))
      ),
      replay: (caller, id, overrides) => {
        note('runs.replay', caller, { id, overrides });
        if (lost(id))
          return Promise.reject(
            new CandorError('NOT_FOUND', 'There is no such run that this key may read.', { details: { id } }),
          );
        return Promise.resolve({
          original: runOf(id),
          run: { ...runOf('run-2'), replayOf: id },
          same: false,
          changes: [{ path: 'result.text', before: '"a"', after: null }],
          changedDocuments: ['d1.md'],
        });
      },
      list: (caller, page, filter) => (
        note('runs.list', caller, { page, filter }),
        Promise.resolve({
          nodes: ['run-1', 'run-2'].map(runOf),
          cursors: ['run-1', 'run-2'],
          hasNextPage: true,
          endCursor: 'run-2',
        })
      ),
    },
    workspaces: {
      ensure: unused,
      find: (id) => Promise.resolve(workspaceOf(id)),
      setRetention: unused,
      setBudget: unused,
      setGate: unused,
      remove: unused,
    },
  };
}

/** A citation that holds; one claim of the text, proven unless it has `wrong` in it. */
function groundingOf(note: Note): App['grounding'] {
  const checks = [{ name: 'QUOTE', passed: true, detail: null }] as const;
  return {
    verifyCitation: (caller, request) => {
      note('verifyCitation', caller, request);
      if (lost(request.runId ?? ''))
        return Promise.reject(new CandorError('NOT_FOUND', 'There is no such run that this key may read.'));
      return Promise.resolve({
        documentId: 'd1',
        versionId: 'd1-v1',
        sourceSpan: span,
        quote: text,
        claim: text,
        quoteMatches: true,
        status: 'SUPPORTED',
        support: 1,
        checks,
        isCurrent: request.number === 1,
        documentState: 'PUBLISHED',
        holdsToday: request.number === 1,
        today: {
          documentId: 'd1',
          versionId: 'd1-v2',
          ...(request.number === 1
            ? { kind: 'SAME', quote: text, sourceSpan: span }
            : { kind: 'ABSENT', quote: null, sourceSpan: null }),
        },
      });
    },
    check: (caller, request) => {
      note('checkGrounding', caller, request);
      const supported = !request.text.includes('wrong');
      const status = supported ? 'SUPPORTED' : 'UNSUPPORTED';
      const evidence = [
        {
          documentId: 'd1',
          versionId: 'd1-v1',
          quote: text,
          sourceSpan: span,
          sectionPath: ['Rules'],
          status,
          support: 1,
          checks,
        } as const,
      ];
      return Promise.resolve({
        claims: [
          {
            text: request.text.trim(),
            span,
            status,
            support: 1,
            reason: supported ? null : 'NUMBERS: Not in the quote: 22',
            evidence,
          },
        ],
        claimCount: 1,
        supportedCount: supported ? 1 : 0,
        complete: true,
      });
    },
  };
}

/** One job that is over after three events; `lost…` is not there. */
function jobsOf(note: Note): App['jobs'] {
  const found = (id: string) =>
    lost(id)
      ? Promise.reject(new CandorError('NOT_FOUND', 'This workspace has no such ingest job.', { details: { id } }))
      : Promise.resolve(jobOf(id));
  return {
    upload: async (caller, files) => {
      for await (const file of files) for await (const _bytes of file.content) note('upload', caller, file.name);
      return { id: 'job-1' };
    },
    submit: (caller, documents) => (note('submit', caller, documents), Promise.resolve(jobOf('job-1', 'QUEUED'))),
    syncPath: unused,
    find: (_caller, id) => Promise.resolve(lost(id) ? undefined : jobOf(id)),
    require: (_caller, id) => found(id),
    list: (caller, page) => (
      note('jobs.list', caller, page),
      Promise.resolve({ nodes: [jobOf('job-1')], cursors: ['job-1'], hasNextPage: false, endCursor: 'job-1' })
    ),
    items: (caller, id, first, after) => {
      note('jobs.items', caller, { id, first, after });
      return Promise.resolve([
        {
          ordinal: 0,
          name: 'a.md',
          action: 'INGEST',
          source: { kind: 'PAYLOAD' },
          reason: 'uploaded',
          state: 'DONE',
          results: [],
          finishedAt: null,
        },
      ]);
    },
    cancel: (caller, id) => (note('jobs.cancel', caller, id), found(id)),
    watch: async function* watch(_caller, id) {
      for (const state of ['QUEUED', 'RUNNING', 'COMPLETED'] as const) yield await Promise.resolve(jobOf(id, state));
    },
    open: () => Promise.resolve({ RECEIVING: 0, QUEUED: 2, RUNNING: 1 }),
    start: () => Promise.resolve(),
  };
}

export function jobOf(id: string, state: JobState = 'COMPLETED'): IngestJob {
  const counts = { done: 1, created: 1, updated: 0, unchanged: 0, moved: 0, deleted: 0, failed: 0 };
  return {
    id,
    label: 'a.md',
    state,
    total: 1,
    counts,
    timings: noTime,
    error: null,
    createdAt: new Date(0),
    startedAt: null,
    finishedAt: null,
  };
}

export const apiKeyOf = (id: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: 'robot',
  role: 'READER',
  accessGroups: [],
  scopes: ['ASK', 'READ'],
  origins: null,
  runs: 'OWN',
  createdAt: new Date(0),
  expiresAt: null,
  lastUsedAt: null,
  rotatedAt: null,
  previousSecretUntil: null,
  revokedAt: null,
  ...changes,
});

function keysOf(): App['keys'] {
  const callers = new Map<string, Caller>([
    [readerKey, { workspaceId, role: 'READER', accessGroups: ['sales'], keyId: 'k1' }],
    [otherKey, { workspaceId: otherWorkspaceId, role: 'ADMIN', accessGroups: null, keyId: 'k2' }],
  ]);
  return {
    create: unused,
    list: unused,
    rotate: unused,
    revoke: (_workspace, id) => {
      [...callers].filter(([, { keyId }]) => keyId === id).forEach(([secret]) => callers.delete(secret));
      return Promise.resolve(apiKeyOf(id));
    },
    authenticate: (secret) => {
      const caller = callers.get(secret);
      return caller
        ? Promise.resolve(caller)
        : Promise.reject(new CandorError('UNAUTHENTICATED', 'The API key is not known.'));
    },
  };
}

async function* stamped(bodies: AsyncIterable<AskEventBody>): AsyncGenerator<AskEvent> {
  let sequence = 0;
  for await (const body of bodies) yield { runId: 'run-1', sequence: sequence++, elapsedMillis: sequence, ...body };
}

async function* events(
  { question }: AskRequest,
  options: CallOptions | undefined,
  seen: Seen,
): AsyncGenerator<AskEventBody> {
  const kind = question.split(' ')[0];
  if (kind === 'invalid')
    throw new CandorError('BAD_INPUT', 'question must have 1 to 2,000 characters', { details: { field: 'question' } });
  if (kind === 'crash') throw new TypeError('secret detail at /srv/candor/pool.ts');
  yield { type: 'Planned', plan: planOf(question) };
  if (kind === 'midway') throw new TypeError('secret detail at /srv/candor/pool.ts');
  if (kind === 'hang' || kind === 'stubborn') await untilAborted(kind, options?.signal, seen);
  if (kind === 'slow') await new Promise((resolve) => setTimeout(resolve, 50));
  yield { type: 'Retrieved', round: 1, passageCount: 2 };
  yield { type: 'Reflected', confidence, tier: 'CONFIDENT', reflection };
  if (kind === 'draft') {
    const { text, claims, citations } = answer(question);
    yield { type: 'Provisional', text, claims, citations };
    yield { type: 'Writing', mode: 'GENERATED' };
  }
  if (kind === 'fail')
    yield { type: 'Failed', code: 'DATABASE_UNREACHABLE', message: 'The database is away.', remedy: 'Start it.' };
  else
    yield {
      type: 'Finished',
      outcome:
        kind === 'clarify'
          ? clarification(question)
          : kind === 'abstain'
            ? abstention(question)
            : { ...answer(question), id: kind === 'unrecorded' ? 'lost-run' : 'run-1' },
    };
}

async function untilAborted(kind: 'hang' | 'stubborn', signal: AbortSignal | undefined, seen: Seen): Promise<void> {
  await new Promise<void>((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      seen.aborts.push(loopNow());
      if (kind === 'hang') reject(new CandorError('CANCELLED', 'The caller went away.'));
    });
  });
}
