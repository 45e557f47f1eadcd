import type { Failure } from '../../clock.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import { redact } from '../../log.ts';

/** The target of a call. An undefined key is for local servers that need none. */
export interface OpenaiTarget {
  readonly serverUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** What the environment keys begin with: CHAT_URL, CHAT_MODEL, CHAT_API_KEY. */
  readonly port: 'CHAT' | 'EMBEDDER';
}

/** The server without a URL in the environment. */
export const publicServer = 'https://api.openai.com/v1';

/**
 * What the SDK's errors and those of our own fetch have in common: a status for a reply, none for a broken connection.
 */
interface ServerError {
  readonly status?: unknown;
  readonly headers?: unknown;
}

/** An HTTP reply that is not 2xx, from our own fetch. */
export class ReplyError extends Error {
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, headers: Headers, message: string) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The messages of `error` and its cause (undici hides "ECONNREFUSED" there), without the key, which servers echo. */
function cleanMessage(error: unknown, { apiKey }: OpenaiTarget): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const parts = [error, cause].filter((part) => part !== undefined).map(messageOf);
  const text = parts.join(': ').slice(0, 500);
  return redact(apiKey ? text.replaceAll(apiKey, '[key]') : text);
}

/**
 * Returns how long a server asks to wait (RFC 9110, 10.2.3: seconds, or a date of HTTP), or undefined if it does not say.
 * A date that has passed is no wait.
 */
export function retryAfterMillis(headers: unknown, now = Date.now()): number | undefined {
  const said = headers instanceof Headers ? (headers.get('retry-after') ?? '').trim() : '';
  if (/^\d+(?:\.\d+)?$/.test(said)) return Number(said) * 1_000;
  const date = /^[a-z]{3,9}, .+ GMT$/i.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isFinite(date) ? Math.max(0, date - now) : undefined;
}

/**
 * The name that people see. The address and the server's own words, which may repeat the prompt, are in the cause, for
 * the log and for "candor doctor".
 */
export function nameOf({ port }: Pick<OpenaiTarget, 'port'>): string {
  return port === 'CHAT' ? 'The chat model' : 'The embedding model';
}

/**
 * The part of a refusal that may be repeated: which part of the request it is about. The caller then asks in another
 * way.
 */
function aboutOf(text: string): string {
  const parts = [
    'response_format',
    'json_schema',
    'json_object',
    'temperature',
    'max_tokens',
    'max_completion_tokens',
  ].filter((part) => text.includes(part));
  if (/context|too (?:long|large)|maximum.{0,40}tokens/i.test(text)) return ': the request is too long.';
  return parts.length > 0 ? ` about ${parts.join(', ')}.` : '.';
}

function remedyOf(status: number, { port, model }: OpenaiTarget): string | undefined {
  if (status < 400) return `Redirects are not followed: set ${port}_URL to the address that they lead to.`;
  if (status === 401 || status === 403)
    return `Set ${port}_API_KEY to a key that the server accepts and that may use "${model}".`;
  if (status === 404)
    return `Check that ${port}_MODEL="${model}" is a model of that server, and that ${port}_URL ends where its API starts, usually /v1.`;
  if (status === 429) return 'The account is over its rate or quota. Wait, raise the limit, or use another key.';
  return undefined;
}

function failureOfStatus(status: number, error: unknown, target: OpenaiTarget): Failure {
  const again = status === 429 || status >= 500;
  const wait = retryAfterMillis((error as ServerError).headers);
  const remedy = remedyOf(status, target);
  // Any other 4xx refuses this particular request (too long, an unknown parameter): the server is there, but its reply
  // is of no use.
  const code = again || remedy !== undefined || status === 408 ? 'MODEL_UNAVAILABLE' : 'MODEL_INVALID';
  const said = cleanMessage(error, target);
  const fault = new CandorError(code, `${nameOf(target)} answered ${status}${aboutOf(said)}`, {
    cause: new Error(`${target.serverUrl} answered ${status} for ${target.port}_MODEL="${target.model}": ${said}`),
    details: { status, model: target.model, ...(wait === undefined ? {} : { retryAfterMillis: wait }) },
    ...(remedy === undefined ? {} : { remedy }),
  });
  return { fault, again, ...(wait === undefined ? {} : { waitMillis: wait }) };
}

/**
 * Converts any error of a call to a coded fault. The cause is the error's text without secrets, not the original: SDK
 * errors carry the request and its headers. 401/403/404/408/429/5xx, redirects and broken connections are
 * MODEL_UNAVAILABLE; other 4xx and unreadable replies are MODEL_INVALID.
 */
export function explainOpenaiError(error: unknown, target: OpenaiTarget): Failure {
  if (isCandorError(error)) return { fault: error, again: false };
  if (error instanceof Error && isCandorError(error.cause)) return { fault: error.cause, again: false };
  const status = error instanceof Error ? (error as ServerError).status : undefined;
  if (typeof status === 'number') return failureOfStatus(status, error, target);
  // The vendor's library sets no status on this one.
  if (error instanceof Error && error.name === 'ContextOverflowError') return failureOfStatus(400, error, target);
  if (error instanceof SyntaxError) {
    return {
      again: false,
      fault: new CandorError('MODEL_INVALID', `${nameOf(target)} sent something that is not JSON.`, {
        cause: new Error(`${target.serverUrl}: ${cleanMessage(error, target)}`),
      }),
    };
  }
  const fault = new CandorError('MODEL_UNAVAILABLE', `${nameOf(target)} cannot be reached.`, {
    cause: new Error(`${target.serverUrl}: ${cleanMessage(error, target)}`),
    remedy: `Check that ${target.port}_URL is right and that the server runs; "candor doctor" calls it once.`,
  });
  return { fault, again: true };
}

/** A reply whose body exceeded the limit. */
class OversizedReply extends CandorError {
  constructor(maxBytes: number) {
    super('MODEL_INVALID', `The model server sent more than ${maxBytes} bytes.`, {
      details: { maxBytes },
      remedy: 'Look into the log of the model server: its reply has no end, or is none of a model.',
    });
  }
}

/**
 * `fetch` for vendors' clients. It follows no redirects, which could take passages to a server that nobody configured,
 * and ends a reply at `maxBytes`. Bytes are counted as they arrive, because Content-Length may be missing or wrong, and
 * because a client reads an event to its end before it looks at it (80 MB blocked one question for 25 s).
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetch(input, { ...init, redirect: 'manual' });
    if (!reply.body) return reply;
    return new Response(reply.body.pipeThrough(capped(maxBytes)), {
      status: reply.status,
      statusText: reply.statusText,
      headers: reply.headers,
    });
  };
}

function capped(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(new OversizedReply(maxBytes));
      else controller.enqueue(chunk);
    },
  });
}
