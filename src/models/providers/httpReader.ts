import { z } from 'zod';
import {
  findWords,
  certainty,
  nothingToRead,
  readingOfSpan,
  type PassageReading,
  type Reader,
  type ReadPassage,
} from '../reader.ts';
import { callServer, unusable, type ModelServer } from './modelServer.ts';

export interface HttpReaderOptions {
  /** The whole address, without user name and password. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Deadline of one request; default 30 s. */
  readonly requestMillis?: number;
}

const Answer = z.object({
  answer: z.string(),
  score: z.number().min(0).max(1),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
});
/** One answer, or a list of them, best first: servers of the task do both. */
const Reply = z.union([Answer, z.array(Answer).min(1)]);

function readAnswer(body: unknown, server: ModelServer): z.infer<typeof Answer> {
  const parsed = Reply.safeParse(body);
  if (!parsed.success) throw unusable(server, 'sent something that is not an answer with its score and place.');
  const answers = [parsed.data].flat();
  return answers.reduce((best, answer) => (answer.score > best.score ? answer : best));
}

/** The title is shown, as it often names what the text speaks of; an answer counts only in the text. */
const contextOf = ({ title, text }: ReadPassage) => (title ? `${title}\n${text}` : text);

/**
 * What counts as no answer: empty words, words that the text lacks, and a guess. Offsets only choose between places:
 * some servers count code points, others UTF-16.
 */
function readingOf(passage: ReadPassage, { answer, score, start }: z.infer<typeof Answer>): PassageReading {
  const span = findWords(passage.text, answer, start - (contextOf(passage).length - passage.text.length));
  return span && score > 1 - certainty
    ? readingOfSpan(passage, span, score)
    : readingOfSpan(passage, null, 1 - certainty);
}

/**
 * An extractive model of question answering that may find none, behind an address that speaks Hugging Face's
 * question-answering task. Nothing is sent before the first `read`.
 */
export function openHttpReader({ url, apiKey, requestMillis }: HttpReaderOptions): Reader {
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
