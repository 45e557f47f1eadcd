import type { BackupProgress, BackupSummary } from './dump.ts';
import { type BackupHeader, type BackupLine, createRowHash, damaged, formatVersion } from './file.ts';

/** A backup that was read to the end. */
export interface CheckedBackup extends BackupSummary {
  readonly header: BackupHeader;
}

/**
 * Reads the whole file before anything is changed. @throws BACKUP_INVALID for a file that is cut off, damaged or of
 * another format
 */
export async function check(
  lines: AsyncIterable<BackupLine>,
  onProgress?: (progress: BackupProgress) => void,
): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let ended = false;
  let table: string | undefined;
  let own = createRowHash();
  const whole = createRowHash();
  const workspaces: string[] = [];
  const tables: Record<string, number> = {};
  for await (const line of lines) {
    if (ended) throw damaged('Something follows the end of the backup.');
    if ('candor' in line) {
      if (header) throw damaged('The backup begins twice.');
      header = knownFormat(line);
    } else if (!header) throw damaged('The file does not begin as a backup.');
    else if ('row' in line) {
      if (table === undefined) throw damaged('A row stands outside a table.');
      own.add(line.row);
      whole.add(line.row);
      onProgress?.({ rows: whole.rows, table });
    } else if ('workspace' in line) workspaces.push(line.workspace);
    else if ('table' in line) {
      if (workspaces.length === 0) throw damaged('A table stands outside a workspace.');
      table = line.table;
      own = createRowHash();
    } else if ('endOfTable' in line) {
      if (line.endOfTable !== table || line.rows !== own.rows || line.hash !== own.digest())
        throw damaged(`The table ${line.endOfTable} is not whole.`);
      tables[line.endOfTable] = (tables[line.endOfTable] ?? 0) + own.rows;
      table = undefined;
    } else {
      if (table !== undefined || line.rows !== whole.rows || line.hash !== whole.digest())
        throw damaged('The backup is not whole.');
      ended = true;
    }
  }
  if (!header || !ended) throw damaged('The backup has no end: it was cut off while it was written or copied.');
  // What a restore replaces is what the file says it holds.
  if (workspaces.join() !== header.workspaces.join())
    throw damaged('The workspaces of the backup are not those that it names.');
  return { header, workspaces: header.workspaces, rows: whole.rows, tables, hash: whole.digest() };
}

function knownFormat(header: BackupHeader): BackupHeader {
  if (header.format === formatVersion) return header;
  throw damaged(`The backup has format ${header.format}; this version reads ${formatVersion}.`);
}
