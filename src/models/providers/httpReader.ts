import { z } from 'zod';
import { nothingToRead, notStated, type Reader } from '../reader.ts';
import { callServer } from './modelServer.ts';
import { unusable, type ModelServer } from './modelServerFaults.ts';

export interface HttpReaderOptions {
  /** The whole address, without user name and password. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number;
}

/** Scores are products of two probabilities: a right answer often has .2. Below this a span is a guess among hundreds. Set by judgement. */
const minScore = 0.1;

const Answer = z.object({ answer: z.string(), score: z.number().min(0).max(1), start: z.number().int().min(0), end: z.number().int().min(0) });
/** One answer, or a list of them, best first: servers of the task do both. */
const Reply = z.union([Answer, z.array(Answer).min(1)]);

function readAnswer(body: unknown, server: ModelServer): z.infer<typeof Answer> {
  const parsed = Reply.safeParse(body);
  if (!parsed.success) throw unusable(server, 'sent something that is not an answer with its score and place.');
  const answers = [parsed.data].flat();
  return answers.reduce((best, answer) => (answer.score > best.score ? answer : best));
}

/**
 * An extractive model of question answering that may find none, behind an address that speaks Hugging Face's question-answering task. Its offsets are not used:
 * they count code points, and the answer's own words tell where it stands. Nothing is sent before the first `read`.
 */
export function openHttpReader({ url, apiKey, requestMillis }: HttpReaderOptions): Reader {
  const server: ModelServer = { url, apiKey, setting: 'READER', sends: 'answer', fit: 'Serve a model for the task question-answering, one that was trained to find no answer too.' };
  const ask = (question: string, context: string, signal: AbortSignal | undefined) => callServer(server, {
    body: { inputs: { question, context }, parameters: { handle_impossible_answer: true } },
    read: (reply) => readAnswer(reply, server), sent: [question, context], signal, requestMillis,
  });
  return {
    id: `qa:${new URL(url).host}`,
    prompt: null,
    tokensFor: () => 0,
    async read(question, passages, { signal } = {}) {
      if (passages.length === 0) return nothingToRead;
      const answers = await Promise.all(passages.map((passage) => ask(question, passage, signal)));
      const found = answers.map(({ answer, score }, passage) => ({ passage, quote: answer.trim(), score })).filter(({ quote, score }) => quote !== '' && score >= minScore);
      const [best] = found.toSorted((left, right) => right.score - left.score);
      if (best) return { answerable: true, span: { passage: best.passage, quote: best.quote }, reason: '' };
      return { answerable: false, span: null, reason: notStated };
    },
    close: () => Promise.resolve(),
  };
}
