import { z } from 'zod';
import { type ChatMessage, type ChatModel, dataRule, escapeMarkup, promptTokens, usageOfFailure } from './chat.ts';
import type { Reranker } from './reranker.ts';
import { completeJson } from './structured.ts';

/** One entry of the reply is about 15 tokens. */
const outputTokensFor = (count: number) => 60 + 20 * count;
const best = 10;

function messagesOf(question: string, texts: readonly string[]): ChatMessage[] {
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

const replySchema = (count: number) =>
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
 * The chat model as a judge of the whole list in one call. Passages are data to it: numbered, escaped, never
 * instruction.
 */
export function openChatReranker(chat: ChatModel): Reranker {
  return {
    id: `chat:${chat.id}`,
    tokensFor: (question, texts) => promptTokens(messagesOf(question, texts)) + outputTokensFor(texts.length),
    async score(question, texts, { signal, onUsage } = {}) {
      if (texts.length === 0) return [];
      try {
        const { value, calls, inputTokens, outputTokens } = await completeJson(chat, {
          messages: messagesOf(question, texts),
          schema: replySchema(texts.length),
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
    // The chat model is not its own to end.
    close: () => Promise.resolve(),
  };
}
