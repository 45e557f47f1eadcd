import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { hashedVector } from './hashedVector.ts';
import { loopNow } from './clocks.ts';

/** The body of POST /v1/chat/completions. */
export interface ChatCall {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly response_format?: { readonly type: string };
  readonly stream_options?: { readonly include_usage?: boolean };
}

/** The body of POST /v1/embeddings. */
export interface EmbeddingsCall {
  readonly model: string;
  readonly input: string | readonly string[];
  readonly encoding_format?: 'float' | 'base64';
}

/**
 * What the server does with one chat call. Text comes in chunks of about ten characters.
 *
 *     { text: 'Two days.' }             a plain reply, finish_reason "stop"
 *     { text: 'Two…', finish: 'length'} the same, cut by max_tokens
 *     { text: 'Hi', usage: false }      the same, without token counts
 *     { json: { kind: 'lookup' } }      the value as JSON text
 *     { fenced: { kind: 'lookup' } }    the same, in prose and a ```json fence
 *     { malformed: true }               text that looks like JSON and is not
 *     { refusal: 'I cannot help.' }     the model declines (delta.refusal)
 *     { status: 429, retryAfter: 1 }    an HTTP error in OpenAI's shape; retryAfter in seconds; the key is echoed, as real servers do
 *     { slowMillis: 200, text: 'Hi' }   waits before the first chunk and between chunks
 *     { steps: ['Two', seen] }          sends the text, waits for the promise, and so on; then finishes
 *     { cutOff: 'Two' }                 sends the text, then destroys the socket: no finish, no [DONE]
 *     { endEarly: 'Two' }               sends the text, then ends the reply in good order, without a finish
 *     { hang: true }                    accepts the call and never answers
 *     { hangAfter: 'Two' }              sends the text, then nothing more
 */
export type ScriptedReply =
  | {
      readonly text: string;
      readonly finish?: 'stop' | 'length' | 'content_filter';
      readonly usage?: boolean;
      readonly slowMillis?: number;
    }
  | { readonly json: unknown }
  | { readonly fenced: unknown }
  | { readonly malformed: true }
  | { readonly refusal: string }
  | { readonly status: number; readonly message?: string; readonly retryAfter?: number }
  | { readonly steps: readonly (string | Promise<unknown>)[] }
  | { readonly cutOff: string }
  | { readonly endEarly: string }
  | { readonly hang: true }
  | { readonly hangAfter: string };

/** What the server does with one embeddings call; undefined: vectors of the words. */
export type ScriptedEmbeddings =
  | { readonly status: number; readonly retryAfter?: number }
  /** Floats a vector; the default is `dimensions`. */
  | { readonly dimensions: number }
  /** Ignores encoding_format and sends base64: the trap that openaiEmbedder.ts guards against. */
  | { readonly base64: true }
  /** One vector too few. */
  | { readonly short: true }
  | { readonly hang: true }
  | undefined;

export interface OpenaiServerScript {
  /** `callNumber` counts chat calls from 1. Default: a text that repeats the last message. */
  readonly chat?: (request: ChatCall, callNumber: number) => ScriptedReply;
  /** `callNumber` counts embeddings calls from 1: the first is the embedder's probe. */
  readonly embeddings?: (request: EmbeddingsCall, callNumber: number) => ScriptedEmbeddings;
  /** Default 64. */
  readonly dimensions?: number;
}

export interface RecordedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
  /** True once the caller has closed the connection before the reply was complete. */
  aborted: boolean;
  /** When the reply was complete or the caller was gone, by `loopNow`; null until then. */
  closedAt: number | null;
}

export interface OpenaiServer {
  /** Ends in /v1: what CHAT_URL is set to. */
  readonly url: string;
  /** Every request in order, also those that failed. */
  readonly requests: readonly RecordedRequest[];
  /** The bodies of the chat calls in order. */
  chatCalls(): ChatCall[];
  close(): Promise<void>;
}

interface Counters {
  chat: number;
  embeddings: number;
}

const malformedText = '{"kind": "lookup", "terms": [unquoted,, }';

function textOf(reply: ScriptedReply): string {
  if ('text' in reply) return reply.text;
  if ('json' in reply) return JSON.stringify(reply.json);
  if ('fenced' in reply)
    return `Here is the result:\n\`\`\`json\n${JSON.stringify(reply.fenced, null, 2)}\n\`\`\`\nTell me if you need more.`;
  if ('steps' in reply) return reply.steps.filter((step) => typeof step === 'string').join('');
  if ('cutOff' in reply) return reply.cutOff;
  if ('endEarly' in reply) return reply.endEarly;
  if ('hangAfter' in reply) return reply.hangAfter;
  return 'malformed' in reply ? malformedText : '';
}

