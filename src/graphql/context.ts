import DataLoader from 'dataloader';
import type { AnswerStanding } from '../agent/recalls/recalls.ts';
import type { RunListOptions } from '../agent/runs/runs.ts';
import type { Run } from '../agent/state/run.ts';
import type { App, PageRequest } from '../app/app.ts';
import { isCandorError } from '../errors.ts';
import type { Caller } from '../workspaces/caller.ts';
import { demandPrivate } from '../workspaces/caller.ts';
import type { StoredBlock } from '../knowledge/store/chunks.ts';
import {
  type Document,
  type DocumentVersion,
  locate,
  type Page,
  type SourceLocation,
  type Span,
} from '../knowledge/document.ts';
import type { StoredChunk } from '../knowledge/store/chunks.ts';
import type { StoredCalibration } from '../learning/calibrations/calibration.ts';
import type { Source } from '../knowledge/sync/sources.ts';
import type { DocumentEditions } from '../knowledge/editions/editions.ts';
import type { Feedback } from '../learning/feedback/feedback.ts';

/** What every resolver of one operation gets. */
export interface GraphQLContext {
  readonly app: App;
  readonly caller: Caller;
  readonly loaders: Loaders;
  /** Aborts when the client disconnects; passed to every call of the app. */
  readonly signal: AbortSignal;
  /** Characters of version texts in the result so far. */
  readonly sent: { characters: number };
}

/** Creates the context of one operation; all three entry points use it. */
export function createContext(app: App, caller: Caller, signal: AbortSignal): GraphQLContext {
  return { app, caller, signal, loaders: createLoaders(app, caller), sent: { characters: 0 } };
}

/**
 * Maximum ids per batch, so that a page of 100 runs with 50 passages each takes a few statements and not one with 5,000
 * parameters.
 */
const batchSize = 500;
/** Smaller, because blocks come with the whole text. */
const blockBatch = 20;
/** As many as a page of runs may have. */
const runBatch = 100;

/** The loaders of one operation: each combines all ids requested in one tick into one call of the app. */
interface Loaders {
  /** Undefined if the caller can see no such document. */
  readonly document: DataLoader<string, Document | undefined>;
  readonly documentByKey: DataLoader<string, Document | undefined>;
  readonly version: DataLoader<string, DocumentVersion | undefined>;
  /** Newest first. */
  readonly versionsOf: DataLoader<string, readonly DocumentVersion[]>;
  readonly editionsOf: DataLoader<string, DocumentEditions>;
  /** The source that a document came from; undefined if there is none, or the caller may not know. */
  readonly sourceOf: DataLoader<string, Source | undefined>;
  /** All blocks of each version; null if they are not known. */
  readonly blocksOf: DataLoader<string, readonly StoredBlock[] | null>;
  /** One page of the chunks of each version. */
  readonly chunksOf: (page: PageRequest) => Pick<DataLoader<string, Page<StoredChunk>>, 'load'>;
  /** Undefined if there is none any more, or the caller may not read it. */
  readonly chunk: Pick<DataLoader<string, StoredChunk | undefined>, 'load'>;
  /** A run without some of its large parts; undefined if the caller may not read it. */
  readonly runWithout: (parts: RunListOptions['without']) => Pick<DataLoader<string, Run | undefined>, 'load'>;
  /** Undefined if this workspace has none. */
  readonly calibration: DataLoader<string, StoredCalibration | undefined>;
  /** The feedback on a run, newest first. */
  readonly feedbackOf: DataLoader<string, readonly Feedback[]>;
  /** How a run's answer stands; null if nothing that it quotes has changed. */
  readonly standingOf: DataLoader<string, AnswerStanding | null>;
}

function createLoaders(
  {
    knowledge,
    feedback,
    calibrations,
    runs,
    sources,
  }: Pick<App, 'knowledge' | 'feedback' | 'calibrations' | 'runs' | 'sources'>,
  caller: Caller,
): Loaders {
  const options = { maxBatchSize: batchSize };
  return {
    document: new DataLoader((ids) => knowledge.documents(caller, ids), options),
    documentByKey: new DataLoader((keys) => knowledge.documentsByKey(caller, keys), options),
    version: new DataLoader((ids) => knowledge.versions(caller, ids), options),
    versionsOf: new DataLoader((ids) => knowledge.versionsOf(caller, ids), options),
    editionsOf: new DataLoader((ids) => knowledge.editions(caller, ids), options),
    sourceOf: new DataLoader(
      async (ids) => (await permitted(sources.ofDocuments(caller, ids))) ?? ids.map(() => undefined),
      options,
    ),
    blocksOf: new DataLoader((ids) => knowledge.blocks(caller, ids), { maxBatchSize: blockBatch }),
    chunksOf: loaderFor(
      (page: PageRequest) => new DataLoader((ids: readonly string[]) => knowledge.chunks(caller, ids, page), uncached),
    ),
    chunk: new DataLoader(
      async (ids: readonly string[]) =>
        (await permitted(knowledge.findChunks(caller, ids))) ?? ids.map(() => undefined),
      uncached,
    ),
    runWithout: loaderFor(
      (without: RunListOptions['without'] = []) =>
        new DataLoader((ids: readonly string[]) => runsById(runs, caller, { ids, without }), {
          ...uncached,
          maxBatchSize: runBatch,
        }),
    ),
    calibration: new DataLoader((ids) => calibrations.find(caller, ids), options),
    feedbackOf: new DataLoader((ids) => feedback.ofRuns(caller, ids), options),
    standingOf: new DataLoader((ids) => runs.standings(caller, ids), options),
  };
}

