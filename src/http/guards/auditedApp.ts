import type { AskEvent } from '../../agent/state/events.ts';
import type { AskRequest } from '../../agent/state/request.ts';
import type { Run } from '../../agent/state/run.ts';
import type { App } from '../../app/app.ts';
import type { AskOptions } from '../../app/verbs.ts';
import { isCandorError, messageOf, type ErrorCode } from '../../errors.ts';
import type { Page } from '../../knowledge/document.ts';
import type { FoundConflict } from '../../learning/audits/foundConflicts.ts';
import type { AuditAction, AuditEvent } from '../../workspaces/auditChain.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { auditedIngestion, type Auditor } from './auditedIngestion.ts';
import { inLastMillis } from './inLastMillis.ts';

/** Refusals are not failures: an audit is read to find out who was refused what. */
const refusals: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'NOT_FOUND', 'OVERLOADED', 'BUDGET_EXCEEDED']);

/** The app with the questions, reads and changes of its callers recorded. Created only if the audit is on. */
export function auditedApp(app: App): App {
  const auditor = createAuditor(app);
  return {
    ...app,
    ask: (caller, request, options) => askWitnessed(app, caller, request, options),
    search: (caller, request, options) =>
      auditor(
        caller,
        'SEARCH',
        () => app.search(caller, request, options),
        ({ passages }) => passages.map(({ documentId }) => documentId),
        request.query,
      ),
    gaps: (caller, request) => auditor(caller, 'READ_GAPS', () => app.gaps(caller, request), nothing),
    curateChosen: (caller, input) =>
      auditor(
        caller,
        'SAVE_CURATED_ANSWER',
        () => app.curateChosen(caller, input),
        ({ id }) => [id],
      ),
    ...auditedIngestion(app, auditor),
    knowledge: auditedKnowledge(app.knowledge, auditor),
    runs: auditedRuns(app.runs, auditor),
    grounding: {
      verifyCitation: (caller, request, options) =>
        auditor(
          caller,
          'CHECK_GROUNDING',
          () => app.grounding.verifyCitation(caller, request, options),
          () => [request.runId],
        ),
      check: (caller, request, options) =>
        auditor(
          caller,
          'CHECK_GROUNDING',
          () => app.grounding.check(caller, request, options),
          () => request.documentIds,
        ),
    },
    conflicts: {
      ...app.conflicts,
      resolve: (...said) => auditor(said[0], 'CHANGE_DOCUMENT', () => app.conflicts.resolve(...said), sidesOf),
    },
    feedback: auditedFeedback(app.feedback, auditor),
    calibrations: auditedCalibrations(app.calibrations, auditor),
    identity: auditedIdentity(app.identity, auditor),
    audit: auditedAudit(app.audit, auditor),
    updateWorkspace: (caller, change) =>
      auditor(caller, 'CHANGE_WORKSPACE', () => app.updateWorkspace(caller, change), ownWorkspace(caller)),
    erasure: {
      ...app.erasure,
      person: (caller, id, options) =>
        auditor(
          caller,
          'ERASE_PERSON',
          () => app.erasure.person(caller, id, options),
          () => [id],
        ),
    },
  };
}

const nothing = (): readonly string[] => [];
const sidesOf = ({ sides }: FoundConflict): readonly string[] => sides.map(({ documentId }) => documentId);
const ownWorkspace = (caller: Caller) => (): readonly string[] => [caller.workspaceId];

function createAuditor({ audit, log }: App): Auditor {
  return async (caller, action, work, targets, text = null) => {
    try {
      const result = await work();
      const ids = targets(result).filter((id) => id !== undefined);
      await audit.record(caller, { action, outcome: 'DONE', code: null, targets: ids, text });
      return result;
    } catch (error) {
      await audit
        .record(caller, { ...failureOf(error), action, targets: [], text })
        .catch((fault: unknown) => log.error('a failure was not audited', { action, error: messageOf(fault) }));
      throw error;
    }
  };
}

function failureOf(error: unknown): Pick<AuditEvent, 'outcome' | 'code'> {
  const code = isCandorError(error) ? error.code : 'INTERNAL';
  return { code, outcome: refusals.has(code) ? 'REFUSED' : 'FAILED' };
}

