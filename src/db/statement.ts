import type { z } from 'zod';
import { compose, type SqlFragment, type Named } from './sql.ts';

/**
 * One named SQL statement. `text` begins with its name as a comment, so that logs and pg_stat_statements name it too.
 */
export interface Statement<Row, Values = readonly unknown[]> {
  readonly name: string;
  readonly text: string;
  readonly row: z.ZodType<Row>;
  /** Whether the embedded database keeps its plan: of what each question sends, planning is the larger part there. */
  readonly prepared: boolean;
  /** The values in the order of `$1`, `$2` and so on. */
  inOrder(values: Values): readonly unknown[];
}

export interface StatementOptions {
  /**
   * For statements that find their rows by key, whatever the values: a plan that is kept knows none. A server never
   * keeps one: between it and Candor may stand a pooler that gives each transaction another session.
   */
  readonly prepared?: boolean;
}

/** What a statement is called with: its own values, and the workspace that fences it. */
export type WithWorkspace<Values> = Values & { readonly workspaceId: string };

/**
 * Declares a statement. Lives in the `<owner>.sql.ts` beside the code that runs it; every table in it is fenced by
 * `workspace_id = ${workspaceId}` (test/db/sql.test.ts parses all of them). Its text is composed once, when the module
 * is read.
 * @param name `<domain>.<operation>`
 * @param row parses each row that comes back; rows that do not fit are a bug and throw DATABASE_FAILED
 * @param build the SQL from the places of its named values; or its text, whose values then come as a list
 */
export function statement<Row, Values>(
  name: string,
  row: z.ZodType<Row>,
  build: (values: Named<Values>) => SqlFragment,
  options?: StatementOptions,
): Statement<Row, WithWorkspace<Values>>;
export function statement<Row>(
  name: string,
  row: z.ZodType<Row>,
  text: string,
  options?: StatementOptions,
): Statement<Row>;
export function statement<Row, Values>(
  name: string,
  row: z.ZodType<Row>,
  source: string | ((values: Named<Values>) => SqlFragment),
  { prepared = false }: StatementOptions = {},
): Statement<Row, never> {
  const head = { name, row, prepared };
  if (typeof source === 'string')
    return { ...head, text: named(name, source), inOrder: (values: readonly unknown[]) => values };
  const { text, names } = compose(source);
  return {
    ...head,
    text: named(name, text),
    inOrder: (values: Readonly<Record<string, unknown>>) => names.map((each) => values[each]),
  };
}

const named = (name: string, text: string) => `/* ${name} */ ${text.trim()}`;
