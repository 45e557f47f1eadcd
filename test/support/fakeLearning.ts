import type { App } from '../../src/app/app.ts';
import { CandorError } from '../../src/errors.ts';
import type { SetDocument } from '../../src/learning/feedback/exportSet.ts';
import type { Feedback } from '../../src/learning/feedback/feedback.ts';
import { conflictVerdicts, type FoundConflict } from '../../src/learning/audits/foundConflicts.ts';
import type { KnowledgeGap } from '../../src/learning/gaps/gap.ts';
import type { WorkspaceHealth } from '../../src/learning/health.ts';
import type { RunDigest } from '../../src/learning/runDigest.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { confidence } from './fake/outcomes.ts';
import { curatedOf, instant, text } from './fake/stored.ts';

type Note = (call: string, caller: Caller, request?: unknown) => void;

const { signals } = confidence;

export const feedbackFor = (runId: string): Feedback => ({
  id: `feedback of ${runId}`,
  runId,
  question: 'How?',
  outcome: 'ANSWER',
  verdict: 'CORRECT',
  documentIds: ['d1', 'lost-1'],
  passageId: null,
  answer: null,
  comment: null,
  givenBy: null,
  createdAt: instant,
});

const sideOf = (documentId: string, value: string): FoundConflict['sides'][number] => ({
  documentId,
  documentKey: `${documentId}.md`,
  title: documentId,
  versionId: `${documentId}-v1`,
  effectiveFrom: instant,
  quote: text,
  sourceSpan: { start: 0, end: text.length },
  value,
});

const foundConflict: FoundConflict = {
  id: 'conflict-1',
  kind: 'NUMERIC',
  sides: [sideOf('d1', '22'), sideOf('d2', '23')],
  foundAt: instant,
  verdict: null,
  resolvedAt: null,
};

/** One conflict; an id that begins with `lost` is none. */
export function conflictsOf(note: Note): App['conflicts'] {
  return {
    audit: (caller) => (note('conflicts.audit', caller), Promise.resolve({ done: 2, total: 2, found: 1 })),
    list: (caller, resolved) => (note('conflicts.list', caller, { resolved }), Promise.resolve([foundConflict])),
    resolve: (caller, id, verdict) => {
      note('conflicts.resolve', caller, { id, verdict });
      if (id.startsWith('lost')) return Promise.reject(new CandorError('NOT_FOUND', 'There is no such conflict.'));
      const known = conflictVerdicts.find((each) => each === verdict) ?? null;
      return Promise.resolve({ ...foundConflict, id, verdict: known, resolvedAt: known && instant });
    },
  };
}

/** Feedback, gaps and health of an app that knows nothing; a run whose id begins with `lost` is not there. */
export function learningOf(note: Note): Pick<App, 'feedback' | 'gaps' | 'curateChosen' | 'health'> {
  return {
    feedback: feedbackOf(note),
    curateChosen: (caller, input) => {
      note('curateChosen', caller, input);
      return isLost(input) ? noRun() : Promise.resolve(curatedOf('ca1'));
    },
    health: (caller) => (note('health', caller), Promise.resolve(workspaceHealth)),
    gaps: (caller, { signal: _signal, ...request }) => (
      note('gaps', caller, request),
      Promise.resolve({
        nodes: [gapOf('run-1')],
        cursors: ['g1'],
        hasNextPage: true,
        endCursor: 'g1',
        totalCount: 3,
        runCount: 40,
        unansweredCount: 9,
        degraded: false,
      })
    ),
  };
}

const isLost = ({ runId }: { readonly runId: string }) => runId.startsWith('lost');
const noRun = () => Promise.reject(new CandorError('NOT_FOUND', 'This workspace has no such run.'));

const exportedQuestion = {
  id: 'run-1',
  question: 'How?',
  type: 'judged-correct',
  expected: 'answer',
  answerable: true,
  answers: [],
  evidenceSentences: [text],
  relevantDocIds: ['d1.md'],
  language: 'en',
} as const;

