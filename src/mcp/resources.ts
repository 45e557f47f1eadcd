import { type McpServer, ProtocolError } from '@modelcontextprotocol/server';
import type { App } from '../app/app.ts';
import { isUuid } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import { faultOf } from '../graphql/errors.ts';
import type { Document, DocumentVersion } from '../knowledge/document.ts';
import type { Caller } from '../workspaces/caller.ts';
import { repeated } from './rpcFault.ts';
import { documentUri, type McpSession, mostNameCharacters } from './session.ts';

const pageSize = 100;
/** How much of a name or an address a message repeats. */
const shownCharacters = 200;
/** A client passes the whole resource to its model. */
const mostCharacters = 1_000_000;
const mimeType = 'text/markdown';

/** Registers documents as resources. Uses the server below McpServer, whose own methods list everything at once. */
export function registerResources({ server }: McpServer, session: McpSession): void {
  const { app, caller } = session;
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler('resources/list', ({ params }) =>
    withFaults(session, async () => {
      const page = await app.knowledge.listDocuments(caller, { first: pageSize, after: params?.cursor }, {});
      const resources = page.nodes.map(({ id, key, title, updatedAt }) => ({
        uri: documentUri(id),
        name: key,
        title,
        mimeType,
        annotations: { lastModified: updatedAt.toISOString() },
      }));
      return { resources, ...(page.hasNextPage && page.endCursor ? { nextCursor: page.endCursor } : {}) };
    }),
  );
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: documentUri('{id}'),
        name: 'document',
        title: 'Document',
        description: 'The text of the version that is valid now. Add ?version=N for another one.',
        mimeType,
      },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    withFaults(session, async () => {
      const { name, number } = readUri(uri);
      const [document] = await resolveDocuments(app, caller, [name]);
      if (!document) throw new Error('resolveDocuments gives as many as it is asked for');
      const { text } = await findVersion(app, caller, document, number);
      if (text.length > mostCharacters)
        throw new CandorError('BAD_INPUT', `${document.key} has ${text.length} characters.`, {
          remedy: 'Read it in parts with the tool read_document.',
        });
      return { contents: [{ uri, mimeType, text }] };
    }),
  );
}

function readUri(uri: string): { readonly name: string; readonly number: number | undefined } {
  const [, name, version] = /^(candor:\/\/documents\/[^?#]+)(?:\?version=(\d{1,6}))?$/.exec(uri) ?? [];
  if (name === undefined || uri.length > mostNameCharacters)
    throw new CandorError('BAD_INPUT', `${repeated(uri, shownCharacters)} is not the address of a document.`, {
      remedy: 'Write candor://documents/ID, or candor://documents/ID?version=N.',
    });
  return { name: decoded(name), number: version === undefined ? undefined : Number(version) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The protocol's number for "resource not found". */
const notFound = -32_002;
const invalidParams = -32_602;
const internalError = -32_603;

async function withFaults<Result>({ app }: McpSession, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, message, remedy, details } = faultOf(error, app.log);
    const number = code === 'NOT_FOUND' ? notFound : code === 'BAD_INPUT' ? invalidParams : internalError;
    throw new ProtocolError(number, `${message} ${remedy}`, { code, remedy, details });
  }
}

const scheme = 'candor://documents/';

/**
 * Returns the documents with these keys, ids or addresses, in the same order.
 * @throws NOT_FOUND naming the first one that the caller cannot see
 */
export async function resolveDocuments(
  app: App,
  caller: Caller,
  names: readonly string[],
): Promise<readonly Document[]> {
  const plain = names.map((name) => (name.startsWith(scheme) ? name.slice(scheme.length) : name));
  const ids = plain.filter((name) => isUuid(name));
  const [byKey, byId] = await Promise.all([
    app.knowledge.documentsByKey(caller, plain),
    ids.length === 0 ? [] : app.knowledge.documents(caller, ids),
  ]);
  // A key may look like an id; the key takes precedence, as on the command line.
  return plain.map((name, index) => byKey[index] ?? byId[ids.indexOf(name)] ?? unknown(names[index] ?? name));
}

function unknown(full: string): never {
  const name = repeated(full, shownCharacters);
  throw new CandorError('NOT_FOUND', `There is no document ${name} in this workspace.`, {
    details: { document: name },
    remedy: 'List or search the documents to see the keys that there are.',
  });
}

/**
 * Returns the version with a number; without a number the one that is valid now, otherwise the newest.
 * @throws NOT_FOUND
 */
export async function findVersion(
  app: App,
  caller: Caller,
  document: Document,
  number: number | undefined,
): Promise<DocumentVersion> {
  const [versions = []] = await app.knowledge.versionsOf(caller, [document.id]);
  const version =
    number === undefined
      ? (versions.find(({ id }) => id === document.currentVersionId) ?? versions[0])
      : versions.find((each) => each.number === number);
  if (version) return version;
  throw new CandorError('NOT_FOUND', `${document.key} has no version ${number ?? ''}`.trimEnd() + '.', {
    details: { document: document.key },
    remedy: `Its versions: ${versions.map((each) => each.number).join(', ') || 'none'}.`,
  });
}
