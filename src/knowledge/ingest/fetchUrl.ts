import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import { orAbort } from '../../clock.ts';
import { CandorError, isCandorError } from '../../errors.ts';
import { type AllowPrivate, checkedAddresses, httpGet, mayBePrivate, readBody, type Resolve } from './httpGet.ts';

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Limit on the decoded body. Default 20 MB. */
  readonly maxBytes?: number | undefined;
  /** Limit from the first DNS lookup to the last byte, including redirects. Default 20,000. */
  readonly timeoutMillis?: number | undefined;
  /** Default 5. */
  readonly maxRedirects?: number | undefined;
  /**
   * True, or the names of hosts that may be on the private network, at any port. Link-local addresses, where clouds
   * keep their credentials, are always refused. Default false.
   */
  readonly allowPrivate?: AllowPrivate | undefined;
  /** Sent to the address itself, not to where it redirects: what the caller has of it already. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a redirect to an address may be followed. Default: to every address that may be fetched. */
  readonly mayFollow?: ((url: URL) => boolean) | undefined;
  /** Whether any content type is taken, such as that of a sitemap. Default: those of documents. */
  readonly anyType?: boolean | undefined;
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve | undefined;
  /** Certificate authorities (PEM) in place of Node's own list. */
  readonly ca?: string | undefined;
}

export interface FetchedUrl {
  /** The URL after the last redirect, without a fragment. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** The header as sent, including the charset. */
  readonly contentType: string | null;
  readonly lastModified: Date | null;
  readonly etag: string | null;
  /** A file name whose extension identifies the format. */
  readonly name: string;
}

const publicPorts: ReadonlySet<string> = new Set(['', '8080', '8443']);
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a document from the web for a caller who is not trusted with this machine's network. It allows only public
 * addresses and only the ports of web sites. It checks them again at every redirect, and connects to the exact address
 * that it checked.
 * @throws URL_REFUSED (the same for every host that may not be fetched, whether or not it answers), URL_FAILED,
 * DOCUMENT_TOO_LARGE, DOCUMENT_UNSUPPORTED, CANCELLED.
 */
