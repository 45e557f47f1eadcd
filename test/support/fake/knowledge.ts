import type { AnswerStanding } from '../../../src/agent/recalls/recalls.ts';
import type { App } from '../../../src/app/app.ts';
import type { WorkspaceChange } from '../../../src/app/updateWorkspace.ts';
import { CandorError } from '../../../src/errors.ts';
import { unsetBudget } from '../../../src/workspaces/settings.ts';
import type { Caller } from '../../../src/workspaces/caller.ts';
import { missOf, runOf } from './outcomes.ts';
import { aliasOf, blocksOf, chunkOf, curatedOf, documentOf, versionOf, workspaceOf } from './stored.ts';

export type Note = (call: string, caller: Caller, request?: unknown) => void;
export const unused = () => Promise.reject(new Error('not in the fake'));
export const lost = (id: string) => id.startsWith('lost');

type Verbs = App['knowledge'];

const readsOf = (
  note: Note,
): Pick<
  Verbs,
  | 'documents'
  | 'documentsByKey'
  | 'versions'
  | 'versionsOf'
  | 'blocks'
  | 'chunks'
  | 'findChunks'
  | 'listDocuments'
  | 'countDocuments'
  | 'editions'
  | 'metadataNames'
  | 'unconfirmedEditions'
> => ({
  editions: (caller, ids) => (
    note('editions', caller, ids),
    Promise.resolve(ids.map(() => ({ successor: null, supersedes: [] })))
  ),
  metadataNames: (caller, values) => (
    note('metadataNames', caller, values),
    Promise.resolve([{ name: 'product', values: [{ value: 'Alpha', count: 2 }] }])
  ),
  unconfirmedEditions: (caller) => (note('unconfirmedEditions', caller), Promise.resolve([])),
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
    Promise.resolve(ids.map((id) => ({ nodes: [chunkOf(id)], cursors: ['c0'], hasNextPage: true, endCursor: 'c0' })))
  ),
  listDocuments: (caller, page, filter) => {
    note('listDocuments', caller, { page, filter });
    if (page.first < 1 || page.first > 100)
      return Promise.reject(new CandorError('BAD_INPUT', 'first must be 1 to 100', { details: { field: 'first' } }));
    return Promise.resolve({
      nodes: ['d1', 'd2'].map(documentOf),
      cursors: ['d1', 'd2'],
      hasNextPage: false,
      endCursor: 'd2',
    });
  },
  countDocuments: (caller, filter) => (note('countDocuments', caller, { filter }), Promise.resolve(2)),
  findChunks: (caller, ids) => (
    note('findChunks', caller, ids),
    Promise.resolve(ids.map((id) => (/^c\d/.test(id) ? { ...chunkOf('d1-v1'), id } : undefined)))
  ),
});

const changesOf = (
  note: Note,
): Pick<
  Verbs,
  | 'setState'
  | 'setSuccessor'
  | 'deleteDocument'
  | 'restoreDocument'
  | 'setChunkOmitted'
  | 'setRetention'
  | 'setBudget'
  | 'setGate'
> => ({
  setState: (caller, id, state) => (note('setState', caller), Promise.resolve({ ...documentOf(id), state })),
  setSuccessor: (caller, id, successorId) => (
    note('setSuccessor', caller, { id, successorId }),
    Promise.resolve(documentOf(id))
  ),
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
});

const curationOf = (
  note: Note,
): Pick<
  Verbs,
  | 'saveCurated'
  | 'deleteCurated'
  | 'confirmCurated'
  | 'findCurated'
  | 'listCurated'
  | 'countCurated'
  | 'saveAlias'
  | 'deleteAlias'
  | 'findAlias'
  | 'listAliases'
  | 'countAliases'
  | 'reEmbed'
> => ({
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
  findCurated: (_caller, id) => Promise.resolve(id.startsWith('ca') ? curatedOf(id) : undefined),
  countCurated: () => Promise.resolve(1),
  findAlias: (_caller, id) => Promise.resolve(id.startsWith('alias') ? { ...aliasOf('holiday'), id } : undefined),
  countAliases: () => Promise.resolve(7),
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
});

/** The answer was one of 30 days. */
const standingOf = (): AnswerStanding => ({
  verdict: 'CHANGED',
  since: new Date('2026-02-01T09:00:00Z'),
  citationNumber: 1,
  now: { documentId: 'd1', versionId: 'v2', sourceSpan: { start: 0, end: 22 }, quote: 'Refunds take 14 days.' },
});

const runsOf = (note: Note): App['runs'] => ({
  retention: () => Promise.resolve({ days: 365, count: 100_000 }),
  setRetention: (caller, change) => (
    note('runs.setRetention', caller, change),
    Promise.resolve({ days: 365, count: 100_000 })
  ),
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
  standings: (caller, ids) => (
    note('runs.standings', caller, { ids }),
    Promise.resolve(ids.map((id) => (id === 'run-1' ? standingOf() : null)))
  ),
  recalls: (caller, page, since, options) => (
    note('runs.recalls', caller, { page, since, options }),
    Promise.resolve({ nodes: [runOf('run-1')], cursors: ['run-1'], hasNextPage: true, endCursor: 'run-1' })
  ),
  countRecalls: (caller, since) => (note('runs.countRecalls', caller, { since }), Promise.resolve(3)),
  async *watchRecalls(caller) {
    note('runs.watchRecalls', caller);
    yield await Promise.resolve(runOf('run-1'));
  },
  lookAgain: (caller) => (note('runs.lookAgain', caller), Promise.resolve()),
  count: (caller, filter) => (note('runs.count', caller, { filter }), Promise.resolve(12)),
  list: (caller, page, filter, options) => (
    note('runs.list', caller, { page, filter, options }),
    Promise.resolve({
      nodes: ['run-1', 'run-2'].map(runOf),
      cursors: ['run-1', 'run-2'],
      hasNextPage: true,
      endCursor: 'run-2',
    })
  ),
});

export function knowledgeOf(note: Note): Pick<App, 'knowledge' | 'runs' | 'workspaces' | 'updateWorkspace'> {
  let set: WorkspaceChange = {};
  return {
    updateWorkspace: (caller, change) => {
      note('updateWorkspace', caller, change);
      set = { ...set, ...change };
      return Promise.resolve();
    },
    knowledge: { ...readsOf(note), ...changesOf(note), ...curationOf(note) },
    runs: runsOf(note),
    workspaces: {
      ensure: unused,
      find: (id) => {
        const { defaults, ceilings } = set.budget ?? {};
        const budget = { defaults: defaults ?? {}, ceilings: ceilings ?? {} };
        return Promise.resolve(
          workspaceOf(id, set.retentionDays ?? 30, budget, set.gate ?? null, set.documentSite ?? null),
        );
      },
      setRetention: unused,
      setBudget: unused,
      setGate: unused,
      remove: unused,
    },
  };
}
