import { randomBytes } from 'node:crypto';
import pgvector from 'pgvector';
import type { z } from 'zod';

/** A placeholder for a value in a statement. The same name is the same `$n`, however often it occurs in the text. */
export interface Parameter<Value = unknown> {
  readonly parameter: string;
  /** Never set; it only carries the type. */
  readonly value?: Value;
}

/**
 * The placeholders of named values, which the builder of a statement destructures. Every statement has the workspace's.
 */
export type Named<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> } & {
  readonly workspaceId: Parameter<string>;
};

/** A piece of SQL with placeholders. Statements and larger pieces are composed of such pieces. */
interface SqlFragment {
  readonly pieces: readonly (string | Parameter)[];
}

/** SQL as written. Only placeholders and other fragments can be inserted: a caller's text never gets into it. */
export function sql(texts: TemplateStringsArray, ...inserted: readonly (Parameter | SqlFragment)[]): SqlFragment {
  const pieces = texts.flatMap((text, index) => {
    const next = inserted[index];
    if (next === undefined) return [text];
    return 'pieces' in next ? [text, ...next.pieces] : [text, next];
  });
  return { pieces };
}

/** The name of a table or an alias, chosen by the code. @throws TypeError for anything that is not a plain name */
export function identifier(name: string): SqlFragment {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`"${name}" is no plain name of a table`);
  return { pieces: [name] };
}

/**
 * A fragment's text with `$1` for the workspace and `$2` onwards for the other values, and the names of the values in
 * that order.
 */
function compose<Values>(build: (values: Named<Values>) => SqlFragment): {
  readonly text: string;
  readonly names: readonly string[];
} {
  const names = ['workspaceId'];
  const places = new Proxy({} as Named<Values>, { get: (_, name) => ({ parameter: String(name) }) });
  const texts = build(places).pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if (!names.includes(piece.parameter)) names.push(piece.parameter);
    return `$${names.indexOf(piece.parameter) + 1}`;
  });
  return { text: texts.join(''), names };
}

/**
 * One named SQL statement. `text` starts with its name as a comment, so that logs and pg_stat_statements also show it.
 */
export interface Statement<Row, Values = readonly unknown[]> {
  readonly name: string;
  readonly text: string;
  readonly row: z.ZodType<Row>;
  /**
   * Whether a connection keeps its plan. For statements that every question sends, planning is the larger part of the
   * time on the embedded database, and half of it on a server. SERVER: only there.
   */
  readonly prepared: boolean | 'SERVER';
  /** The values in the order of `$1`, `$2` and so on. */
  inOrder(values: Values): readonly unknown[];
}

interface StatementOptions {
  /**
   * For statements that find their rows by key, whatever the values: a kept plan does not know the values. Not kept
   * behind a pooler, which may give each transaction another session, nor on Citus.
   */
  readonly prepared?: boolean | 'SERVER';
}

/** The values of a call: the statement's own, and the workspace that fences it. */
type WithWorkspace<Values> = Values & { readonly workspaceId: string };

/**
 * Declares a statement. It belongs in the `<owner>.sql.ts` beside the code that runs it. Every table in it is fenced by
 * `workspace_id = ${workspaceId}` (test/db/sql.test.ts parses all of them). Its text is composed once, when the module
 * is loaded.
 * @param name `<domain>.<operation>`
 * @param row parses each returned row; a row that does not fit is a bug and throws DATABASE_FAILED
 * @param build the SQL, made from the placeholders of its named values; or its text, whose values are then passed as a
 * list
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

/**
 * The access fence: rows of a document that everyone may read, or that one of the asker's groups may read. Null is an
 * asker who may read everything.
 * @param document the alias of the table `document`
 * @param drafts whether the asker reads drafts; if left out, every state passes
 */
export function visible(
  document: string,
  accessGroups: Parameter<readonly string[] | null>,
  drafts?: Parameter<boolean>,
): SqlFragment {
  const groups = sql`${identifier(document)}.access_groups`;
  if (drafts)
    return sql`${visible(document, accessGroups)} and (${drafts} or ${identifier(document)}.state = 'PUBLISHED')`;
  return sql`(${accessGroups}::text[] is null or ${groups} = '{}' or ${groups} && ${accessGroups})`;
}

/** Versions that are valid at an instant. @param version the alias of the table `document_version` */
export function validAt(version: string, instant: Parameter<Date>): SqlFragment {
  const v = identifier(version);
  return sql`${v}.effective_from <= ${instant} and (${v}.effective_until is null or ${v}.effective_until > ${instant})`;
}

/** Returns pgvector's text form. Five decimals are enough: halfvec keeps about three significant ones. */
export function vectorText(vector: Float32Array): string {
  return pgvector.toSql(Array.from(vector, (value) => Math.round(value * 1e5) / 1e5)) as string;
}

/** Milliseconds since 1970 of the last id, and its count within that millisecond. */
let lastMillis = 0;
let lastCount = 0;
const mostCount = 0xfff;

/**
 * Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter within the millisecond (6.2, method 1), then
 * 62 random bits. The ids of one process ascend in the order of creation. They are generated here, not by the database,
 * because serials fail on distributed workers.
 */
export function newId(): string {
  const bytes = randomBytes(16);
  const now = Date.now();
  // The count starts in the lower half, which leaves room to count up. When a millisecond is used up, the next one is
  // borrowed.
  if (now > lastMillis) [lastMillis, lastCount] = [now, bytes.readUInt16BE(6) & 0x7ff];
  else if (lastCount < mostCount) lastCount += 1;
  else [lastMillis, lastCount] = [lastMillis + 1, 0];
  bytes.writeUIntBE(lastMillis, 0, 6);
  bytes.writeUInt16BE(0x7000 | lastCount, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID, of any version. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}
