import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What the server does with one call; undefined: it answers as its `model` does. */
export type ScriptedJson =
  /** The key and the request are echoed, as careless servers do. */
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly redirect: string }
  | { readonly slowMillis: number }
  | { readonly hang: true }
  /** Sends the head and a part of the body, then destroys the socket. */
  | { readonly cutOff: true }
  /** The body as it stands. */
  | { readonly body: string }
  | { readonly json: unknown }
  | undefined;

type Body = Readonly<Record<string, unknown>>;

export interface JsonServerScript {
  /** What a good server sends for a body. */
  readonly model: (body: Body) => unknown;
  /** `call` counts from 1. */
  readonly answer?: (body: Body, call: number) => ScriptedJson;
}

export interface JsonRequestSeen {
  readonly authorization: string | undefined;
  readonly body: Body;
  /** The caller closed the connection before the reply was complete. */
  aborted: boolean;
}

export interface JsonServer {
  readonly url: string;
  readonly requests: readonly JsonRequestSeen[];
  close(): Promise<void>;
}

async function readBody(incoming: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body;
}

function sendJson(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

async function answer(
  seen: JsonRequestSeen,
  response: ServerResponse,
  { model, answer: script }: JsonServerScript,
  call: number,
): Promise<void> {
  const reply = script?.(seen.body, call);
  if (reply && 'hang' in reply) return;
  if (reply && 'slowMillis' in reply) await wait(reply.slowMillis);
  if (reply && 'status' in reply) {
    return sendJson(
      response,
      reply.status,
      JSON.stringify({ error: `Refused ${seen.authorization ?? 'no key'}: ${JSON.stringify(seen.body)}` }),
      reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) },
    );
  }
  if (reply && 'redirect' in reply) return void response.writeHead(307, { location: reply.redirect }).end();
  if (reply && 'cutOff' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[[{"label": ');
    await wait(30);
    return void response.destroy();
  }
  sendJson(
    response,
    200,
    reply && 'body' in reply ? reply.body : JSON.stringify(reply && 'json' in reply ? reply.json : model(seen.body)),
  );
}

/** A real HTTP server on a free port of 127.0.0.1 that takes JSON and sends what its model makes of it, or what the script says. */
export async function startJsonServer(script: JsonServerScript): Promise<JsonServer> {
  const requests: JsonRequestSeen[] = [];
  const receive = async (incoming: IncomingMessage, response: ServerResponse) => {
    const seen: JsonRequestSeen = {
      authorization: incoming.headers.authorization,
      body: await readBody(incoming),
      aborted: false,
    };
    requests.push(seen);
    response.on('close', () => {
      seen.aborted = !response.writableFinished;
    });
    await answer(seen, response, script, requests.length);
  };
  const server = createServer((incoming, response) => {
    receive(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/model`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The faults that every client of such a server is tried with. */
export type ServerConduct =
  | 'GOOD'
  | 'SLOW'
  | 'HANGS'
  | 'FAILS'
  | 'FAILS_ONCE'
  | 'BUSY_ONCE'
  | 'BUSY_LONG'
  | 'REFUSES_KEY'
  | 'CUTS_OFF'
  | 'MALFORMED'
  | 'LEADS_AWAY';

export function conduct(kind: ServerConduct, call: number): ScriptedJson {
  switch (kind) {
    case 'GOOD':
      return undefined;
    case 'SLOW':
      return { slowMillis: 1_000 };
    case 'HANGS':
      return { hang: true };
    case 'FAILS':
      return { status: 500, retryAfter: 0.05 };
    case 'FAILS_ONCE':
      return call === 1 ? { status: 503, retryAfter: 0.05 } : undefined;
    case 'BUSY_ONCE':
      return call === 1 ? { status: 429, retryAfter: 0.05 } : undefined;
    case 'BUSY_LONG':
      return { status: 429, retryAfter: 30 };
    case 'REFUSES_KEY':
      return { status: 401 };
    case 'CUTS_OFF':
      return { cutOff: true };
    case 'MALFORMED':
      return { body: '[[{"label": "ENTAILMENT", ' };
    case 'LEADS_AWAY':
      return { redirect: 'http://127.0.0.1:9/elsewhere' };
  }
}
