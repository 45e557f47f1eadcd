import { createClient as createStreamClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';

interface Ticket {
  /** Ends the operation, or the connection, as a client that leaves. */
  leave(): void;
  /** Every result, when the operation is over; rejects as the client library does. */
  readonly results: Promise<readonly Result[]>;
  readonly received: Result[];
}

interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly unknown[] | undefined;
}

export interface Connection {
  readonly url: string;
  readonly authorization?: string;
  readonly headers?: Record<string, string>;
}

/** One operation over graphql-ws with the reference client. */
export function overSocket({ url, authorization, headers = {} }: Connection, query: string): Ticket {
  class Socket extends WebSocket {
    constructor(address: string, protocols: string | string[]) {
      super(address, protocols, { headers });
    }
  }
  const client = createSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    ...(authorization ? { connectionParams: { authorization } } : {}),
  });
  onTestFinished(() => void client.dispose());
  return collect((sink) => client.subscribe({ query }, sink));
}

/** One operation over graphql-sse with the reference client, each on its own connection. */
export function overStream({ url, authorization, headers = {} }: Connection, query: string): Ticket {
  const client = createStreamClient({
    url: `${url}/graphql/stream`,
    retryAttempts: 0,
    headers: { ...headers, ...(authorization ? { authorization } : {}) },
  });
  onTestFinished(() => client.dispose());
  return collect((sink) => client.subscribe({ query }, sink));
}

interface Sink {
  next(result: Result): void;
  error(error: unknown): void;
  complete(): void;
}

function collect(subscribe: (sink: Sink) => () => void): Ticket {
  const received: Result[] = [];
  let leave = () => {};
  const results = new Promise<readonly Result[]>((resolve, reject) => {
    leave = subscribe({
      next: (result) => void received.push(result),
      error: (error) => reject(faultOf(error)),
      complete: () => resolve(received),
    });
  });
  // A test that leaves early never looks at the results.
  results.catch(() => undefined);
  return { received, results, leave };
}

/** Close events, error events and lists of GraphQL errors are rejected too, and are no errors. */
function faultOf(error: unknown): Error {
  if (error instanceof Error) return error;
  if (typeof error === 'object' && error !== null && 'code' in error && 'reason' in error)
    return new Error(`${String(error.code)} ${String(error.reason)}`);
  if (typeof error === 'object' && error !== null && 'message' in error) return new Error(String(error.message));
  return new Error(JSON.stringify(error));
}
