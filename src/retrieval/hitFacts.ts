import { cosinesOf } from './cosines.ts';
import type { z } from 'zod';
import type { Database, Transaction, TransactionOptions } from '../db/database.ts';
import { pageCurated } from '../knowledge/curated/curated.sql.ts';
import { toCurated } from '../knowledge/curated/curated.ts';
import { groupCopies } from '../knowledge/cut/nearDuplicates.ts';
import type { ChunkPointer } from '../knowledge/store/chunks.ts';
import { vectorText } from '../db/statement.ts';
import type { Reader } from '../workspaces/caller.ts';
import { shownAddress } from '../workspaces/documentAddress.ts';
import type { ArmScope } from './filter.ts';
import type { Copy, FoldedHit } from './fuse/fuse.ts';
import { coverageOf, type CuratedMatch, type Passage, surestFirst } from './passage.ts';
import { lexemesWithin } from './question/analyseQuestion.ts';
import { readHits, searchCurated } from './retrieve.sql.ts';

/** What is stored about a passage, independent of the question. */
type StoredPassage = Omit<Passage, 'rank' | 'score' | 'coverage' | 'trace' | 'duplicateGroup' | 'duplicates'>;

/** What is known about a hit. */
interface HitFact extends ChunkPointer {
  /** Shared by hits that say the same; null if no other hit does. */
  readonly group: string | null;
  /** The date that its age is counted from. */
  readonly datedAt: Date;
  readonly passage: StoredPassage;
  readonly bands: readonly string[];
  /** Whether its document may have other editions that the asker may read. */
  readonly hasEditions: boolean;
}

/** By chunk id. A hit that has been deleted or hidden in the meantime has no entry. */
export type HitFacts = ReadonlyMap<string, HitFact>;

/** What the hits' windows are compared with. */
interface NearTo {
  /** Null when the question could not be embedded. */
  readonly vector: Float32Array | null;
  readonly model: string;
}

/**
 * The facts of these hits, added to the known ones. Groups are computed again, because more hits may include more
 * copies.
 */
export async function readHitFacts(
  transaction: Transaction,
  scope: ArmScope,
  chunkIds: readonly string[],
  { vector, model }: NearTo,
  known: HitFacts = new Map(),
): Promise<HitFacts> {
  const missing = chunkIds.filter((id) => !known.has(id));
  const rows =
    missing.length === 0
      ? []
      : await transaction.query(readHits, [
          scope.workspaceId,
          missing,
          scope.accessGroups,
          model,
          vector && vectorText(vector),
          scope.asOf,
        ]);
  const facts = [
    ...known.values(),
    ...rows.map((row): HitFact => ({
      chunkId: row.chunk_id,
      documentId: row.document_id,
      documentKey: row.key,
      versionId: row.version_id,
      group: null,
      datedAt: row.dated_at,
      bands: row.bands ?? [],
      hasEditions: row.has_editions,
      passage: toStored(row),
    })),
  ];
  const groups = groupCopies(
    facts.map(({ chunkId, documentId, bands, passage: { text } }) => ({ id: chunkId, documentId, bands, text })),
  );
  return new Map(facts.map((fact) => [fact.chunkId, { ...fact, group: groups.get(fact.chunkId) ?? null }]));
}

function toStored(row: z.output<typeof readHits.row>): StoredPassage {
  return {
    chunkId: row.chunk_id,
    documentId: row.document_id,
    documentKey: row.key,
    documentTitle: row.title,
    versionId: row.version_id,
    versionNumber: row.number,
    revised: row.revised,
    effectiveFrom: row.effective_from,
    effectiveUntil: row.effective_until,
    supersededBy: row.superseded_by,
    trust: row.trust,
    documentCreatedAt: row.created_at,
    url: shownAddress(row.url, row.site),
    updatedAt: row.updated_at,
    text: row.body,
    layout: row.layout_uncertain ? 'UNCERTAIN' : 'CERTAIN',
    sourceSpan: { start: row.start_offset, end: row.end_offset },
    sectionPath: row.section_path,
    windows:
      row.similarities?.map((similarity, position) => ({
        start: row.starts?.[position] ?? 0,
        end: row.ends?.[position] ?? 0,
        similarity,
      })) ?? [],
  };
}

/** The hits that say the same as another hit. */
export function copiesOf(facts: HitFacts): Copy[] {
  return [...facts.values()].flatMap(({ chunkId, documentId, documentKey, versionId, group }) =>
    group === null ? [] : [{ chunkId, documentId, documentKey, versionId, group }],
  );
}

/** The cosine similarity of a hit's nearest window to the question; undefined if none was compared. */
export function similarityOf({ passage: { windows } }: HitFact): number | undefined {
  return windows.length === 0 ? undefined : Math.max(...windows.map(({ similarity }) => similarity));
}

