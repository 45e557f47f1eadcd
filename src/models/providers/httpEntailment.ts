import { z } from 'zod';
import { type Entailment, type EntailmentPair, type EntailmentVerdict, verdictOf } from '../entailment.ts';
import { callServer, unusable, type ModelServer } from './modelServer.ts';

export interface HttpEntailmentOptions {
  /** The whole address, without user name and password: http://127.0.0.1:8080/predict */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number;
}

/** text-embeddings-inference refuses more in one request unless it is told otherwise (--max-client-batch-size). */
const pairsPerRequest = 32;

const Reply = z.array(z.array(z.object({ label: z.string(), score: z.number() })));

function readVerdicts(body: unknown, count: number, server: ModelServer): EntailmentVerdict[] {
  const parsed = Reply.safeParse(body);
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
 * An entailment model behind the `/predict` address of Hugging Face's text-embeddings-inference. Nothing is sent before
 * the first `judge`.
 */
export function openHttpEntailment({ url, apiKey, requestMillis }: HttpEntailmentOptions): Entailment {
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
