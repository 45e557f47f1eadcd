import type { Connections, Lease } from '../connections.ts';
import { applicationRole } from '../enterWorkspace.ts';
import { isUuid } from '../id.ts';
import { CandorError } from '../../errors.ts';

type Row = Readonly<Record<string, unknown>>;

/** One transaction that visits workspaces one after the other, each behind the same fence as any other work. */
export interface BackupSession {
  /** Every workspace, before the first is entered. @throws BAD_INPUT for a login that sees one alone */
  workspaceIds(): Promise<string[]>;
  /** @throws BAD_INPUT for anything but a UUID */
  enter(workspaceId: string): Promise<void>;
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** How many rows it wrote. */
  write(text: string, values: readonly unknown[]): Promise<number>;
}

export interface SessionParts {
  readonly connections: Connections;
  readonly switchRole: boolean;
  /** Whether the tables lie on shards of Citus. */
  readonly distributed: boolean;
}

/** A row reads alike on every server. */
const sameEverywhere = "set local timezone = 'UTC'; set local extra_float_digits = 1";

/**
 * Committed when `work` resolves, rolled back when it throws. All that is read is of one instant; dates are written in
 * UTC, so that a row reads alike on every server.
 */
export async function inSession<T>(
  { connections, switchRole, distributed }: SessionParts,
  signal: AbortSignal | undefined,
  work: (session: BackupSession) => Promise<T>,
): Promise<T> {
  const lease = await connections.take({ signal });
  let reusable = true;
  try {
    // Citus hands on the settings of a transaction that had begun when their message came (`beginDistributed`), and
    // writes rows where they lie, which is where these have to hold.
    if (distributed) await lease.query('begin isolation level repeatable read');
    await lease.query(
      distributed
        ? `set local citus.propagate_set_commands = 'local'; ${sameEverywhere}`
        : `begin isolation level repeatable read; ${sameEverywhere}`,
    );
    const result = await work(sessionOf(lease, switchRole, signal));
    await lease.query('commit');
    return result;
  } catch (error) {
    reusable = await lease.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    lease.release(reusable);
  }
}

function sessionOf(lease: Lease, switchRole: boolean, signal: AbortSignal | undefined): BackupSession {
  let entered = false;
  const query = (text: string, values?: readonly unknown[]) => {
    if (signal?.aborted) throw new CandorError('CANCELLED', 'The work was cancelled.');
    return lease.query(text, values);
  };
  return {
    workspaceIds: async () => {
      if (entered || !switchRole)
        throw new CandorError('BAD_INPUT', 'The login of DATABASE_URL sees one workspace at a time.', {
          remedy: 'Name the workspace with --workspace, or use the login that owns the tables.',
        });
      const { rows } = await query('select workspace_id::text from workspace order by workspace_id');
      return rows.map((row: Row) => String(row['workspace_id']));
    },
    enter: async (workspaceId) => {
      if (!isUuid(workspaceId))
        throw new CandorError('BAD_INPUT', 'The workspace id is not a UUID.', { details: { field: 'workspaceId' } });
      const role = switchRole && !entered ? `; set local role ${applicationRole}` : '';
      await query(`set local candor.workspace_id = '${workspaceId}'${role}`);
      entered = true;
    },
    query: async (text, values) => (await query(text, values)).rows as Row[],
    write: async (text, values) => (await query(text, values)).rowCount ?? 0,
  };
}
