import { z } from 'zod';
import type { App } from '../../app/app.ts';
import { CandorError } from '../../errors.ts';
import type { Document } from '../../knowledge/document.ts';
import { type JsonLine, readJsonl } from '../../knowledge/ingest/readJsonl.ts';
import type { SearchFilter } from '../../retrieval/passage.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { Caution } from '../../workspaces/settings.ts';
import type { SetQuestion } from '../question.ts';

/** One loaded corpus, ready to be asked. */
export interface EvaluationContext {
  readonly app: App;
  readonly caller: Caller;
  /** Ids of documents by key, for questions that may read only some. */
  readonly documentIds: ReadonlyMap<string, string>;
  /** The set's names of curated answers, by stored id. */
  readonly curatedNames: ReadonlyMap<string, string>;
  /** Texts of versions that citations were checked against. */
  readonly versionTexts: Map<string, string>;
  /** False: no chat model is called. */
  readonly useModel: boolean;
  /** How sure an answer must be; left out: the shipped default. */
  readonly caution?: Caution | undefined;
  readonly signal: AbortSignal;
}

/** Number of documents that are kept from one ranking. */
export const retrievedCount = 30;

/** The limits on what a question may read. */
export function boundsOf(
  context: Pick<EvaluationContext, 'documentIds'>,
  { asOf, corpusDocIds }: Pick<SetQuestion, 'asOf' | 'corpusDocIds'>,
): { asOf?: Date; filter?: SearchFilter } {
  // A document that could not be ingested stays in the list under its key, which is not the id of any document: an
  // empty list would be refused.
  const documentIds = corpusDocIds?.map((key) => context.documentIds.get(key) ?? key);
  return { ...(asOf ? { asOf } : {}), ...(documentIds ? { filter: { documentIds } } : {}) };
}

/** The largest page that the app returns. */
const pageSize = 100;

/** A document as ingested: the text that every arm reads, whatever file it came from. */
export interface StoredDocument extends Pick<Document, 'key' | 'title' | 'language'> {
  readonly text: string;
}

/** All documents of the workspace, page by page. */
async function* pagesOf(app: App, caller: Caller): AsyncGenerator<readonly Document[]> {
  let after: string | undefined;
  do {
    const page = await app.knowledge.listDocuments(caller, { first: pageSize, after }, {});
    yield page.nodes;
    after = page.hasNextPage ? (page.endCursor ?? undefined) : undefined;
  } while (after !== undefined);
}

/** The id of each document of the workspace by its key. */
export async function documentIdsByKey(app: App, caller: Caller): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for await (const page of pagesOf(app, caller)) for (const { id, key } of page) ids.set(key, id);
  return ids;
}

/**
 * The documents of the workspace with the text of the version in force, without documents that have no such version.
 */
export async function storedDocuments(app: App, caller: Caller): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for await (const page of pagesOf(app, caller)) {
    const current = page.filter(({ currentVersionId }) => currentVersionId !== null);
    const versions = await app.knowledge.versions(
      caller,
      current.map(({ currentVersionId }) => currentVersionId ?? ''),
    );
    stored.push(
      ...current.flatMap(({ key, title, language }, position) => {
        const version = versions[position];
        return version ? [{ key, title, language, text: version.text }] : [];
      }),
    );
  }
  return stored;
}

const CuratedRecord = z.object({
  id: z.string().optional(),
  question: z.string(),
  answer: z.string(),
  /** Keys of documents. */
  sources: z.array(z.string()).default([]),
  alternatives: z.array(z.string()).optional(),
});

/**
 * Saves the curated answers of a JSON Lines file. Their source documents are looked up by key and must exist.
 * @returns the name in the file (the `id`, or else the question) by stored id
 * @throws BAD_INPUT that names the line; CANCELLED.
 */
export async function loadCurated(
  app: App,
  caller: Caller,
  path: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const idOf = await documentIdsByKey(app, caller);
  const names = new Map<string, string>();
  for await (const line of readJsonl(path, signal)) {
    const { id, question, answer, alternatives, sources } = parse(line, path);
    const sourceDocumentIds = sources.map(
      (key) => idOf.get(key) ?? fail(path, line.number, `there is no document "${key}"`),
    );
    const saved = await app.knowledge.saveCurated(caller, { question, answer, alternatives, sourceDocumentIds });
    names.set(saved.id, id ?? question);
  }
  return names;
}

function parse(line: JsonLine, path: string): z.infer<typeof CuratedRecord> {
  if ('problem' in line) return fail(path, line.number, line.problem);
  const parsed = CuratedRecord.safeParse(line.value);
  return parsed.success
    ? parsed.data
    : fail(
        path,
        line.number,
        parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
      );
}

function fail(path: string, line: number, problem: string): never {
  throw new CandorError('BAD_INPUT', `${path}:${line}: ${problem}`, {
    details: { path, line },
    remedy: 'Correct the line. A curated answer is {"question","answer","sources":[document keys],"alternatives"?}.',
  });
}
