import { CandorError } from '../errors.ts';
import type { Document } from '../knowledge/document.ts';
import type { GraphQLContext } from './context.ts';
import type { DocumentBy } from './generated/types.ts';

/** How an input names a document; `id` is the older way. */
interface Naming {
  readonly id?: string | null | undefined;
  readonly by?: DocumentBy | null | undefined;
}

/**
 * Returns how a document is named, of which GraphQL has ensured that `by` has one member.
 * @param field that names it
 * @throws BAD_INPUT unless it is named once
 */
function nameOf(
  { id, by }: Naming,
  field: string,
): { readonly id?: string | undefined; readonly key?: string | undefined } {
  const named = by ?? { id: id ?? undefined, key: undefined };
  if ((by && id) || (!named.id && !named.key))
    throw new CandorError('BAD_INPUT', 'Name the document once, by its id or its key.', {
      details: { field },
      remedy: `Pass ${field}: { id } or ${field}: { key }, and no id beside it.`,
    });
  return named;
}

/** The document, or null if the caller cannot see it. @throws BAD_INPUT unless it is named once */
export async function documentBy(naming: Naming, { loaders }: GraphQLContext): Promise<Document | null> {
  const { id, key } = nameOf(naming, 'by');
  return (key ? await loaders.documentByKey.load(key) : await loaders.document.load(id ?? '')) ?? null;
}

/**
 * The id of the document that a mutation changes.
 * @throws BAD_INPUT unless it is named once; NOT_FOUND for a key of none that the caller can see
 */
export async function documentIdBy(naming: Naming, { loaders }: GraphQLContext, field = 'by'): Promise<string> {
  const { id, key } = nameOf(naming, field);
  return key ? idOr(key, await loaders.documentByKey.load(key)) : (id ?? '');
}

/** How an input names two documents; the ids are the older way. */
interface EditionNaming {
  readonly documentId?: string | null | undefined;
  readonly by?: DocumentBy | null | undefined;
  readonly successorId?: string | null | undefined;
  readonly successor?: DocumentBy | null | undefined;
}

/** The ids of a document and of the one that replaces it; null: none does. @throws as `documentIdBy` */
export async function editionIdsBy(
  { documentId, by, successorId, successor }: EditionNaming,
  context: GraphQLContext,
): Promise<{ readonly id: string; readonly successorId: string | null }> {
  const id = await documentIdBy({ id: documentId, by }, context);
  const named = successorId || successor ? { id: successorId, by: successor } : null;
  return { id, successorId: named && (await documentIdBy(named, context, 'successor')) };
}

/** As `documentIdBy`, among deleted documents that can be restored, which needs EDITOR. */
export async function deletedIdBy(naming: Naming, { app, caller }: GraphQLContext): Promise<string> {
  const { id, key } = nameOf(naming, 'by');
  if (!key) return id ?? '';
  const { nodes } = await app.knowledge.listDocuments(caller, { first: 1 }, { keys: [key], deleted: true });
  return idOr(key, nodes[0]);
}

function idOr(key: string, document: Document | undefined): string {
  if (document) return document.id;
  throw new CandorError('NOT_FOUND', 'This workspace has no such document.', { details: { key } });
}
