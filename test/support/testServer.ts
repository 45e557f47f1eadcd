import { onTestFinished } from 'vitest';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import type { App } from '../../src/app.ts';

export interface GraphQLReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data?: Readonly<Record<string, unknown>> | null; readonly errors?: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[] };
}

/** The real server on a free port; it stops with the test. */
export async function serve(app: App): Promise<RunningServer> {
  const server = await startServer(app, app.config);
  onTestFinished(() => server.close());
  return server;
}

/** One POST, as any client sends it. */
export async function post(url: string, query: string, init: { readonly headers?: Record<string, string>; readonly variables?: object; readonly signal?: AbortSignal } = {}): Promise<GraphQLReply> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...init.headers },
    body: JSON.stringify({ query, variables: init.variables }),
    ...(init.signal ? { signal: init.signal } : {}),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as GraphQLReply['body'] };
}

/** Waits until `check` holds, at most `millis`. */
export async function until(check: () => boolean, millis = 2000): Promise<void> {
  const end = performance.now() + millis;
  while (!check()) {
    if (performance.now() > end) throw new Error(`not within ${millis} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