/** Nothing is cached between ticks, so that a mutation's own fields see what it wrote. */
const uncached = { maxBatchSize: batchSize, cache: false } as const;

/** One loader for each page that is requested, or other way to load. */
function loaderFor<Way, Loaded>(
  make: (way: Way) => DataLoader<string, Loaded>,
): (way: Way) => Pick<DataLoader<string, Loaded>, 'load'> {
  const loaders = new Map<string, DataLoader<string, Loaded>>();
  return (way) => {
    const key = JSON.stringify(way ?? null);
    const loader = loaders.get(key) ?? make(way);
    loaders.set(key, loader);
    return loader;
  };
}

async function runsById(
  runs: Pick<App['runs'], 'list'>,
  caller: Caller,
  { ids, without = [] }: RunListOptions & { readonly ids: readonly string[] },
): Promise<(Run | undefined)[]> {
  const found = await permitted(runs.list(caller, { first: ids.length }, { ids }, { without }));
  const byId = new Map(found?.nodes.map((run) => [run.id, run]));
  return ids.map((id) => byId.get(id));
}

/** In the order of `ids`, without those that are gone or that the caller may not read. */
export async function chunksIn(loaders: Loaders, ids: readonly string[]): Promise<StoredChunk[]> {
  const found = await Promise.all(ids.map((id) => loaders.chunk.load(id)));
  return found.filter((chunk) => chunk !== undefined);
}

/** Undefined instead of FORBIDDEN. */
export async function permitted<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isCandorError(error, 'FORBIDDEN')) return undefined;
    throw error;
  }
}

/** Clears everything that was loaded: a mutation's own fields must see what it wrote. */
export function forgetLoaded(loaders: Loaders): void {
  loaders.document.clearAll();
  loaders.documentByKey.clearAll();
  loaders.version.clearAll();
  loaders.versionsOf.clearAll();
  loaders.editionsOf.clearAll();
  loaders.sourceOf.clearAll();
  loaders.feedbackOf.clearAll();
  loaders.standingOf.clearAll();
  loaders.calibration.clearAll();
}

/** In the order of `ids`, without those that the caller cannot see. */
export async function visibleDocuments(loaders: Loaders, ids: readonly string[]): Promise<Document[]> {
  const found = await Promise.all(ids.map((id) => loaders.document.load(id)));
  return found.filter((document) => document !== undefined);
}

/** Null if the document was deleted after it was named, or is hidden from the caller. */
export async function documentIn(loaders: Loaders, id: string | null): Promise<Document | null> {
  return id === null ? null : ((await loaders.document.load(id)) ?? null);
}

/** Null where its document is. */
export async function versionIn(loaders: Loaders, id: string | null): Promise<DocumentVersion | null> {
  return id === null ? null : ((await loaders.version.load(id)) ?? null);
}

/** Returns null if the source has no pages or lines, or the version is gone. */
export async function locateIn(loaders: Loaders, versionId: string, span: Span): Promise<SourceLocation | null> {
  return locate((await loaders.version.load(versionId))?.sourceMap ?? null, span);
}

/**
 * The headings above a place, outermost first: those of the last block that begins before it. Empty if the blocks are
 * not known.
 */
export async function sectionPathIn(loaders: Loaders, versionId: string, { start }: Span): Promise<readonly string[]> {
  const blocks = (await loaders.blocksOf.load(versionId)) ?? [];
  return blocks.findLast(({ span }) => span.start <= start)?.headingPath ?? [];
}

/**
 * Returns a count of the workspace to a caller who may know it.
 * @throws FORBIDDEN for a public key
 */
export function countFor(caller: Caller, count: number): number {
  demandPrivate(caller);
  return count;
}
