import type { Database, TransactionOptions } from '../../db/database.ts';
import type { DocumentVersion, Span } from '../../knowledge/document.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { readChunks } from '../../retrieval/readChunks.ts';
import { listSpanChunks } from '../../retrieval/sql/listSpanChunks.ts';
import type { Reader } from '../../workspaces/caller.ts';

/**
 * What stands around a stretch of a version's text, as retrieval would give it: the passage that holds it, or all that it runs through, as one, with the
 * headings of the first. Undefined where the reader may not see the document, and where no passage was made of the stretch.
 */
export async function passageAround(
  database: Database,
  reader: Reader,
  version: Pick<DocumentVersion, 'id' | 'text'>,
  { start, end }: Span,
  options: TransactionOptions,
): Promise<Passage | undefined> {
  const { workspaceId } = reader;
  const rows = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(listSpanChunks, [workspaceId, version.id, start, end]),
    options,
  );
  const passages = await readChunks(
    database,
    reader,
    rows.map((row) => row.chunk_id),
    options,
  );
  const whole = passages.find(({ sourceSpan }) => sourceSpan.start <= start && sourceSpan.end >= end);
  const [first] = passages;
  if (whole || !first) return whole;
  const sourceSpan = {
    start: Math.min(start, first.sourceSpan.start),
    end: Math.max(end, ...passages.map((passage) => passage.sourceSpan.end)),
  };
  return { ...first, sourceSpan, text: version.text.slice(sourceSpan.start, sourceSpan.end) };
}
