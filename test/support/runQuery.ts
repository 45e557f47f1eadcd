import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { TypedDocumentString } from '../../src/console/generated/graphql.ts';
import { createContext } from '../../src/graphql/context.ts';
import { createExecution, type Execution } from '../../src/graphql/execute.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import type { App } from '../../src/app/app.ts';
import type { Log } from '../../src/log.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { workspaceId } from './fakeApp.ts';

const admin: Caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };

export interface QueryOptions {
  readonly app: App;
  readonly variables?: object;
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
}

type Data<Source> = Source extends TypedDocumentString<infer Result, infer _Variables> ? Result : Record<string, never>;

/** Parses, validates and runs a real request as the doors without Apollo do. */
export async function runQuery<Source extends TypedDocumentString<unknown, never> | string>(
  source: Source,
  options: QueryOptions,
): Promise<ExecutionResult<Data<Source>>> {
  const { execution, args, errors } = prepare(String(source), options);
  if (errors.length > 0) return { errors };
  return (await execution.execute(args)) as ExecutionResult<Data<Source>>;
}

/** Opens a subscription; a fault before its first event is thrown. */
export async function openSubscription(
  source: string,
  options: QueryOptions,
): Promise<AsyncIterableIterator<ExecutionResult>> {
  const { execution, args } = prepare(source, options);
  const result = await execution.subscribe(args);
  if (!(Symbol.asyncIterator in result)) throw result.errors?.[0] ?? new Error('no stream');
  return result;
}

function prepare(
  source: string,
  { app, variables = {}, caller = admin, signal = new AbortController().signal }: QueryOptions,
) {
  const schema = buildSchema();
  const { execution, document, errors } = validated(schema, app.log, source);
  const args = { schema, document, variableValues: { ...variables }, contextValue: createContext(app, caller, signal) };
  return { execution, args, errors };
}

interface Validated {
  readonly execution: Execution;
  readonly document: DocumentNode;
  readonly errors: readonly GraphQLError[];
}

const known = new WeakMap<Log, Map<string, Validated>>();

/** A request that is sent again is not parsed and validated again, as behind Apollo's door: histories of 20,000 requests send some 30. */
function validated(schemaOf: GraphQLSchema, log: Log, source: string): Validated {
  const ofLog = known.get(log) ?? new Map<string, Validated>();
  known.set(log, ofLog);
  const found = ofLog.get(source);
  if (found) return found;
  const execution = createExecution(log);
  const document = execution.parse(source);
  const fresh = { execution, document, errors: execution.validate(schemaOf, document) };
  // Whoever draws requests at random sends none twice.
  if (ofLog.size >= 100) ofLog.clear();
  ofLog.set(source, fresh);
  return fresh;
}
