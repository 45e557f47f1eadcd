import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/id.ts';
import { type Reader, readsDrafts } from '../../workspaces/caller.ts';
import type { DocumentVersion, Span } from '../document.ts';
import { certaintyOf, doubtfulIn } from '../locate.ts';
import type { Block } from '../formats/parsed.ts';
import { titleSpan } from '../cut/sections.ts';
import { listBlocks } from './documents.sql.ts';

/** A stretch of a version's canonical text, as it was understood when it was read. */
export interface StoredBlock {
  readonly kind: Block['kind'];
  /** In the version's text. */
  readonly span: Span;
  readonly text: string;
  /** 1 to 6, of a heading; null of any other. */
  readonly level: number | null;
  /** The headings above it, outermost first, without their marks. */
  readonly headingPath: readonly string[];
  /** How sure the recognition of its page is on average, 0 to 1; null where text was read and not recognised. */
  readonly certainty: number | null;
  /** Words that were recognised with doubt: spans of the version's text. */
  readonly doubtful: readonly Span[];
}

/** Blocks as they are stored: short, for a table of data has 20,000. */
export function blocksJson(blocks: readonly Block[]): string {
  return JSON.stringify(
    blocks.map(({ kind, start, end, depth }) => (depth === undefined ? [kind, start, end] : [kind, start, end, depth])),
  );
}

/**
 * All blocks of each version, in the order of `versionIds`; null where the reader can see no such version, or it was
 * stored before blocks were kept.
 */
export async function readBlocks(
  database: Database,
  reader: Reader,
  versionIds: readonly string[],
): Promise<(readonly StoredBlock[] | null)[]> {
  const { workspaceId, accessGroups } = reader;
  const drafts = readsDrafts(reader);
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listBlocks, {
      workspaceId,
      versionIds: versionIds.filter((id) => isUuid(id)),
      accessGroups,
      drafts,
    }),
  );
  const byVersion = new Map(
    rows.map(({ version_id: id, source_map: sourceMap, text, blocks }) => [
      id,
      blocks &&
        storedBlocks(
          { text, sourceMap },
          blocks.map(([kind, start, end, depth]) => ({ kind, start, end, ...(depth === undefined ? {} : { depth }) })),
        ),
    ]),
  );
  return versionIds.map((id) => byVersion.get(id) ?? null);
}

function storedBlocks(
  { text, sourceMap }: Pick<DocumentVersion, 'text' | 'sourceMap'>,
  blocks: readonly Block[],
): StoredBlock[] {
  let above: { readonly level: number; readonly title: string }[] = [];
  return blocks.map((block) => {
    const { kind, start, end, depth } = block;
    if (kind === 'HEADING') above = above.filter(({ level }) => level < (depth ?? 1));
    const headingPath = above.map(({ title }) => title);
    if (kind === 'HEADING')
      above = [...above, { level: depth ?? 1, title: text.slice(titleSpan(text, block).start, end).trim() }];
    const span = { start, end };
    return {
      kind,
      span,
      text: text.slice(start, end),
      level: depth ?? null,
      headingPath,
      certainty: certaintyOf(sourceMap, span),
      doubtful: doubtfulIn(sourceMap, span),
    };
  });
}
