import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler } from 'express';
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, print, validate } from 'graphql';
import { z } from 'zod';
import { CandorError, messageOf } from '../../errors.ts';
import { parseOptions } from '../../graphql/limits.ts';
import { type Caller, scopesOf } from '../../workspaces/caller.ts';

/**
 * What the console and the answer box send, as their build writes it. The path is the same from src/http/guards and
 * from dist/http/guards.
 */
const ownOperations = fileURLToPath(new URL('../../../dist/console/operations.json', import.meta.url));

/**
 * The two common manifest formats: a map from hash or name to text (GraphQL Code Generator, Relay), and Apollo's list.
 */
const manifestSchema = z.union([
  z
    .object({ operations: z.array(z.object({ name: z.string(), body: z.string() })) })
    .transform(({ operations }) => operations.map(({ name, body }) => [name, body] as const)),
  z.record(z.string(), z.string()).transform((operations) => Object.entries(operations)),
]);

export interface TrustedDocuments {
  /**
   * Accepts the operations of the manifest, those of the console, and everything from an ADMIN.
   * @throws FORBIDDEN for any other document
   */
  readonly demand: (document: DocumentNode, caller: Caller) => void;
  /** The text of an operation by its name in the manifest or by its SHA-256, each also with `sha256:` before it. */
  readonly textOf: (id: string) => string | undefined;
}

/**
 * White space, commas, comments and quoting may differ between the manifest and what a client sends; the requested
 * fields may not.
 */
const normalised = (document: DocumentNode): string => print(document);

/**
 * Reads the documents that callers without an admin key may run.
 * @param path a JSON file: `{ "<hash or name>": "<text>" }`, or Apollo's manifest with `operations` of `name` and
 * `body`
 * @throws BAD_CONFIG if it cannot be read, or one of its operations does not fit the schema
 */
export function openTrustedDocuments(path: string, schema: GraphQLSchema): TrustedDocuments {
  const manifest = readManifest(path);
  const named = new Set(manifest.map(([name, text]) => checked(path, name, text, schema)));
  // A name goes before a hash.
  const byHash = manifest.map(([, text]) => [createHash('sha256').update(text).digest('hex'), text] as const);
  const texts = new Map([...byHash, ...manifest]);
  const own = whenBuilt(ownOperations);
  return {
    textOf: (id) => texts.get(id) ?? texts.get(id.replace(/^sha256:/, '')),
    demand: (document, caller) => {
      if (scopesOf(caller).includes('ADMIN')) return;
      const text = normalised(document);
      if (named.has(text) || own().has(text)) return;
      throw new CandorError('FORBIDDEN', 'This operation is not among the trusted documents of this server.', {
        remedy:
          'Send an operation of the manifest word for word, or let the operator add this one to the file that CANDOR_TRUSTED_DOCUMENTS names; a key with the role ADMIN may send any.',
      });
    },
  };
}

/**
 * Puts the text of a trusted document into a request that names it: by `documentId`, as GraphQL over HTTP has it, or by
 * the hash of a persisted query, which so needs not be sent once with its text.
 * @throws BAD_INPUT for a `documentId` that names none
 */
export function readDocumentId(trusted: TrustedDocuments | null): RequestHandler {
  return (request, _response, next) => {
    const isGet = request.method === 'GET';
    const url = new URL(request.url, 'http://localhost');
    const sent = isGet ? paramsOf(url) : paramsIn(request);
    const { query, documentId, extensions } = sent.success ? sent.data : {};
    const hash = extensions?.persistedQuery?.sha256Hash;
    const text = query ? undefined : trusted?.textOf(documentId ?? hash ?? '');
    if (text === undefined && !query && documentId !== undefined) throw unknownDocument(documentId, trusted);
    if (text !== undefined && isGet) {
      url.searchParams.set('query', text);
      url.searchParams.delete('documentId');
      request.url = url.pathname + url.search;
    } else if (text !== undefined) {
      const { documentId: _named, ...body } = request.body as Readonly<Record<string, unknown>>;
      request.body = { ...body, query: text };
    }
    next();
  };
}

const naming = z.object({
  query: z.string().optional().catch(undefined),
  documentId: z.string().optional().catch(undefined),
  extensions: z
    .object({ persistedQuery: z.object({ sha256Hash: z.string() }).optional() })
    .optional()
    .catch(undefined),
});

const paramsIn = (request: Request) => naming.safeParse(request.body);

function paramsOf({ searchParams }: URL) {
  const extensions = searchParams.get('extensions');
  const [query, documentId] = ['query', 'documentId'].map((name) => searchParams.get(name) ?? undefined);
  return naming.safeParse({ query, documentId, ...(extensions === null ? {} : { extensions: readJson(extensions) }) });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever reads the request says so.
    return undefined;
  }
}

const unknownDocument = (documentId: string, trusted: TrustedDocuments | null): CandorError =>
  new CandorError('BAD_INPUT', `This server has no trusted document “${documentId.slice(0, 100)}”.`, {
    remedy: trusted
      ? 'Name one by its key in the file that CANDOR_TRUSTED_DOCUMENTS names, or by the SHA-256 of its text.'
      : 'Send the text as query; documents can be named once CANDOR_TRUSTED_DOCUMENTS names a file of them.',
    details: { field: 'documentId' },
  });

function readManifest(path: string): readonly (readonly [string, string])[] {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const problem = error instanceof z.ZodError ? 'it is no manifest of operations' : messageOf(error);
    throw badManifest(`${path} cannot be used: ${problem}.`, error);
  }
}

function checked(path: string, name: string, text: string, schema: GraphQLSchema): string {
  const document = attempt(
    () => parse(text, parseOptions),
    (error) => badManifest(`“${name}” in ${path} cannot be parsed: ${messageOf(error)}`, error),
  );
  const [fault] = validate(schema, document);
  if (fault) throw badManifest(`“${name}” in ${path} does not fit the schema: ${fault.message}`, fault);
  return normalised(document);
}

function attempt<Value>(run: () => Value, faultOf: (error: unknown) => Error): Value {
  try {
    return run();
  } catch (error) {
    throw faultOf(error);
  }
}

const badManifest = (problem: string, cause: unknown): CandorError =>
  new CandorError('BAD_CONFIG', `CANDOR_TRUSTED_DOCUMENTS: ${problem}`, {
    cause,
    remedy: 'Name a JSON file of your client’s operations; docs/clients.md shows how one is made.',
  });

/** Reads the file when it is first needed: a checkout builds its pages while the server runs. */
function whenBuilt(path: string): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined;
  return () => {
    if (!known && existsSync(path)) known = new Set(readManifest(path).map(([, text]) => normalised(parse(text))));
    return known ?? new Set();
  };
}

/** For Apollo, which answers an error before execution with 500 unless the error says otherwise. */
export function asApolloFault(error: unknown): GraphQLError {
  return new GraphQLError(messageOf(error), {
    originalError: error as Error,
    extensions: { http: { status: 403 } },
  });
}
