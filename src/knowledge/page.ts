import { isUuid } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import type { Page } from './document.ts';

export interface PageRequest {
  /** 1..100. */
  readonly first: number;
  readonly after?: string | undefined;
}

/** Most recently changed first, or by title, ignoring case. */
export interface DocumentPageRequest extends PageRequest {
  readonly orderBy?: 'UPDATED' | 'TITLE' | undefined;
}

/** The last row of a page, in the order (time, id) descending. */
interface Cursor {
  readonly time: Date;
  readonly id: string;
}

const maxPage = 100;

/** @throws BAD_INPUT */
export function assertPageSize({ first }: Pick<PageRequest, 'first'>): void {
  if (Number.isInteger(first) && first >= 1 && first <= maxPage) return;
  throw new CandorError('BAD_INPUT', `first must be a whole number from 1 to ${maxPage}.`, {
    details: { field: 'first' },
  });
}

/** The fault of a cursor that no page of this list has. */
export function foreignCursor(): CandorError {
  return new CandorError('BAD_INPUT', 'after is not a cursor of this list.', { details: { field: 'after' } });
}

/** What the cursor of a request says; undefined for the first page. @throws BAD_INPUT for a page size */
function saidBy(page: PageRequest): string | undefined {
  assertPageSize(page);
  return page.after === undefined ? undefined : Buffer.from(page.after, 'base64url').toString('utf8');
}

/** Returns the cursor of a request, or undefined for the first page. @throws BAD_INPUT */
export function readCursor(page: PageRequest): Cursor | undefined {
  const said = saidBy(page);
  if (said === undefined) return undefined;
  const [time = '', id = ''] = said.split('|');
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || !isUuid(id)) throw foreignCursor();
  return { time: date, id };
}

/**
 * Makes a page from the rows of a query that fetched one row more than requested. Times are stored in milliseconds, so
 * a cursor loses no precision.
 */
export function toPage<Row>(rows: readonly Row[], first: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  return pageWithCursors(rows, first, (row) => writeCursor(cursorOf(row)));
}

/** The same with cursors of another kind. */
export function pageWithCursors<Row>(rows: readonly Row[], first: number, cursorOf: (row: Row) => string): Page<Row> {
  const nodes = rows.slice(0, first);
  const cursors = nodes.map((row) => cursorOf(row));
  return { nodes, cursors, hasNextPage: rows.length > first, endCursor: cursors.at(-1) ?? null };
}

/** The last document of a page by title. */
interface TitleCursor {
  readonly title: string;
  readonly id: string;
}

/** Returns the cursor of a request by title, or undefined for the first page. @throws BAD_INPUT */
export function readTitleCursor(page: PageRequest): TitleCursor | undefined {
  const said = saidBy(page);
  if (said === undefined) return undefined;
  const [, id = '', title = ''] = /^t\|([^|]*)\|(.*)$/s.exec(said) ?? [];
  // PostgreSQL keeps no text with a zero in it.
  if (!isUuid(id) || title.includes('\0')) throw foreignCursor();
  return { title, id };
}

export function writeTitleCursor({ title, id }: TitleCursor): string {
  return Buffer.from(`t|${id}|${title}`).toString('base64url');
}

/** The last row of a page by a number. */
interface NumberCursor {
  readonly value: number;
  readonly id: string;
}

/** Returns the cursor of a request by a number, or undefined for the first page. @throws BAD_INPUT */
export function readNumberCursor(page: PageRequest): NumberCursor | undefined {
  const said = saidBy(page);
  if (said === undefined) return undefined;
  const [, text = '', id = ''] = /^n\|([^|]+)\|([^|]+)$/.exec(said) ?? [];
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !isUuid(id)) throw foreignCursor();
  return { value, id };
}

export function writeNumberCursor({ value, id }: NumberCursor): string {
  return Buffer.from(`n|${value}|${id}`).toString('base64url');
}

function writeCursor({ time, id }: Cursor): string {
  return Buffer.from(`${time.toISOString()}|${id}`).toString('base64url');
}
