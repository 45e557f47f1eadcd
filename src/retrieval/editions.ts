/** Which of the passages that were found are of an earlier edition than others, found or not. */
import type { Transaction } from '../db/database.ts';
import { namesEdition } from '../knowledge/editions/edition.ts';
import {
  headOf,
  namesOthers,
  readEditionHeads,
  readRelated,
  readSections,
  type RelatedDocument,
  type Section,
} from '../knowledge/editions/readRelated.ts';
import {
  type EditionDocument,
  isSaid,
  editionTitleOf,
  type Supersession,
  replacementsAmong,
} from '../knowledge/editions/relations.ts';
import { groupBy } from '../stats.ts';
import { type ArmScope, unmetConditions } from './filter.ts';
import { readHitFacts } from './hitFacts.ts';
import { coverageOf, type Passage } from './passage.ts';
import { lexemesWithin } from './question/analyseQuestion.ts';
import type { Question } from './question/question.ts';

/** A search whose passages are compared. */
interface EditionSearch {
  readonly scope: ArmScope;
  readonly question: Question;
  /** Null when the question could not be embedded. */
  readonly vector: Float32Array | null;
  readonly model: string;
  readonly searchConfig: string;
  readonly idf: ReadonlyMap<string, number>;
  /** Whether one of the documents may have other editions that the asker may read. */
  readonly hasEditions: boolean;
  /** Whether a successor's section that was not found is read too. */
  readonly fetches: boolean;
  readonly topK: number;
}

/**
 * The passages, each of an earlier edition with the document that replaces it: `supersededBy` where somebody says so,
 * `laterEdition` where their names alone tell. Where the successor's section on the same matter was not found, it is read
 * and stands before the older one. Only documents that the asker may read and that the filter lets through have any part
 * in it. An edition that the question names, "the rules of 2023", is what it asks for. A filter that leaves out replaced
 * documents leaves out those that are said to be.
 */
export async function withEditions(
  transaction: Transaction,
  search: EditionSearch,
  passages: readonly Passage[],
): Promise<readonly Passage[]> {
  const { scope, question } = search;
  const documents = await documentsIn(transaction, search, passages);
  const sections = await sectionsOfPairs(transaction, search, documents);
  const headed = documents.map((each) => ({ ...each, headings: headingsOf(each, passages, sections) }));
  const replaced = new Map(
    [...replacementsAmong(headed, scope.asOf)].filter(
      ([id, { older }]) =>
        passages.some(({ documentId }) => documentId === id) &&
        !namesEdition(question.text, editionTitleOf(older).edition),
    ),
  );
  if (replaced.size === 0) return passages;
  const marked = passages.map((passage) => asReplaced(passage, replaced.get(passage.documentId)));
  const missing = search.fetches ? missingSections(marked, replaced, sections) : new Map<string, Section>();
  const complete = missing.size === 0 ? marked : await withSections(transaction, search, marked, missing);
  return scope.filter.includeSuperseded === false
    ? complete.filter(({ supersededBy }) => supersededBy === null)
    : complete;
}

function asReplaced(passage: Passage, found: Supersession | undefined): Passage {
  if (!found || passage.supersededBy !== null) return passage;
  const { key } = found.newer;
  return isSaid(found) ? { ...passage, supersededBy: key } : { ...passage, laterEdition: key };
}

/** The documents of the passages and those that may be other editions of them. */
async function documentsIn(
  transaction: Transaction,
  { scope, hasEditions }: EditionSearch,
  passages: readonly Passage[],
): Promise<readonly EditionDocument[]> {
  const { workspaceId, accessGroups, asOf, filter } = scope;
  const documents = [...groupBy(passages, ({ documentId }) => documentId).values()].flatMap(([first]) => first ?? []);
  const own = documents.map((passage) => toDocument(passage));
  await readEditionHeads(
    transaction,
    workspaceId,
    own.map(({ versionId }) => versionId),
  );
  const known = new Map(own.map((each) => [each.documentId, { ...each, head: headOf(each.versionId) }]));
  if (!hasEditions && ![...known.values()].some((each) => namesOthers(each))) return [...known.values()];
  const conditions = { accessGroups, filter: { ...filter, includeSuperseded: undefined } };
  const related = await readRelated(transaction, { workspaceId, accessGroups, at: asOf }, [...known.values()]);
  const others = related.filter(
    (each) => !known.has(each.documentId) && unmetConditions(judged(each), conditions).length === 0,
  );
  const decided = new Map(related.map((each) => [each.documentId, each]));
  return [
    ...[...known.values()].map((each) => {
      const { supersedes = null, successorOverride = null } = decided.get(each.documentId) ?? {};
      return { ...each, supersedes, successorOverride };
    }),
    ...others,
  ];
}

const judged = (document: RelatedDocument) => ({ ...document, id: document.documentId });

function toDocument(passage: Passage): EditionDocument {
  return {
    documentId: passage.documentId,
    key: passage.documentKey,
    title: passage.documentTitle,
    versionId: passage.versionId,
    trust: passage.trust,
    effectiveFrom: passage.effectiveFrom,
    updatedAt: passage.updatedAt,
    createdAt: passage.documentCreatedAt,
    supersededBy: passage.supersededBy,
    supersedes: null,
    successorOverride: null,
    head: headOf(passage.versionId),
    headings: [],
  };
}

