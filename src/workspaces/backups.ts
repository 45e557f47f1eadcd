import type { BackupOptions, RehearseOptions, RestoreOptions } from '../db/backup/backup.ts';
import type { BackupSummary } from '../db/backup/dump.ts';
import type { Proof } from '../db/backup/load.ts';
import type { Database } from '../db/database.ts';
import { CandorError, isCandorError } from '../errors.ts';
import { type AuditAnchor, type AuditVerification, verifyAudit } from './verifyAudit.ts';

interface SaveOptions extends BackupOptions {
  /** Restores the file into memory and compares every row; reports its progress. */
  readonly verify?: Pick<RehearseOptions, 'onProgress'> | undefined;
}

interface BringBackOptions extends Omit<RestoreOptions, 'proof'> {
  /** True: the workspaces come back without their audit, which starts again. */
  readonly withoutAudit?: boolean | undefined;
  /** A link that the restored chain must have; only for a backup of one workspace. */
  readonly anchor?: AuditAnchor | undefined;
}

/** The audit of a restored workspace. */
interface RestoredAudit extends Pick<AuditVerification, 'count' | 'head'> {
  readonly workspaceId: string;
}

interface RestoredBackup extends BackupSummary {
  /** Of each workspace, proved before anything was kept; empty if they were left out. */
  readonly audits: readonly RestoredAudit[];
}

/** Workspaces saved to files, and brought back. Only for the operator, so callers are not authorized. */
export interface Backups {
  /**
   * @throws BAD_INPUT, NOT_FOUND, CANCELLED, DATABASE_FAILED: there is no file; BACKUP_INVALID: there is one, and it
   * does not restore
   */
  backup(path: string, options: SaveOptions): Promise<BackupSummary>;
  /**
   * All workspaces or none. @throws BACKUP_INVALID, also for an audit that does not hold, BAD_INPUT, CANCELLED,
   * DATABASE_FAILED: nothing was changed
   */
  restore(path: string, options: BringBackOptions): Promise<RestoredBackup>;
}

export function createBackups(database: Database): Backups {
  return {
    backup: async (path, { verify, ...options }) => {
      const saved = await database.backup(path, options);
      if (verify) await rehearse(database, path, saved, { ...verify, signal: options.signal });
      return saved;
    },
    restore: async (path, { withoutAudit = false, anchor, ...options }) => {
      if (withoutAudit && anchor)
        throw new CandorError('BAD_INPUT', 'An audit that is left out has no end to compare.', {
          remedy: 'Give either --anchor or --without-audit.',
        });
      const audits: RestoredAudit[] = [];
      const proof = auditProof((audit) => {
        audits.push(audit);
        // Which of several workspaces it is of, it does not say.
        if (anchor && audits.length > 1) throw anchorOfOne();
      }, anchor);
      const restored = await database.restore(path, { ...options, proof: withoutAudit ? null : proof });
      return { ...restored, audits };
    },
  };
}

/**
 * Refuses a chain that does not hold: an audit is only worth something if nobody can rewrite it, and somebody who could
 * change a backup would otherwise rewrite it by restoring.
 */
function auditProof(onProved: (audit: RestoredAudit) => void, anchor?: AuditAnchor): Proof {
  return async (read, workspaceId) => {
    const { holds, count, head, problems } = await verifyAudit(read, workspaceId, { anchor, isStill: true });
    if (!holds)
      throw new CandorError('BACKUP_INVALID', `The audit of the workspace ${workspaceId} does not hold.`, {
        details: { workspaceId, problems },
        remedy:
          'Somebody changed the file, or the audit before it was saved: take another backup. "candor restore FILE --without-audit" brings back everything else. Nothing was changed.',
      });
    onProved({ workspaceId, count, head });
  };
}

function anchorOfOne(): CandorError {
  return new CandorError('BAD_INPUT', 'The backup has several workspaces, and an anchor is of one.', {
    details: { flag: '--anchor' },
    remedy: 'Leave --anchor out, and compare each with "candor audit verify --anchor" afterwards.',
  });
}

/** @throws BACKUP_INVALID that says what is wrong with the file, which stays; CANCELLED */
async function rehearse(
  database: Database,
  path: string,
  saved: BackupSummary,
  options: Omit<RehearseOptions, 'proof'>,
): Promise<void> {
  try {
    const { hash } = await database.rehearse(path, { ...options, proof: auditProof(() => undefined) });
    if (hash !== saved.hash) throw new CandorError('BACKUP_INVALID', 'The file is not what was saved.');
  } catch (error) {
    if (!isCandorError(error) || error.code === 'CANCELLED') throw error;
    throw new CandorError('BACKUP_INVALID', `${path} was saved, but it does not restore: ${error.message}`, {
      cause: error,
      details: error.details,
      remedy:
        error.code === 'BACKUP_INVALID'
          ? 'Keep earlier backups. Run "candor audit verify" and "candor doctor", and save another one.'
          : 'The check takes place in memory. If that was short, restore the file into an empty folder instead (CANDOR_DATA).',
    });
  }
}