/** Records a question before reporting its end. A question whose client disconnects is recorded too. */
async function* askWitnessed(
  app: App,
  caller: Caller,
  request: AskRequest,
  options: AskOptions | undefined,
): AsyncGenerator<AskEvent, void, undefined> {
  const act = { action: 'ASK', text: request.question } as const;
  let [runId, startedAt]: [string | undefined, number] = [undefined, performance.now()];
  // A property, because TypeScript does not see what a closure assigns to a variable.
  const state: { isWritten: boolean; last?: AskEvent } = { isWritten: false };
  const write = async (rest: Pick<AuditEvent, 'outcome' | 'code' | 'targets'>) => {
    state.isWritten = true;
    const written = app.audit.record(caller, { ...act, ...rest });
    // A refusal before the first event says nothing against the database.
    const isHurried = state.last !== undefined || rest.code === 'DATABASE_UNREACHABLE';
    await (isHurried ? inLastMillis(app, startedAt, state.last, written) : written);
  };
  try {
    for await (const event of app.ask(caller, request, options)) {
      ({ runId } = event);
      // Waiting for its turn is not the question's time.
      startedAt = performance.now() - event.elapsedMillis;
      state.last = event;
      if (event.type === 'Finished') {
        const cited = new Set(event.outcome.citations.map(({ documentId }) => documentId));
        await write({ outcome: 'DONE', code: null, targets: [runId, ...cited] });
      } else if (event.type === 'Failed') await write({ outcome: 'FAILED', code: event.code, targets: [runId] });
      yield event;
    }
  } catch (error) {
    if (!state.isWritten)
      await write({ ...failureOf(error), targets: runId === undefined ? [] : [runId] }).catch((fault: unknown) =>
        app.log.error('a failure was not audited', { action: 'ASK', error: messageOf(fault) }),
      );
    throw error;
  } finally {
    if (!state.isWritten)
      await write({ outcome: 'FAILED', code: 'CANCELLED', targets: runId === undefined ? [] : [runId] });
  }
}

function auditedKnowledge(knowledge: App['knowledge'], auditor: Auditor): App['knowledge'] {
  const found = (rows: readonly ({ readonly id: string } | undefined)[]) => rows.map((row) => row?.id);
  return {
    ...knowledge,
    documents: (caller, ids) => auditor(caller, 'READ_DOCUMENT', () => knowledge.documents(caller, ids), found),
    documentsByKey: (caller, keys) =>
      auditor(caller, 'READ_DOCUMENT', () => knowledge.documentsByKey(caller, keys), found),
    versions: (caller, ids) =>
      auditor(
        caller,
        'READ_DOCUMENT',
        () => knowledge.versions(caller, ids),
        (rows) => rows.map((row) => row?.documentId),
      ),
    versionsOf: (caller, ids) =>
      auditor(
        caller,
        'READ_DOCUMENT',
        () => knowledge.versionsOf(caller, ids),
        (lists) => lists.map((list) => list[0]?.documentId),
      ),
    blocks: (caller, ids) =>
      auditor(
        caller,
        'READ_DOCUMENT',
        () => knowledge.blocks(caller, ids),
        () => ids,
      ),
    chunks: (caller, ids, page) =>
      auditor(
        caller,
        'READ_DOCUMENT',
        () => knowledge.chunks(caller, ids, page),
        () => ids,
      ),
    findChunks: (caller, ids) =>
      auditor(
        caller,
        'READ_DOCUMENT',
        () => knowledge.findChunks(caller, ids),
        (chunks) => chunks.map((chunk) => chunk?.versionId),
      ),
    listDocuments: (caller, page, filter) =>
      auditor(
        caller,
        'LIST_DOCUMENTS',
        () => knowledge.listDocuments(caller, page, filter),
        ({ nodes }) => found(nodes),
      ),
    ...auditedChanges(knowledge, auditor),
  };
}

type Changes = Omit<
  App['knowledge'],
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
  | 'findCurated'
  | 'listCurated'
  | 'countCurated'
  | 'findAlias'
  | 'listAliases'
  | 'countAliases'
>;

function auditedChanges(knowledge: App['knowledge'], auditor: Auditor): Changes {
  const changes =
    <Rest extends readonly unknown[], Result>(
      action: AuditAction,
      verb: (caller: Caller, ...rest: Rest) => Promise<Result>,
      targets: (result: Result, ...rest: Rest) => readonly string[],
    ) =>
    (caller: Caller, ...rest: Rest) =>
      auditor(
        caller,
        action,
        () => verb(caller, ...rest),
        (result) => targets(result, ...rest),
      );
  const own = ({ id }: { readonly id: string }) => [id];
  const named = (_result: unknown, id: string) => [id];
  return {
    setState: changes('CHANGE_DOCUMENT', knowledge.setState, own),
    setSuccessor: changes('CHANGE_DOCUMENT', knowledge.setSuccessor, own),
    deleteDocument: changes('DELETE_DOCUMENT', knowledge.deleteDocument, named),
    restoreDocument: changes('RESTORE_DOCUMENT', knowledge.restoreDocument, own),
    setChunkOmitted: changes('OMIT_CHUNK', knowledge.setChunkOmitted, own),
    setRetention: changes('CHANGE_WORKSPACE', knowledge.setRetention, own),
    setBudget: changes('CHANGE_WORKSPACE', knowledge.setBudget, own),
    setGate: changes('CHANGE_WORKSPACE', knowledge.setGate, own),
    saveCurated: changes('SAVE_CURATED_ANSWER', knowledge.saveCurated, own),
    confirmCurated: changes('SAVE_CURATED_ANSWER', knowledge.confirmCurated, own),
    deleteCurated: changes('DELETE_CURATED_ANSWER', knowledge.deleteCurated, named),
    saveAlias: changes('SAVE_ALIAS', knowledge.saveAlias, own),
    deleteAlias: changes('DELETE_ALIAS', knowledge.deleteAlias, own),
    reEmbed: changes('CHANGE_WORKSPACE', knowledge.reEmbed, nothing),
  };
}

