import type { PageRequest } from '../app/app.ts';
import { CandorError } from '../errors.ts';
import type { Page } from '../knowledge/document.ts';
import { assertPageSize } from '../knowledge/page.ts';

interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** Whatever a page has besides its items, such as a count, is kept beside the connection. */
type ConnectionOf<Found extends Page<unknown>> = Omit<Found, keyof Page<unknown>> & Connection<Found['nodes'][number]>;

/** A page as a Relay connection. Pages go forward only, so a page after a cursor has one before it. */
export function connection<Found extends Page<unknown>>(
  { nodes, cursors, hasNextPage, endCursor, ...beside }: Found,
  { after }: Pick<PageRequest, 'after'>,
): ConnectionOf<Found> {
  const edges = nodes.map((node, index) => ({ cursor: cursors[index] ?? '', node }));
  const pageInfo = {
    hasNextPage,
    hasPreviousPage: after !== undefined,
    startCursor: cursors[0] ?? null,
    endCursor,
  };
  return { ...beside, nodes, edges, pageInfo };
}

/**
 * Returns a page of a list that is available in full; the cursor encodes the position.
 * @throws BAD_INPUT for an unusable page size or cursor
 */
export function pageOf<Item>(items: readonly Item[], page: PageRequest): Page<Item> {
  const from = startOf(page);
  const nodes = items.slice(from, from + page.first);
  return pageFrom(from, nodes, from + nodes.length < items.length);
}

/** A page of items that are numbered from 0. `hasNextPage` is known because one item more than the page was read. */
export function pageFrom<Item>(from: number, nodes: readonly Item[], hasNextPage: boolean): Page<Item> {
  const cursors = nodes.map((_node, index) => Buffer.from(`p${from + index}`).toString('base64url'));
  return { nodes, cursors, hasNextPage, endCursor: cursors.at(-1) ?? null };
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
