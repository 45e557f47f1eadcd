/** Which of the passages that were found are of an earlier edition than others. */
import { LRUCache } from 'lru-cache';
import {
  compareEditions,
  editionOf,
  fileEditionOf,
  isSameSeries,
  orderOf,
  saysItIsReplaced,
  saysItReplaces,
  statedDay,
} from '../knowledge/editions/edition.ts';
import type { Passage } from './passage.ts';

/** A document that was found, by its first passage. */
type Found = Pick<
  Passage,
  | 'documentId'
  | 'documentKey'
  | 'documentTitle'
  | 'versionId'
  | 'supersededBy'
  | 'trust'
  | 'effectiveFrom'
  | 'updatedAt'
  | 'documentCreatedAt'
>;

/** STATED: one of them says so. TITLE, FILE_NAME: their names agree but for year or version, or for a day that both state. */
export type EditionBasis = 'STATED' | 'TITLE' | 'FILE_NAME';

interface Replacement {
  readonly older: Found;
  readonly newer: Found;
  readonly basis: EditionBasis;
}

/** Reads the beginnings of some versions' texts, by version id. */
export type ReadHeads = (versionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Texts of versions never change. */
const heads = new LRUCache<string, string>({ max: 2_000 });
const trustRank = { UNTRUSTED: 0, NORMAL: 1, TRUSTED: 2 };

/**
 * The passages, each of an earlier edition with the document that replaces it: `supersededBy` where one of both says so,
 * `laterEdition` where their names alone tell. Only documents that were found count, so that none that the asker may not
 * read, that is a draft or begins later has any part in it; and none that is trusted less replaces another.
 */
export async function withEditions(passages: readonly Passage[], read: ReadHeads): Promise<readonly Passage[]> {
  const documents = [...new Map(passages.map((passage) => [passage.documentId, passage])).values()];
  const pairs = documents.flatMap((left, at) =>
    documents.slice(at + 1).flatMap((right) => (mayBeEditions(left, right) ? [[left, right] as const] : [])),
  );
  if (pairs.length === 0) return passages;
  const unread = [...new Set(pairs.flat().map(({ versionId }) => versionId))].filter((id) => !heads.has(id));
  if (unread.length > 0) for (const [id, head] of await read(unread)) heads.set(id, head);
  const replaced = new Map<string, Replacement>();
  for (const [left, right] of pairs) {
    const found = replacementIn(left, right);
    const known = found && replaced.get(found.older.documentId);
    if (found && (!known || isLater(found, known))) replaced.set(found.older.documentId, found);
  }
  return passages.map((passage) => {
    const found = replaced.get(passage.documentId);
    if (!found || passage.supersededBy !== null) return passage;
    const { newer, basis } = found;
    return basis === 'STATED'
      ? { ...passage, supersededBy: newer.documentKey }
      : { ...passage, laterEdition: newer.documentKey };
  });
}

const headOf = ({ versionId }: Found): string => heads.get(versionId) ?? '';
const named = ({ documentTitle }: Found) => ({ title: documentTitle, edition: editionOf(documentTitle) });

function mayBeEditions(left: Found, right: Found): boolean {
  if (left.supersededBy === right.documentKey || right.supersededBy === left.documentKey) return false;
  return isOneTitle(left, right) || isOneFile(left, right);
}

const isOneTitle = (left: Found, right: Found): boolean =>
  isSameSeries(editionOf(left.documentTitle), editionOf(right.documentTitle));
const isOneFile = (left: Found, right: Found): boolean =>
  isSameSeries(fileEditionOf(left.documentKey), fileEditionOf(right.documentKey));

function replacementIn(left: Found, right: Found): Replacement | undefined {
  const said = [[left, right] as const, [right, left] as const].filter(([newer, older]) => says(newer, older));
  const [stated] = said;
  // Two that say so of each other say nothing.
  if (said.length === 1 && stated) return trusted(stated[1], stated[0], 'STATED');
  const [order, basis] = orderIn(left, right);
  if (order === 0) return undefined;
  return order < 0 ? trusted(left, right, basis) : trusted(right, left, basis);
}

function says(newer: Found, older: Found): boolean {
  return saysItReplaces(headOf(newer), nameFor(older), true) || saysItIsReplaced(headOf(older), nameFor(newer), true);
}

/** By its title, or by its file's name where that alone has an edition. */
function nameFor(found: Found) {
  const { title, edition } = named(found);
  return {
    title,
    edition: edition.numbers.length > 0 ? edition : { ...fileEditionOf(found.documentKey), name: edition.name },
  };
}

function orderIn(left: Found, right: Found): readonly [number, EditionBasis] {
  const byTitle = compareEditions(left.documentTitle, right.documentTitle);
  if (byTitle !== 0) return [byTitle, 'TITLE'];
  const byFile = orderOf(fileEditionOf(left.documentKey), fileEditionOf(right.documentKey));
  if (byFile !== 0) return [byFile, 'FILE_NAME'];
  const [one, other] = [dayOf(left), dayOf(right)];
  return [one && other && isOneTitle(left, right) ? one.getTime() - other.getTime() : 0, 'TITLE'];
}

/** The day that a document states of itself: what is no later than its own loading was not set by it. */
function dayOf(found: Found): Date | null {
  const given = [found.effectiveFrom, found.updatedAt].find((day) => day < found.documentCreatedAt);
  return statedDay(headOf(found)) ?? given ?? null;
}

function trusted(older: Found, newer: Found, basis: EditionBasis): Replacement | undefined {
  return trustRank[newer.trust] < trustRank[older.trust] ? undefined : { older, newer, basis };
}

/** Of several that replace a document, the latest is named; one that says so comes first. */
function isLater(found: Replacement, known: Replacement): boolean {
  if ((found.basis === 'STATED') !== (known.basis === 'STATED')) return found.basis === 'STATED';
  return orderIn(known.newer, found.newer)[0] < 0;
}
