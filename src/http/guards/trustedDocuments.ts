import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
  const named = new Set(readManifest(path).map(([name, text]) => checked(path, name, text, schema)));
  const own = whenBuilt(ownOperations);
  return {
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
