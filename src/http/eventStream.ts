import type { RequestHandler } from 'express';
import { GraphQLError } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/express';
import { createContext } from '../graphql/context.ts';
import { callerOf } from './caller.ts';
import type { Door } from './door.ts';
import { disconnectSignal } from './requests.ts';

const eventStream = 'text/event-stream';

/**
 * Subscriptions as server-sent events, one connection an operation.
 * The protocol's single-connection mode is left out: its streams are found by a token alone, which would be a second credential.
 */
export function openEventStream({ app, schema, execution, stopping }: Door): RequestHandler {
  const stream = createHandler({
    authenticate: () => null,
    validate: execution.validate,
    execute: execution.execute,
    subscribe: execution.subscribe,
    onSubscribe: ({ context: { res } }, { query, operationName, variables }) => {
      try {
        const context = createContext(app, callerOf(res), AbortSignal.any([disconnectSignal(res), stopping]));
        // Spread: graphql-sse types a context as a record, which an interface is not.
        return { schema, document: execution.parse(query), operationName: operationName ?? null, variableValues: variables ?? null, contextValue: { ...context } };
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        return [JSON.stringify({ errors: [error] }), { status: 400, statusText: 'Bad Request', headers: { 'content-type': 'application/json; charset=utf-8' } }];
      }
    },
  });
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'POST') return void response.set('Allow', 'GET, POST').sendStatus(405);
    if (!request.get('accept')?.includes(eventStream)) return void response.sendStatus(406);
    // graphql-sse compares the whole header, while clients may send a list.
    request.headers.accept = eventStream;
    await stream(request, response);
  };
}
