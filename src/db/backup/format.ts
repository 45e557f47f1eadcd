import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { CandorError } from '../../errors.ts';

/**
 * A backup is gzip over lines of UTF-8. A line that begins with # is a mark: what follows, or what a table came to. Any
 * other is a row: the hash of its JSON, a space, its JSON. The last mark counts and hashes the whole, so that half a
 * file is told from a whole one.
 */
export const formatVersion = 1;

const header = z.object({
  candor: z.literal('backup'),
  format: z.number(),
  schemaVersion: z.number(),
  createdAt: z.iso.datetime(),
  workspaces: z.array(z.uuid()),
});
const total = { rows: z.number().int().nonnegative(), hash: z.string() };
const mark = z.union([
  header,
  z.object({ workspace: z.uuid() }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ endOfTable: z.string(), ...total }),
  z.object({ end: z.literal(true), ...total }),
]);

export type BackupHeader = z.infer<typeof header>;
export type Mark = z.infer<typeof mark>;
export type BackupLine = Mark | { readonly row: string };

/** Of one table's rows, in their order. */
export interface RowHash {
  add(row: string): void;
  readonly rows: number;
  digest(): string;
}

/** 128 bits: against damage and mistakes, not against a forger, who could write the hash anew. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

export function createRowHash(): RowHash {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    add: (row) => {
      rows += 1;
      hash.update(row).update('\n');
    },
    get rows() {
      return rows;
    },
    digest: () => hash.copy().digest('hex'),
  };
}

export const markLine = (value: Mark): string => `#${JSON.stringify(value)}\n`;
export const rowLine = (row: string): string => `${hashOf(row)} ${row}\n`;

/** @throws BACKUP_INVALID */
export function readLine(text: string, number: number): BackupLine {
  if (text.startsWith('#')) {
    const parsed = mark.safeParse(jsonOf(text.slice(1)));
    if (parsed.success) return parsed.data;
    throw damaged(`Line ${number} is no mark of a backup.`);
  }
  const at = text.indexOf(' ');
  const row = text.slice(at + 1);
  if (at < 0 || hashOf(row) !== text.slice(0, at)) throw damaged(`The row in line ${number} is not what was written.`);
  return { row };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function damaged(problem: string, cause?: unknown): CandorError {
  return new CandorError('BACKUP_INVALID', problem, { cause });
}
