import type { z } from 'zod';

/** One named SQL statement. `text` begins with its name as a comment, so that logs and pg_stat_statements name it too. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly row: z.ZodType<Row>;
  /** Whether the embedded database keeps its plan: of what each question sends, planning is the larger part there. */
  readonly prepared: boolean;
}

export interface StatementOptions {
  /** For statements that find their rows by key, whatever the values: a plan that is kept knows none. A server never keeps one: between it and Candor may stand a pooler that gives each transaction another session. */
  readonly prepared?: boolean;
}

/**
 * Declares a statement. Lives in `<domain>/sql/`, one operation a file; every table in it is fenced by
 * `workspace_id = $n` (test/architecture/sql.test.ts parses all of them).
 * @param name `<domain>.<operation>`
 * @param row parses each row that comes back; rows that do not fit are a bug and throw DATABASE_FAILED
 */
export function statement<Row>(name: string, row: z.ZodType<Row>, text: string, { prepared = false }: StatementOptions = {}): Statement<Row> {
  return { name, text: `/* ${name} */ ${text.trim()}`, row, prepared };
}
