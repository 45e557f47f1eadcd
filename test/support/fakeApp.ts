import type { AskEvent, AskEventBody } from '../../src/agent/events.ts';
import type { Answer, Abstention, Clarification, OutcomeCore } from '../../src/agent/outcome.ts';
import type { AskRequest } from '../../src/agent/request.ts';
import type { Run } from '../../src/agent/run.ts';
import type { App, CallOptions, Check } from '../../src/app.ts';
import type { Confidence } from '../../src/confidence/signals.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { CandorError } from '../../src/errors.ts';
import type { CuratedAnswer, Document, DocumentVersion } from '../../src/knowledge/document.ts';
import { silentLog } from '../../src/log.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import type { Caller } from '../../src/workspaces/caller.ts';

export const workspaceId = '01900000-0000-7000-8000-000000000001';
export const otherWorkspaceId = '01900000-0000-7000-8000-000000000002';
export const readerKey = 'ck_reader_of_the_first';
export const otherKey = 'ck_admin_of_the_second';

const instant = new Date('2025-06-01T00:00:00.000Z');
const text = 'A label can be voided within 21 days of purchase.';
const span = { start: 0, end: text.length };

export const documentOf = (id: string): Document => ({
  id, key: `${id}.md`, title: `Title of ${id}`, url: null, state: 'PUBLISHED', metadata: { id }, tags: ['labels'],
  createdAt: instant, updatedAt: instant, currentVersionId: `${id}-v1`,
});

export const versionOf = (id: string): DocumentVersion => ({
  id, documentId: id.replace(/-v\d$/, ''), number: 1, text, contentHash: 'ab12', effectiveFrom: instant, effectiveUntil: null, createdAt: instant, chunkCount: 1,
});

const arm = { rank: 1, rawScore: 0.5, contribution: 0.25 };
export const passageOf = (documentId: string, rank: number): Passage => ({
  chunkId: `${documentId}-c${rank}`, documentId, documentKey: `${documentId}.md`, documentTitle: documentId, versionId: `${documentId}-v1`, versionNumber: 1,
  url: null, updatedAt: instant, text, sourceSpan: span, sectionPath: ['Rules'], rank, score: 0.5, coverage: 1, windows: [], trace: { vector: arm, keyword: arm },
});

export const confidence: Confidence = {
  value: 0.9, display: 90, calibration: null,
  signals: { rrfTop: 0.03, inBothArms: true, keywordNormalized: 0.8, idfCoverage: 1, armOverlap: 0.4, vectorDistance: null, margin: 0.2, rerankScore: null, knownWords: 1, sentenceCoverage: 1, answerTypePresent: true },
};

const usage = { millis: 12.5, rounds: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0 };
const core = (question: string): OutcomeCore => ({
  id: 'run-1', question, tier: 'CONFIDENT', confidence, stopReason: 'GATE_PASSED', citations: [], usage, degraded: [],
});

const answer = (question: string): Answer => ({
  ...core(question), type: 'Answer', text: `${text} [1]`, mode: 'EXTRACTIVE', droppedClaims: [],
  claims: [{ text, answerSpan: span, citationNumbers: [1], status: 'SUPPORTED', support: 1 }],
  conflicts: [{ kind: 'NUMERIC', resolution: 'NEWER_VERSION', sides: [{ documentId: 'd1', versionId: 'd1-v1', quote: text, sourceSpan: span, value: '21 days' }] }],
  verification: { complete: true, claimCount: 1, supportedCount: 1 },
  citations: ['d1', 'd2', 'd1'].map((documentId, index) => ({
    number: index + 1, documentId, documentKey: `${documentId}.md`, versionId: `${documentId}-v1`, chunkId: 'c1', quote: text, sourceSpan: span, answerSpan: span,
    sectionPath: ['Rules'], url: null, updatedAt: instant, status: 'SUPPORTED', support: 1, checks: [{ name: 'QUOTE', passed: true, detail: null }],
  })),
});

const clarification = (question: string): Clarification => ({
  ...core(question), type: 'Clarification', tier: 'NO_MATCH', stopReason: 'ZERO_HITS', text: 'What do you mean?', reason: 'No word is known.', options: [{ id: 'o1', text: 'Labels?' }],
});

