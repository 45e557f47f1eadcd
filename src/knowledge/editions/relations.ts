/** Which of some documents is replaced by which other one. */
import { trustRank, type Trust } from '../document.ts';
import {
  compareEditions,
  type EditionHead,
  type EditionTitle,
  editionOf,
  fileEditionOf,
  isSameSeries,
  namesDocument,
  orderOf,
} from './edition.ts';

/** What a document says of itself, and what others say of it, as far as its editions go. */
export interface EditionDocument {
  readonly documentId: string;
  readonly key: string;
  readonly title: string;
  /** The version that is valid at the time in question. */
  readonly versionId: string;
  readonly trust: Trust;
  readonly effectiveFrom: Date;
  readonly updatedAt: Date;
  readonly createdAt: Date;
  /** The key of the document that replaces it, as its own source says. */
  readonly supersededBy: string | null;
  /** The key of the document that it replaces, as who loaded it says. */
  readonly supersedes: string | null;
  /** By hand: the document that replaces it; empty: none does; null: nobody has decided. */
  readonly successorOverride: readonly string[] | null;
  readonly head: EditionHead;
  /** Nearest headings of its passages, as far as they are known. */
  readonly headings: readonly string[];
}

/**
 * STATED: the beginning of one of both says so. DECLARED: who loaded one of them, or a person. TITLE and FILE_NAME: the
 * names agree but for year, season or version, or titles but for a day that both state.
 */
export type SupersessionBasis = 'STATED' | 'DECLARED' | 'TITLE' | 'FILE_NAME';

export interface Supersession {
  readonly older: EditionDocument;
  readonly newer: EditionDocument;
  readonly basis: SupersessionBasis;
}

/** Whether somebody says so, and not the names alone. */
export const isSaid = ({ basis }: Pick<Supersession, 'basis'>): boolean => basis === 'STATED' || basis === 'DECLARED';

/**
 * What replaces each of some documents among them, by the id of the one that is replaced. None that is trusted less
 * replaces another, nor one whose stated day has not come; what a person decided stands above all.
 * @param at the time in question
 */
export function replacementsAmong(documents: readonly EditionDocument[], at: Date): ReadonlyMap<string, Supersession> {
  const replaced = new Map<string, Supersession>();
  for (const [index, left] of documents.entries())
    for (const right of documents.slice(index + 1)) {
      const found = replacementIn(left, right, at);
      const known = found && replaced.get(found.older.documentId);
      if (found && (!known || isLater(found, known))) replaced.set(found.older.documentId, found);
    }
  return replaced;
}

/** Its title, with the edition that its file's name has where the title has none. */
export function editionTitleOf({ title, key }: Pick<EditionDocument, 'title' | 'key'>): EditionTitle {
  const edition = editionOf(title);
  const { numbers } = edition.numbers.length > 0 ? edition : fileEditionOf(key);
  return { title, edition: { ...edition, numbers } };
}

function replacementIn(left: EditionDocument, right: EditionDocument, at: Date): Supersession | undefined {
  const byHand = decided(left, right) ?? decided(right, left);
  if (byHand) return byHand;
  const found = declaredIn(left, right) ?? saidIn(left, right) ?? byNames(left, right);
  if (!found || found.older.successorOverride !== null) return undefined;
  const { newer, older } = found;
  return trustRank[newer.trust] < trustRank[older.trust] || (newer.head.day && newer.head.day > at) ? undefined : found;
}

/** What a person decided holds for whom he decided it: his word is not weighed against trust. */
function decided(older: EditionDocument, newer: EditionDocument): Supersession | undefined {
  return older.successorOverride?.includes(newer.documentId) ? { older, newer, basis: 'DECLARED' } : undefined;
}

function declaredIn(left: EditionDocument, right: EditionDocument): Supersession | undefined {
  for (const [older, newer] of [[left, right] as const, [right, left] as const])
    if (older.supersededBy === newer.key || newer.supersedes === older.key) return { older, newer, basis: 'DECLARED' };
  return undefined;
}

/** Two that say so of each other say nothing. */
function saidIn(left: EditionDocument, right: EditionDocument): Supersession | undefined {
  const [bySaying, bySaid] = [says(left, right), says(right, left)];
  if (bySaying === bySaid) return undefined;
  const [older, newer] = bySaying ? [right, left] : [left, right];
  return { older, newer, basis: 'STATED' };
}

function says(newer: EditionDocument, older: EditionDocument): boolean {
  const [said, heard] = [newer.head.replaces, older.head.replacedBy];
  if (said.length === 0 && heard.length === 0) return false;
  const isOne = isOneTitle(newer, older) || isOneFile(newer, older);
  return (
    said.some((words) => namesDocument(words, editionTitleOf(older), isOne)) ||
    heard.some((words) => namesDocument(words, editionTitleOf(newer), isOne))
  );
}

const isOneTitle = (left: EditionDocument, right: EditionDocument): boolean =>
  isSameSeries(editionOf(left.title), editionOf(right.title));
const isOneFile = (left: EditionDocument, right: EditionDocument): boolean =>
  isSameSeries(fileEditionOf(left.key), fileEditionOf(right.key));

function byNames(left: EditionDocument, right: EditionDocument): Supersession | undefined {
  const byTitle = compareEditions(left.title, right.title);
  const order = byTitle || orderIn(left, right);
  if (order === 0) return undefined;
  const [older, newer] = order < 0 ? [left, right] : [right, left];
  return { older, newer, basis: byTitle === 0 && byFile(left, right) !== 0 ? 'FILE_NAME' : 'TITLE' };
}

const byFile = (left: EditionDocument, right: EditionDocument): number =>
  orderOf(fileEditionOf(left.key), fileEditionOf(right.key));

/** Below zero if the left one is earlier; zero if they are no editions of one title or file, or their order is unknown. */
function orderIn(left: EditionDocument, right: EditionDocument): number {
  const byName = compareEditions(left.title, right.title) || byFile(left, right);
  if (byName !== 0) return byName;
  const [one, other] = [dayOf(left), dayOf(right)];
  if (!one || !other || !isOneTitle(left, right) || !shareSection(left, right)) return 0;
  return one.getTime() - other.getTime();
}

/** Many pages are called "Overview". A title that stands above its own text is no section. */
const shareSection = ({ headings, title }: EditionDocument, right: EditionDocument): boolean =>
  headings.some((each) => each !== title && right.headings.includes(each));

/** The day that a document states of itself: what is no later than its own loading was not set by it. */
export function dayOf({ head, effectiveFrom, updatedAt, createdAt }: EditionDocument): Date | null {
  return head.day ?? [effectiveFrom, updatedAt].find((day) => day < createdAt) ?? null;
}

/** Of several that replace a document, the latest is named; a person's word comes first, then what says so. */
function isLater(found: Supersession, known: Supersession): boolean {
  const [byHand, other] = [found, known].map(({ older, newer }) => older.successorOverride?.includes(newer.documentId));
  if (byHand !== other) return byHand === true;
  if (isSaid(found) !== isSaid(known)) return isSaid(found);
  return orderIn(known.newer, found.newer) < 0;
}
