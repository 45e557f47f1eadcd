import type { PageRequest } from '../app.ts';
import { CandorError } from '../errors.ts';
import type { StoredBlock } from '../knowledge/blocks.ts';
import { assertPageSize } from '../knowledge/page.ts';
import type { BlockPage } from './pages.ts';

/** A page of a version's blocks; the cursor is the place of the last one. @throws BAD_INPUT for a page size or cursor that is not usable */
export function pageOfBlocks(blocks: readonly StoredBlock[] | null, page: PageRequest): BlockPage | null {
  assertPageSize(page);
  const from = readPlace(page.after) + 1;
  if (!blocks) return null;
  const nodes = blocks.slice(from, from + page.first);
  return { nodes, hasNextPage: from + nodes.length < blocks.length, endCursor: nodes.length > 0 ? Buffer.from(`b${from + nodes.length - 1}`).toString('base64url') : null };
}

function readPlace(after: string | undefined): number {
  if (after === undefined) return -1;
  const text = Buffer.from(after, 'base64url').toString('utf8');
  if (/^b\d{1,9}$/.test(text)) return Number(text.slice(1));
  throw new CandorError('BAD_INPUT', 'after is not a cursor of this list.', { details: { field: 'after' } });
}
