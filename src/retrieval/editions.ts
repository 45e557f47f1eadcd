/** Which of the passages that were found are of an earlier edition than others. */
import { LRUCache } from 'lru-cache';
import type { Transaction } from '../db/database.ts';
import {
  compareEditions,
  type EditionHead,
  editionOf,
  fileEditionOf,
  headCharacters,
  isSameSeries,
  type EditionTitle,
  namesDocument,
  namesEdition,
  orderOf,
  readHead,
} from '../knowledge/editions/edition.ts';
import { groupBy } from '../stats.ts';
import { type Passage, trustRank } from './passage.ts';
import type { Question } from './question/question.ts';
import { readHeads } from './retrieve.sql.ts';

/** A document that was found, by its passages. */
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
> & {
  /** The nearest headings of its passages. */
  readonly headings: readonly string[];
};

interface Replacement {
  readonly older: Found;
  readonly newer: Found;
  /** One of both says so. Otherwise their names agree but for year or version, or for a day that both state. */
  readonly isStated: boolean;
}

/** A passage of several small sections has their headings in its text. */
const headingsIn = ({ sectionPath, text }: Passage): string[] => [
  ...sectionPath.slice(-1),
  ...[...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading),
];

/** Texts of versions never change. */
const heads = new LRUCache<string, EditionHead>({ max: 5_000 });
const nothingSaid: EditionHead = { replaces: [], replacedBy: [], day: null };

function documentsIn(passages: readonly Passage[]): Found[] {
  const documents = groupBy(passages, ({ documentId }) => documentId);
  return [...documents.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, headings: [first, ...others].flatMap(headingsIn) }] : [],
  );
}

/** Reads what the documents of some passages say of themselves, unless it is known. One document alone replaces none. */
export async function readEditions(
  transaction: Transaction,
  workspaceId: string,
  passages: readonly Passage[],
): Promise<void> {
  const versionIds = [...new Set(passages.map(({ versionId }) => versionId))];
  const unread = versionIds.filter((id) => !heads.has(id));
  if (versionIds.length < 2 || unread.length === 0) return;
  const rows = await transaction.query(readHeads, [workspaceId, unread, headCharacters]);
  for (const { version_id: id, head } of rows) heads.set(id, readHead(head));
}

/**
 * The passages, each of an earlier edition with the document that replaces it: `supersededBy` where one of both says so,
 * `laterEdition` where their names alone tell. Only documents that were found count, so that none that the asker may not
 * read, that is a draft or begins later has any part in it; and none that is trusted less replaces another. An edition
 * that the question names, "the rules of 2023", is what it asks for.
 */
export function withEditions(passages: readonly Passage[], question: Question): readonly Passage[] {
  const documents = documentsIn(passages);
  const replaced = new Map<string, Replacement>();
  for (const [at, left] of documents.entries())
    for (const right of documents.slice(at + 1)) {
      const found = replacementIn(left, right);
      const known = found && replaced.get(found.older.documentId);
      if (!found || namesEdition(question.text, nameOf(found.older).edition)) continue;
      if (!known || isLater(found, known)) replaced.set(found.older.documentId, found);
    }
  if (replaced.size === 0) return passages;
  return passages.map((passage) => {
    const found = replaced.get(passage.documentId);
    if (!found || passage.supersededBy !== null) return passage;
    const { newer, isStated } = found;
    return isStated ? { ...passage, supersededBy: newer.documentKey } : { ...passage, laterEdition: newer.documentKey };
  });
}

const headOf = ({ versionId }: Found): EditionHead => heads.get(versionId) ?? nothingSaid;

const isOneTitle = (left: Found, right: Found): boolean =>
  isSameSeries(editionOf(left.documentTitle), editionOf(right.documentTitle));
const isOneFile = (left: Found, right: Found): boolean =>
  isSameSeries(fileEditionOf(left.documentKey), fileEditionOf(right.documentKey));

function replacementIn(left: Found, right: Found): Replacement | undefined {
  const said = [[left, right] as const, [right, left] as const].filter(([newer, older]) => says(newer, older));
  const [stated] = said;
  // Two that say so of each other say nothing.
  if (said.length === 1 && stated) return trusted(stated[1], stated[0], true);
  if (left.supersededBy === right.documentKey || right.supersededBy === left.documentKey) return undefined;
  const order = orderIn(left, right);
  if (order === 0) return undefined;
  return order < 0 ? trusted(left, right, false) : trusted(right, left, false);
}

function says(newer: Found, older: Found): boolean {
  const [said, heard] = [headOf(newer).replaces, headOf(older).replacedBy];
  if (said.length === 0 && heard.length === 0) return false;
  const isOne = isOneTitle(newer, older) || isOneFile(newer, older);
  return (
    said.some((words) => namesDocument(words, nameOf(older), isOne)) ||
    heard.some((words) => namesDocument(words, nameOf(newer), isOne))
  );
}

/** Its title, with the edition that its file's name has where the title has none. */
function nameOf({ documentTitle, documentKey }: Found): EditionTitle {
  const edition = editionOf(documentTitle);
  const { numbers } = edition.numbers.length > 0 ? edition : fileEditionOf(documentKey);
  return { title: documentTitle, edition: { ...edition, numbers } };
}

/** Below zero if the left one is earlier; zero if they are no editions of one title or file, or their order is unknown. */
function orderIn(left: Found, right: Found): number {
  const byName =
    compareEditions(left.documentTitle, right.documentTitle) ||
    orderOf(fileEditionOf(left.documentKey), fileEditionOf(right.documentKey));
  if (byName !== 0) return byName;
  const [one, other] = [dayOf(left), dayOf(right)];
  if (!one || !other || !isOneTitle(left, right) || !shareSection(left, right)) return 0;
  return one.getTime() - other.getTime();
}

/** Many pages are called "Overview". */
const shareSection = ({ headings }: Found, right: Found): boolean =>
  headings.some((each) => right.headings.includes(each));

/** The day that a document states of itself: what is no later than its own loading was not set by it. */
function dayOf(found: Found): Date | null {
  const given = [found.effectiveFrom, found.updatedAt].find((day) => day < found.documentCreatedAt);
  return headOf(found).day ?? given ?? null;
}

function trusted(older: Found, newer: Found, isStated: boolean): Replacement | undefined {
  return trustRank[newer.trust] < trustRank[older.trust] ? undefined : { older, newer, isStated };
}

/** Of several that replace a document, the latest is named; one that says so comes first. */
function isLater(found: Replacement, known: Replacement): boolean {
  if (found.isStated !== known.isStated) return found.isStated;
  return orderIn(known.newer, found.newer) < 0;
}
