import { CandorError } from '../../errors.ts';
import { within, withRetries } from '../../clock.ts';
import { explainServerError, nameOf, placeOf, unusable, type ModelServer, type Sent } from './modelServerFaults.ts';
import { ReplyError } from './openaiFaults.ts';

export interface ServerCall<Value> {
  readonly body: object;
  /** Makes the value of the parsed reply; throws what `unusable` makes where it does not fit. */
  readonly read: (reply: unknown) => Value;
  /** Texts of the body: no message repeats them. */
  readonly sent: Sent;
  readonly signal: AbortSignal | undefined;
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number | undefined;
}

const tries = 2;
/** A server that sends the documents back, asked or not, stays well below: 100 texts of 1,600 characters. */
const maxReplyBytes = 4_000_000;

/**
 * Posts JSON and reads the reply; a second time after 429, 5xx and broken connections.
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
    // Passages go to the server that was configured and to no other.
    redirect: 'manual',
    signal,
  });
  const text = await readText(reply);
  if (!reply.ok) throw new ReplyError(reply.status, reply.headers, text ?? '');
  if (text === undefined) throw unusable(server, `sent more than ${maxReplyBytes} bytes.`);
  return JSON.parse(text) as unknown;
}

/** The body as text; undefined beyond `maxReplyBytes`, counted as they come: Content-Length may be missing or lie. */
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
