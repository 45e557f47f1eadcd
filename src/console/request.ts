import {
  type QueryClient,
  useQuery,
  type UseQueryResult,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query';
import { createClient } from 'graphql-sse';
import type { TypedDocumentString } from './generated/graphql.ts';
import { faultIn, faultOf, refusalIn, unreachable } from './fault.ts';

/** The fields that are null where there is no such thing. Every other field of an operation is null only beside an error. */
type Sought = 'calibration' | 'document' | 'ingestJob' | 'node' | 'run' | 'left' | 'right';

/** The data of a response without errors. */
export type Whole<Result> = {
  readonly [Name in keyof Result]: Name extends Sought ? Result[Name] : NonNullable<Result[Name]>;
};

/**
 * Sends one query or mutation.
 * @throws Fault unless the response is data without errors
 */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Whole<Result>> {
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
  return (body as { readonly data: Whole<Result> }).data;
}

/** Sends a request to our own server with the person's key. Returns its JSON, whatever the status. */
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

const keyOf = <Result, Variables>(document: TypedDocumentString<Result, Variables>, variables: Variables) =>
  [document.toString(), variables] as const;

/** A query whose result is cached and shared by all components that show it. */
export function useData<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number | false } = {},
): UseQueryResult<Whole<Result>> {
  return useQuery({
    queryKey: keyOf(document, variables),
    queryFn: ({ signal }) => request(document, variables, signal),
    ...options,
  });
}

/** Requests everything on the screen again after a change, which may show in several places. */
export const refresh = (client: QueryClient): Promise<void> => client.invalidateQueries();

/** No retries: a retry would be recorded as another question. */
const client = createClient({ url: '/graphql/stream', headers: authorization, retryAttempts: 0 });

/**
 * Yields the events of a subscription until it ends or `signal` aborts.
 * @throws Fault
 */
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

const name = 'candor.key';
const listeners = new Set<() => void>();

/** The API key that the person typed in; kept until the tab is closed. */
export const apiKey = {
  read: (): string | null => window.sessionStorage.getItem(name),
  keep(key: string): void {
    window.sessionStorage.setItem(name, key.trim());
    listeners.forEach((tell) => tell());
  },
  forget(): void {
    window.sessionStorage.removeItem(name);
    listeners.forEach((tell) => tell());
  },
  subscribe(tell: () => void): () => void {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
};

function authorization(): Record<string, string> {
  const key = apiKey.read();
  return key ? { authorization: `Bearer ${key}` } : {};
}

/** A mutation that requests everything on the screen again when it succeeds. */
export function useChange<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
): UseMutationResult<Whole<Result>, Error, Variables> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request(document, variables),
    onSuccess: () => refresh(client),
  });
}
