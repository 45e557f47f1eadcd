import type { Request, RequestHandler, Response } from 'express';
import { createHandler } from 'graphql-sse/lib/use/express';
import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import { envelopeRemedy } from '../../graphql/errors.ts';
import type { Door } from '../door.ts';
import { RequestFault } from '../failure.ts';
import { disconnectSignal } from '../requests.ts';
import { createSharedStreams, streamOptions, streamTokenOf, unacceptable } from './sharedStreams.ts';

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

const member = z.record(z.string(), z.unknown(), 'is not an object').nullish();
const Params = z.object(
  {
    query: z.string('is not text'),
    operationName: z.string('is not text').nullish(),
    variables: member,
    extensions: member,
  },
  'is not a JSON object',
);

/** What graphql-sse refuses in words without a code, or without a word: a request that is none. @throws BAD_INPUT */
function checkParams(request: Request): void {
  if (request.method === 'POST' && !request.is('application/json'))
    throw new RequestFault(
      415,
      'The body of the request is not declared as JSON.',
      'Send it as JSON, with the header "Content-Type: application/json".',
    );
  const params =
    request.method === 'POST' ? (request.body as unknown) : paramsOf(new URL(request.url, 'http://localhost'));
  const [issue] = Params.safeParse(params).error?.issues ?? [];
  if (issue)
    throw new CandorError('BAD_INPUT', `${issue.path.join('.') || 'The request'} ${issue.message}.`, {
      remedy: envelopeRemedy,
      details: { field: issue.path.join('.') },
    });
}

function paramsOf({ searchParams }: URL): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...searchParams].map(([name, value]) => [
      name,
      name === 'variables' || name === 'extensions' ? (value === '' ? null : parsed(value)) : value,
    ]),
  );
}

/** What is not JSON stays text, which is no object. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

function wrongMethod(request: Request, response: Response): RequestFault {
  response.set('Allow', methods.join(', '));
  return new RequestFault(
    405,
    `An event stream takes no ${request.method}.`,
    'POST or GET an operation; reserve a shared stream with PUT, and end an operation of it with DELETE.',
  );
}

/**
 * Subscriptions as server-sent events: a connection for each operation, or one that all operations of a client share.
 */
export function openEventStream(door: Door): RequestHandler {
  const distinct = createHandler({
    authenticate: () => null,
    ...streamOptions(door, ({ context: { res } }) => disconnectSignal(res)),
  });
  const shared = createSharedStreams(door);
  return async (request, response, next) => {
    if (request.method === 'POST' || (request.method === 'GET' && streamTokenOf(request) === undefined))
      checkParams(request);
    if (streamTokenOf(request) !== undefined && !methods.includes(request.method)) throw wrongMethod(request, response);
    if (request.method === 'PUT' || streamTokenOf(request) !== undefined)
      return void (await shared(request, response, next));
    if (request.method !== 'GET' && request.method !== 'POST') throw wrongMethod(request, response);
    if (!request.get('accept')?.includes(eventStream)) throw unacceptable(eventStream);
    // graphql-sse compares the whole header, while clients may send a list.
    request.headers.accept = eventStream;
    await distinct(request, response);
  };
}
