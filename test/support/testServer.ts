import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import type { App } from '../../src/app/app.ts';
import { loopNow } from './clocks.ts';

export interface GraphQLReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[];
  };
}

/** The real server on a free port; it stops with the test. */
export async function serve(app: App): Promise<RunningServer> {
  const server = await startServer(app, app.config);
  onTestFinished(() => server.close());
  return server;
}

/** One POST, as any client sends it. */
export async function post(
  url: string,
  query: string,
  init: { readonly headers?: Record<string, string>; readonly variables?: object; readonly signal?: AbortSignal } = {},
): Promise<GraphQLReply> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...init.headers },
    body: JSON.stringify({ query, variables: init.variables }),
    ...(init.signal ? { signal: init.signal } : {}),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as GraphQLReply['body'] };
}

/** Waits until `check` holds, at most `millis`. A test may have the clock in its hands: this is that of node:timers/promises, which nobody takes. */
export async function until(check: () => boolean, millis = 2000): Promise<void> {
  const end = loopNow() + millis;
  while (!check()) {
    if (loopNow() > end) throw new Error(`not within ${millis} ms`);
    await wait(5);
  }
}