const abstention = (question: string): Abstention => ({
  ...core(question), type: 'Abstention', tier: 'NO_MATCH', stopReason: 'BELOW_GATE', message: 'I do not know.', reason: 'OUT_OF_SCOPE',
  nextSteps: [{ kind: 'REPHRASE', text: 'Ask with other words.' }], nearest: [passageOf('d1', 1), passageOf('d2', 2)],
});

export const runOf = (id: string): Run => ({
  id, question: 'How?', conversationId: null, createdAt: instant, preset: 'CANDOR', outcome: 'ANSWER', tier: 'CONFIDENT', confidenceValue: 0.9, stopReason: 'GATE_PASSED',
  plan: { language: 'en', kind: 'LOOKUP', strategy: 'HYBRID', queries: ['How?'] }, steps: [{ node: 'plan', startedMillis: 0, millis: 1, detail: { kind: 'LOOKUP' } }],
  passages: [passageOf('d1', 1), passageOf('d2', 2)], candidates: [], result: null, usage, embedder: 'fake', chatModel: null,
});

/** What the fake saw, for assertions. */
export interface Seen {
  readonly calls: string[];
  readonly callers: Caller[];
  readonly requests: unknown[];
  /** Milliseconds (performance.now) at which a hanging call saw its signal abort. */
  readonly aborts: number[];
}

export interface FakeApp extends App {
  readonly seen: Seen;
  checks: readonly Check[];
}