function countTokens(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

function usageOf(call: ChatCall, text: string) {
  const prompt = call.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  const completion = countTokens(text);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendError(
  request: RecordedRequest,
  response: ServerResponse,
  { status, message, retryAfter }: { status: number; message?: string; retryAfter?: number },
): void {
  const error = {
    message: message ?? `Scripted failure for ${request.authorization ?? 'no key'}`,
    type: 'scripted',
    code: null,
  };
  sendJson(response, status, { error }, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}

function sendWhole(response: ServerResponse, call: ChatCall, reply: ScriptedReply): void {
  const content = textOf(reply);
  const refusal = 'refusal' in reply ? reply.refusal : null;
  const finish = ('text' in reply ? reply.finish : undefined) ?? 'stop';
  sendJson(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: call.model,
    choices: [
      {
        index: 0,
        finish_reason: finish,
        message: { role: 'assistant', content: refusal === null ? content : null, refusal },
      },
    ],
    usage: usageOf(call, content),
  });
}

/** Server-sent events as OpenAI sends them: a role chunk, content chunks, a finish chunk, a usage chunk, [DONE]. */
async function sendStream(response: ServerResponse, call: ChatCall, reply: ScriptedReply): Promise<void> {
  const event = (fields: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: call.model, ...fields })}\n\n`,
    );
  const delta = (content: object, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta: content, finish_reason: finish }] });
  const slowMillis = 'slowMillis' in reply ? (reply.slowMillis ?? 0) : 0;
  const text = textOf(reply);

  if (slowMillis > 0) await wait(slowMillis);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  delta({ role: 'assistant', content: '' });
  for (const step of 'steps' in reply ? reply.steps : [text]) {
    if (typeof step !== 'string') await step;
    else
      for (const piece of step.match(/[\s\S]{1,10}/g) ?? []) {
        if (slowMillis > 0) await wait(slowMillis);
        if (response.destroyed) return;
        delta({ content: piece });
      }
  }
  if ('refusal' in reply) delta({ refusal: reply.refusal });
  if ('hangAfter' in reply) return;
  if ('endEarly' in reply) return void response.end();
  if ('cutOff' in reply) {
    // The chunks must be on their way first, or the caller sees a failed connection instead of a cut stream.
    await wait(50);
    return void response.destroy();
  }
  delta({}, ('text' in reply ? reply.finish : undefined) ?? 'stop');
  const wantsUsage = call.stream_options?.include_usage === true && !('text' in reply && reply.usage === false);
  if (wantsUsage) event({ choices: [], usage: usageOf(call, text) });
  response.end('data: [DONE]\n\n');
}

async function answerChat(
  request: RecordedRequest,
  response: ServerResponse,
  script: OpenaiServerScript,
  callNumber: number,
): Promise<void> {
  const call = request.body as ChatCall;
  const reply = script.chat?.(call, callNumber) ?? { text: `You said: ${call.messages.at(-1)?.content ?? ''}` };
  if ('hang' in reply) return;
  if ('status' in reply) return sendError(request, response, reply);
  if (call.stream === true) await sendStream(response, call, reply);
  else sendWhole(response, call, reply);
}

function answerEmbeddings(
  request: RecordedRequest,
  response: ServerResponse,
  script: OpenaiServerScript,
  callNumber: number,
): void {
  const call = request.body as EmbeddingsCall;
  const reply = script.embeddings?.(call, callNumber);
  if (reply && 'hang' in reply) return;
  if (reply && 'status' in reply) return sendError(request, response, reply);
  const length = reply && 'dimensions' in reply ? reply.dimensions : (script.dimensions ?? 64);
  const asText = (reply && 'base64' in reply) || call.encoding_format === 'base64';
  const inputs = typeof call.input === 'string' ? [call.input] : call.input;
  const sent = reply && 'short' in reply ? inputs.slice(1) : inputs;
  const data = sent.map((text, index) => {
    const vector = hashedVector(text, length);
    return {
      object: 'embedding',
      index,
      embedding: asText ? Buffer.from(vector.buffer).toString('base64') : Array.from(vector),
    };
  });
  // In reverse: the protocol promises `index`, not the order.
  sendJson(response, 200, {
    object: 'list',
    model: call.model,
    data: data.reverse(),
    usage: { prompt_tokens: 1, total_tokens: 1 },
  });
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || 'null') as unknown;
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  script: OpenaiServerScript,
  requests: RecordedRequest[],
  counters: Counters,
): Promise<void> {
  const request: RecordedRequest = {
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    body: await readBody(incoming),
    aborted: false,
    closedAt: null,
  };
  requests.push(request);
  response.on('close', () => {
    request.aborted = !response.writableFinished;
    request.closedAt = loopNow();
  });
  if (request.path === '/v1/chat/completions') return await answerChat(request, response, script, (counters.chat += 1));
  if (request.path === '/v1/embeddings') return answerEmbeddings(request, response, script, (counters.embeddings += 1));
  sendError(request, response, { status: 404, message: `No route ${request.path}` });
}

/**
 * A real HTTP server on a free port of 127.0.0.1 that speaks OpenAI's protocol: POST /v1/chat/completions (streamed or
 * whole, as asked) and POST /v1/embeddings (bag-of-words vectors: texts that share words are close). Anything else is a 404.
 *
 *     const server = await startOpenaiServer({ chat: (request, call) => (call === 1 ? { malformed: true } : { json: { kind: 'lookup' } }) });
 *     const models = await openModels({ …, chat: 'openai', chatModel: 'test', chatUrl: server.url, chatApiKey: 'k' }, silentLog);
 *     …
 *     expect(server.chatCalls()).toHaveLength(2);
 *     await server.close();   // also ends connections that hang
 *
 * A script that tells agent nodes apart looks at `request.messages`, for example at the system message.
 */
export async function startOpenaiServer(script: OpenaiServerScript = {}): Promise<OpenaiServer> {
  const requests: RecordedRequest[] = [];
  const counters: Counters = { chat: 0, embeddings: 0 };
  const server = createServer((incoming, response) => {
    answer(incoming, response, script, requests, counters).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    chatCalls: () => requests.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body as ChatCall),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
