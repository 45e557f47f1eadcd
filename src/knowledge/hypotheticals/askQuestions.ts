import { isCandorError, messageOf } from '../../errors.ts';
import { cancelled } from '../../clock/cancellation.ts';
import type { ChatModel } from '../../models/chat.ts';
import { completeJson } from '../../models/structured.ts';
import { countTokens } from '../tokens.ts';
import { hypotheticalsOutput, questionsByPosition, hypotheticalsPrompt } from './prompt.ts';
import type { BarePassage } from './passages.ts';
import type { AskedPassage } from './store.ts';
import { usableQuestions } from './usableQuestions.ts';

/** A chat model within a budget of tokens. */
export interface Asker {
  readonly chat: ChatModel;
  readonly perChunk: number;
  readonly signal: AbortSignal | undefined;
  /** Tokens that are left, by the chat port's own count. */
  tokensLeft(): number;
}

export type StopReason = 'TOKEN_BUDGET' | 'MODEL_UNAVAILABLE';

/** What came of asking for a batch. Each of its passages is in one list at most; those in neither were not reached. */
export interface Asked {
  readonly answered: readonly AskedPassage[];
  /** Asked for in vain: the model replied, and neither the batch nor its half was of use. */
  readonly failed: readonly BarePassage[];
  readonly stop: StopReason | null;
  /** Of the last call that failed. */
  readonly problem: string | null;
}

type Reply =
  | { readonly kind: 'ANSWERED'; readonly answered: readonly AskedPassage[] }
  | { readonly kind: 'UNUSABLE'; readonly problem: string }
  | { readonly kind: 'STOPPED'; readonly stop: StopReason; readonly problem: string | null };

/**
 * Asks for the questions of a batch. A reply that is of no use, malformed after its repair, refused, too long or too slow, is asked for once more in halves:
 * one passage that spoils the reply then costs its half alone. Not further down: the third call for a passage seldom brings what two did not.
 * @throws CANCELLED alone
 */
export async function askInHalves(asker: Asker, batch: readonly BarePassage[]): Promise<Asked> {
  const whole = await askOnce(asker, batch);
  if (whole.kind === 'ANSWERED') return { answered: whole.answered, failed: [], stop: null, problem: null };
  if (whole.kind === 'STOPPED') return { answered: [], failed: [], stop: whole.stop, problem: whole.problem };
  // One passage has no halves, and the same call again would bring the same.
  if (batch.length === 1) return { answered: [], failed: batch, stop: null, problem: whole.problem };
  const answered: AskedPassage[] = [];
  const failed: BarePassage[] = [];
  let problem = whole.problem;
  for (const half of halvesOf(batch)) {
    const reply = await askOnce(asker, half);
    if (reply.kind === 'STOPPED' && reply.stop === 'MODEL_UNAVAILABLE') return { answered, failed, ...reply };
    // Without tokens for its half a passage counts as tried: a run that spends tokens always gets on, however small its budget.
    if (reply.kind === 'ANSWERED') answered.push(...reply.answered);
    else failed.push(...half);
    problem = reply.kind === 'UNUSABLE' ? reply.problem : problem;
  }
  return { answered, failed, stop: null, problem };
}

function halvesOf(batch: readonly BarePassage[]): (readonly BarePassage[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** 300 characters take 100 tokens at most; the rest is JSON. */
const replyTokens = (passages: number, perChunk: number) => 200 + passages * (20 + perChunk * 100);

async function askOnce({ chat, perChunk, signal, tokensLeft }: Asker, batch: readonly BarePassage[]): Promise<Reply> {
  const { messages } = hypotheticalsPrompt(batch, perChunk);
  const maxOutputTokens = replyTokens(batch.length, perChunk);
  const needed = countTokens(messages.map((message) => message.content).join('\n')) + maxOutputTokens;
  if (needed > tokensLeft()) return { kind: 'STOPPED', stop: 'TOKEN_BUDGET', problem: null };
  try {
    const { value } = await completeJson(chat, {
      messages,
      schema: hypotheticalsOutput,
      maxOutputTokens,
      ...(signal ? { signal } : {}),
    });
    const lists = questionsByPosition(value, batch.length);
    return {
      kind: 'ANSWERED',
      answered: batch.map((passage, position) => ({
        passage,
        questions: usableQuestions(lists[position] ?? [], passage, perChunk),
      })),
    };
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    if (!isCandorError(error) || error.code === 'CANCELLED') throw error;
    // TIMEOUT is the provider's own limit of one call: half the passages take half as long.
    const unusable = error.code === 'MODEL_INVALID' || error.code === 'TIMEOUT';
    return unusable
      ? { kind: 'UNUSABLE', problem: messageOf(error) }
      : { kind: 'STOPPED', stop: 'MODEL_UNAVAILABLE', problem: messageOf(error) };
  }
}
