/** What is stored of a document so that its other editions are found by it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { contentRootsOf } from '../language/stems.ts';
import { type Edition, editionOf, fileEditionOf, headCharacters, readHead } from './edition.ts';
import { listUnreadSeries, setSeries } from './series.sql.ts';

interface Series {
  /** Its title without year, season and version, in lower case; empty: it has none, or lies beside others of its kind. */
  readonly titleSeries: string;
  /** The same of its file's name. */
  readonly fileSeries: string;
  /** The roots of the words that its beginning says that it replaces. */
  readonly replaces: readonly string[];
}

export const nameOfSeries = ({ name, isPeriod }: Edition): string => (isPeriod ? '' : name.toLowerCase());

/** What replaces more than this is named in a list, not in a sentence. */
const mostRoots = 60;

/** @param text its canonical text, or the first `headCharacters` of it */
export function seriesOf(document: { readonly title: string; readonly key: string; readonly text: string }): Series {
  const { replaces } = readHead(document.text.slice(0, headCharacters));
  return {
    titleSeries: nameOfSeries(editionOf(document.title)),
    fileSeries: nameOfSeries(fileEditionOf(document.key)),
    replaces: contentRootsOf(replaces.join(' ')).slice(0, mostRoots),
  };
}

/** Documents of one transaction: others get their turn between two. */
const batchSize = 100;

/**
 * Reads the series of the documents that were stored before they were kept.
 * @returns how many
 * @throws DATABASE_UNREACHABLE, CANCELLED
 */
export async function readUnreadSeries(database: Database, workspaceId: string, signal?: AbortSignal): Promise<number> {
  for (let done = 0; ; done += batchSize) {
    const count = await database.inWorkspace(
      workspaceId,
      async (transaction) => {
        const rows = await transaction.query(listUnreadSeries, { workspaceId, headCharacters, limit: batchSize });
        for (const { document_id: id, title, key, head } of rows) {
          const series = seriesOf({ title, key, text: head ?? '' });
          await transaction.query(setSeries, { workspaceId, id, ...series });
        }
        return rows.length;
      },
      { signal },
    );
    if (count < batchSize) return done + count;
    await wait(0);
  }
}
