import { createClient } from 'graphql-sse';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { Fault, faultIn } from './fault.ts';
import { authorization } from './key.ts';
import { unreachable } from './request.ts';

/** A question that is asked again is recorded again, so nothing is tried twice. */
const client = createClient({ url: '/graphql/stream', headers: authorization, retryAttempts: 0 });

/** The events of a subscription, until it ends or `signal` aborts. @throws Fault */
export async function* subscribe<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<Result> {
  const events = client.iterate<Result>({
    query: document.toString(),
    variables: variables as Record<string, unknown>,
  });
  const stop = () => void events.return?.(undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const event of events) {
      const fault = faultIn(event);
      if (fault) throw fault;
      if (event.data) yield event.data;
    }
  } catch (error) {
    throw await faultOf(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The client throws what the server answered in place of a stream. */
async function faultOf(error: unknown): Promise<Fault> {
  if (error instanceof Fault) return error;
  const response = typeof error === 'object' && error !== null && 'response' in error ? error.response : undefined;
  if (!(response instanceof Response)) return unreachable();
  const body: unknown = await response.json().catch(() => undefined);
  return faultIn(body) ?? unreachable();
}
