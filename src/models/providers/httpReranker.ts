import { z } from 'zod';
import { CandorError, isCandorError } from '../../errors.ts';
import type { Reranker } from '../reranker.ts';
import { withRetries } from '../retry.ts';
import { explainRerankError, placeOf, unusable, type RerankTarget } from './httpRerankerFaults.ts';
import { ReplyError } from './openaiFaults.ts';
import { asRelevance } from './relevance.ts';

/** How a server is spoken to. `cohere`: Cohere, Jina, vLLM, llama.cpp and others. `tei`: Hugging Face's text-embeddings-inference. */
export type RerankerStyle = 'cohere' | 'tei';

export interface HttpRerankerOptions {
  /** The whole address, without user name and password: https://api.cohere.com/v2/rerank */
  readonly url: string;
  readonly style: RerankerStyle;
  /** A TEI server has one model and asks for none. */
  readonly model: string | undefined;
  readonly apiKey: string | undefined;
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number;
}

const tries = 2;
/** A server that sends the documents back, asked or not, stays well below: 100 texts of 1,600 characters. */
const maxReplyBytes = 4_000_000;
/** TEI refuses more in one request unless it is told otherwise (--max-client-batch-size). A pair's score does not depend on the others. */
const textsPerRequest: Readonly<Record<RerankerStyle, number>> = { cohere: 1_000, tei: 32 };

const CohereReply = z.object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })
  .transform(({ results }) => results.map((result) => ({ index: result.index, score: result.relevance_score })));
const TeiReply = z.array(z.object({ index: z.number(), score: z.number() }));

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

async function post({ url, apiKey }: RerankTarget, body: object, signal: AbortSignal): Promise<unknown> {
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
  if (text === undefined) throw unusable({ url, apiKey }, `sent more than ${maxReplyBytes} bytes.`);
  return JSON.parse(text) as unknown;
}

/** One score a text, in the order of the texts: servers answer best first. */
function readScores(body: unknown, count: number, { style, ...target }: HttpRerankerOptions): number[] {
  const parsed = (style === 'tei' ? TeiReply : CohereReply).safeParse(body);
  if (!parsed.success) throw unusable(target, 'sent something that is not a list of scores.');
  const scores = new Map(parsed.data.map(({ index, score }) => [index, score]));
  const ordered = Array.from({ length: count }, (_, index) => scores.get(index));
  const complete = ordered.filter((score) => score !== undefined);
  if (parsed.data.length === count && complete.length === count) return complete;
  throw unusable(target, `sent ${parsed.data.length} scores, ${complete.length} of them for one of the ${count} texts.`);
}

/** A field that Cohere's second version may not know; without it, Jina sends each text back. */
function refusesField(error: unknown): boolean {
  return isCandorError(error, 'MODEL_INVALID') && error.message.includes('return_documents');
}

/** A reranker behind a `/rerank` address. Nothing is sent before the first `score`. */
export function openHttpReranker(options: HttpRerankerOptions): Reranker {
  const { style, model, requestMillis = 30_000 } = options;
  let mayRefuseDocuments = true;

  const bodyOf = (question: string, texts: readonly string[]) => (style === 'tei'
    ? { query: question, texts, raw_scores: false, truncate: true }
    : { model, query: question, documents: texts, top_n: texts.length, ...(mayRefuseDocuments ? { return_documents: false } : {}) });

  const ask = async (question: string, texts: readonly string[], signal: AbortSignal | undefined): Promise<number[]> => {
    const attempt = async () => {
      const deadline = AbortSignal.timeout(requestMillis);
      try {
        return readScores(await post(options, bodyOf(question, texts), signal ? AbortSignal.any([signal, deadline]) : deadline), texts.length, options);
      } catch (error) {
        if (!deadline.aborted || signal?.aborted) throw error;
        throw new CandorError('MODEL_UNAVAILABLE', `${placeOf(options)} sent no scores within ${requestMillis} ms.`);
      }
    };
    return await withRetries(attempt, { tries, explain: (error) => explainRerankError(error, options, [question, ...texts]), signal });
  };

  const askEither = async (question: string, texts: readonly string[], signal: AbortSignal | undefined): Promise<number[]> => {
    try {
      return await ask(question, texts, signal);
    } catch (error) {
      if (!mayRefuseDocuments || !refusesField(error)) throw error;
      mayRefuseDocuments = false;
      return await ask(question, texts, signal);
    }
  };

  return {
    id: `${style}:${model ?? new URL(options.url).host}`,
    tokensFor: () => 0,
    async score(question, texts, { signal } = {}) {
      const scores: number[] = [];
      for (let from = 0; from < texts.length; from += textsPerRequest[style]) {
        scores.push(...await askEither(question, texts.slice(from, from + textsPerRequest[style]), signal));
      }
      return asRelevance(scores);
    },
    close: () => Promise.resolve(),
  };
}
