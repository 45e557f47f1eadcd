import { z } from 'zod';
import { isCandorError } from '../../errors.ts';
import { type Reranker, asRelevance } from '../reranker.ts';
import { callServer, unusable, type ModelServer } from './modelServer.ts';

/**
 * How a server is spoken to. `cohere`: Cohere, Jina, vLLM, llama.cpp and others. `tei`: Hugging Face's
 * text-embeddings-inference.
 */
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

/**
 * TEI refuses more in one request unless it is told otherwise (--max-client-batch-size). A pair's score does not depend
 * on the others.
 */
const textsPerRequest: Readonly<Record<RerankerStyle, number>> = { cohere: 1_000, tei: 32 };

const CohereReply = z
  .object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })
  .transform(({ results }) => results.map((result) => ({ index: result.index, score: result.relevance_score })));
const TeiReply = z.array(z.object({ index: z.number(), score: z.number() }));

/** One score a text, in the order of the texts: servers answer best first. */
function readScores(body: unknown, count: number, style: RerankerStyle, server: ModelServer): number[] {
  const parsed = (style === 'tei' ? TeiReply : CohereReply).safeParse(body);
  if (!parsed.success) throw unusable(server, 'sent something that is not a list of scores.');
  const scores = new Map(parsed.data.map(({ index, score }) => [index, score]));
  const ordered = Array.from({ length: count }, (_, index) => scores.get(index));
  const complete = ordered.filter((score) => score !== undefined);
  if (parsed.data.length === count && complete.length === count) return complete;
  throw unusable(
    server,
    `sent ${parsed.data.length} scores, ${complete.length} of them for one of the ${count} texts.`,
  );
}

/** A field that Cohere's second version may not know; without it, Jina sends each text back. */
function refusesField(error: unknown): boolean {
  return isCandorError(error, 'MODEL_INVALID') && error.message.includes('return_documents');
}

/** A reranker behind a `/rerank` address. Nothing is sent before the first `score`. */
export function openHttpReranker(options: HttpRerankerOptions): Reranker {
  const { url, apiKey, style, model, requestMillis } = options;
  const server: ModelServer = {
    url,
    apiKey,
    setting: 'RERANKER',
    sends: 'scores',
    fit: 'Check that RERANKER_STYLE (cohere or tei) and RERANKER_MODEL fit the server, whose address usually ends in /rerank.',
  };
  let mayRefuseDocuments = true;

  const bodyOf = (question: string, texts: readonly string[]) =>
    style === 'tei'
      ? { query: question, texts, raw_scores: false, truncate: true }
      : {
          model,
          query: question,
          documents: texts,
          top_n: texts.length,
          ...(mayRefuseDocuments ? { return_documents: false } : {}),
        };

  const ask = (question: string, texts: readonly string[], signal: AbortSignal | undefined): Promise<number[]> =>
    callServer(server, {
      body: bodyOf(question, texts),
      read: (reply) => readScores(reply, texts.length, style, server),
      sent: [question, ...texts],
      signal,
      requestMillis,
    });

  const askEither = async (
    question: string,
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<number[]> => {
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
        scores.push(...(await askEither(question, texts.slice(from, from + textsPerRequest[style]), signal)));
      }
      return asRelevance(scores);
    },
    close: () => Promise.resolve(),
  };
}
