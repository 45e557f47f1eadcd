import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

type Row = Record<string, unknown>;

/** What somebody makes of a backup. */
interface Changes {
  readonly header?: (header: Row) => Row;
  readonly columns?: (columns: string[], table: string) => string[];
  /** A row by its text as it stands in the file: what is returned takes its place. */
  readonly rows?: (rows: readonly string[], table: string) => readonly string[];
}

/** Writes a changed backup whose own hashes are all right: whoever can change a file can also reckon them. */
export async function rewriteBackup(from: string, to: string, changes: Changes): Promise<string> {
  const lines = gunzipSync(await readFile(from))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const whole: string[] = [];
  const written: string[] = [];
  const mark = (value: Row) => written.push(`#${JSON.stringify(value)}`);
  let rows: string[] = [];
  for (const line of lines) {
    if (!line.startsWith('#')) {
      rows.push(line.slice(line.indexOf(' ') + 1));
      continue;
    }
    const value = JSON.parse(line.slice(1)) as Row;
    if ('candor' in value) mark(changes.header?.(value) ?? value);
    else if ('table' in value)
      mark({
        ...value,
        columns: changes.columns?.(value['columns'] as string[], String(value['table'])) ?? value['columns'],
      });
    else if ('endOfTable' in value) {
      const table = String(value['endOfTable']);
      const kept = changes.rows?.(rows, table) ?? rows;
      written.push(...kept.map((row) => `${sha(row, 'base64url').slice(0, 22)} ${row}`));
      whole.push(...kept);
      mark({ endOfTable: table, rows: kept.length, hash: sha(kept.map((row) => `${row}\n`).join(''), 'hex') });
      rows = [];
    } else if ('end' in value)
      mark({ end: true, rows: whole.length, hash: sha(whole.map((row) => `${row}\n`).join(''), 'hex') });
    else mark(value);
  }
  await writeFile(to, gzipSync(`${written.join('\n')}\n`));
  return to;
}

const sha = (text: string, form: 'hex' | 'base64url') => createHash('sha256').update(text).digest(form);
