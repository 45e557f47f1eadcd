import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Statement } from '../../src/db/statement.ts';

const root = fileURLToPath(new URL('../../src/', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.sql\.ts$|(^|\/)sql\/[^/]+\.ts$/.test(path))
  .sort();
const isStatement = (value: unknown): value is Statement<unknown, never> =>
  typeof value === 'object' && value !== null && 'name' in value && 'text' in value && 'row' in value;

/** The files of src that hold SQL, below it, each with its exports. */
export const filesWithSql = await Promise.all(
  files.map(async (file) => ({ file, exports: Object.entries((await import(`${root}${file}`)) as object) })),
);

/** Every statement of src, with the file and the export that it is. */
export const statementsOfSource = filesWithSql.flatMap(({ file, exports }) =>
  exports.flatMap(([operation, value]) =>
    isStatement(value) ? [{ file, operation, name: value.name, text: value.text }] : [],
  ),
);
