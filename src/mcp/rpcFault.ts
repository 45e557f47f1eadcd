import type { faultOf } from '../graphql/errors.ts';
import { redact } from '../log.ts';

/** What a client is told of anything that went wrong. */
export type RpcData = ReturnType<typeof faultOf>;

/** A refusal that answers no message: the message was not read, or was not let in. */
interface RefusedMessage {
  readonly jsonrpc: '2.0';
  readonly id: null;
  readonly error: { readonly code: number; readonly message: string; readonly data: RpcData };
}

/** As JSON-RPC 2.0 numbers them; what a server adds begins at -32000. */
export const rpcNumbers = { parse: -32_700, request: -32_600, params: -32_602, internal: -32_603, server: -32_000 };

/** A name or an address that a caller sent is repeated so far. */
const mostRepeated = 300;

/**
 * Words that hold what a caller sent: without what looks like a key, for a reply ends in logs and before models, and
 * brief.
 */
export function repeated(text: string, most = mostRepeated): string {
  const clean = redact(text);
  return clean.length > most ? `${clean.slice(0, most)}…` : clean;
}

/** Without an SDK: the HTTP server says it too, of a request that never reaches one. */
export function refusedMessage(number: number, data: RpcData): RefusedMessage {
  return { jsonrpc: '2.0', id: null, error: { code: number, message: `${data.message} ${data.remedy}`, data } };
}
