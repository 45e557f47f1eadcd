import { ApolloServer } from '@apollo/server';
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
const plugins = [
  ApolloServerPluginLandingPageDisabled(), ApolloServerPluginUsageReportingDisabled(), ApolloServerPluginSchemaReportingDisabled(), ApolloServerPluginInlineTraceDisabled(),
];

export interface ApolloDoor {
  readonly middleware: RequestHandler;
  stop(): Promise<void>;
}

/** Queries and mutations over HTTP. */
export async function openApollo({ app, schema }: Door): Promise<ApolloDoor> {
  const server = new ApolloServer<GraphQLContext>({
    schema,
    plugins,
    parseOptions,
    validationRules: [...limitRules],
    formatError: (_formatted, error) => toPublicError(error, app.log).toJSON(),
    introspection: true,
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
