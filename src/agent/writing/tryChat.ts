import { CandorError, isCandorError } from '../../errors.ts';
import { type ChatModel, millisFor } from '../../models/chat.ts';
import { completeJson } from '../../models/structured.ts';
import { budgetDefaults } from '../../workspaces/settings.ts';
import { type ShownSentence, writeExample, writeOutput, type WriteOutput, writePrompt } from './prompt.ts';

const maxOutputTokens = 300;
/** Tokens of a usual question: the system prompt and twenty sentences in, two claims out. */
const usualTokens = { prompt: 1_200, output: 150 };

const texts = [
  'The Elm Street library opens at 9:30 on Saturdays.',
  'It is closed on public holidays.',
  'A library card costs adults 12 euros a year.',
  'Children get a card free of charge.',
];
const passage = {
  chunkId: 'trial',
  documentTitle: 'Elm Street library',
  sectionPath: ['Opening hours and cards'],
  effectiveFrom: new Date('2024-01-01T00:00:00Z'),
  effectiveUntil: null,
  supersededBy: null,
};
const shown: readonly ShownSentence[] = texts.map((text, position) => ({
  text,
  passage,
  sourceSpan: { start: 100 * position, end: 100 * position + text.length },
}));
const stated = { question: 'What does a library card cost an adult a year?', number: 3 };
const nearMiss = 'What does a library card cost a school a year?';

/**
 * Gives a chat model its task twice: with a question that a sentence answers, and with a near miss that none does.
 * @returns a message to the user about a model that does both correctly
 * @throws CandorError MODEL_INVALID if the model does not, or is too slow for the default budget; also whatever
 *   `chat.complete` throws
 */
export async function tryChat(chat: ChatModel, signal: AbortSignal | undefined): Promise<string> {
  const found = await replyTo(chat, stated.question, signal);
  if (!found.sentences.includes(stated.number) || found.sentences.length > 1)
    throw unfit(`names ${named(found)} where sentence ${stated.number} states the answer`);
  const missed = await replyTo(chat, nearMiss, signal);
  if (missed.sentences.length > 0 || missed.claims.length > 0)
    throw unfit(`answers what no sentence states, with ${named(missed)}`);
  return `${chat.id}: names the sentence that answers, and none where none does${speedOf(chat)}`;
}

async function replyTo(chat: ChatModel, wording: string, signal: AbortSignal | undefined): Promise<WriteOutput> {
  const { messages } = writePrompt(
    { question: wording, language: 'en', asOf: new Date('2025-01-01T00:00:00Z') },
    shown,
  );
  try {
    return (
      await completeJson(chat, {
        messages,
        schema: writeOutput,
        maxOutputTokens,
        example: writeExample,
        ...(signal ? { signal } : {}),
      })
    ).value;
  } catch (error) {
    if (isCandorError(error, 'MODEL_INVALID')) throw unfit(`gives no reply of the right shape: ${error.message}`);
    throw error;
  }
}

function named({ sentences, claims }: WriteOutput): string {
  if (sentences.length > 0) return `sentence${sentences.length > 1 ? 's' : ''} ${sentences.join(', ')}`;
  return claims.length > 0 ? 'a claim of no sentence' : 'no sentence';
}

/** With such a model, answers are the same as without one, only later. */
function unfit(what: string): CandorError {
  return new CandorError('MODEL_INVALID', `The model ${what}.`, {
    remedy:
      'Set CHAT_MODEL to a larger model; or CHAT=none: answers are whole sentences of the sources then, and come sooner.',
  });
}

function speedOf(chat: ChatModel): string {
  const speed = chat.speed?.() ?? null;
  const millis = millisFor(speed, usualTokens.prompt, usualTokens.output);
  if (millis > budgetDefaults.maxMillis)
    throw new CandorError(
      'MODEL_INVALID',
      `The model does its task, but would take ${Math.round(millis / 1000)} s for a question, and is left out.`,
      { remedy: `Set CHAT_MODEL to a faster model, or give questions more than ${budgetDefaults.maxMillis / 1000} s.` },
    );
  const rounded = (value: number | null | undefined) =>
    value ? `about ${value >= 100 ? Math.round(value / 10) * 10 : Math.round(value)}` : 'an unknown number of';
  return speed === null
    ? ''
    : `; ${rounded(speed.prompt)} tokens a second of prompt, ${rounded(speed.output)} of reply`;
}
