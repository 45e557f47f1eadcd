import type { z } from 'zod';

/** One named SQL statement. `text` begins with its name as a comment, so that logs and pg_stat_statements name it too. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly row: z.ZodType<Row>;
}

/**
 * Declares a statement. Lives in `<domain>/sql/`, one operation a file; every table in it is fenced by
 * `workspace_id = $n` (test/architecture/sql.test.ts parses all of them).
 * @param name `<domain>.<operation>`
 * @param row parses each row that comes back; rows that do not fit are a bug and throw DATABASE_FAILED
 */
export function statement<Row>(name: string, row: z.ZodType<Row>, text: string): Statement<Row> {
  return { name, text: `/* ${name} */ ${text.trim()}`, row };
}
