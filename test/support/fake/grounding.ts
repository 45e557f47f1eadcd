import type { GroundingReport } from '../../../src/agent/checking/checkGrounding.ts';
import type { App } from '../../../src/app/app.ts';
import { CandorError } from '../../../src/errors.ts';
import { type Note, lost, unused } from './knowledge.ts';
import { jobOf, span, text } from './stored.ts';

const checks = [{ name: 'QUOTE', passed: true, detail: null }] as const;

function reportOf(given: string): GroundingReport {
  const supported = !given.includes('wrong');
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
  return {
    claims: [
      {
        text: given.trim(),
        span,
        status,
        wording: supported ? 'VERBATIM' : 'REWORDED',
        support: 1,
        reason: supported ? null : 'NUMBERS: Not in the quote: 22',
        evidence,
      },
    ],
    claimCount: 1,
    supportedCount: supported ? 1 : 0,
    complete: true,
  };
}

/** A citation that holds; one claim of the text, proven unless it has `wrong` in it. */
export function groundingOf(note: Note): App['grounding'] {
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
    check: (caller, request) => (note('checkGrounding', caller, request), Promise.resolve(reportOf(request.text))),
  };
}

/** One job that is over after three events; `lost…` is not there. */
export function jobsOf(note: Note): App['jobs'] {
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
    count: () => Promise.resolve(1),
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
    renewVectors: async () => undefined,
    start: () => Promise.resolve(),
  };
}
