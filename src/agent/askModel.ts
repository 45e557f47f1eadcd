import type { z } from 'zod';
import { isCandorError, messageOf } from '../errors.ts';
import type { ChatMessage } from '../models/chat.ts';
import { usageOfFailure } from '../models/modelUsage.ts';
import { completeJson } from '../models/structured.ts';
import type { Degradation } from '../retrieval/passage.ts';
import { addSpent, estimateTokens, nothingSpent, tokensLeft, type Spent } from './budget.ts';
import { throwIfGone, type NodeContext } from './node.ts';
import type { AgentParts } from './parts.ts';
import type { AskState } from './state.ts';

/** A prompt with the version that the run records. */
export interface Prompt {
  readonly version: string;
  readonly messages: readonly ChatMessage[];
}

/** What came of asking the model: a value, or the reason to go on without it. Never throws but CANCELLED. */
export type ModelReply<Value> =
  | { readonly kind: 'VALUE'; readonly value: Value; readonly spent: Spent }
  | { readonly kind: 'SKIPPED'; readonly why: 'NO_MODEL' | 'NO_TOKENS_ALLOWED' | 'TOKEN_BUDGET' | 'DEADLINE' }
  | { readonly kind: 'FAILED'; readonly degradation: Degradation; readonly spent: Spent; readonly late: boolean };

/** Below this a model cannot answer: the deterministic path is taken at once. */
const minMillis = 250;

/** What a call leaves to what comes after it. */
export interface Restraint {
  /** Of the time that is left, the part that it may take: 0..1. A model that hangs over the plan must not cost the answer. */
  readonly share?: number;
}

/** Of what comes before the answer is written. */
export const sparingly: Restraint = { share: 0.3 };

/** Asks the chat model within the run's tokens and time. */
export async function askModel<Value>(parts: AgentParts, state: AskState, context: NodeContext, prompt: Prompt, schema: z.ZodType<Value>, maxOutputTokens: number, { share = 1 }: Restraint = {}): Promise<ModelReply<Value>> {
  const { budget } = state.request;
  if (!parts.chat) return { kind: 'SKIPPED', why: 'NO_MODEL' };
  if (budget.maxTokens === 0) return { kind: 'SKIPPED', why: 'NO_TOKENS_ALLOWED' };
  const needed = estimateTokens(prompt.messages.map((message) => message.content).join('\n')) + maxOutputTokens;
  if (needed > tokensLeft(budget, state.spent)) return { kind: 'SKIPPED', why: 'TOKEN_BUDGET' };
  if (context.millisLeft < minMillis) return { kind: 'SKIPPED', why: 'DEADLINE' };
  context.note({ prompts: [{ version: prompt.version, model: parts.chat.id }] });
  try {
    const reply = await completeJson(parts.chat, { messages: prompt.messages, schema, maxOutputTokens, signal: share === 1 ? context.deadline : AbortSignal.any([context.deadline, AbortSignal.timeout(Math.ceil(share * context.millisLeft))]) });
    return { kind: 'VALUE', value: reply.value, spent: { modelCalls: reply.calls, inputTokens: reply.inputTokens, outputTokens: reply.outputTokens } };
  } catch (error) {
    throwIfGone(context.signal);
    const message = messageOf(error);
    parts.log.warn('chat model failed', { runId: state.request.runId, prompt: prompt.version, error: message });
    return { kind: 'FAILED', degradation: { part: 'CHAT_MODEL', message }, spent: usageOfFailure(error), late: context.deadline.aborted || isCandorError(error, 'TIMEOUT') };
  }
}

/** The part of a node's update that model calls bring: what they cost together, and their failures. */
export function costOf(...replies: readonly (ModelReply<unknown> | undefined)[]): { readonly spent: Spent; readonly degraded: readonly Degradation[] } {
  const asked = replies.filter((reply) => reply !== undefined);
  return {
    spent: asked.reduce((sum, reply) => (reply.kind === 'SKIPPED' ? sum : addSpent(sum, reply.spent)), nothingSpent),
    degraded: asked.flatMap((reply) => (reply.kind === 'FAILED' ? [reply.degradation] : [])),
  };
}
