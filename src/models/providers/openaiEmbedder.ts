import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import { cancelled, within } from '../../clock.ts';
import { type Embedder, cutWords, unitVector } from '../embedder.ts';
import { withRetries } from '../../clock.ts';
import { boundedFetch, explainOpenaiError, nameOf, ReplyError, type OpenaiTarget } from './openaiFaults.ts';

/**
 * OpenAI's models read 8,191 tokens, but local ones often only 512: 200 words stay below that in European languages.
 */
const maxWords = 200;
/** Well within every known server's limits on inputs and tokens per request (OpenAI: 2,048 and 300,000). */
const textsPerRequest = 64;
const tries = 2;
/** 64 vectors of 4,096 floats are about 6 MB as text. */
const maxReplyBytes = 32_000_000;

const EmbeddingsReply = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()).nonempty() })),
});

interface OpenaiEmbedderOptions extends Omit<OpenaiTarget, 'port'> {
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number;
}

/**
 * Uses our own fetch, not the SDK: OpenAIEmbeddings requests base64, and silently decodes a compatible server's float
 * reply into garbage. A request for `float` with a checked length cannot go wrong in this way.
 */
async function post(target: OpenaiTarget, input: readonly string[], signal: AbortSignal): Promise<unknown> {
  const reply = await boundedFetch(maxReplyBytes)(`${target.serverUrl}/embeddings`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(target.apiKey ? { authorization: `Bearer ${target.apiKey}` } : {}),
    },
    body: JSON.stringify({ model: target.model, input, encoding_format: 'float' }),
    signal,
  });
  const text = await reply.text();
  if (!reply.ok) throw new ReplyError(reply.status, reply.headers, text || reply.statusText);
  return JSON.parse(text) as unknown;
}

/** The rows in the order of the inputs: the protocol lets a server answer in any order. */
function readRows(body: unknown, count: number, { model }: OpenaiTarget): number[][] {
  const parsed = EmbeddingsReply.safeParse(body);
  if (!parsed.success) {
    throw new CandorError('MODEL_INVALID', `The reply of "${model}" is not a list of float embeddings.`, {
      details: { problems: parsed.error.issues.slice(0, 3) },
    });
  }
  const rows = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  const ordered = Array.from({ length: count }, (_, index) => rows.get(index) ?? []);
  if (rows.size !== count || ordered.some((row) => row.length === 0)) {
    throw new CandorError('MODEL_INVALID', `"${model}" sent ${rows.size} vectors for ${count} texts.`);
  }
  return ordered;
}

function askerOf(target: OpenaiTarget, requestMillis: number) {
  return async (input: readonly string[], signal?: AbortSignal): Promise<number[][]> => {
    const attempt = async () => {
      const stop = within(signal, requestMillis);
      try {
        return readRows(await post(target, input, stop), input.length, target);
      } catch (error) {
        if (!stop.aborted || signal?.aborted) throw error;
        throw new CandorError('MODEL_UNAVAILABLE', `${nameOf(target)} sent no embeddings within ${requestMillis} ms.`);
      }
    };
    return await withRetries(attempt, {
      tries,
      explain: (error) => explainOpenaiError(error, target),
      signal,
      onAbort: cancelled,
    });
  };
}

function checkedVector(row: readonly number[], dimensions: number, model: string): Float32Array {
  if (row.length === dimensions) return unitVector(row, model);
  throw new CandorError('MODEL_INVALID', `"${model}" sent a vector of ${row.length} floats, not ${dimensions}.`, {
    remedy: 'The server changed its model, or sends base64 as floats. Check EMBEDDER_MODEL and the server.',
  });
}

/**
 * An embedder behind any OpenAI-compatible `/embeddings`. One word is embedded immediately, to learn the dimensions and
 * to fail at the start instead of at the first question.
 * @throws CandorError MODEL_UNAVAILABLE or MODEL_INVALID.
 */
export async function openOpenaiEmbedder({
  requestMillis = 30_000,
  ...given
}: OpenaiEmbedderOptions): Promise<Embedder> {
  const target: OpenaiTarget = { ...given, serverUrl: given.serverUrl.replace(/\/+$/, ''), port: 'EMBEDDER' };
  const ask = askerOf(target, requestMillis);
  const dimensions = (await ask(['probe']))[0]?.length ?? 0;

  const embedDocuments: Embedder['embedDocuments'] = async (texts, { signal, onEmbedded } = {}) => {
    const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
    // Servers refuse blank text or invent a vector for it; by contract, its vector is zero.
    const filled = [...texts.entries()].filter(([, text]) => text.trim() !== '');
    for (let from = 0; from < filled.length; from += textsPerRequest) {
      const slice = filled.slice(from, from + textsPerRequest);
      const rows = await ask(
        slice.map(([, text]) => cutWords(text, maxWords)),
        signal,
      );
      for (const [row, [position]] of slice.entries())
        vectors[position] = checkedVector(rows[row] ?? [], dimensions, target.model);
      onEmbedded?.(Math.min(texts.length, from + textsPerRequest));
    }
    if (signal?.aborted) throw cancelled(signal);
    return vectors;
  };
  return {
    fingerprint: `openai:${target.model}:${dimensions}`,
    dimensions,
    maxWords,
    remote: true,
    embedDocuments,
    embedQuery: async (text, options) => (await embedDocuments([text], options))[0] ?? new Float32Array(dimensions),
    close: () => Promise.resolve(),
  };
}
