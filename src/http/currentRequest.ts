import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler, Response } from 'express';

/** Who was refused a turn. */
export interface RefusedClient {
  readonly workspaceId: string;
  readonly client: string;
}

const responses = new AsyncLocalStorage<Response>();
const refused = new WeakMap<object, RefusedClient>();

/** Whatever the request starts knows its response, also in callbacks. */
export const rememberResponse: RequestHandler = (_request, response, next) => {
  responses.run(response, next);
};

/** The response of the request that this work is part of; undefined over a WebSocket. */
export function currentResponse(): Response | undefined {
  return responses.getStore();
}

/** Where that request comes from, as the network says; empty over a WebSocket. */
export function clientAddress(): string {
  return responses.getStore()?.req.socket.remoteAddress ?? '';
}

/** Notes that the request met OVERLOADED. */
export function noteRefused(client: RefusedClient): void {
  const response = responses.getStore();
  if (response) refused.set(response, client);
}

/** Who was refused while this response was made; undefined: nobody. */
export function refusedFor(response: object): RefusedClient | undefined {
  return refused.get(response);
}
