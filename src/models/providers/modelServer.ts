import { within } from '../../clock.ts';
import { withRetries, type Failure } from '../../clock.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import { redact } from '../../log.ts';
import { ReplyError, retryAfterMillis } from './openaiFaults.ts';

interface ServerCall<Value> {
  readonly body: object;
  /** Converts the parsed reply to the value; throws `unusable` if the reply does not fit. */
  readonly read: (reply: unknown) => Value;
  /** Texts in the body, which no message may repeat. */
  readonly sent: Sent;
  readonly signal: AbortSignal | undefined;
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number | undefined;
}

const tries = 2;
/** Even a server that sends the documents back stays well below this: 100 texts of 1,600 characters. */
const maxReplyBytes = 4_000_000;

/**
 * Posts JSON and reads the reply. Tries once more after 429, 5xx and broken connections.
 * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED
 */
export async function callServer<Value>(
  server: ModelServer,
  { body, read, sent, signal, requestMillis = 30_000 }: ServerCall<Value>,
): Promise<Value> {
  const attempt = async () => {
    const stop = within(signal, requestMillis);
    try {
      return read(await post(server, body, stop));
    } catch (error) {
      if (!stop.aborted || signal?.aborted) throw error;
      throw new CandorError(
        'MODEL_UNAVAILABLE',
        `${nameOf(server)} sent no ${server.sends} within ${requestMillis} ms.`,
        { cause: new Error(placeOf(server)) },
      );
    }
  };
  return await withRetries(attempt, { tries, explain: (error) => explainServerError(error, server, sent), signal });
}

async function post(server: ModelServer, body: object, signal: AbortSignal): Promise<unknown> {
  const { url, apiKey } = server;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    body: JSON.stringify(body),
    // Passages go only to the configured server.
    redirect: 'manual',
    signal,
  });
  const text = await readText(reply);
  if (!reply.ok) throw new ReplyError(reply.status, reply.headers, text ?? '');
  if (text === undefined) throw unusable(server, `sent more than ${maxReplyBytes} bytes.`);
  return JSON.parse(text) as unknown;
}

/**
 * The body as text; undefined if it exceeds `maxReplyBytes`. Bytes are counted as they arrive, because Content-Length
 * may be missing or wrong.
 */
async function readText(reply: Response): Promise<string | undefined> {
  const reader = reply.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let bytes = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > maxReplyBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A model behind one address that takes and sends JSON. */
export interface ModelServer {
  /** The full address, without user name and password. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Prefix of its environment keys. */
  readonly setting: 'RERANKER' | 'ENTAILMENT' | 'READER';
  /** What it sends, in the plural: "scores". */
  readonly sends: string;
  /** What to do if the reply or the refusal shows that it is another kind of server. */
  readonly fit: string;
}

/** Texts of a request that no message may repeat. */
type Sent = readonly string[];

const shownCharacters = 300;
/** The length of a clause: any two texts may share shorter runs. */
const echoCharacters = 24;

/**
 * The name that people see. The address and the server's own words are in the cause, for the log and for "candor
 * doctor".
 */
function nameOf({ setting }: Pick<ModelServer, 'setting'>): string {
  return setting === 'RERANKER' ? 'The reranker' : setting === 'READER' ? 'The reader' : 'The entailment model';
}

/** The address without its query, which may contain a key. */
function placeOf({ url }: Pick<ModelServer, 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/**
 * The server's explanation of its refusal: the text of the field that Cohere, Jina, TEI, FastAPI and Hugging Face use,
 * or "" if it repeats what was sent. Validation messages often quote the request, and documents must not reach a log.
 */
function serverMessage(body: string, sent: Sent): string {
  const text = messageField(body).slice(0, shownCharacters);
  const echoes = (part: string) => sent.some((entry) => entry.includes(part));
  for (let at = 0; at + echoCharacters <= text.length; at += 1)
    if (echoes(text.slice(at, at + echoCharacters))) return '';
  return sent.some((entry) => text.includes(entry)) ? '' : text;
}

function messageField(body: string): string {
  try {
    const parsed = JSON.parse(body) as unknown;
    if (typeof parsed !== 'object' || parsed === null) return '';
    const fields = parsed as Readonly<Record<string, unknown>>;
    const text = [fields['message'], fields['detail'], fields['error']].find((field) => typeof field === 'string');
    return text ?? '';
  } catch {
    return '';
  }
}

function clean(text: string, { apiKey }: ModelServer): string {
  return redact(apiKey ? text.replaceAll(apiKey, '[key]') : text);
}

function remedyOf(status: number, { setting, fit }: ModelServer): string {
  if (status < 400) return `Redirects are not followed: set ${setting}_URL to the address that they lead to.`;
  if (status === 401 || status === 403) return `Set ${setting}_API_KEY to a key that the server accepts.`;
  if (status === 404) return `Check that ${setting}_URL is the whole address. ${fit}`;
  if (status === 429) return 'The server is busy or the account over its rate. Wait, or raise the limit.';
  if (status >= 500) return 'Look into the log of that server; "candor doctor" calls it once.';
  return fit;
}

function failureOfReply(error: ReplyError, target: ModelServer, sent: Sent): Failure {
  const { status } = error;
  const again = status === 429 || status >= 500;
  const wait = retryAfterMillis(error.headers);
  const refusesThis = status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status);
  const said = clean(serverMessage(error.message, sent), target);
  const about = said.includes('return_documents') ? ' about return_documents.' : '.';
  const fault = new CandorError(
    refusesThis ? 'MODEL_INVALID' : 'MODEL_UNAVAILABLE',
    `${nameOf(target)} answered ${status}${about}`,
    {
      cause: new Error(`${placeOf(target)} answered ${status}${said ? `: ${said}` : '.'}`),
      details: { status, ...(wait === undefined ? {} : { retryAfterMillis: wait }) },
      remedy: remedyOf(status, target),
    },
  );
  return { fault, again, ...(wait === undefined ? {} : { waitMillis: wait }) };
}

/** A reply that is not what the request asked for. */
export function unusable(target: ModelServer, problem: string): CandorError {
  return new CandorError('MODEL_INVALID', `${nameOf(target)} ${problem}`, {
    cause: new Error(placeOf(target)),
    remedy: target.fit,
  });
}

/**
 * Converts any error of a call to a coded fault. The cause is the error's text without secrets, not the original:
 * undici's errors may hold the request with its headers.
 */
function explainServerError(error: unknown, target: ModelServer, sent: Sent): Failure {
  if (isCandorError(error)) return { fault: error, again: false };
  if (error instanceof ReplyError) return failureOfReply(error, target, sent);
  // The parser's own message contains a piece of what it read.
  if (error instanceof SyntaxError)
    return { again: false, fault: unusable(target, 'sent something that is not JSON.') };
  const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
  const fault = new CandorError('MODEL_UNAVAILABLE', `${nameOf(target)} cannot be reached.`, {
    cause: new Error(`${placeOf(target)}: ${clean(`${messageOf(error)}${cause}`.slice(0, shownCharacters), target)}`),
    remedy: `Check that ${target.setting}_URL is right and that the server runs; "candor doctor" calls it once.`,
  });
  return { fault, again: true };
}
