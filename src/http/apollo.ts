import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled, ApolloServerPluginLandingPageDisabled, ApolloServerPluginSchemaReportingDisabled, ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { RequestHandler } from 'express';
import { createContext, type GraphQLContext } from '../graphql/context.ts';
import { toPublicError } from '../graphql/errors.ts';
import { limitRules, parseOptions } from '../graphql/limits.ts';
import { callerOf } from './caller.ts';
import type { Door } from './door.ts';
import { disconnectSignal } from './requests.ts';

/** Nothing of Apollo's that calls out stays on: with APOLLO_KEY in the environment the reporting plugins would send questions away. */
const quiet = [
  ApolloServerPluginLandingPageDisabled(), ApolloServerPluginUsageReportingDisabled(), ApolloServerPluginSchemaReportingDisabled(), ApolloServerPluginInlineTraceDisabled(),
];

/** OVERLOADED as HTTP says it, so that clients and proxies that know nothing of GraphQL wait too: 429 for a workspace's own limit, 503 for the server's. */
const tellOverload: ApolloServerPlugin<GraphQLContext> = {
  requestDidStart: () => Promise.resolve({
    willSendResponse: ({ response: { body, http } }) => {
      const fault = body.kind === 'single' ? body.singleResult.errors?.find(({ extensions }) => extensions?.['code'] === 'OVERLOADED') : undefined;
      const { scope, retryAfterSeconds } = (fault?.extensions?.['details'] ?? {}) as Readonly<Record<string, unknown>>;
      if (fault && body.kind === 'single') {
        http.headers.set('retry-after', String(retryAfterSeconds));
        if (!body.singleResult.data) http.status = scope === 'PROCESS' ? 503 : 429;
      }
      return Promise.resolve();
    },
  }),
};

export interface ApolloDoor {
  readonly middleware: RequestHandler;
  stop(): Promise<void>;
}

/** Queries and mutations over HTTP. */
export async function openApollo({ app, schema, introspection }: Door): Promise<ApolloDoor> {
  const server = new ApolloServer<GraphQLContext>({
    schema,
    plugins: [...quiet, tellOverload],
    parseOptions,
    validationRules: [...limitRules],
    formatError: (_formatted, error) => toPublicError(error, app.log, { suggestions: introspection }).toJSON(),
    introspection,
    csrfPrevention: true,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: app.log,
  });
  await server.start();
  const middleware = expressMiddleware(server, {
    context: ({ res }) => Promise.resolve(createContext(app, callerOf(res), disconnectSignal(res))),
  });
  return { middleware, stop: () => server.stop() };
}
