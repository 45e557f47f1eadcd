import { atMost } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Embedder } from '../../models/embedder.ts';
import { findEmbedder, setEmbedder } from '../../workspaces/workspaces.sql.ts';
import { assertSameEmbedder, changeFacts, keptFact, missingWorkspace } from '../../workspaces/workspaces.ts';
import { primaryLanguage } from '../language/language.ts';
import { countLanguages } from './embedders.sql.ts';

/** The embedders of a process, and which of them a workspace's vectors are of. */
export interface Embedders {
  /** The configured one; with EMBEDDER=auto the one for English. */
  readonly usual: Embedder;
  /** Undefined: this process does not have it. */
  named(fingerprint: string): Embedder | undefined;
  /**
   * The one of a workspace's vectors, and `usual` where there are none or they are of a model that is not here: a search
   * then says so. Known without a statement once a question has been asked.
   */
  of(workspaceId: string): Promise<Embedder>;
  /**
   * The one that texts are to be embedded with; null: nothing is stored yet, and `claim` decides.
   * @throws EMBEDDER_MISMATCH if the stored vectors are of a model that is not here; NOT_FOUND
   */
  stored(workspaceId: string, signal?: AbortSignal): Promise<Embedder | null>;
  /**
   * Decides which one a workspace uses, by the languages of its first documents, unless that is decided.
   * @param languages of documents, BCP 47; null: not recognised
   * @throws EMBEDDER_MISMATCH, NOT_FOUND
   */
  claim(workspaceId: string, languages: readonly (string | null)[]): Promise<Embedder>;
  /** The one that a workspace should use, by the configuration or the languages of all its documents. */
  wanted(workspaceId: string): Promise<Embedder>;
}

/**
 * The share of documents in other languages than English from which the embedder of many languages is used, and below
 * which a workspace that uses it goes back: a few documents more do not turn it to and fro. To the English one, other
 * languages are noise, while the other reads English almost as well.
 */
const foreignFrom = 0.2;
const foreignBelow = 0.05;

/** A question does not wait longer for what is read in a millisecond: a database that hangs is met again by its search. */
const patienceMillis = 500;

/** What is read within `patienceMillis`; null where that fails or takes longer. */
export async function patiently<Found>(read: (signal: AbortSignal) => Promise<Found>): Promise<Found | null> {
  const found: Found[] = [];
  const reading = read(AbortSignal.timeout(patienceMillis)).then(
    (value) => void found.push(value),
    () => undefined,
  );
  await atMost(reading, patienceMillis);
  return found[0] ?? null;
}

interface EmbeddersParts {
  readonly database: Database;
  /** The first is `usual`. */
  readonly embedders: readonly [Embedder, ...Embedder[]];
  /** Whether the languages of the documents choose among the first, which is for English, and the second. */
  readonly chooses: boolean;
}

export function createEmbedders({ database, embedders, chooses }: EmbeddersParts): Embedders {
  const [usual, other = usual] = embedders;
  const named = (fingerprint: string) => embedders.find((each) => each.fingerprint === fingerprint);
  const openOf = (fingerprint: string): Embedder => {
    const found = named(fingerprint);
    if (!found) assertSameEmbedder(fingerprint, usual.fingerprint);
    return found ?? usual;
  };
  const read = async (workspaceId: string, signal?: AbortSignal): Promise<string | null> => {
    const [row] = await database.inWorkspace(
      workspaceId,
      (transaction) => transaction.query(findEmbedder, [workspaceId]),
      { signal },
    );
    if (!row) throw missingWorkspace(workspaceId);
    return row.embedder;
  };
  const forShare = (foreign: number, from = foreignFrom) => (chooses && foreign >= from ? other : usual);
  return {
    usual,
    named,
    of: async (workspaceId) => {
      if (embedders.length === 1) return usual;
      // Whatever fails here is reported by what was to be done, which has a deadline of its own.
      const fingerprint = await patiently((signal) =>
        keptFact(database, workspaceId, 'embedder', () => read(workspaceId, signal)),
      );
      return (fingerprint === null ? undefined : named(fingerprint)) ?? usual;
    },
    stored: async (workspaceId, signal) => {
      const fingerprint = await read(workspaceId, signal);
      return fingerprint === null ? null : openOf(fingerprint);
    },
    claim: (workspaceId, languages) =>
      database.inWorkspace(workspaceId, async (transaction) => {
        const [row] = await transaction.query(findEmbedder, [workspaceId]);
        if (!row) throw missingWorkspace(workspaceId);
        if (row.embedder !== null) return openOf(row.embedder);
        const chosen = forShare(foreignShare(languages.map((language) => ({ language, documents: 1 }))));
        await transaction.query(setEmbedder, [workspaceId, chosen.fingerprint]);
        await changeFacts(transaction, workspaceId);
        return chosen;
      }),
    wanted: async (workspaceId) => {
      if (!chooses) return usual;
      const [row, counts] = await database.inWorkspace(workspaceId, async (transaction) => [
        (await transaction.query(findEmbedder, [workspaceId]))[0],
        await transaction.query(countLanguages, { workspaceId }),
      ]);
      return forShare(foreignShare(counts), row?.embedder === other.fingerprint ? foreignBelow : foreignFrom);
    },
  };
}

/** Texts whose language is not recognised, such as tables of names, count as English. */
function foreignShare(counts: readonly { readonly language: string | null; readonly documents: number }[]): number {
  const foreign = counts.filter(({ language }) => language !== null && primaryLanguage(language) !== 'en');
  const sum = (some: typeof counts) => some.reduce((total, { documents }) => total + documents, 0);
  return sum(foreign) / Math.max(1, sum(counts));
}