function auditedRuns(runs: App['runs'], auditor: Auditor): App['runs'] {
  const listed = ({ nodes }: Page<Run>) => nodes.map(({ id }) => id);
  return {
    ...runs,
    setRetention: (caller, change) =>
      auditor(caller, 'CHANGE_WORKSPACE', () => runs.setRetention(caller, change), nothing),
    find: (caller, id) =>
      auditor(
        caller,
        'READ_RUN',
        () => runs.find(caller, id),
        (run) => [run?.id],
      ),
    list: (caller, page, ...rest) => auditor(caller, 'LIST_RUNS', () => runs.list(caller, page, ...rest), listed),
    recalls: (caller, page, ...rest) => auditor(caller, 'LIST_RUNS', () => runs.recalls(caller, page, ...rest), listed),
    explainMiss: (caller, runId, documentId, options) =>
      auditor(
        caller,
        'READ_RUN',
        () => runs.explainMiss(caller, runId, documentId, options),
        (explanation) => (explanation ? [runId, documentId] : []),
      ),
    replay: (caller, id, overrides, options) =>
      auditor(
        caller,
        'REPLAY_RUN',
        () => runs.replay(caller, id, overrides, options),
        ({ run }) => [id, run.id],
      ),
  };
}

function auditedFeedback(feedback: App['feedback'], auditor: Auditor): App['feedback'] {
  return {
    ...feedback,
    record: (caller, input) =>
      auditor(
        caller,
        'RECORD_FEEDBACK',
        () => feedback.record(caller, input),
        ({ id }) => [id, input.runId],
      ),
    choose: (caller, input) =>
      auditor(
        caller,
        'RECORD_FEEDBACK',
        () => feedback.choose(caller, input),
        ({ id }) => [id, input.runId],
      ),
    find: (caller, id) => auditor(caller, 'READ_FEEDBACK', () => feedback.find(caller, id), nothing),
    list: (caller, page) => auditor(caller, 'READ_FEEDBACK', () => feedback.list(caller, page), nothing),
    queue: (caller, first, options) =>
      auditor(caller, 'READ_FEEDBACK', () => feedback.queue(caller, first, options), nothing),
    exportSet: (caller, options) =>
      auditor(caller, 'READ_FEEDBACK', () => feedback.exportSet(caller, options), nothing),
  };
}

function auditedCalibrations(calibrations: App['calibrations'], auditor: Auditor): App['calibrations'] {
  return {
    ...calibrations,
    fitFeedback: (caller, ...rest) =>
      auditor(caller, 'FIT_CALIBRATION', () => calibrations.fitFeedback(caller, ...rest), nothing),
    activate: (caller, ids) =>
      auditor(
        caller,
        'ACTIVATE_CALIBRATION',
        () => calibrations.activate(caller, ids),
        () => ids,
      ),
    deactivate: (caller, ...rest) =>
      auditor(
        caller,
        'ACTIVATE_CALIBRATION',
        () => calibrations.deactivate(caller, ...rest),
        (deactivated) => deactivated.map(({ id }) => id),
      ),
  };
}

function auditedIdentity(identity: App['identity'], auditor: Auditor): App['identity'] {
  return {
    ...identity,
    createKey: (caller, request) =>
      auditor(
        caller,
        'CREATE_KEY',
        () => identity.createKey(caller, request),
        ({ key }) => [key.id],
      ),
    rotateKey: (caller, id, overlap) =>
      auditor(
        caller,
        'ROTATE_KEY',
        () => identity.rotateKey(caller, id, overlap),
        ({ key }) => [key.id],
      ),
    revokeKey: (caller, id) =>
      auditor(
        caller,
        'REVOKE_KEY',
        () => identity.revokeKey(caller, id),
        (key) => [key.id],
      ),
    setAllowance: (caller, request) =>
      auditor(
        caller,
        'SET_ALLOWANCE',
        () => identity.setAllowance(caller, request),
        () => [request.holderId ?? caller.workspaceId],
      ),
  };
}

function auditedAudit(audit: App['audit'], auditor: Auditor): App['audit'] {
  return {
    ...audit,
    page: (caller, page, filter) => auditor(caller, 'READ_AUDIT', () => audit.page(caller, page, filter), nothing),
    setRetention: (caller, days) =>
      auditor(caller, 'CHANGE_WORKSPACE', () => audit.setRetention(caller, days), ownWorkspace(caller)),
  };
}
