import type { Request, RequestHandler } from 'express';
import { createHandler } from 'graphql-sse/lib/use/express';
import type { Door } from '../door.ts';
import { disconnectSignal } from '../requests.ts';
import { createSharedStreams, streamOptions, streamTokenOf } from './sharedStreams.ts';

const eventStream = 'text/event-stream';

/** Whether a request to /graphql is for graphql-sse and not for Apollo. */
export function wantsEventStream(request: Request): boolean {
  return (
    request.method === 'PUT' ||
    request.method === 'DELETE' ||
    request.get('accept')?.includes(eventStream) === true ||
    streamTokenOf(request) !== undefined
  );
}

/** Subscriptions as server-sent events: a connection for each operation, or one that all operations of a client share. */
export function openEventStream(door: Door): RequestHandler {
  const distinct = createHandler({
    authenticate: () => null,
    ...streamOptions(door, ({ context: { res } }) => disconnectSignal(res)),
  });
  const shared = createSharedStreams(door);
  return async (request, response, next) => {
    if (request.method === 'PUT' || streamTokenOf(request) !== undefined)
      return void (await shared(request, response, next));
    if (request.method !== 'GET' && request.method !== 'POST')
      return void response.set('Allow', 'GET, POST, PUT, DELETE').sendStatus(405);
    if (!request.get('accept')?.includes(eventStream)) return void response.sendStatus(406);
    // graphql-sse compares the whole header, while clients may send a list.
    request.headers.accept = eventStream;
    await distinct(request, response);
  };
}
