import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Caller, runsOf, scopesOf } from '../workspaces/caller.ts';

const listed = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

/**
 * Lists to a client only the tools that its key may call; those of ASK are called by every key that has it. A call of
 * another one is still refused by the app, with what it needs.
 */
export function withAllowedTools<Channel extends Transport>(channel: Channel, caller: Caller): Channel {
  const send = channel.send.bind(channel);
  channel.send = (message, options) => send(withoutRefused(message, caller), options);
  return channel;
}

function withoutRefused(message: JSONRPCMessage, caller: Caller): JSONRPCMessage {
  const { data } = 'result' in message ? listed.safeParse(message.result) : { data: undefined };
  if (!data || !('result' in message)) return message;
  return { ...message, result: { ...data, tools: data.tools.filter(({ name }) => mayCall(caller, name)) } };
}

function mayCall(caller: Caller, tool: string): boolean {
  const scopes = scopesOf(caller);
  switch (tool) {
    case 'list_documents':
    case 'read_document':
      return scopes.includes('READ');
    case 'gaps':
      return scopes.includes('READ') && runsOf(caller) === 'ALL';
    default:
      return scopes.includes('ASK');
  }
}
