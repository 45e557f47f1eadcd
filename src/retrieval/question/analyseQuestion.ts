import type { Database, Transaction, TransactionOptions } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { withoutAskingPhrases } from '../../knowledge/language/functionWords.ts';
import { primaryLanguage } from '../../knowledge/language/language.ts';
import { indexedText } from '../../knowledge/values/values.ts';
import { defaultSearchConfig, searchConfigOf, searchText } from '../../knowledge/language/words.ts';
import type { Embedder } from '../../models/embedder.ts';
import { inSpan } from '../../telemetry/spans.ts';
import { assertSameEmbedder, noteSettings, perWorkspace, type WorkspaceSettings } from '../../workspaces/workspaces.ts';
import type { KeywordHits } from '../arms/keywordArm.ts';
import type { ArmScope } from '../filter.ts';
import { type ArmWeights, weightsFor, type Preset } from '../presets.ts';
import type { Recency } from '../fuse/recency.ts';
import type { Passage, RetrievalSettings, SearchFilter } from '../passage.ts';
import { analyse, analyseWords, countSearchConfigs, readHorizon, readPreparation as prepare } from './question.sql.ts';
import type { Question } from './question.ts';
import { type OwnWord, questionWords, type QuestionWords, takeApart } from './questionWords.ts';
import { mostWords, type Vocabulary, vocabularyOf } from './vocabulary.ts';

export interface AnalysedQuestion {
  /** The text search configuration that analysed it. */
  readonly searchConfig: string;
  readonly lexemes: readonly string[];
  readonly words: QuestionWords;
  /** The arm weights for its language; null: those of the preset. */
  readonly weights: Partial<ArmWeights> | null;
  /** Whether the workspace has curated answers. */
  readonly hasCurated: boolean;
}

/** The configuration that the last question of a workspace got. The next question usually gets the same one. */
const lastConfig = perWorkspace(() => ({ searchConfig: defaultSearchConfig }));

/**
 * The words that a question is searched by, analysed like the documents. Runs in the transaction of the keyword arm,
 * which waits for them.
 * @param onSettings called with the workspace's settings, before anything else is read
 * @throws NOT_FOUND, EMBEDDER_MISMATCH if the workspace cannot be searched
 */
export async function analyseQuestion(
  transaction: Transaction,
  scope: ArmScope,
  query: Question,
  embedder: string,
  onSettings?: (settings: WorkspaceSettings) => void,
): Promise<AnalysedQuestion> {
  const { workspaceId } = scope;
  const last = lastConfig(scope.database.identity, workspaceId);
  const guess = last.searchConfig;
  const text = withoutAskingPhrases(takeApart(query).text, query.language);
  const ownConfig = searchConfigOf(query.language);
  const language = primaryLanguage(query.language);
  const prepared = await prepareQuestion(transaction, scope, {
    embedder,
    language,
    text: searchText(text, guess),
    searchConfig: guess,
    ownConfig,
  });
  if (!prepared) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
  onSettings?.(prepared.settings);
  if (prepared.embedder !== null) assertSameEmbedder(prepared.embedder, embedder);
  const searchConfig =
    chooseSearchConfig(prepared.searchConfigs, query.languages) ?? (await mostFrequentConfig(transaction, scope));
  last.searchConfig = searchConfig;
  const own =
    searchConfig === guess
      ? prepared.words
      : await transaction.query(analyseWords, [searchText(text, searchConfig), searchConfig, ownConfig]);
  const words = await questionWords(transaction, scope, { query, searchConfig }, own, prepared.vocabulary);
  const { weights, hasCurated } = prepared;
  return { searchConfig, words, lexemes: words.words.map((word) => word.lexeme), weights, hasCurated };
}

async function mostFrequentConfig(transaction: Transaction, { workspaceId, accessGroups }: ArmScope): Promise<string> {
  const [most] = await transaction.query(countSearchConfigs, [workspaceId, accessGroups]);
  return most?.search_config ?? defaultSearchConfig;
}

/**
 * The text search configuration for a question. If all documents share one, it is that one. Otherwise it is that of the
 * first of the question's languages that documents have, or else English. Null: none of these, so the caller has to
 * count which one is the most frequent.
 * @param held configurations of the documents, in any order
 * @param languages BCP 47 tags that the question may be in, likeliest first
 */
