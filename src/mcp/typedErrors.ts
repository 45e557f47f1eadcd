import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS, type Transport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ErrorCode, errorRemedies } from '../errors.ts';
import { faultOf } from '../graphql/errors.ts';
import type { Log } from '../log.ts';
import { refusedMessage, repeated, type RpcData, rpcNumbers } from './rpcFault.ts';

const Issues = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
const ownFault = z.looseObject({ _meta: z.looseObject({ 'candor/error': z.unknown() }) });
const failedTool = z.looseObject({
  isError: z.literal(true),
  content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]),
  _meta: z.looseObject({}).optional(),
});
const remedy = 'Call what tools/list, prompts/list and resources/list name, with arguments that fit its schema.';

/**
 * Adds the code and remedy that every other fault has to the refusals of the protocol's library: unknown tools,
 * arguments of a wrong type. The library reports a request that does not fit the protocol as an internal error; it is
 * the caller's.
 */
export function withTypedErrors<Channel extends Transport>(channel: Channel): Channel {
  const send = channel.send.bind(channel);
  channel.send = (message, options) => send(typedMessage(message), options);
  return channel;
}

function typedMessage(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) {
    const failed = failedTool.safeParse(message.result);
    if (!failed.success || ownFault.safeParse(message.result).success) return message;
    const { text } = failed.data.content[0];
    // A tool result that violates the tool's own schema is a bug.
    const fault = faultFor(text.startsWith('Output validation') ? 'INTERNAL' : 'BAD_INPUT', text);
    const content = [{ type: 'text', text: `${fault.code}: ${fault.message} ${fault.remedy}` }];
    return { ...message, result: { ...failed.data, content, _meta: { 'candor/error': fault } } };
  }
  if (!('error' in message) || message.error.data !== undefined) return message;
  const issue = issueOf(message.error.message);
  const code = issue === undefined && message.error.code === rpcNumbers.internal ? 'INTERNAL' : 'BAD_INPUT';
  const fault = faultFor(
    code,
    code === 'INTERNAL' ? 'Something went wrong in Candor.' : (issue ?? message.error.message),
  );
  const number = issue === undefined ? message.error.code : rpcNumbers.params;
  return { ...message, error: { code: number, message: `${fault.message} ${fault.remedy}`, data: fault } };
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function faultFor(code: ErrorCode, text: string, toDo = remedy): RpcData {
  const message = sentence(repeated(text, mostSaid));
  return { code, message, remedy: code === 'INTERNAL' ? errorRemedies.INTERNAL : toDo, details: {} };
}

/** The library lists every wrong argument. */
const mostSaid = 1_000;

/** Returns the first fault that the schema of a request found, which the library writes into a message as JSON. */
function issueOf(text: string): string | undefined {
  // "Invalid tools/call request: [{…}]" of tools, "[{…}]" of the rest
  const list = /^(?:Invalid \S+ request: )?(\[.+)$/s.exec(text)?.[1];
  if (list === undefined) return undefined;
  try {
    const [issue] = Issues.safeParse(JSON.parse(list)).data ?? [];
    return issue && `${issue.path.join('.')}: ${issue.message}`;
  } catch {
    return undefined;
  }
}

const Refused = z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) });

const anyMessage = 'Send {"jsonrpc": "2.0", "id": 1, "method": "…", "params": {…}}, or a list of such messages.';

/** Keyed by HTTP status or JSON-RPC number, because the library's words may change. */
const refusals: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  406: [
    'An answer is JSON or a stream of events, and the request accepts one of them at most.',
    'Send "Accept: application/json, text/event-stream".',
  ],
  415: ['The content type of the request is not application/json.', 'Send "Content-Type: application/json".'],
  [rpcNumbers.server]: [
    'This server does not speak the revision of the protocol that Mcp-Protocol-Version names.',
    `Send the revision that initialize agreed on: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
  ],
  [rpcNumbers.parse]: ['The body of the request is no message of JSON-RPC 2.0.', anyMessage],
  [rpcNumbers.request]: [
    'The batch has more than 100 messages, or initialize among others.',
    'Send fewer messages at once, and initialize alone.',
  ],
};

/**
 * Returns the body of an HTTP response in which the library refuses a request before any message is read, in our own
 * words. The library's words quote headers, and the text of whatever it caught.
 */
export function typedRefusal(status: number, body: string, log: Log): object {
  const { error } = Refused.parse(JSON.parse(body));
  const [message, toDo] = refusals[status] ?? refusals[error.code] ?? [];
  // With `data`, the library caught something unexpected: a bug, whatever its number.
  if (message === undefined || error.data !== undefined || status >= 500)
    return refusedMessage(rpcNumbers.internal, faultOf(new Error(`MCP ${status}: ${body}`), log));
  return refusedMessage(error.code, faultFor('BAD_INPUT', message, toDo));
}

/** Answers a line of standard input that is no message. It has no id to report. */
export function typedLine(): object {
  const fault = faultFor('BAD_INPUT', 'The line is no message of JSON-RPC 2.0.', `${anyMessage} One a line.`);
  return refusedMessage(rpcNumbers.parse, fault);
}

/** Answers a line whose end does not come; nothing after it can be read. */
export function typedLongLine(): object {
  const fault = faultFor(
    'BAD_INPUT',
    'A line is longer than 10 MB; the session ends.',
    'Send less in a message, and start a new session.',
  );
  return refusedMessage(rpcNumbers.request, fault);
}
