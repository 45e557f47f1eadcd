import type { PageRequest } from '../app/app.ts';
import { CandorError } from '../errors.ts';
import type { Page } from '../knowledge/document.ts';
import { assertPageSize } from '../knowledge/page.ts';
import type { GapPage } from '../learning/gaps/knowledgeGaps.ts';

/** A page of a list, as a connection without edges: a client pages by `endCursor`, and no item needs a cursor of its own. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** Called only if the field is selected: counting a long list takes longer than reading a page of it. */
  readonly totalCount: () => number | Promise<number>;
}

export type GapConnection = ConnectionOf<Omit<GapPage, 'totalCount'>>;

/** Whatever a page has besides its items is kept beside the connection. */
type ConnectionOf<Found extends Page<unknown>> = Omit<Found, 'hasNextPage' | 'endCursor'> &
  Omit<Connection<unknown>, 'nodes'>;

export function connection<Found extends Page<unknown>>(
  { hasNextPage, endCursor, ...page }: Found,
  totalCount: () => number | Promise<number>,
): ConnectionOf<Found> {
  return { ...page, pageInfo: { hasNextPage, endCursor }, totalCount };
}

/**
 * A page of a list that is available in full; the cursor encodes the position.
 * @throws BAD_INPUT for an unusable page size or cursor
 */
export function connectionOf<Item>(items: readonly Item[], page: PageRequest): Connection<Item> {
  return connection(pageOf(items, page), () => items.length);
}

/** @throws BAD_INPUT for an unusable page size or cursor */
function pageOf<Item>(items: readonly Item[], page: PageRequest): Page<Item> {
  const from = startOf(page);
  const nodes = items.slice(from, from + page.first);
  return pageFrom(from, nodes, from + nodes.length < items.length);
}

/** A page of items that are numbered from 0. `hasNextPage` is known because one item more than the page was read. */
export function pageFrom<Item>(from: number, nodes: readonly Item[], hasNextPage: boolean): Page<Item> {
  const endCursor = nodes.length === 0 ? null : Buffer.from(`p${from + nodes.length - 1}`).toString('base64url');
  return { nodes, hasNextPage, endCursor };
}

/**
 * Returns the position at which a page begins.
 * @throws BAD_INPUT for an unusable page size or cursor
 */
export function startOf({ first, after }: PageRequest): number {
  assertPageSize({ first });
  if (after === undefined) return 0;
  const text = Buffer.from(after, 'base64url').toString('utf8');
  if (/^p\d{1,9}$/.test(text)) return Number(text.slice(1)) + 1;
  throw new CandorError('BAD_INPUT', 'after is not a cursor of this list.', { details: { field: 'after' } });
}