/** A passage of several small sections has their headings in its text. */
const headingsIn = ({ sectionPath, text }: Passage): string[] => [
  ...sectionPath.slice(-1),
  ...[...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading),
];

/** Those of its sections, as far as they were read, and of its passages that were found. */
function headingsOf(
  { documentId, versionId }: EditionDocument,
  passages: readonly Passage[],
  sections: readonly Section[],
): readonly string[] {
  const found = passages.filter((passage) => passage.documentId === documentId);
  const read = sections.filter((section) => section.versionId === versionId);
  return [
    ...new Set([...found.flatMap((passage) => headingsIn(passage)), ...read.flatMap(({ headings }) => headings)]),
  ];
}

/**
 * The sections of documents of which one would replace the other if they had a heading in common: what only one of them
 * has was found, perhaps, and what both have was not.
 */
async function sectionsOfPairs(
  transaction: Transaction,
  search: EditionSearch,
  documents: readonly EditionDocument[],
): Promise<readonly Section[]> {
  const alike = documents.map((each) => ({ ...each, headings: ['any'] }));
  const pairs = [...replacementsAmong(alike, search.scope.asOf).values()];
  const versions = pairs.flatMap(({ older, newer }) => [older.versionId, newer.versionId]);
  return readSections(transaction, search.scope.workspaceId, [...new Set(versions)], search);
}

/** Sections that are read beyond what was found: an answer cites three passages. */
const mostFetched = 3;

/**
 * How near to the question, compared with the older passage, a section of a document that was not found must be if no
 * heading says that it treats the same. Farther ones only stand in the way of an answer that holds. Set by reasoning.
 */
const leastNearness = 0.8;

/**
 * By the passage that it replaces, the section of the newer document under the same heading; of one that was not found at
 * all, otherwise the nearest to the question.
 */
function missingSections(
  passages: readonly Passage[],
  replaced: ReadonlyMap<string, Supersession>,
  sections: readonly Section[],
): ReadonlyMap<string, Section> {
  const missing = new Map<string, Section>();
  const taken = new Set(passages.map(({ chunkId }) => chunkId));
  const seen = new Set<string>();
  for (const passage of passages) {
    const newer = replaced.get(passage.documentId)?.newer;
    if (!newer || missing.size === mostFetched) continue;
    const own = passages.filter(({ documentId }) => documentId === newer.documentId);
    const known = new Set(own.flatMap((each) => headingsIn(each)));
    const wanted = headingsIn(passage).filter((heading) => heading !== passage.documentTitle && !known.has(heading));
    const all = sections.filter(({ versionId, chunkId }) => versionId === newer.versionId && !taken.has(chunkId));
    const isUnseen = own.length === 0 && !seen.has(newer.documentId);
    const section =
      nearest(all.filter(({ headings }) => headings.some((heading) => wanted.includes(heading)))) ??
      (isUnseen ? nearest(all.filter((each) => isAsNear(each, passage))) : undefined);
    if (!section) continue;
    taken.add(section.chunkId);
    seen.add(newer.documentId);
    missing.set(passage.chunkId, section);
  }
  return missing;
}

function isAsNear({ similarity }: Section, { windows }: Passage): boolean {
  const own = Math.max(0, ...windows.map((each) => each.similarity));
  return similarity === null || similarity >= leastNearness * own;
}

function nearest(sections: readonly Section[]): Section | undefined {
  return sections.reduce<Section | undefined>(
    (best, each) => (best && (best.similarity ?? 0) >= (each.similarity ?? 0) ? best : each),
    undefined,
  );
}

/** The passages with these sections, each before the passage that it replaces and with its score. */
async function withSections(
  transaction: Transaction,
  search: EditionSearch,
  passages: readonly Passage[],
  missing: ReadonlyMap<string, Section>,
): Promise<readonly Passage[]> {
  const ids = [...missing.values()].map(({ chunkId }) => chunkId);
  const facts = await readHitFacts(transaction, search.scope, ids, search);
  const texts = [...facts.values()].map(({ passage }) =>
    [passage.documentTitle, ...passage.sectionPath, passage.text].join('\n'),
  );
  const { searchConfig } = search;
  const lexemes = await lexemesWithin(transaction, { ...search.scope, searchConfig }, texts);
  const covered = new Map([...facts.keys()].map((id, position) => [id, coverageOf(lexemes[position], search.idf)]));
  const complete = passages.flatMap((passage) => {
    const section = missing.get(passage.chunkId);
    const fact = section && facts.get(section.chunkId);
    if (!section || !fact) return passage;
    return [
      {
        ...fact.passage,
        rank: passage.rank,
        score: passage.score,
        coverage: covered.get(section.chunkId) ?? 0,
        trace: placedBefore(passage, section),
        duplicateGroup: null,
        duplicates: [],
      },
      passage,
    ];
  });
  return complete.slice(0, search.topK);
}

/** No arm ranked it: it stands where it does because it is newer. */
const placedBefore = ({ score }: Passage, { similarity }: Section): Passage['trace'] => ({
  vector: { rank: null, rawScore: similarity, contribution: 0 },
  keyword: { rank: null, rawScore: null, contribution: 0 },
  adjustments: [{ kind: 'RECENCY', contribution: score }],
  rerank: null,
});
