import { isUuid } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import type { Page } from './document.ts';

export interface PageRequest {
  /** 1..100. */
  readonly first: number;
  readonly after?: string | undefined;
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

/** Returns the cursor of a request, or undefined for the first page. @throws BAD_INPUT */
export function readCursor(page: PageRequest): Cursor | undefined {
  assertPageSize(page);
  if (page.after === undefined) return undefined;
  const [time = '', id = ''] = Buffer.from(page.after, 'base64url').toString('utf8').split('|');
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || !isUuid(id))
    throw new CandorError('BAD_INPUT', 'after is not a cursor of this list.', { details: { field: 'after' } });
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

function writeCursor({ time, id }: Cursor): string {
  return Buffer.from(`${time.toISOString()}|${id}`).toString('base64url');
}