export function chooseSearchConfig(held: readonly string[], languages: readonly string[]): string | null {
  const [first = defaultSearchConfig] = held;
  if (held.length < 2) return first;
  const spoken = languages.map((language) => searchConfigOf(language)).find((config) => held.includes(config));
  return spoken ?? (held.includes(defaultSearchConfig) ? defaultSearchConfig : null);
}

/** What is needed to read a question. */
interface Prepared {
  readonly settings: WorkspaceSettings;
  /** The embedder of the workspace; null if it has no documents yet. */
  readonly embedder: string | null;
  /** Text search configurations of the documents that the asker can find, sorted by name. */
  readonly searchConfigs: readonly string[];
  readonly weights: Partial<ArmWeights> | null;
  /** Up to date: each reading adds the words committed since the last one, in whatever order they were committed. */
  readonly vocabulary: Vocabulary;
  /** The question's words in order, by the requested configuration. */
  readonly words: readonly OwnWord[];
  /** Whether the workspace has curated answers. */
  readonly hasCurated: boolean;
}

interface Preparing {
  readonly embedder: string;
  /** ISO 639-1. */
  readonly language: string;
  /** The text to analyse, the configuration that it probably gets, and the one of its own language. */
  readonly text: string;
  readonly searchConfig: string;
  readonly ownConfig: string;
}

/** @returns undefined if there is no such workspace */
export async function prepareQuestion(
  transaction: Transaction,
  { database, workspaceId, accessGroups }: Pick<ArmScope, 'database' | 'workspaceId' | 'accessGroups'>,
  { embedder, language, text, searchConfig, ownConfig }: Preparing,
): Promise<Prepared | undefined> {
  const vocabulary = vocabularyOf(database.identity, workspaceId);
  // On Citus, the words are on a node that counts its own transactions. The horizon therefore comes from the
  // coordinator, which numbered the words, and is read first, so that whatever is committed between the two statements
  // is read again.
  const [before] = database.distributed ? await transaction.query(readHorizon, []) : [];
  const [row] = await transaction.query(prepare, [
    workspaceId,
    accessGroups,
    vocabulary.horizon,
    mostWords,
    embedder,
    language,
    text,
    searchConfig,
    ownConfig,
  ]);
  if (!row) return undefined;
  vocabulary.take(row.lexemes, before?.horizon ?? row.horizon);
  const fitted =
    row.vector_weight === null || row.keyword_weight === null
      ? null
      : { vectorWeight: row.vector_weight, keywordWeight: row.keyword_weight };
  return {
    settings: noteSettings(database, workspaceId, row),
    embedder: row.embedder,
    searchConfigs: row.search_configs,
    weights: weightsFor(fitted, embedder, language),
    vocabulary,
    words: row.own_lexemes.map((lexeme, position) => ({
      lexeme,
      count: row.own_counts[position] ?? 1,
      kept: row.own_kept[position] ?? false,
    })),
    hasCurated: row.has_curated,
  };
}

/** How many texts of a workspace keep their lexemes in memory: about as many as twenty questions read. */
const keptTexts = 2_000;

const keptLexemes = perWorkspace(() => new Map<string, readonly string[]>());

interface TextScope {
  readonly database: Database;
  readonly workspaceId: string;
  /** The text search configuration. */
  readonly searchConfig: string;
}

/**
 * The lexemes of each text, by the analysis of an index: stemmed, without stop words. In the order of `texts`. Recently
 * analysed texts are not sent again.
 */
export async function lexemesOf(
  scope: TextScope,
  texts: readonly string[],
  options: TransactionOptions = {},
): Promise<readonly (readonly string[])[]> {
  const known = knownLexemes(scope, texts).filter((lexemes) => lexemes !== undefined);
  if (known.length === texts.length) return known;
  return scope.database.inWorkspace(scope.workspaceId, (transaction) => lexemesWithin(transaction, scope, texts), {
    ...options,
    readOnly: true,
  });
}

/** The same, inside a transaction that does other work too. */
export async function lexemesWithin(
  transaction: Transaction,
  scope: TextScope,
  texts: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const { searchConfig } = scope;
  const known = new Map(knownLexemes(scope, texts).map((lexemes, position) => [texts[position] ?? '', lexemes]));
  const missing = [...known].flatMap(([text, lexemes]) => (lexemes === undefined ? [text] : []));
  if (missing.length > 0) {
    const rows = await transaction.query(analyse, [
      missing.map((text) => indexedText(text, searchConfig)),
      searchConfig,
    ]);
    for (const [position, text] of missing.entries()) known.set(text, rows[position]?.lexemes ?? []);
    keep(scope, known);
  }
  return texts.map((text) => known.get(text) ?? []);
}

