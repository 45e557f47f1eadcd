/** The conflicts that an audit found, for those who may read both documents, and what a person says of them. */
import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import type { ConflictSide } from '../../grounding/claim.ts';
import { type Caller, readsDrafts } from '../../workspaces/caller.ts';
import { type ConflictRow, listConflicts, resolveConflict } from './audits.sql.ts';

/** What holds: one side, both of them (they are about different things), or that they do not contradict each other. */
export const conflictVerdicts = ['FIRST_HOLDS', 'SECOND_HOLDS', 'BOTH_HOLD', 'NO_CONFLICT'] as const;
export type ConflictVerdict = (typeof conflictVerdicts)[number];

export interface FoundConflict {
  readonly id: string;
  readonly kind: ConflictRow['kind'];
  /** Two, in no order of merit; `value` is empty where one denies what the other says. */
  readonly sides: readonly Omit<ConflictSide, 'url' | 'effectiveUntil'>[];
  readonly foundAt: Date;
  readonly verdict: ConflictVerdict | null;
  readonly resolvedAt: Date | null;
}

const mostListed = 500;

/**
 * Last found first, at most 500: those whose documents still say so, as far as the caller may read both.
 * @param resolved only those of which a person has, or has not, said what holds; null: all
 */
export async function listFound(
  database: Database,
  caller: Caller,
  resolved: boolean | null,
): Promise<readonly FoundConflict[]> {
  return readFound(database, caller, { id: null, resolved });
}

/**
 * Writes down what holds; null takes it back. It stays as long as both documents say what they say.
 * @throws NOT_FOUND for a conflict that is not there, or not for the caller
 */
export async function resolveFound(
  database: Database,
  caller: Caller,
  id: string,
  verdict: ConflictVerdict | null,
): Promise<FoundConflict> {
  const read = async () => (isUuid(id) ? await readFound(database, caller, { id, resolved: null }) : [])[0];
  if (await read()) {
    const { workspaceId, keyId } = caller;
    await database.inWorkspace(workspaceId, (transaction) =>
      transaction.query(resolveConflict, { workspaceId, id, verdict, now: new Date(), keyId }),
    );
  }
  const found = await read();
  if (found) return found;
  throw new CandorError('NOT_FOUND', 'This workspace has no found conflict with this id.', {
    details: { field: 'id', id },
  });
}

async function readFound(
  database: Database,
  caller: Caller,
  { id, resolved }: { readonly id: string | null; readonly resolved: boolean | null },
): Promise<FoundConflict[]> {
  const { workspaceId, accessGroups } = caller;
  const values = { workspaceId, accessGroups, drafts: readsDrafts(caller), now: new Date(), id, resolved };
  const rows = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(listConflicts, { ...values, limit: mostListed }),
    { readOnly: true },
  );
  return rows.map((row) => ({
    id: row.conflict_id,
    kind: row.kind,
    foundAt: row.found_at,
    verdict: row.verdict,
    resolvedAt: row.resolved_at,
    sides: [
      {
        documentId: row.first_document_id,
        documentKey: row.first_key,
        title: row.first_title,
        versionId: row.first_version_id,
        effectiveFrom: row.first_from,
        quote: row.first_quote,
        sourceSpan: { start: row.first_start, end: row.first_start + row.first_quote.length },
        value: row.first_value,
      },
      {
        documentId: row.second_document_id,
        documentKey: row.second_key,
        title: row.second_title,
        versionId: row.second_version_id,
        effectiveFrom: row.second_from,
        quote: row.second_quote,
        sourceSpan: { start: row.second_start, end: row.second_start + row.second_quote.length },
        value: row.second_value,
      },
    ],
  }));
}