/**
 * Behaves by the first word of the question: `answer`, `clarify`, `abstain`, `fail` (a Failed event), `invalid` (BAD_INPUT), `crash` (an unknown error),
 * `midway` (an event, then a crash), `hang` (one event, then waits for its signal), `stubborn` (the same, deaf to its signal), `slow` (300 ms, then an answer).
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
    config, log: silentLog, seen,
    checks: [{ name: 'database', passed: true, detail: 'ok', remedy: null }],
    ask: (caller, request, options) => {
      note('ask', caller, request);
      return stamped(events(request, options, seen));
    },
    search: (caller, request) => {
      note('search', caller, request);
      const curated: CuratedAnswer = { id: 'ca1', question: 'q', alternatives: [], answer: 'a', sourceDocumentIds: ['d1', 'd2'], updatedAt: instant };
      return Promise.resolve({ passages: [passageOf('d1', 1), passageOf('d2', 2), passageOf('d1', 3)], curated: [{ answer: curated, score: 1 }], confidence, tier: 'CONFIDENT', degraded: [], millis: 1 });
    },
    ingest: async (caller, documents) => {
      if (caller.role === 'READER') throw new CandorError('FORBIDDEN', 'A READER may not change knowledge.');
      const results = [];
      for await (const document of documents) results.push({ key: document.key, status: 'CREATED', documentId: 'd1', error: null } as const);
      note('ingest', caller, results.length);
      return { results, createdCount: results.length, updatedCount: 0, unchangedCount: 0, failedCount: 0 };
    },
    ...knowledgeOf(note),
    keys: keysOf(),
    doctor({ callChat = true } = {}) {
      seen.calls.push('doctor');
      return Promise.resolve(this.checks.filter(({ name }) => callChat || name !== 'chat model'));
    },
    close: () => Promise.resolve(),
  };
}

type Note = (call: string, caller: Caller, request?: unknown) => void;
const unused = () => Promise.reject(new Error('not in the fake'));
const lost = (id: string) => id.startsWith('lost');

function knowledgeOf(note: Note): Pick<App, 'knowledge' | 'runs' | 'workspaces'> {
  return {
    knowledge: {
      documents: (caller, ids) => (note('documents', caller, ids), Promise.resolve(ids.map((id) => (lost(id) ? undefined : documentOf(id))))),
      versions: (caller, ids) => (note('versions', caller, ids), Promise.resolve(ids.map((id) => (lost(id) ? undefined : versionOf(id))))),
      versionsOf: (caller, ids) => (note('versionsOf', caller, ids), Promise.resolve(ids.map((id) => [versionOf(`${id}-v1`)]))),
      listDocuments: (caller, page, filter) => {
        note('listDocuments', caller, { page, filter });
        if (page.first < 1 || page.first > 100) return Promise.reject(new CandorError('BAD_INPUT', 'first must be 1 to 100', { details: { field: 'first' } }));
        return Promise.resolve({ nodes: ['d1', 'd2'].map(documentOf), hasNextPage: false, endCursor: 'd2', totalCount: 2 });
      },
      setState: (caller, id, state) => (note('setState', caller), Promise.resolve({ ...documentOf(id), state })),
      deleteDocument: (caller) => (note('deleteDocument', caller), Promise.resolve()),
      saveCurated: (_caller, input) => Promise.resolve({ id: input.id ?? 'ca1', question: input.question, alternatives: [], answer: input.answer, sourceDocumentIds: input.sourceDocumentIds ?? [], updatedAt: instant }),
      deleteCurated: () => Promise.resolve(),
      listCurated: () => Promise.resolve([]),
      reEmbed: unused,
    },
    runs: {
      find: (caller, id) => (note('runs.find', caller), Promise.resolve(lost(id) ? undefined : runOf(id))),
      list: (caller, page, filter) => (note('runs.list', caller, { page, filter }), Promise.resolve({ nodes: ['run-1', 'run-2'].map(runOf), hasNextPage: true, endCursor: 'run-2' })),
    },
    workspaces: {
      ensure: unused,
      find: (id) => Promise.resolve({ id, name: `Workspace ${id.slice(-1)}`, documentCount: 2, chunkCount: 4, curatedAnswerCount: 1, embedder: 'fake' }),
      remove: unused,
    },
  };
}

function keysOf(): App['keys'] {
  const callers = new Map<string, Caller>([
    [readerKey, { workspaceId, role: 'READER', keyId: 'k1' }],
    [otherKey, { workspaceId: otherWorkspaceId, role: 'ADMIN', keyId: 'k2' }],
  ]);
  return {
    create: unused, list: unused, revoke: (_workspace, id) => Promise.resolve(void [...callers].filter(([, { keyId }]) => keyId === id).forEach(([secret]) => callers.delete(secret))),
    authenticate: (secret) => {
      const caller = callers.get(secret);
      return caller ? Promise.resolve(caller) : Promise.reject(new CandorError('UNAUTHENTICATED', 'The API key is not known.'));
    },
  };
}

async function* stamped(bodies: AsyncIterable<AskEventBody>): AsyncGenerator<AskEvent> {
  let sequence = 0;
  for await (const body of bodies) yield { runId: 'run-1', sequence: sequence++, elapsedMillis: sequence, ...body };
}

async function* events({ question }: AskRequest, options: CallOptions | undefined, seen: Seen): AsyncGenerator<AskEventBody> {
  const kind = question.split(' ')[0];
  if (kind === 'invalid') throw new CandorError('BAD_INPUT', 'question must have 1 to 2,000 characters', { details: { field: 'question' } });
  if (kind === 'crash') throw new TypeError('secret detail at /srv/candor/pool.ts');
  yield { type: 'Planned', plan: { language: 'en', kind: 'LOOKUP', strategy: 'HYBRID', queries: [question] } };
  if (kind === 'midway') throw new TypeError('secret detail at /srv/candor/pool.ts');
  if (kind === 'hang' || kind === 'stubborn') await untilAborted(kind, options?.signal, seen);
  if (kind === 'slow') await new Promise((resolve) => setTimeout(resolve, 300));
  yield { type: 'Retrieved', round: 1, passageCount: 2 };
  yield { type: 'Reflected', confidence, tier: 'CONFIDENT' };
  if (kind === 'fail') yield { type: 'Failed', code: 'DATABASE_UNREACHABLE', message: 'The database is away.', remedy: 'Start it.' };
  else yield { type: 'Finished', outcome: kind === 'clarify' ? clarification(question) : kind === 'abstain' ? abstention(question) : { ...answer(question), id: kind === 'unrecorded' ? 'lost-run' : 'run-1' } };
}

async function untilAborted(kind: 'hang' | 'stubborn', signal: AbortSignal | undefined, seen: Seen): Promise<void> {
  await new Promise<void>((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      seen.aborts.push(performance.now());
      if (kind === 'hang') reject(new CandorError('CANCELLED', 'The caller went away.'));
    });
  });
}