/** The passages of hits, in the same order. Leaves out those that have been deleted or hidden in the meantime. */
export function toPassages(
  hits: readonly FoldedHit[],
  facts: HitFacts,
  coverage: (chunkId: string) => number,
): Passage[] {
  const present = hits.flatMap((hit) => {
    const fact = facts.get(hit.chunkId);
    return fact ? [{ hit, fact }] : [];
  });
  return present.map(({ hit, fact }, position) => ({
    ...fact.passage,
    rank: position + 1,
    score: hit.score,
    coverage: coverage(fact.chunkId),
    trace: hit.trace,
    duplicateGroup: fact.group,
    duplicates: hit.duplicates,
  }));
}

/** Chunks per statement: their texts come whole. */
const batchSize = 500;
const arm = { rank: null, rawScore: null, contribution: 0 };
const trace = { vector: arm, keyword: arm, adjustments: [], rerank: null };

/**
 * Stored passages by id, in this order, without a search: their scores are 0. Leaves out those that the reader may not
 * see.
 */
export async function readChunks(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  chunkIds: readonly string[],
  options: TransactionOptions = {},
): Promise<Passage[]> {
  const scope = { ...options, database, workspaceId, accessGroups, asOf: new Date(), filter: {} };
  const found: Passage[] = [];
  for (let start = 0; start < chunkIds.length; start += batchSize) {
    const batch = chunkIds.slice(start, start + batchSize);
    const facts = await database.inWorkspace(
      workspaceId,
      (transaction) => readHitFacts(transaction, scope, batch, { vector: null, model: '' }),
      options,
    );
    found.push(
      ...toPassages(
        batch.map((chunkId) => ({ chunkId, score: 0, trace, duplicates: [] })),
        facts,
        () => 0,
      ),
    );
  }
  return found;
}

/** How many wordings are considered: never do more than these reach the threshold at once. */
const candidates = 5;
/**
 * Below this score a curated answer needs a reader. The value lets no question of the golden set pass except its own
 * paraphrases.
 */
const curatedThreshold = 0.6;
const meaningWeight = 0.5;
interface CuratedQuery {
  readonly vector: Float32Array;
  readonly model: string;
  /** The text search configuration of the question, and so of its lexemes. */
  readonly searchConfig: string;
  /** Weight of each lexeme of the question; empty if the keyword arm found nothing. */
  readonly idf: ReadonlyMap<string, number>;
}

/**
 * Curated answers that match by meaning and words, best first. The score is half the cosine to the nearest wording plus
 * half the share of the question's idf mass in wording and answer, which are analysed as the question is. A word that no
 * document contains ("students") weighs most and keeps out answers that only look similar. Answers that match in meaning
 * alone come last, with the cosine as their score: a reader must confirm them. Expired answers never match, nor do those
 * with a source that the asker may not read. Sources are compared with their versions of `asOf`.
 */
export async function matchCurated(
  transaction: Transaction,
  scope: ArmScope,
  query: CuratedQuery,
): Promise<CuratedMatch[]> {
  // Whether the question is about a past or a future day, the answer must be valid both now and then.
  const heldUntil = new Date(Math.max(Date.now(), scope.asOf.getTime()));
  const rows = await transaction.query(searchCurated, [
    scope.workspaceId,
    query.model,
    vectorText(query.vector),
    candidates,
    heldUntil,
    scope.accessGroups,
  ]);
  // Words alone never match: one word of an answer ("label") would cover a one-word question.
  const { curatedFrom } = cosinesOf(query.model);
  const near = rows.filter(({ distance }) => 1 - distance >= curatedFrom);
  const lexemes = await lexemesWithin(
    transaction,
    { ...scope, searchConfig: query.searchConfig },
    near.map(({ wording, answer }) => `${wording} ${answer}`),
  );
  const found = new Map<string, Omit<CuratedMatch, 'answer'>>();
  for (const [position, { curated_id: id, wording, distance }] of near.entries()) {
    const similarity = 1 - distance;
    const coverage = coverageOf(lexemes[position], query.idf);
    const score = Math.min(1, meaningWeight * similarity + (1 - meaningWeight) * coverage);
    const byMeaningAlone = score < curatedThreshold;
    const match = { wording, score: byMeaningAlone ? similarity : score, byMeaningAlone };
    const other = found.get(id);
    if (!other || surestFirst(match, other) < 0) found.set(id, match);
  }
  if (found.size === 0) return [];
  const answers = await transaction.query(pageCurated, {
    workspaceId: scope.workspaceId,
    at: scope.asOf,
    ids: [...found.keys()],
    accessGroups: scope.accessGroups,
    // The answer is recorded and read by people other than its asker.
    drafts: false,
    expiredAt: heldUntil,
    stale: null,
    expired: null,
    savedBefore: null,
    idBefore: null,
    limit: null,
  });
  const matches = answers.flatMap((row) => {
    const match = found.get(row.curated_id);
    return match ? [{ ...match, answer: toCurated(row) }] : [];
  });
  return matches.sort(surestFirst);
}
