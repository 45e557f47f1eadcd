import { z } from 'zod';
import {
  type ChatMessage,
  type ChatModel,
  dataRule,
  escapeMarkup,
  unescapeQuote,
  promptTokens,
  usageOfFailure,
} from './chat.ts';
import {
  findWords,
  certainty,
  nothingToRead,
  readingOfSpan,
  type Reader,
  type Reading,
  type ReadPassage,
} from './reader.ts';
import { completeJson } from './structured.ts';

const promptVersion = 'read@2';
/** A quote of one or two sentences and a reason. */
const maxOutputTokens = 300;

/** Said of an answer without words that stand in the passage: they were made up. */
const nothingQuoted = 'The model said that there is an answer, but quoted nothing that stands in the passage.';

function messagesOf(question: string, passages: readonly ReadPassage[]): ChatMessage[] {
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

const replySchema = (count: number) =>
  z.object({
    answerable: z.boolean(),
    passage: z.number().int().min(1).max(count).nullish(),
    quote: z.string().max(2_000).nullish(),
    reason: z.string().max(1_000).nullish(),
  });

/** What the model says counts with the words that prove it, and only so far: it raises one passage. */
function readingOf(
  { answerable, passage, quote, reason }: z.infer<ReturnType<typeof replySchema>>,
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
 * The chat model as a reader of all passages in one call. Passages are data to it: numbered, escaped, never
 * instruction.
 */
export function openChatReader(chat: ChatModel): Reader {
  return {
    id: `chat:${chat.id}`,
    languages: null,
    prompt: { version: promptVersion, model: chat.id },
    tokensFor: (question, passages) => promptTokens(messagesOf(question, passages)) + maxOutputTokens,
    async read(question, passages, { signal, onUsage } = {}) {
      if (passages.length === 0) return nothingToRead;
      try {
        const { value, calls, inputTokens, outputTokens } = await completeJson(chat, {
          messages: messagesOf(question, passages),
          schema: replySchema(passages.length),
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
    // The chat model is not its own to end.
    close: () => Promise.resolve(),
  };
}
