import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { type RequestHandler, Router } from 'express';
import { type DocumentNode, type GraphQLSchema, parse, printSchema } from 'graphql';
import { CandorError } from '../errors.ts';
import { createContext, type GraphQLContext } from '../graphql/context.ts';
import { joinVariableFaults, toPublicError } from '../graphql/errors.ts';
import { limitRules, parseOptions } from '../graphql/limits.ts';
import { possibleTypesOf } from '../graphql/schema.ts';
import { callerOf } from './authenticate.ts';
import { disconnectSignal, type EntryPoint } from './entryPoint.ts';
import { asApolloFault, type TrustedDocuments } from './guards/trustedDocuments.ts';

/**
 * Disables every Apollo plugin that calls out: with APOLLO_KEY in the environment, the reporting plugins would send
 * questions to Apollo.
 */
const quiet = [
  ApolloServerPluginLandingPageDisabled(),
  ApolloServerPluginUsageReportingDisabled(),
  ApolloServerPluginSchemaReportingDisabled(),
  ApolloServerPluginInlineTraceDisabled(),
];

const waits: ReadonlySet<unknown> = new Set(['OVERLOADED', 'BUDGET_EXCEEDED']);

/** Whether no operation of a request has a result: there is one that waiting would not bring again. */
const isNothing = (data: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  Object.values(data ?? {}).every((field) => field === null);

/**
 * Maps OVERLOADED and BUDGET_EXCEEDED to HTTP statuses, so that clients and proxies that do not know GraphQL wait too:
 * 429 for a limit of the workspace or key, 503 for the server's.
 */
const markOverload: ApolloServerPlugin<GraphQLContext> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response: { body, http } }) => {
        const fault =
          body.kind === 'single'
            ? body.singleResult.errors?.find(({ extensions }) => waits.has(extensions?.['code']))
            : undefined;
        const { scope, retryAfterSeconds } = (fault?.extensions?.['details'] ?? {}) as {
          readonly scope?: unknown;
          readonly retryAfterSeconds?: number;
        };
        if (fault && body.kind === 'single') {
          http.headers.set('retry-after', String(retryAfterSeconds ?? 1));
          if (isNothing(body.singleResult.data)) http.status = scope === 'PROCESS' ? 503 : 429;
        }
        return Promise.resolve();
      },
    }),
};

/** One error for all that is wrong with the variables. */
const listAllFaults: ApolloServerPlugin<GraphQLContext> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response: { body } }) => {
        if (body.kind === 'single' && body.singleResult.errors)
          body.singleResult.errors = joinVariableFaults(body.singleResult.errors, (first, message, extensions) => ({
            ...first,
            message,
            extensions,
          }));
        return Promise.resolve();
      },
    }),
};

/** Also covers a client that sends only the hash of a text that an ADMIN sent before. */
const admitTrusted = (trusted: TrustedDocuments | null): ApolloServerPlugin<GraphQLContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document, contextValue }) =>
        Promise.resolve()
          .then(() => trusted?.demand(document, contextValue.caller))
          .catch((error: unknown) => Promise.reject(asApolloFault(error))),
    }),
});

/**
 * Runs before Apollo validates, because the messages of validation would reveal what the schema contains. Apollo itself
 * refuses what cannot be parsed.
 */
function demandTrusted(trusted: TrustedDocuments): RequestHandler {
  return (request, response, next) => {
    const body = request.body as { readonly query?: unknown } | undefined;
    const text = body?.query ?? request.query['query'];
    const document = typeof text === 'string' ? parsed(text) : undefined;
    if (document) trusted.demand(document, callerOf(response));
    next();
  };
}

function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text, parseOptions);
  } catch {
    return undefined;
  }
}

export interface ApolloEntry {
  readonly middleware: RequestHandler;
  stop(): Promise<void>;
}

/** Queries and mutations over HTTP. */
export async function openApollo({ app, schema, introspection, trusted }: EntryPoint): Promise<ApolloEntry> {
  const server = new ApolloServer<GraphQLContext>({
    schema,
    plugins: [...quiet, listAllFaults, markOverload, admitTrusted(trusted)],
    parseOptions,
    validationRules: [...limitRules],
    formatError: (_formatted, error) => toPublicError(error, app.log, { suggestions: introspection }).toJSON(),
    introspection,
    csrfPrevention: true,
    // Apollo's own cache is bounded to 30 MB, whatever callers send.
    persistedQueries: { ttl: null },
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: app.log,
  });
  await server.start();
  const answer = expressMiddleware(server, {
    context: ({ res }) => Promise.resolve(createContext(app, callerOf(res), disconnectSignal(res))),
  });
  const middleware = trusted ? Router().use(demandTrusted(trusted), answer) : answer;
  return { middleware, stop: () => server.stop() };
}

/**
 * Serves the schema as the files that clients and their tools read: the SDL, and the possible types of each union and
 * interface.
 */
export function schemaFiles(schema: GraphQLSchema, introspection: boolean): Router {
  const sdl = printSchema(schema);
  const possibleTypes = possibleTypesOf(schema);
  return Router()
    .use((_request, response, next) => {
      if (!introspection)
        throw new CandorError('NOT_FOUND', 'This server does not show its schema (CANDOR_OFF=introspection).', {
          remedy: 'Take schema/released/schema.graphql and possibleTypes.json from the package.',
        });
      response.set('Cache-Control', 'no-cache');
      next();
    })
    .get('/schema.graphql', (_request, response) => void response.type('text/plain; charset=utf-8').send(sdl))
    .get('/possibleTypes.json', (_request, response) => void response.json(possibleTypes));
}