function feedbackOf(note: Note): App['feedback'] {
  return {
    record: (caller, input) => {
      note('feedback.record', caller, input);
      if (isLost(input)) return noRun();
      return Promise.resolve({
        ...feedbackFor(input.runId),
        verdict: input.verdict,
        documentIds: input.documentIds ?? [],
        answer: input.answer ?? null,
        comment: input.comment ?? null,
        givenBy: caller.keyId,
      });
    },
    choose: (caller, input) => {
      note('feedback.choose', caller, input);
      return isLost(input)
        ? noRun()
        : Promise.resolve({
            ...feedbackFor(input.runId),
            passageId: input.passageId ?? null,
            givenBy: caller.keyId,
          });
    },
    list: (caller, page) => (
      note('feedback.list', caller, page),
      Promise.resolve({
        nodes: ['run-1', 'run-2'].map(feedbackFor),
        cursors: ['f1', 'f2'],
        hasNextPage: true,
        endCursor: 'f2',
      })
    ),
    find: (_caller, id) => Promise.resolve(id.startsWith('feedback') ? { ...feedbackFor('run-1'), id } : undefined),
    count: () => Promise.resolve(2),
    ofRuns: (caller, ids) => (
      note('feedback.ofRuns', caller, ids),
      Promise.resolve(ids.map((id) => [feedbackFor(id)]))
    ),
    queue: (caller, first) => (
      note('feedback.queue', caller, first),
      Promise.resolve({ nodes: [{ run: digestOf('run-1'), distance: 0.25, similarCount: 2 }], unjudgedCount: 7 })
    ),
    exportSet: (caller) => {
      note('feedback.exportSet', caller);
      return Promise.resolve({
        questions: [exportedQuestion],
        leftOut: { tied: 1, unknown: 0, repeated: 2 },
        documents: setDocuments(),
      });
    },
  };
}

export const workspaceHealth: WorkspaceHealth = {
  status: 'ALARM',
  message: 'Fit anew.',
  checkedAt: instant,
  calibrations: [
    {
      calibrationId: 'cal-1',
      language: 'und',
      status: 'ALARM',
      stale: false,
      activatedAt: instant,
      recentRuns: 50,
      signals: [{ signal: 'keyword', stabilityIndex: 0.4, pValue: 0.0001, alarm: true }],
      errors: { alpha: 0.05, delta: 0.05, answered: 20, wrong: 6, wealth: 31, alarmed: true },
    },
  ],
};

export const gapOf = (id: string): KnowledgeGap => ({
  id,
  question: 'How?',
  count: 4,
  conversationCount: 2,
  firstAskedAt: instant,
  lastAskedAt: instant,
  reasons: [
    { reason: 'WEAK_EVIDENCE', count: 3 },
    { reason: 'NOTHING_FOUND', count: 1 },
  ],
  missing: [{ kind: 'CODE', text: 'E1042', count: 2 }],
  shortfalls: [{ gap: 'MISSING_FACT', count: 2 }],
  nearestDocuments: [{ documentId: 'd1', documentKey: 'd1.md', count: 3 }],
  chosen: [
    { passageId: 'c1', documentId: 'd1', documentKey: 'd1.md', sentence: 'Within 21 days.', runId: id, count: 2 },
  ],
  exampleRunIds: [id],
});

export const digestOf = (id: string): RunDigest => ({
  id,
  question: 'How?',
  standalone: 'How?',
  language: 'en',
  kind: 'LOOKUP',
  conversationId: null,
  createdAt: instant,
  preset: 'CANDOR',
  embedder: 'fake',
  outcome: 'ABSTENTION',
  tier: 'NO_MATCH',
  confidence: 0.2,
  stopReason: 'BELOW_GATE',
  mode: null,
  reason: 'WEAK_EVIDENCE',
  text: null,
  calibrationId: null,
  gate: null,
  signals,
  reflection: { gap: 'WEAK', requirements: [] },
  sources: [{ documentId: 'd1', documentKey: 'd1.md' }],
  alternatives: [],
  vector: null,
  citations: [],
});

async function* setDocuments(): AsyncGenerator<SetDocument> {
  yield await Promise.resolve({
    id: 'd1.md',
    title: 'Title of d1',
    text,
    format: 'MARKDOWN',
    url: null,
    language: 'en',
    tags: ['labels'],
    semanticType: 'policy',
    author: null,
    supersededBy: null,
    effectiveFrom: instant,
    updatedAt: instant,
  });
}
