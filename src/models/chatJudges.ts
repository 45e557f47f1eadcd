import { z } from 'zod';
import {
  type ChatMessage,
  type ChatModel,
  dataRule,
  escapeMarkup,
  promptTokens,
  unescapeQuote,
  usageOfFailure,
} from './chat.ts';
import {
  certainty,
  findWords,
  nothingToRead,
  type Reader,
  type Reading,
  readingOfSpan,
  type ReadPassage,
} from './reader.ts';
import type { Reranker } from './reranker.ts';
import { completeJson } from './structured.ts';

const promptVersion = 'read@2';
/** A quote of one or two sentences and a reason. */
const maxOutputTokens = 300;

/** The reason for an answer whose quote is not in the passage: the quote was made up. */
const nothingQuoted = 'The model said that there is an answer, but quoted nothing that stands in the passage.';

function readingMessages(question: string, passages: readonly ReadPassage[]): ChatMessage[] {
  const shown = passages.map(
    ({ title, text }, position) =>
      `<passage number="${position + 1}" from="${escapeMarkup(title).replaceAll('"', "'")}">\n${escapeMarkup(text)}\n</passage>`,
  );
  return [
    {
      role: 'system',
      content:
        `You judge whether passages state the answer to a question. ${dataRule} ` +
        '"answerable" is true only if the passages state it about exactly what was asked: the same product, plan, place, time and direction. Related is not enough. ' +
        '"from" tells where a passage stands. If they do, "passage" is the number of the one that states it best and "quote" the words that do, copied from its text character by character. ' +
        'If not, "reason" says in a few words, in the language of the question, what is not stated.',
    },
    { role: 'user', content: `${shown.join('\n')}\n\nQuestion: ${JSON.stringify(question)}` },
  ];
}

const readingReply = (count: number) =>
  z.object({
    answerable: z.boolean(),
    passage: z.number().int().min(1).max(count).nullish(),
    quote: z.string().max(2_000).nullish(),
    reason: z.string().max(1_000).nullish(),
  });

/** The model's verdict counts only with the words that prove it, and only for their passage: it raises that one. */
function readingOf(
  { answerable, passage, quote, reason }: z.infer<ReturnType<typeof readingReply>>,
  passages: readonly ReadPassage[],
): Reading {
  const named = answerable && passage ? passage - 1 : -1;
  const span = findWords(passages[named]?.text ?? '', unescapeQuote(quote ?? ''));
  return {
    passages: passages.map((shown, position) =>
      span && position === named ? readingOfSpan(shown, span, certainty) : readingOfSpan(shown, null, 1 - certainty),
    ),
    missing: span ? '' : answerable ? nothingQuoted : (reason ?? ''),
  };
}

/**
 * The chat model as a reader of all passages in one call. Passages are data to it: numbered and escaped, never
 * instructions.
 */
export function openChatReader(chat: ChatModel): Reader {
  return {
    id: `chat:${chat.id}`,
    languages: null,
    prompt: { version: promptVersion, model: chat.id },
    tokensFor: (question, passages) => promptTokens(readingMessages(question, passages)) + maxOutputTokens,
    async read(question, passages, { signal, onUsage } = {}) {
      if (passages.length === 0) return nothingToRead;
      try {
        const { value, calls, inputTokens, outputTokens } = await completeJson(chat, {
          messages: readingMessages(question, passages),
          schema: readingReply(passages.length),
          maxOutputTokens,
          ...(signal ? { signal } : {}),
        });
        onUsage?.({ modelCalls: calls, inputTokens, outputTokens });
        return readingOf(value, passages);
      } catch (error) {
        onUsage?.(usageOfFailure(error));
        throw error;
      }
    },
    // The chat model belongs to the caller, so it is not closed here.
    close: () => Promise.resolve(),
  };
}

/** One entry of the reply takes about 15 tokens. */
const outputTokensFor = (count: number) => 60 + 20 * count;
const best = 10;

function rankingMessages(question: string, texts: readonly string[]): ChatMessage[] {
  const passages = texts.map(
    (text, position) => `<passage number="${position + 1}">\n${escapeMarkup(text)}\n</passage>`,
  );
  return [
    {
      role: 'system',
      content:
        `You judge how well each passage answers a question. ${dataRule} ` +
        `"relevance" is a number from 0 to ${best}: ${best} states the answer about exactly what was asked, 5 states a part of it, 2 is on the subject only, 0 is about something else. ` +
        'Judge each passage by what it says and not by its place in the list. Give each number once; what you leave out counts as 0.',
    },
    { role: 'user', content: `${passages.join('\n')}\n\nQuestion: ${JSON.stringify(question)}` },
  ];
}

const rankingReply = (count: number) =>
  z.object({
    scores: z
      .array(z.object({ number: z.number().int().min(1).max(count), relevance: z.number().min(0).max(best) }))
      .max(count)
      .refine(
        (scores) => new Set(scores.map((entry) => entry.number)).size === scores.length,
        'each number may stand once',
      ),
  });

/**
 * The chat model as a judge of the whole list in one call. Passages are data to it: numbered and escaped, never
 * instructions.
 */
export function openChatReranker(chat: ChatModel): Reranker {
  return {
    id: `chat:${chat.id}`,
    tokensFor: (question, texts) => promptTokens(rankingMessages(question, texts)) + outputTokensFor(texts.length),
    async score(question, texts, { signal, onUsage } = {}) {
      if (texts.length === 0) return [];
      try {
        const { value, calls, inputTokens, outputTokens } = await completeJson(chat, {
          messages: rankingMessages(question, texts),
          schema: rankingReply(texts.length),
          maxOutputTokens: outputTokensFor(texts.length),
          ...(signal ? { signal } : {}),
        });
        onUsage?.({ modelCalls: calls, inputTokens, outputTokens });
        const byNumber = new Map(value.scores.map((entry) => [entry.number, entry.relevance]));
        return texts.map((_, position) => (byNumber.get(position + 1) ?? 0) / best);
      } catch (error) {
        onUsage?.(usageOfFailure(error));
        throw error;
      }
    },
    // The chat model belongs to the caller, so it is not closed here.
    close: () => Promise.resolve(),
  };
}