function knownLexemes(scope: TextScope, texts: readonly string[]): (readonly string[] | undefined)[] {
  const kept = keptLexemes(scope.database.identity, scope.workspaceId);
  return texts.map((text) => kept.get(keyOf(scope, text)));
}

/** Keeps the lexemes of the newest texts. */
function keep(scope: TextScope, lexemes: ReadonlyMap<string, readonly string[] | undefined>): void {
  const kept = keptLexemes(scope.database.identity, scope.workspaceId);
  for (const [text, found] of lexemes) {
    const key = keyOf(scope, text);
    kept.delete(key);
    if (found) kept.set(key, found);
  }
  for (const key of kept.keys()) {
    if (kept.size <= keptTexts) break;
    kept.delete(key);
  }
}

const keyOf = ({ searchConfig }: TextScope, text: string): string => `${searchConfig} ${text}`;

export interface RetrieveRequest {
  readonly workspaceId: string;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
  readonly query: Question;
  readonly preset: Preset;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  /** Puts newer passages first among those that match about equally well. Default: dates do not count. */
  readonly recency?: Recency | null | undefined;
  /** Prefers passages of several documents if there are comparable ones. Default: by score alone. */
  readonly diverse?: boolean | undefined;
  /** The result, perhaps still pending, of the search that opened the run. */
  readonly opening?: Opening | undefined;
  /**
   * Texts of the best passages whose lexemes are needed next (question.ts). Analysed in the same transaction, they need
   * none of their own.
   */
  readonly textsOf?: ((passages: readonly Passage[]) => readonly string[]) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Applies to each statement; no second try starts after it. */
  readonly timeoutMillis?: number | undefined;
}

export interface RetrieveParts {
  readonly database: Database;
  readonly embedder: Embedder;
}

export interface OpenedWords {
  readonly question: AnalysedQuestion;
  readonly words: KeywordHits;
  readonly timings: Pick<RetrievalTimings, 'analyse' | 'keyword'>;
}

/** The first transaction of a run: its workspace's settings, and its question searched by words. */
export interface Opening {
  /** What was searched. */
  readonly request: RetrieveRequest;
  /**
   * Resolves as soon as the settings are read; the search continues. @throws NOT_FOUND, DATABASE_UNREACHABLE, CANCELLED
   * and the like
   */
  readonly settings: Promise<WorkspaceSettings>;
  /** Need not be awaited. @throws also EMBEDDER_MISMATCH */
  readonly found: Promise<OpenedWords>;
}

/**
 * Where the time of a retrieval went, in milliseconds. Stages run in parallel where they can, so `total` is less than
 * their sum. Waits for a free connection count only in `total`.
 */
export interface RetrievalTimings {
  /** Which analysis the question gets, and its lexemes. */
  readonly analyse: number;
  readonly embed: number;
  readonly vector: number;
  readonly keyword: number;
  /** The facts of the hits, the passages' text, and curated answers. */
  readonly read: number;
  readonly total: number;
}

type Stage = Exclude<keyof RetrievalTimings, 'total'>;

export interface Timer {
  time<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result>;
  /** Adds time that was spent on a stage earlier. */
  add(stage: Stage, millis: number): void;
  /** The same database, but each transaction counts towards the stage from its first statement on. */
  timed(stage: Stage, database: Database): Database;
  millis(): number;
  read(): RetrievalTimings;
}

export function createTimer(now: () => number = () => performance.now()): Timer {
  const started = now();
  const spent: Record<Stage, number> = { analyse: 0, embed: 0, vector: 0, keyword: 0, read: 0 };
  const time = async <Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> => {
    const began = now();
    try {
      return await inSpan({ name: `retrieval ${stage}`, facts: { 'candor.stage': stage } }, work);
    } finally {
      spent[stage] += now() - began;
    }
  };
  return {
    time,
    add: (stage, millis) => {
      spent[stage] += millis;
    },
    timed: (stage, database) => ({
      ...database,
      inWorkspace: (workspaceId, work, options) =>
        database.inWorkspace(workspaceId, (transaction) => time(stage, () => work(transaction)), options),
    }),
    millis: () => now() - started,
    read: () => ({ ...spent, total: now() - started }),
  };
}
