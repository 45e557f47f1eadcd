import type { Connections } from './connections.ts';
import { isFull, noSpaceLeft, readOnlyServer } from './databaseFault.ts';
import { asCandorError } from './statementFaults.ts';

/** A node of a distributed database that holds workspaces. */
export interface DatabaseNode {
  /** Host and port, as the coordinator knows it. */
  readonly name: string;
  /** Whether the coordinator reaches it. */
  readonly answers: boolean;
}

interface Probed {
  readonly connections: Connections;
  /** What is left on the disk of an embedded database. Left out: it is in memory, or a server's. */
  readonly freeBytes?: (() => number) | undefined;
}

/** A probe of /readyz has two seconds. */
const probeMillis = 1_500;
/** The coordinator waits for a silent node as long as Citus' own setting says, which is 30 s. */
const nodesMillis = 5_000;

const writing = /\b(?:insert|update|delete|merge|truncate)\b/i;
const known = new Map<string, boolean>();

/** Whether a statement may write. */
export function writes(text: string): boolean {
  let found = known.get(text);
  if (found === undefined) known.set(text, (found = writing.test(text)));
  return found;
}

/** @throws DATABASE_FAILED with the reason DISK_FULL if nothing may be written any more */
export function refuseFullDisk({ freeBytes }: Pick<Probed, 'freeBytes'>): void {
  if (freeBytes && isFull(freeBytes())) throw noSpaceLeft();
}

/** @see Database.probe */
export async function probe(probed: Probed): Promise<void> {
  refuseFullDisk(probed);
  const [found] = await queryRows(
    probed.connections,
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
       (select max(version) from schema_migration) as version`,
    probeMillis,
  );
  if (found?.['is_read_only'] === true) throw readOnlyServer();
}

/** @see Database.nodes */
export async function listNodes(connections: Connections): Promise<DatabaseNode[]> {
  const rows = await queryRows(
    connections,
    `select nodename || ':' || nodeport as name, isactive and coalesce(citus_check_connection_to_node(nodename, nodeport), false) as answers
     from pg_dist_node where shouldhaveshards and noderole = 'primary' order by 1`,
    nodesMillis,
  );
  return rows.map((row) => ({ name: String(row['name']), answers: row['answers'] === true }));
}

async function queryRows(
  connections: Connections,
  text: string,
  timeoutMillis: number,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lease = await connections.take({ timeoutMillis });
  let reusable = false;
  try {
    const { rows } = await lease.query(text);
    reusable = true;
    return rows as readonly Readonly<Record<string, unknown>>[];
  } catch (error) {
    throw asCandorError(error, undefined);
  } finally {
    lease.release(reusable);
  }
}
