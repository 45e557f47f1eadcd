import type { PageRequest } from '../app/app.ts';
import type { Page } from '../knowledge/document.ts';
import { assertPageSize, foreignCursor } from '../knowledge/page.ts';
import type { KnowledgeGap } from '../learning/gaps/gap.ts';
import type { GapPage } from '../learning/gaps/knowledgeGaps.ts';

/** A page of a list with what GraphQL clients page by: Relay's connection, and its nodes without their edges. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    /** Whether it began after a cursor, which is that of an item before it. */
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** Called only if the field is selected: counting a long list takes longer than reading a page of it. */
  readonly totalCount: () => number | Promise<number>;
}

export type GapConnection = Connection<KnowledgeGap> & Omit<GapPage, keyof Page<KnowledgeGap> | 'totalCount'>;

/** Whatever a page has besides its items is kept beside the connection. */
type ConnectionOf<Node, Found extends Page<Node>> = Omit<Found, 'hasNextPage' | 'endCursor' | 'cursors'> &
  Connection<Node>;

export function connection<Node, Found extends Page<Node>>(
  { hasNextPage, endCursor, cursors, ...page }: Found & Page<Node>,
  { after }: Pick<PageRequest, 'after'>,
  totalCount: () => number | Promise<number>,
): ConnectionOf<Node, Found> {
  const edges = page.nodes.flatMap((node, position) => {
    const cursor = cursors[position];
    return cursor === undefined ? [] : [{ cursor, node }];
  });
  const hasPreviousPage = after !== undefined;
  const pageInfo = { hasNextPage, hasPreviousPage, startCursor: cursors[0] ?? null, endCursor };
  return { ...page, edges, pageInfo, totalCount };
}

/**
 * A page of a list that is available in full; the cursor encodes the position.
 * @throws BAD_INPUT for an unusable page size or cursor
 */
export function connectionOf<Item>(items: readonly Item[], page: PageRequest): Connection<Item> {
  return connection(pageOf(items, page), page, () => items.length);
}

/** @throws BAD_INPUT for an unusable page size or cursor */
function pageOf<Item>(items: readonly Item[], page: PageRequest): Page<Item> {
  const from = startOf(page);
  const nodes = items.slice(from, from + page.first);
  return pageFrom(from, nodes, from + nodes.length < items.length);
}

/** A page of items that are numbered from 0. `hasNextPage` is known because one item more than the page was read. */
export function pageFrom<Item>(from: number, nodes: readonly Item[], hasNextPage: boolean): Page<Item> {
  const cursors = nodes.map((_node, position) => Buffer.from(`p${from + position}`).toString('base64url'));
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
  throw foreignCursor();
}
