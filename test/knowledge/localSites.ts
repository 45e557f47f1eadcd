import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as SocketServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { type FetchOptions, fetchUrl } from '../../src/knowledge/ingest/fetchUrl.ts';

export const page = '<h1>Returns</h1><p>Within 30 days.</p>';
export const local = { allowPrivate: true } as const;

export async function listen(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export interface Site {
  readonly url: string;
  readonly port: number;
  readonly requests: IncomingMessage[];
}

export async function site(answer: RequestListener): Promise<Site> {
  const requests: IncomingMessage[] = [];
  const port = await listen(
    createServer((request, response) => {
      requests.push(request);
      answer(request, response);
    }),
  );
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

export const html: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
export const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
export const failure = (url: string, options: FetchOptions = local) =>
  fetchUrl(url, options).then(
    () => 'fetched',
    (error: unknown) => error,
  );
export const text = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString();
