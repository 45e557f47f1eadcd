import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SiteServer {
  readonly url: string;
  /** Paths to the HTML or text that they answer with, and `/robots.txt`. */
  readonly pages: Map<string, string>;
  /** What a path does instead of answering. */
  readonly faults: Map<string, 'CUT_OFF' | 'HANGS' | number | { readonly to: string }>;
  /** Drawn for each request; true: it fails for this once. */
  fails: () => boolean;
  readonly requests: { readonly path: string; readonly status: number }[];
  close(): Promise<void>;
}

/** A real web site on 127.0.0.1 with ETags, which can be told to fail. */
export async function startSite(): Promise<SiteServer> {
  const site = { pages: new Map(), faults: new Map(), fails: () => false, requests: [] } as Pick<
    SiteServer,
    'pages' | 'faults' | 'requests'
  > & { fails: () => boolean };
  const server = createServer((request, response) => answer(site, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(site, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

const types: Readonly<Record<string, string>> = {
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.md': 'text/markdown; charset=utf-8',
};

function answer(
  { pages, faults, fails, requests }: Pick<SiteServer, 'pages' | 'faults' | 'fails' | 'requests'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = request.url ?? '';
  const send = (status: number, headers: Record<string, string> = {}, body = '') => {
    requests.push({ path, status });
    response.writeHead(status, headers).end(body);
  };
  const fault = faults.get(path);
  if (fault === 'HANGS') return;
  if (fault === 'CUT_OFF') {
    requests.push({ path, status: 0 });
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' }).write('<p>Half a p');
    return void setTimeout(() => response.destroy(), 20);
  }
  if (typeof fault === 'object') return send(301, { location: fault.to });
  if (typeof fault === 'number') return send(fault);
  if (fails()) return send(503);
  const page = pages.get(path);
  if (page === undefined) return send(404);
  const type = types[path.slice(path.lastIndexOf('.'))] ?? 'text/html; charset=utf-8';
  const etag = `"${Buffer.from(page).toString('base64url').slice(-40)}-${page.length}"`;
  if (request.headers['if-none-match'] === etag) return send(304, { etag });
  send(200, { 'content-type': type, etag }, page);
}
