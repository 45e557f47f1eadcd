import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createRequire } from 'node:module';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { CandorError } from '../../errors.ts';
import type { CheckedAddress } from './addressGuard.ts';

interface GetOptions {
  readonly signal: AbortSignal;
  /** Certificate authorities (PEM) in place of Node's own list. */
  readonly ca?: string | undefined;
}

const { version } = createRequire(import.meta.url)('../../../package.json') as { readonly version: string };

const headers = {
  'User-Agent': `Candor/${version}`,
  Accept: 'text/html, text/markdown, text/plain, text/csv, application/pdf, application/json, */*;q=0.5',
  'Accept-Encoding': 'gzip, deflate, br',
};

/**
 * One GET without cookies or credentials, connected to one of `addresses` and nothing else: the name is not resolved
 * again. Rejects with Node's own error. Whoever takes the response reads or destroys it.
 */
export async function httpGet(
  url: URL,
  addresses: readonly CheckedAddress[],
  { signal, ca }: GetOptions,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const options: RequestOptions = {
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, Host: url.host },
    lookup: pinned(addresses),
    signal,
    // No pool: a connection that is kept open under this name may lead to an address that was never checked.
    agent: false,
  };
  // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch it off.
  const tls = {
    rejectUnauthorized: true,
    servername: isIP(host) > 0 ? '' : host.replace(/\.$/, ''),
    ...(ca === undefined ? {} : { ca }),
  };
  return new Promise((resolve, reject) => {
    const sent = url.protocol === 'https:' ? requestHttps({ ...options, ...tls }) : requestHttp(options);
    sent.once('response', resolve).on('error', reject);
    // A server that switches protocols ends the request without a response and without an error.
    sent.once('close', () => reject(new Error('The connection ended without an answer.')));
    sent.end();
  });
}

/** Node asks for all addresses when it tries both families, else for one. */
function pinned(addresses: readonly CheckedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/**
 * The decoded body. Bytes are counted as they come, before and after decoding: Content-Length lies, and 10 MB of gzip
 * can hold 10 GB. @throws DOCUMENT_TOO_LARGE, URL_FAILED.
 */
export async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  const capped = cap(maxBytes);
  const keep = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of capped(source)) chunks.push(chunk);
  };
  const decoder = decoderOf(response.headers['content-encoding']);
  if (decoder) await pipeline(response, cap(maxBytes), decoder, keep, { signal });
  else await pipeline(response, keep, { signal });
  return Buffer.concat(chunks);
}

function cap(maxBytes: number): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  let seen = 0;
  return async function* (source) {
    for await (const chunk of source) {
      seen += chunk.length;
      if (seen > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  };
}

function decoderOf(encoding = 'identity') {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case '':
    case 'identity':
      return undefined;
    default:
      throw new CandorError('URL_FAILED', 'The address answers in a content encoding that was not asked for.');
  }
}

function tooLarge(maxBytes: number): CandorError {
  return new CandorError('DOCUMENT_TOO_LARGE', `The address gives more than ${maxBytes} bytes.`, {
    details: { maxBytes },
  });
}
