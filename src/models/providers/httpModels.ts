import { z } from 'zod';
import { isCandorError } from '../../errors.ts';
import { type Entailment, type EntailmentPair, type EntailmentVerdict, verdictOf } from '../entailment.ts';
import {
  certainty,
  findWords,
  nothingToRead,
  type PassageReading,
  type Reader,
  readingOfSpan,
  type ReadPassage,
} from '../reader.ts';
import { asRelevance, type Reranker } from '../reranker.ts';
import { callServer, type ModelServer, unusable } from './modelServer.ts';

/**
 * The protocol of a server. `cohere`: Cohere, Jina, vLLM, llama.cpp and others. `tei`: Hugging Face's
 * text-embeddings-inference.
 */
export type RerankerStyle = 'cohere' | 'tei';

interface HttpModelOptions {
  /** The full address, without user name and password, such as https://api.cohere.com/v2/rerank. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number;
}

export interface HttpRerankerOptions extends HttpModelOptions {
  readonly style: RerankerStyle;
  /** A TEI server has only one model and needs no name. */
  readonly model: string | undefined;
}

/**
 * By default, TEI refuses more in one request (--max-client-batch-size). A pair's score does not depend on the others.
 */
const textsPerRequest: Readonly<Record<RerankerStyle, number>> = { cohere: 1_000, tei: 32 };

const CohereReply = z
  .object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })
  .transform(({ results }) => results.map((result) => ({ index: result.index, score: result.relevance_score })));
const TeiReply = z.array(z.object({ index: z.number(), score: z.number() }));

/** One score per text, in the order of the texts: servers answer best first. */
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

/**
 * Whether the server refused `return_documents`, which Cohere's v2 may not know. Without the field, Jina sends each
 * text back.
 */
function refusesField(error: unknown): boolean {
  return isCandorError(error, 'MODEL_INVALID') && error.message.includes('return_documents');
}

/** A reranker behind a `/rerank` address. No request is sent before the first `score`. */
export function openHttpReranker(options: HttpRerankerOptions): Reranker {
  const { url, apiKey, style, model, requestMillis } = options;
  const server: ModelServer = {
    url,
    apiKey,
    setting: 'RERANKER',
    sends: 'scores',
    fit: 'Check that RERANKER (cohere or tei) and RERANKER_MODEL fit the server, whose address usually ends in /rerank.',
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

const Answer = z.object({
  answer: z.string(),
  score: z.number().min(0).max(1),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
});
/** One answer, or a list of them: servers for this task do both. */
const AnswerReply = z.union([Answer, z.array(Answer).min(1)]);

function readAnswer(body: unknown, server: ModelServer): z.infer<typeof Answer> {
  const parsed = AnswerReply.safeParse(body);
  if (!parsed.success) throw unusable(server, 'sent something that is not an answer with its score and place.');
  const answers = [parsed.data].flat();
  return answers.reduce((best, answer) => (answer.score > best.score ? answer : best));
}

/** The title is included, because it often names the subject of the text; an answer counts only in the text. */
const contextOf = ({ title, text }: ReadPassage) => (title ? `${title}\n${text}` : text);

/**
 * These count as no answer: empty words, words that are not in the text, and a guess. Offsets only choose between
 * places, because some servers count code points and others UTF-16 units.
 */
function readingOf(passage: ReadPassage, { answer, score, start }: z.infer<typeof Answer>): PassageReading {
  const span = findWords(passage.text, answer, start - (contextOf(passage).length - passage.text.length));
  return span && score > 1 - certainty
    ? readingOfSpan(passage, span, score)
    : readingOfSpan(passage, null, 1 - certainty);
}

/**
 * An extractive question-answering model that may find no answer, behind an address that serves Hugging Face's
 * question-answering task. No request is sent before the first `read`.
 */
export function openHttpReader({ url, apiKey, requestMillis }: HttpModelOptions): Reader {
  const server: ModelServer = {
    url,
    apiKey,
    setting: 'READER',
    sends: 'answer',
    fit: 'Serve a model for the task question-answering, one that was trained to find no answer too.',
  };
  const ask = (question: string, context: string, signal: AbortSignal | undefined) =>
    callServer(server, {
      body: { inputs: { question, context }, parameters: { handle_impossible_answer: true } },
      read: (reply) => readAnswer(reply, server),
      sent: [question, context],
      signal,
      requestMillis,
    });
  return {
    id: `qa:${new URL(url).host}`,
    languages: null,
    prompt: null,
    tokensFor: () => 0,
    async read(question, passages, { signal } = {}) {
      if (passages.length === 0) return nothingToRead;
      const readings = await Promise.all(
        passages.map(async (passage) => readingOf(passage, await ask(question, contextOf(passage), signal))),
      );
      return { passages: readings, missing: '' };
    },
    close: () => Promise.resolve(),
  };
}

/** By default, text-embeddings-inference refuses more in one request (--max-client-batch-size). */
const pairsPerRequest = 32;

const VerdictReply = z.array(z.array(z.object({ label: z.string(), score: z.number() })));

function readVerdicts(body: unknown, count: number, server: ModelServer): EntailmentVerdict[] {
  const parsed = VerdictReply.safeParse(body);
  if (!parsed.success) throw unusable(server, 'sent something that is not a list of labels with scores for each pair.');
  if (parsed.data.length !== count) throw unusable(server, `sent ${parsed.data.length} verdicts for ${count} pairs.`);
  return parsed.data.map((shares) => {
    const verdict = verdictOf(shares);
    if (verdict) return verdict;
    throw unusable(
      server,
      'sent labels that are not entailment, neutral and contradiction, or scores that are no probabilities of these three.',
    );
  });
}

/**
 * An entailment model behind the `/predict` address of Hugging Face's text-embeddings-inference. No request is sent
 * before the first `judge`.
 */
export function openHttpEntailment({ url, apiKey, requestMillis }: HttpModelOptions): Entailment {
  const server: ModelServer = {
    url,
    apiKey,
    setting: 'ENTAILMENT',
    sends: 'verdicts',
    fit: 'Serve a model with the labels entailment, neutral and contradiction; the address usually ends in /predict.',
  };
  const ask = (pairs: readonly EntailmentPair[], signal: AbortSignal | undefined) =>
    callServer(server, {
      body: {
        inputs: pairs.map(({ premise, hypothesis }) => [premise, hypothesis]),
        raw_scores: false,
        truncate: true,
      },
      read: (reply) => readVerdicts(reply, pairs.length, server),
      sent: pairs.flatMap(({ premise, hypothesis }) => [premise, hypothesis]),
      signal,
      requestMillis,
    });
  return {
    id: `tei:${new URL(url).host}`,
    async judge(pairs, { signal } = {}) {
      const verdicts: EntailmentVerdict[] = [];
      for (let from = 0; from < pairs.length; from += pairsPerRequest)
        verdicts.push(...(await ask(pairs.slice(from, from + pairsPerRequest), signal)));
      return verdicts;
    },
    close: () => Promise.resolve(),
  };
}