export async function fetchUrl(url: string, options: FetchOptions = {}): Promise<FetchedUrl> {
  const { timeoutMillis = 20_000, signal } = options;
  const stop = new AbortController();
  const cancel = () => stop.abort(new CandorError('CANCELLED', 'Fetching the address was stopped.'));
  // Not AbortSignal.any and .timeout: on Node 20 the combined signal may be garbage-collected before it fires.
  const timer = setTimeout(
    () =>
      stop.abort(
        new CandorError('URL_FAILED', `The address did not give its document within ${timeoutMillis / 1000} s.`),
      ),
    timeoutMillis,
  );
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await follow(permitted(url, options.allowPrivate), { ...options, signal: stop.signal });
  } catch (error) {
    throw faultOf(error, stop.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

type Fetching = FetchOptions & { readonly signal: AbortSignal };

async function follow(start: URL, options: Fetching): Promise<FetchedUrl> {
  const { maxRedirects = 5, allowPrivate = false, signal } = options;
  const seen = new Set<string>();
  let url = start;
  for (;;) {
    if (seen.has(url.href)) throw failed(start, 'redirects in a circle');
    if (seen.size > maxRedirects) throw failed(start, `redirects more than ${maxRedirects} times`);
    seen.add(url.href);
    const addresses = await orAbort(checkedAddresses(url.hostname, allowPrivate, options.resolve), signal, abortFault);
    const first = url === start ? options.headers : undefined;
    const response = await httpGet(url, addresses, { ...options, headers: first });
    // Without a listener, the error of a destroyed connection would end the process.
    response.on('error', () => undefined);
    try {
      const next = nextStop(url, response, allowPrivate);
      if (!next) return await read(url, response, options);
      if (options.mayFollow?.(next) === false)
        throw failed(start, 'redirects to where it may not be followed', { elsewhere: true });
      url = next;
    } finally {
      response.destroy();
    }
  }
}

async function read(
  url: URL,
  response: IncomingMessage,
  { maxBytes = 20 * 1024 * 1024, anyType, signal }: Fetching,
): Promise<FetchedUrl> {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299)
    throw failed(url, `answers with status ${statusCode}`, { status: statusCode });
  const contentType = headers['content-type'] ?? null;
  const modified = new Date(headers['last-modified'] ?? '');
  // Comes before the body, so that no picture is downloaded only to be refused.
  const name = anyType ? nameOf(url) : fetchedName(url, contentType);
  const bytes = await readBody(response, maxBytes, signal);
  return {
    url: url.href,
    bytes,
    contentType,
    lastModified: Number.isNaN(modified.getTime()) ? null : modified,
    etag: headers.etag ?? null,
    name,
  };
}

/** Returns the target of a redirect, checked like a typed address, or undefined if the response is not a redirect. */
function nextStop(
  from: URL,
  { statusCode = 0, headers }: IncomingMessage,
  allowPrivate: AllowPrivate,
): URL | undefined {
  if (!redirects.has(statusCode) || headers.location === undefined) return undefined;
  const next = permitted(headers.location, allowPrivate, from);
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw refused('The address redirects from https to http.');
  return next;
}

/** @throws URL_REFUSED */
function permitted(text: string, allowPrivate: AllowPrivate = false, from?: URL): URL {
  const url = URL.canParse(text, from) ? new URL(text, from) : undefined;
  if (!url) throw refused('The address is not a URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`Addresses with ${url.protocol} are not fetched.`);
  if (url.username || url.password) throw refused('The address holds a user name or a password.');
  if (!publicPorts.has(url.port) && !mayBePrivate(url.hostname, allowPrivate))
    throw refused(`Port ${url.port} is not one that web sites use.`);
  url.hash = '';
  return url;
}

function refused(message: string): CandorError {
  return new CandorError('URL_REFUSED', message);
}

/** Names host and path only: a query may hold a secret. */
function failed(
  url: URL,
  problem: string,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): CandorError {
  return new CandorError('URL_FAILED', `${url.host}${url.pathname} ${problem}.`, { details, cause });
}

function abortFault(signal: AbortSignal): CandorError {
  return signal.reason as CandorError;
}

/** Reports only the code of an error of Node: its message may contain an address or a piece of the response. */
function faultOf(error: unknown, signal: AbortSignal): CandorError {
  if (signal.aborted) return abortFault(signal);
  if (isCandorError(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  return new CandorError('URL_FAILED', `The address could not be read (${code}).`, { cause: error });
}

/**
 * Content types that identify a format, with the extensions that agree with them. A path without an extension gets the
 * first.
 */
const extensionsOf: Readonly<Record<string, readonly string[]>> = {
  'text/html': ['.html', '.htm', '.xhtml'],
  'application/xhtml+xml': ['.html', '.htm', '.xhtml'],
  'text/markdown': ['.md', '.mdx', '.markdown'],
  'text/x-markdown': ['.md', '.mdx', '.markdown'],
  'text/csv': ['.csv'],
  'application/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'application/json': ['.json', '.jsonl', '.ndjson'],
  'application/jsonl': ['.jsonl', '.ndjson'],
  'application/x-ndjson': ['.jsonl', '.ndjson'],
  'application/ndjson': ['.jsonl', '.ndjson'],
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx', '.xlsm'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx', '.pptm', '.ppsx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
  'application/vnd.oasis.opendocument.presentation': ['.odp'],
  'application/rtf': ['.rtf'],
  'text/rtf': ['.rtf'],
  'application/epub+zip': ['.epub'],
  'message/rfc822': ['.eml'],
  'application/vnd.ms-outlook': ['.msg'],
};

const known: ReadonlySet<string> = new Set([...Object.values(extensionsOf).flat(), '.txt', '.text']);
/** What servers send when they do not know the type: the path decides. */
const vague: ReadonlySet<string> = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
]);

/**
 * Returns a file name from which the format can be detected: the last part of the path, with an extension that agrees
 * with the content type. A specific content type overrides the path (a login page at /report.pdf is HTML); a vague one
 * yields to it.
 * @throws DOCUMENT_UNSUPPORTED for pictures, sound, archives, and anything that neither type nor path explains.
 */
function fetchedName(url: URL, contentType: string | null): string {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const name = nameOf(url);
  const extension = extname(name).toLowerCase();
  const agreeing = extensionsOf[mediaType] ?? (mediaType.endsWith('+json') ? ['.json'] : undefined);
  if (agreeing) return agreeing.includes(extension) ? name : `${name}${agreeing[0] ?? ''}`;
  if (vague.has(mediaType) && known.has(extension)) return name;
  if (mediaType.startsWith('text/') && mediaType !== 'text/xml') return `${name}.txt`;
  throw new CandorError(
    'DOCUMENT_UNSUPPORTED',
    `The address gives "${mediaType || 'no content type'}", which is no document that Candor reads.`,
    { details: { contentType: mediaType } },
  );
}

/** At most 200 characters, with no way to leave its folder. */
function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  const clean = decoded(last)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{C}/\\]/gu, '_')
    .replace(/^[.\s]+/, '')
    .trim();
  return clean.slice(-200).toWellFormed() || 'index';
}

/** A stray % is not an encoding; the text is then used unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
