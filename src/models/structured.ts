import { z, type ZodType } from 'zod';
import { CandorError } from '../errors.ts';
import type { ChatMessage, ChatModel, ChatReply } from './chat.ts';
import { findJson } from './findJson.ts';

export interface JsonRequest<T> {
  readonly messages: readonly ChatMessage[];
  /** What the reply must be. Its JSON Schema is shown to the model. */
  readonly schema: ZodType<T>;
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal;
}

export interface JsonReply<T> {
  readonly value: T;
  /** Model calls made: 1, or 2 when the first reply had to be repaired. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

type Cost = Omit<JsonReply<unknown>, 'value'>;
type Reading<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Shown back to the model; more would cost the repair turn its output. */
const shownReplyCharacters = 8_000;
const shownProblems = 10;

function instruction(schema: ZodType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return `Answer with one JSON object and nothing else: no prose, no code fence. It must be valid against this JSON Schema:\n${shape}`;
}

/** In the first message: the chat templates of many local models refuse a system message in any other place. */
function withInstruction(messages: readonly ChatMessage[], schema: ZodType): ChatMessage[] {
  const [first, ...others] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${instruction(schema)}` }, ...others]
    : [{ role: 'system', content: instruction(schema) }, ...messages];
}

function read<T>(reply: ChatReply, schema: ZodType<T>): Reading<T> {
  const found = findJson(reply.text);
  if ('problem' in found) {
    return { problems: [found.problem, ...(reply.finish === 'length' ? ['The reply was cut at its length limit: be much shorter.'] : [])] };
  }
  const parsed = schema.safeParse(found.json);
  if (parsed.success) return { value: parsed.data };
  return { problems: parsed.error.issues.slice(0, shownProblems).map(({ path, message }) => `${path.map(String).join('.') || '(top level)'}: ${message}`) };
}

function repairTurn(reply: ChatReply, problems: readonly string[]): ChatMessage[] {
  return [
    { role: 'assistant', content: reply.text.slice(0, shownReplyCharacters) || '(empty)' },
    { role: 'user', content: `That reply cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nSend the corrected JSON object only.` },
  ];
}

function add(cost: Cost, reply: ChatReply): Cost {
  return { calls: cost.calls + 1, inputTokens: cost.inputTokens + reply.inputTokens, outputTokens: cost.outputTokens + reply.outputTokens };
}

function refuse(reply: ChatReply, cost: Cost): never {
  throw new CandorError('MODEL_INVALID', `The model declined to answer: ${reply.text.slice(0, 200)}`, { details: { refusal: true, ...cost } });
}

/**
 * Asks for a value of `schema`. A reply that does not fit gets one repair turn, in which the model sees it and its exact problems.
 * Vendors' own structured modes are not used: on compatible servers they retry, throw raw errors or return undefined in silence.
 * @throws CandorError MODEL_INVALID when the second reply does not fit either, or at once with `details.refusal` when the model declines;
 * `details` then holds calls, inputTokens and outputTokens, which were spent. What `chat.complete` throws goes through.
 */
export async function completeJson<T>(chat: ChatModel, { messages, schema, maxOutputTokens, signal }: JsonRequest<T>): Promise<JsonReply<T>> {
  const asked = withInstruction(messages, schema);
  const ask = (turn: readonly ChatMessage[]) => chat.complete({ messages: turn, maxOutputTokens, json: true }, signal ? { signal } : {});

  const first = await ask(asked);
  const firstCost = add({ calls: 0, inputTokens: 0, outputTokens: 0 }, first);
  if (first.finish === 'refusal') refuse(first, firstCost);
  const reading = read(first, schema);
  if ('value' in reading) return { value: reading.value, ...firstCost };

  const second = await ask([...asked, ...repairTurn(first, reading.problems)]);
  const cost = add(firstCost, second);
  if (second.finish === 'refusal') refuse(second, cost);
  const repaired = read(second, schema);
  if ('value' in repaired) return { value: repaired.value, ...cost };
  throw new CandorError('MODEL_INVALID', `The model's reply does not fit, also after one repair: ${repaired.problems.join('; ')}`, {
    details: { problems: repaired.problems, ...cost },
  });
}
