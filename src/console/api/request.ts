import { type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { Fault, faultIn, refusalIn } from './fault.ts';
import { authorization } from './key.ts';

/** One query or mutation. @throws Fault for anything but data without errors. */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const body = await send(
    '/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({ query: document.toString(), variables }),
    },
    signal,
  );
  const fault = faultIn(body) ?? refusalIn(body);
  if (fault) throw fault;
  return (body as { readonly data: Result }).data;
}

/** A request of our own server with the person's key; its JSON, whatever the status says. */
export async function send(path: string, init: RequestInit, signal?: AbortSignal): Promise<unknown> {
  const headers = { ...(init.headers as Record<string, string>), ...authorization() };
  try {
    const response = await fetch(path, { ...init, headers, signal: signal ?? null });
    return (await response.json()) as unknown;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

export const unreachable = (): Fault => new Fault('UNREACHABLE', '', '');

const keyOf = <Result, Variables>(document: TypedDocumentString<Result, Variables>, variables: Variables) =>
  [document.toString(), variables] as const;

/** A query whose result is kept and shared by all components that show it. */
export function useData<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number | false } = {},
): UseQueryResult<Result> {
  return useQuery({
    queryKey: keyOf(document, variables),
    queryFn: ({ signal }) => request(document, variables, signal),
    ...options,
  });
}

/** Everything on the screen is asked for again: after a change, which may show in several places. */
export const refresh = (client: QueryClient): Promise<void> => client.invalidateQueries();
