import { z } from 'zod';
import type { Statement } from '../db/statement.ts';
import { type AuditRow, findAuditHead, readAudit } from './audit.sql.ts';
import { auditActions, linkHash, textHash } from './auditChain.ts';

/** A link of the chain, recorded elsewhere for a later comparison. */
export interface AuditAnchor {
  readonly sequence: number;
  readonly hash: string;
}

interface AuditProblem {
  readonly sequence: number;
  readonly message: string;
}

export interface AuditVerification {
  readonly holds: boolean;
  /** The number of entries read. */
  readonly count: number;
  /** The end of the chain; keep it elsewhere, and compare it later. */
  readonly head: AuditAnchor;
  /** The first 20 at most. */
  readonly problems: readonly AuditProblem[];
}

/** Runs a statement inside the workspace. */
export type ReadAudit = <Found>(statement: Statement<Found>, values: readonly unknown[]) => Promise<Found[]>;

interface VerifyOptions {
  readonly anchor?: AuditAnchor | undefined;
  /** Nobody appends while it is read: entries behind the end of the chain are not its continuation. */
  readonly isStill?: boolean;
}

const batchSize = 500;
const maxProblems = 20;

/** Reads the whole chain of a workspace, and reports where it is broken. */
export async function verifyAudit(
  read: ReadAudit,
  workspaceId: string,
  { anchor, isStill = false }: VerifyOptions = {},
): Promise<AuditVerification> {
  const [head] = await read(findAuditHead, [workspaceId]);
  const problems: AuditProblem[] = [];
  const note = (sequence: number, message: string) => {
    if (problems.length < maxProblems) problems.push({ sequence, message });
  };
  let [sequence, hash, count] = [head?.anchor_sequence ?? 0, head?.anchor_hash ?? Buffer.alloc(0), 0];
  const compare = () => {
    if (anchor?.sequence === sequence && anchor.hash.toLowerCase() !== hash.toString('hex'))
      note(sequence, 'The hash is not the one that was kept elsewhere.');
  };
  compare();
  for await (const row of auditRows(read, workspaceId)) {
    if (row.sequence <= (head?.anchor_sequence ?? 0)) {
      note(row.sequence, 'The entry stands before the oldest that was kept.');
      continue;
    }
    if (row.sequence > (head?.sequence ?? 0)) {
      // Entries that were appended in the meantime are left to the next verification.
      if (isStill) note(row.sequence, 'The entry stands behind the end of the chain.');
      break;
    }
    if (row.sequence !== sequence + 1)
      note(row.sequence, `The entries ${sequence + 1} to ${row.sequence - 1} are missing.`);
    const expected = linkHash(hash, row.sequence, row.entry);
    if (!expected.equals(row.hash)) note(row.sequence, 'The entry, or one before it, was changed.');
    for (const message of contradictions(row)) note(row.sequence, message);
    [sequence, hash, count] = [row.sequence, row.hash, count + 1];
    compare();
  }
  if (head && (head.sequence !== sequence || !head.hash.equals(hash)))
    note(head.sequence, 'The newest entries are missing.');
  if (anchor && anchor.sequence > sequence) note(anchor.sequence, 'The entry that was kept elsewhere is missing.');
  return { holds: problems.length === 0, count, head: { sequence, hash: hash.toString('hex') }, problems };
}

/** Yields the rows of the audit in the order of the chain. */
export async function* auditRows(read: ReadAudit, workspaceId: string): AsyncGenerator<AuditRow, void, undefined> {
  // From below the first: an entry that nothing of ours numbers would be listed all the same.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await read(readAudit, [workspaceId, after, batchSize]);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.sequence;
  }
}

const entrySchema = z.object({
  at: z.iso.datetime(),
  actor: z.object({ kind: z.enum(['KEY', 'PERSON', 'LOCAL', 'COMMAND_LINE']), id: z.string().nullable() }),
  action: z.enum(auditActions),
  outcome: z.enum(['DONE', 'REFUSED', 'FAILED']),
  code: z.string().nullable(),
  targets: z.array(z.string()),
  textHash: z.string().nullable(),
});

/** What an entry says; undefined if it cannot be read. */
export function readEntry({ entry }: Pick<AuditRow, 'entry'>): z.infer<typeof entrySchema> | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(entry)).data;
  } catch {
    return undefined;
  }
}

/** Returns contradictions between an entry and the columns next to it, which serve only to find it. */
function contradictions(row: AuditRow): string[] {
  const parsed = readEntry(row);
  if (!parsed) return ['The entry cannot be read.'];
  const { at, actor, action, textHash: recorded } = parsed;
  const found: string[] = [];
  if (new Date(at).getTime() !== row.at.getTime() || actor.id !== row.actor_id || action !== row.action)
    found.push('The columns beside the entry say something else.');
  if (row.text !== null && (row.text_salt === null || textHash(row.text_salt, row.text) !== recorded))
    found.push('The text is not the one that was hashed.');
  return found;
}
