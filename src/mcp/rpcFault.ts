import type { faultOf } from '../graphql/errors.ts';
import { redact } from '../log.ts';

/** What a client may see of anything that went wrong. */
export type RpcData = ReturnType<typeof faultOf>;

/** A refusal that answers no message: the message was not read, or was not accepted. */
interface RefusedMessage {
  readonly jsonrpc: '2.0';
  readonly id: null;
  readonly error: { readonly code: number; readonly message: string; readonly data: RpcData };
}

/** Numbers of JSON-RPC 2.0; those that a server defines begin at -32000. */
export const rpcNumbers = { parse: -32_700, request: -32_600, params: -32_602, internal: -32_603, server: -32_000 };

/** How many characters of a name or an address sent by a caller are repeated. */
const mostRepeated = 300;

/**
 * Prepares words of a caller for repetition: short, and without anything that looks like a key, because a response ends
 * up in logs and is read by models.
 */
export function repeated(text: string, most = mostRepeated): string {
  const clean = redact(text);
  return clean.length > most ? `${clean.slice(0, most)}…` : clean;
}

/** Does not use an SDK: the HTTP server also sends it, for a request that never reaches one. */
export function refusedMessage(number: number, data: RpcData): RefusedMessage {
  return { jsonrpc: '2.0', id: null, error: { code: number, message: `${data.message} ${data.remedy}`, data } };
}
