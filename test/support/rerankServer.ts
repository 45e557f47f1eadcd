import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What the server does with one call; undefined: it scores by shared words. */
export type ScriptedRerank =
  /** The key and the request are echoed, as careless servers do. */
  | { readonly status: number; readonly retryAfter?: number; readonly message?: string }
  | { readonly redirect: string }
  | { readonly slowMillis: number }
  | { readonly hang: true }
  /** Sends the head and a part of the body, then destroys the socket. */
  | { readonly cutOff: true }
  /** The body as it stands. */
  | { readonly body: string }
  /** Sends this many bytes of white space, without a length. */
  | { readonly bytes: number }
  /** Scores are changed before they are sent. */
  | { readonly change: (entries: ScoredEntry[]) => unknown[] }
  | undefined;

export interface ScoredEntry {
  readonly index: number;
  readonly score: number;
}

export interface RerankServerScript {
  /** `call` counts from 1. */
  readonly answer?: (body: Readonly<Record<string, unknown>>, call: number) => ScriptedRerank;
  /** As TEI's --max-client-batch-size; default 32. Only for /tei. */
  readonly maxTexts?: number;
}

export interface RerankRequestSeen {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** The caller closed the connection before the reply was complete. */
  aborted: boolean;
}

export interface RerankServer {
  /** Cohere's shape. */
  readonly cohereUrl: string;
  /** The shape of text-embeddings-inference. */
  readonly teiUrl: string;
  readonly requests: readonly RerankRequestSeen[];
  close(): Promise<void>;
}

/** Share of the question's words that the text holds: 0..1. */
export function sharedWords(question: string, text: string): number {
  const wordsOf = (from: string) => new Set(from.toLowerCase().match(/[\p{L}\d]+/gu));
  const wanted = wordsOf(question);
  const held = wordsOf(text);
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => held.has(word)).length / wanted.size;
}

async function readBody(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Readonly<Record<string, unknown>>;
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendScores(
  seen: RerankRequestSeen,
  response: ServerResponse,
  script: RerankServerScript,
  change: (entries: ScoredEntry[]) => unknown[],
): void {
  const isTei = seen.path === '/tei/rerank';
  const texts = (isTei ? seen.body['texts'] : seen.body['documents']) as readonly string[];
  const maxTexts = script.maxTexts ?? 32;
  if (isTei && texts.length > maxTexts)
    return sendJson(response, 422, {
      error: `batch size ${texts.length} > maximum allowed batch size ${maxTexts}`,
      error_type: 'Validation',
    });
  const entries = texts
    .map((text, index) => ({ index, score: sharedWords(String(seen.body['query']), text) }))
    .sort((left, right) => right.score - left.score);
  const changed = change(entries);
  if (isTei) return sendJson(response, 200, changed);
  const renamed = changed.map((entry) => {
    const { score, ...rest } = entry as ScoredEntry;
    return { ...rest, relevance_score: score };
  });
  sendJson(response, 200, { id: 'rerank-1', results: renamed, meta: { api_version: { version: '2' } } });
}

async function answer(
  seen: RerankRequestSeen,
  response: ServerResponse,
  script: RerankServerScript,
  call: number,
): Promise<void> {
  const reply = script.answer?.(seen.body, call);
  if (reply && 'hang' in reply) return;
  if (reply && 'slowMillis' in reply) await wait(reply.slowMillis);
  if (reply && 'status' in reply) {
    const message = reply.message ?? `Refused ${seen.authorization ?? 'no key'}: ${JSON.stringify(seen.body)}`;
    return sendJson(
      response,
      reply.status,
      { message },
      reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) },
    );
  }
  if (reply && 'redirect' in reply) return void response.writeHead(307, { location: reply.redirect }).end();
  if (reply && 'body' in reply)
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(reply.body);
  if (reply && 'bytes' in reply) return sendBytes(response, reply.bytes);
  if (reply && 'cutOff' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"results": [');
    await wait(30);
    return void response.destroy();
  }
  sendScores(seen, response, script, reply && 'change' in reply ? reply.change : (entries) => entries);
}

function sendBytes(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = ' '.repeat(64 * 1024);
  let left = bytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/**
 * A real HTTP server on a free port of 127.0.0.1 that reranks by shared words: POST /cohere/rerank answers in Cohere's shape, best first,
 * POST /tei/rerank in that of text-embeddings-inference, whose limit of texts it keeps. Anything else is a 404.
 */
export async function startRerankServer(script: RerankServerScript = {}): Promise<RerankServer> {
  const requests: RerankRequestSeen[] = [];
  const receive = async (incoming: IncomingMessage, response: ServerResponse) => {
    const seen: RerankRequestSeen = {
      path: incoming.url ?? '',
      authorization: incoming.headers.authorization,
      body: await readBody(incoming),
      aborted: false,
    };
    requests.push(seen);
    response.on('close', () => {
      seen.aborted = !response.writableFinished;
    });
    if (!/^\/(?:cohere|tei)\/rerank$/.test(seen.path.replace(/\?.*/, '')))
      return sendJson(response, 404, { message: `No route ${seen.path}` });
    await answer(seen, response, script, requests.length);
  };
  const server = createServer((incoming, response) => {
    receive(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    cohereUrl: `${origin}/cohere/rerank`,
    teiUrl: `${origin}/tei/rerank`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
