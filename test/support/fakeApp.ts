import { apiKeyOf } from './fake/stored.ts';
import type { Seen } from './fake/events.ts';
import type { Note } from './fake/knowledge.ts';
import type { App, Check } from '../../src/app/app.ts';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { CandorError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { createMeasures } from '../../src/telemetry/measures.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { events, stamped } from './fake/events.ts';
import { groundingOf, jobsOf } from './fake/grounding.ts';
import { knowledgeOf, unused } from './fake/knowledge.ts';
import { confidence, explained } from './fake/outcomes.ts';
import { curatedOf, noTime, passageOf, text } from './fake/stored.ts';
import { conflictsOf, learningOf } from './fakeLearning.ts';

export const workspaceId = '01900000-0000-7000-8000-000000000001';
export const otherWorkspaceId = '01900000-0000-7000-8000-000000000002';
export const readerKey = 'ck_reader_of_the_first';
export const secondReaderKey = 'ck_second_reader_of_the_first';
export const otherKey = 'ck_admin_of_the_second';

export interface FakeApp extends App {
  readonly seen: Seen;
  checks: readonly Check[];
}

/** What no test of this app asks for, or what has nothing to tell. */
const quiet = {
  calibrations: {
    find: (_caller, ids) => Promise.resolve(ids.map(() => undefined)),
    list: () => Promise.resolve({ nodes: [], cursors: [], hasNextPage: false, endCursor: null }),
    active: () => Promise.resolve([]),
    fit: unused,
    fitFeedback: unused,
    activate: unused,
    count: () => Promise.resolve(0),
    deactivate: () => Promise.resolve([]),
  },
  weights: { list: () => Promise.resolve([]), inUse: unused, save: unused, remove: () => Promise.resolve(0) },
  sources: {
    list: () => Promise.resolve({ nodes: [], cursors: [], hasNextPage: false, endCursor: null }),
    count: () => Promise.resolve(0),
    find: () => Promise.resolve(undefined),
    ofDocuments: (_caller, ids) => Promise.resolve(ids.map(() => undefined)),
    named: unused,
    remove: unused,
    sync: unused,
    readAgain: unused,
    readSoon: unused,
    setSchedule: unused,
    start: () => Promise.resolve(),
    push: unused,
    submit: unused,
  },
  backups: { backup: unused, restore: unused },
  identity: {
    keys: () => Promise.resolve([apiKeyOf('key-1')]),
    createKey: unused,
    rotateKey: unused,
    revokeKey: unused,
    allowances: () => Promise.resolve([]),
    ownAllowances: () => Promise.resolve([]),
    setAllowance: unused,
  },
  audit: {
    record: () => Promise.resolve(),
    page: unused,
    count: unused,
    entries: () => {
      throw new Error('unused');
    },
    verify: unused,
    retention: () => Promise.resolve(null),
    setRetention: unused,
  },
  spending: { reserve: () => Promise.resolve(undefined), settle: () => Promise.resolve() },
  erasure: { person: unused, workspace: unused },
  personOf: unused,
} satisfies Partial<App>;

function ingestOf(note: Note): App['ingest'] {
  return async (caller, documents) => {
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
  };
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
    ingest: ingestOf(note),
    ...knowledgeOf(note),
    grounding: groundingOf(note),
    conflicts: conflictsOf(note),
    ...learningOf(note),
    jobs: jobsOf(note),
    measures: createMeasures(),
    keys: keysOf(),
    ...quiet,
    databaseNodes: () => Promise.resolve([]),
    lateDatabase: () => new CandorError('DATABASE_UNREACHABLE', 'late'),
    doctor({ callChat = true } = {}) {
      seen.calls.push('doctor');
      return Promise.resolve(
        this.checks.filter(({ name, until }) => callChat || name !== 'chat model' || until !== undefined),
      );
    },
    close: () => Promise.resolve(),
  };
}

function keysOf(): App['keys'] {
  const callers = new Map<string, Caller>([
    [readerKey, { workspaceId, role: 'READER', accessGroups: ['sales'], keyId: 'k1' }],
    [secondReaderKey, { workspaceId, role: 'READER', accessGroups: ['sales'], keyId: 'k3' }],
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
