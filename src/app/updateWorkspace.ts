import { keepRunsFor } from '../agent/runs/purgeRuns.ts';
import type { Database } from '../db/database.ts';
import { CandorError, isCandorError } from '../errors.ts';
import { keepAuditFor } from '../workspaces/audit.ts';
import { type Caller, demandAll, demandRole } from '../workspaces/caller.ts';
import type { AnswerWording, BudgetSettings, GateSetting } from '../workspaces/settings.ts';
import {
  changeBudget,
  changeDocumentSite,
  changeGate,
  changeWording,
  keepDeletedFor,
} from '../workspaces/workspaces.ts';

type Side = BudgetSettings['defaults'];

/** Settings of a workspace: what is left out stays, null restores the default. */
export interface WorkspaceChange {
  readonly retentionDays?: number | null | undefined;
  readonly runRetentionDays?: number | null | undefined;
  readonly runRetentionCount?: number | null | undefined;
  readonly auditRetentionDays?: number | null | undefined;
  readonly budget?: { readonly [Name in keyof BudgetSettings]?: Side | null | undefined } | null | undefined;
  readonly gate?: GateSetting | null | undefined;
  readonly wording?: AnswerWording | null | undefined;
  readonly documentSite?: string | null | undefined;
}

const unset: Side = { maxMillis: null, maxRounds: null, maxTokens: null };

/**
 * Changes all the settings that are given, or none: they are columns of one row.
 * @throws FORBIDDEN if the caller may not change one of them; BAD_INPUT that names the field
 */
export async function updateWorkspace(database: Database, caller: Caller, change: WorkspaceChange): Promise<void> {
  const {
    retentionDays,
    runRetentionDays,
    runRetentionCount,
    auditRetentionDays,
    budget,
    gate,
    wording,
    documentSite,
  } = change;
  const { workspaceId } = demandRole(caller, 'ADMIN');
  const ofRuns = runRetentionDays !== undefined || runRetentionCount !== undefined;
  // Runs and the audit tell of documents that a key with groups does not see.
  if (ofRuns || auditRetentionDays !== undefined) demandAll(caller, 'ADMIN');
  await database.inWorkspace(workspaceId, async (transaction) => {
    if (budget !== undefined) {
      const { defaults, ceilings } = budget ?? { defaults: null, ceilings: null };
      const settings = {
        defaults: defaults === null ? unset : defaults,
        ceilings: ceilings === null ? unset : ceilings,
      };
      await named(
        (field) => `budget.${field}`,
        () => changeBudget(transaction, workspaceId, settings),
      );
    }
    if (gate !== undefined) await changeGate(transaction, workspaceId, gate);
    if (wording !== undefined) await changeWording(transaction, workspaceId, wording);
    if (documentSite !== undefined) await changeDocumentSite(transaction, workspaceId, documentSite);
    if (retentionDays !== undefined)
      await named(
        () => 'retentionDays',
        () => keepDeletedFor(transaction, workspaceId, retentionDays),
      );
    if (ofRuns)
      await named(
        (field) => (field === 'days' ? 'runRetentionDays' : 'runRetentionCount'),
        () => keepRunsFor(transaction, workspaceId, { days: runRetentionDays, count: runRetentionCount }),
      );
    if (auditRetentionDays !== undefined)
      await named(
        () => 'auditRetentionDays',
        () => keepAuditFor(transaction, workspaceId, auditRetentionDays),
      );
  });
}

/** The same work; a fault names the field as it is called among all settings. */
async function named(rename: (field: string) => string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isCandorError(error) || typeof error.details['field'] !== 'string') throw error;
    const { code, message, remedy, details } = error;
    const [before, after] = [error.details['field'], rename(error.details['field'])];
    throw new CandorError(code, message.replace(before, after), { remedy, details: { ...details, field: after } });
  }
}
