import type { Database } from '../../db/database.ts';
import { isUuid, newId } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { changeFacts, keptFact } from '../../workspaces/workspaces.ts';
import type { Page } from '../document.ts';
import { readCursor, toPage, type PageRequest } from '../page.ts';
import { findPhrase, wordsOrCharacters } from '../language/words.ts';
import {
  type AliasRow,
  countAliases,
  findAlias,
  listAliases,
  pageAliases,
  removeAlias,
  upsertAlias,
} from './curated.sql.ts';

/** Phrases that mean the same: any may replace any other. */
export interface AliasGroup {
  readonly term: string;
  readonly synonyms: readonly string[];
}

export interface Alias extends AliasGroup {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const maxGroups = 2_000;
const maxSynonyms = 20;
const maxPhraseLength = 80;

/**
 * Saves the synonyms that the documents use for a term. If a group with the term exists, ignoring case, it is replaced
 * and keeps its id.
 * @throws BAD_INPUT that names the field
 */
export async function saveAlias(database: Database, workspaceId: string, input: AliasGroup): Promise<Alias> {
  const { term, synonyms } = checkGroup(input);
  return database.inWorkspace(workspaceId, async (transaction) => {
    const [row] = await transaction.query(upsertAlias, {
      workspaceId,
      aliasId: newId(),
      term,
      synonyms,
      now: new Date(),
      maxGroups,
    });
    if (!row)
      throw new CandorError('BAD_INPUT', `A workspace has at most ${maxGroups.toLocaleString('en')} aliases.`, {
        details: { field: 'term' },
        remedy: 'Delete one that no question needs any more.',
      });
    await changeFacts(transaction, workspaceId);
    return toAlias(row);
  });
}

/** @param which the id of a group, or its term, ignoring case; @throws NOT_FOUND */
export async function deleteAlias(database: Database, workspaceId: string, which: string): Promise<Alias> {
  const named = isUuid(which) ? { aliasId: which, term: null } : { aliasId: null, term: which.trim() };
  const [row] = await database.inWorkspace(workspaceId, async (transaction) => {
    const removed = await transaction.query(removeAlias, { workspaceId, ...named });
    if (removed.length > 0) await changeFacts(transaction, workspaceId);
    return removed;
  });
  if (!row) throw new CandorError('NOT_FOUND', 'This workspace has no such alias.', { details: { alias: which } });
  return toAlias(row);
}

/** Returns aliases, last saved first. @throws BAD_INPUT for a page size or cursor that is not usable */
export async function pageOfAliases(database: Database, workspaceId: string, page: PageRequest): Promise<Page<Alias>> {
  const cursor = readCursor(page);
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(pageAliases, {
      workspaceId,
      savedBefore: cursor?.time ?? null,
      idBefore: cursor?.id ?? null,
      limit: page.first + 1,
    }),
  );
  return toPage(
    rows.map((row) => toAlias(row)),
    page.first,
    (alias) => ({ time: alias.updatedAt, id: alias.id }),
  );
}

/** Returns undefined if this workspace has no such alias. */
export async function readAlias(database: Database, workspaceId: string, id: string): Promise<Alias | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findAlias, { workspaceId, aliasId: id }),
  );
  return row && toAlias(row);
}

export async function countOfAliases(database: Database, workspaceId: string): Promise<number> {
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(countAliases, { workspaceId }),
  );
  return row?.total ?? 0;
}

/** A group with the first words of all its phrases. They show quickly that the group does not occur in a question. */
interface IndexedAlias {
  readonly alias: Alias;
  readonly firstWords: ReadonlySet<string>;
}

/**
 * Returns the groups with a phrase that occurs in the question as whole words, ignoring case; the oldest first. Groups
 * are read once, and again after one has changed (`keptFact` of workspaces/workspaces.ts).
 */
export async function aliasesIn(
  database: Database,
  workspaceId: string,
  question: string,
  signal?: AbortSignal,
): Promise<readonly Alias[]> {
  const groups = await keptFact(database, workspaceId, 'aliases', () => readAliases(database, workspaceId, signal));
  const words = [...new Set(wordsOrCharacters(question))];
  return groups
    .filter(({ firstWords }) => words.some((word) => firstWords.has(word)))
    .map(({ alias }) => alias)
    .filter(({ term, synonyms }) => [term, ...synonyms].some((phrase) => findPhrase(question, phrase)));
}

async function readAliases(
  database: Database,
  workspaceId: string,
  signal: AbortSignal | undefined,
): Promise<readonly IndexedAlias[]> {
  const rows = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(listAliases, { workspaceId }),
    signal ? { signal } : {},
  );
  return rows.map((row) => ({ alias: toAlias(row), firstWords: firstWordsOf([row.term, ...row.synonyms]) }));
}

function firstWordsOf(phrases: readonly string[]): Set<string> {
  return new Set(phrases.flatMap((phrase) => wordsOrCharacters(phrase).slice(0, 1)));
}

function checkGroup(input: AliasGroup): AliasGroup {
  const term = checkPhrase('term', input.term);
  if (input.synonyms.length === 0 || input.synonyms.length > maxSynonyms)
    throw badField('synonyms', `takes 1 to ${maxSynonyms} phrases`);
  const synonyms = input.synonyms.map((synonym) => checkPhrase('synonyms', synonym));
  const distinct = new Set([term, ...synonyms].map((phrase) => phrase.toLowerCase()));
  if (distinct.size <= synonyms.length)
    throw badField('synonyms', 'must differ from each other and from the term by more than their case');
  return { term, synonyms };
}

/**
 * Returns a phrase trimmed and with single blanks. A phrase without a letter or digit, such as "?", would occur in
 * every question.
 */
function checkPhrase(field: string, text: string): string {
  const phrase = text.trim().replaceAll(/ +/gu, ' ').normalize('NFC');
  const sound = phrase.isWellFormed() && !/\p{Cc}/u.test(phrase) && /[\p{L}\p{N}]/u.test(phrase);
  if (sound && phrase.length <= maxPhraseLength) return phrase;
  throw badField(
    field,
    `must have 1 to ${maxPhraseLength} characters, with a letter or digit and without control characters`,
  );
}

function badField(field: string, problem: string): CandorError {
  return new CandorError('BAD_INPUT', `${field} ${problem}.`, { details: { field } });
}

function toAlias(row: AliasRow): Alias {
  return {
    id: row.alias_id,
    term: row.term,
    synonyms: row.synonyms,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
