import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, ErrorCode as ProtocolError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type ErrorCode, errorRemedies } from '../errors.ts';

const Issues = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
const ownFault = z.looseObject({ _meta: z.looseObject({ 'candor/error': z.unknown() }) });
const failedTool = z.looseObject({
  isError: z.literal(true),
  content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]),
  _meta: z.looseObject({}).optional(),
});
const remedy = 'Call what tools/list, prompts/list and resources/list name, with arguments that fit its schema.';

/**
 * Gives what the protocol's library refuses by itself the code and remedy that every other fault has: unknown tools,
 * arguments of a wrong type. It calls a request that does not fit the protocol an internal error; it is the caller's.
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
    const text = failed.data.content[0].text.replace(/^MCP error -\d+: /, '');
    // What a tool returns against its own schema is a bug.
    const fault = faultFor(text.startsWith('Output validation') ? 'INTERNAL' : 'BAD_INPUT', text);
    const content = [{ type: 'text', text: `${fault.code}: ${fault.message} ${fault.remedy}` }];
    return { ...message, result: { ...failed.data, content, _meta: { 'candor/error': fault } } };
  }
  if (!('error' in message) || message.error.data !== undefined) return message;
  const issue = issueOf(message.error.message);
  const code =
    issue === undefined && message.error.code === (ProtocolError.InternalError as number) ? 'INTERNAL' : 'BAD_INPUT';
  const fault = faultFor(
    code,
    code === 'INTERNAL' ? 'Something went wrong in Candor.' : (issue ?? message.error.message),
  );
  const number = issue === undefined ? message.error.code : ProtocolError.InvalidParams;
  return { ...message, error: { code: number, message: `${fault.message} ${fault.remedy}`, data: fault } };
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function faultFor(code: ErrorCode, text: string) {
  return { code, message: sentence(text), remedy: code === 'INTERNAL' ? errorRemedies.INTERNAL : remedy, details: {} };
}

/** The first of the faults that the schema of a request found, which the library writes into a message as JSON. */
function issueOf(text: string): string | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const [issue] = Issues.safeParse(JSON.parse(text)).data ?? [];
    return issue && `${issue.path.join('.')}: ${issue.message}`;
  } catch {
    return undefined;
  }
}
