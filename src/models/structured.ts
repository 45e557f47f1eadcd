import { z, type ZodType } from 'zod';
import { CandorError, isCandorError } from '../errors.ts';
import type { ChatMessage, ChatModel, ChatOptions, ChatReply } from './chat.ts';

interface JsonRequest<T> {
  readonly messages: readonly ChatMessage[];
  /** The required shape of the reply. Its JSON Schema is shown to the model until the server is known to enforce it. */
  readonly schema: ZodType<T>;
  /** A reply of the right shape on another subject, shown if the first reply had the wrong shape. */
  readonly example?: unknown;
  /** Extracts the value from a reply that was cut at its length limit; undefined if nothing usable is left. */
  readonly ofCut?: (text: string) => unknown;
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal;
  /**
   * Called with the text so far of the first reply, as it arrives. The text may still turn out to have the wrong shape.
   */
  readonly onText?: (textSoFar: string) => void;
}

interface JsonReply<T> {
  readonly value: T;
  /** Model calls made: 1, or 2 if the first reply had to be repaired. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

type Cost = Omit<JsonReply<unknown>, 'value'>;
type Reading<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Limit of the reply that is shown back to the model: a longer one would take output from the repair turn. */
const shownReplyCharacters = 8_000;
const shownProblems = 10;

function instruction(schema: ZodType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return `Answer with one JSON object and nothing else: no prose, no code fence. It must be valid against this JSON Schema:\n${shape}`;
}

/**
 * The instruction goes into the first message, because the chat templates of many local models refuse a system message
 * anywhere else.
 */
function withInstruction(messages: readonly ChatMessage[], schema: ZodType): ChatMessage[] {
  const [first, ...others] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${instruction(schema)}` }, ...others]
    : [{ role: 'system', content: instruction(schema) }, ...messages];
}

function read<T>(reply: ChatReply, schema: ZodType<T>, ofCut: JsonRequest<T>['ofCut']): Reading<T> {
  const found = findJson(reply.text);
  if ('problem' in found) {
    if (reply.finish !== 'length') return { problems: [found.problem] };
    const rest = schema.safeParse(ofCut?.(reply.text));
    return rest.success
      ? { value: rest.data }
      : { problems: [found.problem, 'The reply was cut at its length limit: be much shorter.'] };
  }
  const parsed = schema.safeParse(found.json);
  if (parsed.success) return { value: parsed.data };
  return {
    problems: parsed.error.issues
      .slice(0, shownProblems)
      .map(({ path, message }) => `${path.map(String).join('.') || '(top level)'}: ${message}`),
  };
}

/**
 * Shows what is wrong and what is right. Listing only the problems helped a small model in 0 of 7 tries: it repeated
 * itself.
 */
function repairTurn(reply: ChatReply, problems: readonly string[], schema: ZodType, example: unknown): ChatMessage[] {
  const shape =
    example === undefined
      ? instruction(schema)
      : `A reply of the right shape, about something else:\n${JSON.stringify(example)}`;
  return [
    { role: 'assistant', content: reply.text.slice(0, shownReplyCharacters) || '(empty)' },
    {
      role: 'user',
      content: `That reply cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\n${shape}\nSend the corrected JSON object only.`,
    },
  ];
}

/**
 * Whether a client's server enforces a schema, judging by its replies: true after a reply of the right shape,
 * permanently false after one of the wrong shape.
 */
const enforced = new WeakMap<ChatModel, boolean>();

function learn(chat: ChatModel, { shaped, finish }: ChatReply, isRight: boolean): void {
  if (shaped !== 'SCHEMA') enforced.set(chat, false);
  // A cut or declined reply has no shape to judge by.
  else if (finish === 'stop') enforced.set(chat, isRight && enforced.get(chat) !== false);
}

function add(cost: Cost, reply: ChatReply): Cost {
  return {
    calls: cost.calls + 1,
    inputTokens: cost.inputTokens + reply.inputTokens,
    outputTokens: cost.outputTokens + reply.outputTokens,
  };
}

/** Leaves out the model's words: they are unproven, and messages reach people. */
function refuse(cost: Cost): never {
  throw new CandorError('MODEL_INVALID', 'The model declined to answer.', { details: { refusal: true, ...cost } });
}

/** A parser's message shows where in the reply it stopped. That part is only for the model. */
function withoutReply(problem: string): string {
  return problem.startsWith('Not valid JSON') ? 'Not valid JSON.' : problem;
}

/** Adds the cost of earlier calls to the error of a failed one. */
function withCost(error: unknown, cost: Cost): unknown {
  if (!isCandorError(error)) return error;
  return new CandorError(error.code, error.message, {
    cause: error,
    remedy: error.remedy,
    details: { ...error.details, ...cost, calls: cost.calls + 1 },
  });
}

/** Temperature of a repair turn: at 0, a model repeats itself byte for byte. */
const repairTemperature = 0.4;

/**
 * Asks for a value of `schema`. If the reply does not fit, the model is asked once more, in a turn that shows the
 * reply, its exact problems and an example. The vendor SDK's structured output is not used: with compatible servers it
 * retries, throws raw errors or silently returns undefined.
 * @throws CandorError MODEL_INVALID if the second reply does not fit either, or immediately with `details.refusal` if
 * the model declines; `details` then holds the calls, inputTokens and outputTokens that were spent. Errors of
 * `chat.complete` pass through.
 */
export async function completeJson<T>(
  chat: ChatModel,
  { messages, schema, maxOutputTokens, example, ofCut, signal, onText }: JsonRequest<T>,
): Promise<JsonReply<T>> {
  const asked = enforced.get(chat) === true ? messages : withInstruction(messages, schema);
  const strict = strictSchema(schema);
  const ask = async (turn: readonly ChatMessage[], temperature: number, more: ChatOptions = {}) => {
    const reply = await chat.complete(
      { messages: turn, maxOutputTokens, json: true, schema: strict, temperature },
      { ...(signal ? { signal } : {}), ...more },
    );
    const reading = read(reply, schema, ofCut);
    learn(chat, reply, 'value' in reading);
    return { reply, reading };
  };

  const first = await ask(asked, 0, onText ? { onText } : {});
  const firstCost = add({ calls: 0, inputTokens: 0, outputTokens: 0 }, first.reply);
  if (first.reply.finish === 'refusal') refuse(firstCost);
  if ('value' in first.reading) return { value: first.reading.value, ...firstCost };

  const second = await ask(
    [...asked, ...repairTurn(first.reply, first.reading.problems, schema, example)],
    repairTemperature,
  ).catch((error: unknown) => {
    throw withCost(error, firstCost);
  });
  const cost = add(firstCost, second.reply);
  if (second.reply.finish === 'refusal') refuse(cost);
  if ('value' in second.reading) return { value: second.reading.value, ...cost };
  const problems = second.reading.problems.map(withoutReply);
  throw new CandorError(
    'MODEL_INVALID',
    `The model's reply does not fit, also after one repair: ${problems.join('; ')}`,
    { details: { problems, ...cost } },
  );
}

