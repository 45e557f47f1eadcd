import {
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  parse,
  subscribe,
  validate,
} from 'graphql';
import { CandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { envelopeRemedy, joinVariableFaults, toPublicError } from './errors.ts';
import { parseOptions, rulesFor } from './limits.ts';

/**
 * graphql-ws and graphql-sse run operations through these four functions, so that they have the same limits and masking
 * as Apollo.
 */
export interface Execution {
  /** @throws GraphQLError, mapped */
  readonly parse: (query: string) => DocumentNode;
  readonly validate: (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[];
  readonly execute: (args: ExecutionArgs) => Promise<ExecutionResult>;
  readonly subscribe: (args: ExecutionArgs) => Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>;
}

interface ExecutionOptions {
  /** False: the schema cannot be read, and messages suggest no names. Default: true. */
  readonly introspection?: boolean;
}

export function createExecution(log: Log, { introspection = true }: ExecutionOptions = {}): Execution {
  const rules = rulesFor({ introspection });
  const toPublic = (error: unknown) => toPublicError(error, log, { suggestions: introspection });
  const mask = (result: ExecutionResult): ExecutionResult =>
    result.errors ? { ...result, errors: joinVariableFaults(result.errors.map(toPublic), likeFirst) } : result;
  return {
    parse: (query) => parseMapped(query, log),
    validate: (schema, document) => validate(schema, document, rules).map(toPublic),
    execute: async (args) => mask(await execute(args)),
    subscribe: async (args) => {
      const result = await subscribe(args);
      return Symbol.asyncIterator in result ? mapped(result, mask) : mask(result);
    },
  };
}

/** Returns the kind of the operation that would run; undefined if the document does not determine which one. */
function operationKind(
  document: DocumentNode,
  operationName: string | null | undefined,
): 'query' | 'mutation' | 'subscription' | undefined {
  return getOperationAST(document, operationName)?.operation;
}

/**
 * Returns the kind of the operation to run. graphql-ws and graphql-sse refuse a document that does not determine it
 * without an error code.
 * @throws BAD_INPUT
 */
export function demandOperation(
  document: DocumentNode,
  operationName: string | null | undefined,
): NonNullable<ReturnType<typeof operationKind>> {
  const kind = operationKind(document, operationName);
  if (kind) return kind;
  const problem = operationName
    ? `There is no operation ${JSON.stringify(operationName.slice(0, 100))} in the document.`
    : 'The document has several operations or none; operationName must name the one to run.';
  throw new CandorError('BAD_INPUT', problem, { remedy: envelopeRemedy });
}

function likeFirst({ nodes }: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, extensions });
}

function parseMapped(query: string, log: Log): DocumentNode {
  try {
    return parse(query, parseOptions);
  } catch (error) {
    throw toPublicError(error, log);
  }
}

/** An iterator, not a generator: return() must reach the source while its next() is pending. */
function mapped<Value>(source: AsyncIterator<Value>, change: (value: Value) => Value): AsyncIterableIterator<Value> {
  const apply = (result: IteratorResult<Value>) =>
    result.done ? result : { done: false, value: change(result.value) };
  return {
    next: async () => apply(await source.next()),
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    throw: async (error) => (await source.throw?.(error)) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
