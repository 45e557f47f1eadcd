import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createRequire } from 'node:module';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { CandorError } from '../../errors.ts';

/** Returns all addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Which hosts may have addresses on the private network: all, or these names. */
export type AllowPrivate = boolean | readonly string[];

interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** PUBLIC: the internet. PRIVATE: this machine or its network. FORBIDDEN: never a web site, whatever is allowed. */
type AddressClass = 'PUBLIC' | 'PRIVATE' | 'FORBIDDEN';

const ownNetwork: ReadonlySet<string> = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Azure serves instance metadata at an address that looks public. The other clouds use link-local and unique local
 * addresses.
 */
const metadataAddress = '168.63.129.16';

/**
 * The range that IANA has allocated so far for global unicast. ipaddr.js calls every address unicast that is in none of
 * its lists, including ::7f00:1.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * The only prefix after which, by definition, the last 32 bits are an IPv4 address. A network with DNS64 reaches IPv4
 * hosts through it.
 */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Accepts only the text forms that a resolver or `URL` returns. Anything that does not parse is FORBIDDEN. */
export function classOf(address: string): AddressClass {
  if (isIP(address) === 0 || address.includes('%')) return 'FORBIDDEN';
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv4 ? classOfIPv4(parsed) : classOfIPv6(parsed);
}

function classOfIPv4(address: ipaddr.IPv4): AddressClass {
  const range = address.range();
  if (range === 'unicast' && address.toString() !== metadataAddress) return 'PUBLIC';
  return ownNetwork.has(range) ? 'PRIVATE' : 'FORBIDDEN';
}

/**
 * 6to4, Teredo and similar addresses also hold an IPv4 address, but no current site is reached through them: they are
 * refused, not unwrapped.
 */
function classOfIPv6(address: ipaddr.IPv6): AddressClass {
  if (address.isIPv4MappedAddress() || address.match(translated))
    return classOfIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  const range = address.range();
  if (range === 'unicast' && address.match(globalUnicast)) return 'PUBLIC';
  return ownNetwork.has(range) ? 'PRIVATE' : 'FORBIDDEN';
}

export function mayBePrivate(host: string, allowPrivate: AllowPrivate): boolean {
  return typeof allowPrivate === 'boolean' ? allowPrivate : allowPrivate.includes(host);
}

/**
 * Returns all addresses of a host if each one is allowed. A single bad address refuses the host, because a name with a
 * public and a private address is no honest mistake. The caller connects to these addresses and never resolves the name
 * again. `host` is `URL.hostname`, so decimal, octal and short IPv4 forms are already expanded.
 * @throws URL_REFUSED, with the same message for a host that does not exist: otherwise the response would reveal the
 * names on the internal network.
 */
export async function checkedAddresses(
  host: string,
  allowPrivate: AllowPrivate,
  resolve: Resolve = resolveAll,
): Promise<readonly CheckedAddress[]> {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(literal) > 0 ? [literal] : await resolve(host);
  const allowed: readonly AddressClass[] = mayBePrivate(host, allowPrivate) ? ['PUBLIC', 'PRIVATE'] : ['PUBLIC'];
  if (addresses.length === 0 || !addresses.every((address) => allowed.includes(classOf(address)))) {
    throw new CandorError('URL_REFUSED', `The host ${host} has no address that Candor may fetch from.`, {
      details: { host },
    });
  }
  return addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

async function resolveAll(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    // A name server that is unavailable may be back in a minute. Every other fault means that there is no such host.
    if ((error as NodeJS.ErrnoException).code !== 'EAI_AGAIN') return [];
    throw new CandorError('URL_FAILED', `The host ${host} could not be looked up.`, {
      cause: error,
      details: { host },
    });
  }
}

interface GetOptions {
  readonly signal: AbortSignal;
  /** Certificate authorities (PEM) in place of Node's own list. */
  readonly ca?: string | undefined;
  /** In addition to those of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const { version } = createRequire(import.meta.url)('../../../package.json') as { readonly version: string };

const usualHeaders = {
  'User-Agent': `Candor/${version}`,
  Accept: 'text/html, text/markdown, text/plain, text/csv, application/pdf, application/json, */*;q=0.5',
  'Accept-Encoding': 'gzip, deflate, br',
};

/**
 * Sends one GET without cookies or credentials. It connects only to one of `addresses` and does not resolve the name
 * again. Rejects with Node's own error. The caller must read or destroy the response.
 */
export async function httpGet(
  url: URL,
  addresses: readonly CheckedAddress[],
  { signal, ca, headers }: GetOptions,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const options: RequestOptions = {
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...usualHeaders, ...headers, Host: url.host },
    lookup: pinned(addresses),
    signal,
    // No pool: a connection that is kept open under this name may lead to an address that was never checked.
    agent: false,
  };
  // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable it.
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

/** Node asks for all addresses when it tries both families, otherwise for one. */
function pinned(addresses: readonly CheckedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/**
 * Returns the decoded body. Bytes are counted as they arrive, before and after decoding: Content-Length may lie, and 10
 * MB of gzip can hold 10 GB. @throws DOCUMENT_TOO_LARGE, URL_FAILED.
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