/**
 * The parts of JSON Schema that all servers with schema enforcement accept. Limits are left out, because zod checks the
 * reply in any case.
 */
const taken: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'description']);

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a value as strict modes require it: every property is required and no others are allowed. Optional
 * properties may be null.
 */
export function strictSchema(schema: ZodType): Schema {
  return strict(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function strict(node: unknown): Schema {
  if (typeof node !== 'object' || node === null) return {};
  const given = node as Schema;
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => taken.has(name)));
  if (Array.isArray(given['anyOf'])) return { ...kept, anyOf: given['anyOf'].map(strict) };
  if (given['items'] !== undefined) return { ...kept, items: strict(given['items']) };
  if (typeof given['properties'] !== 'object' || given['properties'] === null) return kept;
  const properties = Object.fromEntries(
    Object.entries(given['properties']).map(([name, property]) => [name, strict(property)]),
  );
  return { ...kept, properties, required: Object.keys(properties), additionalProperties: false };
}

type FoundJson = { readonly json: unknown } | { readonly problem: string };

/** Local reasoning models think aloud first, often with braces in the text. */
const thinking = /^\s*<think>[\s\S]*?<\/think>/;
const fence = /```(?:json)?\s*\n?([\s\S]*?)```/i;

function parse(text: string): FoundJson {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** From the first opening bracket to the last closing one of its kind. */
function bracketed(text: string): string | undefined {
  const start = text.search(/[{[]/);
  if (start < 0) return undefined;
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']');
  return text.slice(start, end < start ? undefined : end + 1);
}

/**
 * A complete or partial reply without the thinking that a reasoning model puts before it; empty while the model is
 * still thinking.
 */
export function withoutThinking(reply: string): string {
  const text = reply.replace(thinking, '').trim();
  return text.startsWith('<think>') ? '' : text;
}

/**
 * The JSON value in a model's reply: the whole text, the content of a code fence, or the text between the outermost
 * brackets of surrounding prose. Nothing is repaired: a missing bracket or comma is left to the model to correct.
 */
export function findJson(reply: string): FoundJson {
  const text = withoutThinking(reply);
  const candidates = [text, fence.exec(text)?.[1], bracketed(text)];
  let problem = 'The reply holds no JSON object.';
  for (const candidate of candidates) {
    if (candidate === undefined || !/[{[]/.test(candidate)) continue;
    const found = parse(candidate);
    if ('json' in found) return found;
    problem = found.problem;
  }
  return { problem };
}
