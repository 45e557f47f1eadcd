import type { AIMessageChunk } from '@langchain/core/messages';
import { ChatOpenAICompletions } from '@langchain/openai';
import { z } from 'zod';
import { abortFault, type Failure, orAbort, withRetries } from '../../clock.ts';
import { CandorError, isCandorError } from '../../errors.ts';
import {
  type ChatModel,
  type ChatOptions,
  type ChatReply,
  type ChatRequest,
  type ReplyShape,
  replyShapes,
  createSpeedMeter,
} from '../chat.ts';
import { boundedFetch, explainOpenaiError, nameOf, type OpenaiTarget } from './openaiFaults.ts';

/** One retry, and only before the first token: after it, the caller has paid for and perhaps shown text. */
const tries = 2;

export interface OpenaiChatOptions extends Omit<OpenaiTarget, 'setting'>, Partial<DeadlineMillis> {}

/** The vendor's chunk keeps no refusal; the raw delta does. */
const RawDelta = z.object({
  choices: z.array(z.object({ delta: z.object({ refusal: z.string().nullish() }).nullish() })),
});

const Usage = z.object({ input_tokens: z.number(), output_tokens: z.number() });

interface Received {
  text: string;
  refusal: string;
  finish: string | undefined;
  usage: z.infer<typeof Usage> | undefined;
  /** When the first word came, by `performance.now`. */
  firstAt: number | null;
}

const nothingReceived = (): Received => ({ text: '', refusal: '', finish: undefined, usage: undefined, firstAt: null });
/** An event holds a token in about 300 bytes; a reasoning model's thoughts come in events of their own. */
const bytesPerToken = 2_000;
const fixedBytes = 100_000;
/** Twice what the tokens of any language hold on average: a server that ignores the limit is cut here. */
const charactersPerOutputToken = 8;

/** Reasoning models refuse a temperature that is not 1. */
function takesTemperature(model: string): boolean {
  return !/^o\d|^gpt-5(?!-chat)/.test(model);
}

/**
 * A client for one request: its limits can only be set here. The traps that shaped it: `streaming: true` with invoke()
 * downloads a tokenizer; `streaming: false` also switches usage off; without an address the environment's LangSmith
 * gateway would receive the documents; ChatOpenAI sends some model names to another API that compatible servers lack.
 */
function clientFor(target: OpenaiTarget, request: ChatRequest): ChatOpenAICompletions {
  return new ChatOpenAICompletions({
    model: target.model,
    apiKey: target.apiKey ?? 'none',
    // The SDK's own log would print a bad event, with its text, on the console.
    configuration: {
      baseURL: target.serverUrl,
      logLevel: 'off',
      fetch: boundedFetch(fixedBytes + request.maxOutputTokens * bytesPerToken),
    },
    maxRetries: 0,
    maxTokens: request.maxOutputTokens,
    streamUsage: true,
    __includeRawResponse: true,
    ...(takesTemperature(target.model) ? { temperature: request.temperature ?? 0 } : {}),
  });
}

function readChunk(received: Received, chunk: AIMessageChunk): void {
  if (typeof chunk.content === 'string') received.text += chunk.content;
  if (received.text !== '') received.firstAt ??= performance.now();
  const finish: unknown = chunk.response_metadata['finish_reason'];
  if (typeof finish === 'string') received.finish = finish;
  received.usage = Usage.safeParse(chunk.usage_metadata).data ?? received.usage;
  const raw = RawDelta.safeParse(chunk.additional_kwargs['__raw_response']);
  received.refusal += raw.data?.choices[0]?.delta?.refusal ?? '';
}

/** About four characters a token in English; only where a server reports no usage. */
function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** A stream that ended in good order, but too early: a proxy's time limit, a crash, or a page that is no API at all. */
function unfinished(characters: number, { serverUrl }: OpenaiTarget): CandorError {
  return characters === 0
    ? new CandorError('MODEL_UNAVAILABLE', 'The chat model sent no stream: the reply is incomplete.', {
        cause: new Error(`${serverUrl} sent no chat stream`),
        remedy: "Check that OPENAI_BASE_URL ends where the server's API starts, usually /v1.",
      })
    : new CandorError(
        'MODEL_UNAVAILABLE',
        `The stream ended after ${characters} characters without a finish: the reply is incomplete.`,
        { details: { characters } },
      );
}

function promptLength({ messages }: ChatRequest): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

function toReply(received: Received, request: ChatRequest, target: OpenaiTarget): ChatReply {
  const refused = received.refusal !== '' || received.finish === 'content_filter';
  const text = received.text || received.refusal;
  if (!refused && received.finish === undefined) throw unfinished(text.length, target);
  if (!refused && received.finish !== 'length' && text.trim() === '') {
    throw new CandorError('MODEL_INVALID', 'The model finished without any text.');
  }
  return {
    text,
    inputTokens: received.usage?.input_tokens ?? estimateTokens(promptLength(request)),
    outputTokens: received.usage?.output_tokens ?? estimateTokens(text.length),
    finish: refused ? 'refusal' : received.finish === 'length' ? 'length' : 'stop',
  };
}

function responseFormat(shape: ReplyShape, { schema = {} }: ChatRequest) {
  switch (shape) {
    case 'SCHEMA':
      return {
        response_format: { type: 'json_schema' as const, json_schema: { name: 'reply', strict: true, schema } },
      };
    case 'OBJECT':
      return { response_format: { type: 'json_object' as const } };
    case 'TEXT':
      return {};
  }
}

/**
 * Reads the stream to its end. Every wait is raced against the deadlines: the vendor's `timeout` does not bound a
 * stream.
 */
async function receive(
  target: OpenaiTarget,
  request: ChatRequest,
  shape: ReplyShape,
  received: Received,
  deadlines: Deadlines,
  onText: ChatOptions['onText'],
): Promise<void> {
  const { signal } = deadlines;
  const messages = request.messages.map(({ role, content }) => ({ role, content }));
  const options = { signal, ...responseFormat(shape, request) };
  const stream = await orAbort(clientFor(target, request).stream(messages, options), signal, abortFault);
  const chunks = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await orAbort(chunks.next(), signal, abortFault);
    // An aborted vendor stream may end as if it were complete.
    if (signal.aborted) throw abortFault(signal);
    if (next.done) return;
    deadlines.progress();
    const before = received.text.length;
    readChunk(received, next.value);
    if (received.text.length > before) onText?.(received.text);
    if (received.text.length > request.maxOutputTokens * charactersPerOutputToken) {
      received.finish = 'length';
      return;
    }
  }
}

/** What failed, and whether to try again: never once text has come. */
function explainAttempt(error: unknown, received: Received, target: OpenaiTarget): Failure {
  const failure = explainOpenaiError(error, target);
  const characters = received.text.length;
  if (characters === 0 || failure.fault.details['maxBytes'] !== undefined || isCandorError(error))
    return { ...failure, fault: withOutput(failure.fault, received) };
  const message = `${nameOf(target)} was cut off after ${characters} characters: the reply is incomplete.`;
  return {
    again: false,
    fault: withOutput(
      new CandorError('MODEL_UNAVAILABLE', message, { cause: failure.fault.cause, details: { characters } }),
      received,
    ),
  };
}

/** What was written before the fault was paid for, and counts. */
function withOutput(fault: CandorError, { text }: Received): CandorError {
  if (text === '') return fault;
  return new CandorError(fault.code, fault.message, {
    cause: fault.cause,
    remedy: fault.remedy,
    details: { ...fault.details, outputTokens: estimateTokens(text.length) },
  });
}

/** What a request that is too long is told: asking in another shape would not shorten it. */
const tooLong = /context|too (?:long|large)|maximum.{0,40}tokens/i;

/**
 * Whether the server may have refused the shape and not the request: servers differ in how they say so, and some name
 * nothing at all.
 */
function refusesShape(error: unknown): boolean {
  return (
    isCandorError(error, 'MODEL_INVALID') &&
    [400, 422].includes(Number(error.details['status'])) &&
    !tooLong.test(error.message)
  );
}

/** A chat model behind any OpenAI-compatible `/chat/completions`. Nothing is sent before the first `complete`. */
export function openOpenaiChat({ firstTokenMillis, idleMillis, totalMillis, ...given }: OpenaiChatOptions): ChatModel {
  const target: OpenaiTarget = { ...given, setting: 'CHAT_MODEL' };
  const meter = createSpeedMeter(() => performance.now());
  /** Shapes that the server refused. Not in order: some take a schema and no `json_object`. */
  const untaken = new Set<ReplyShape>();

  const ask = async (request: ChatRequest, shape: ReplyShape, { signal, onText }: ChatOptions): Promise<ChatReply> => {
    let received = nothingReceived();
    const attempt = async () => {
      received = nothingReceived();
      const started = performance.now();
      const deadlines = startDeadlines({ firstTokenMillis, idleMillis, totalMillis }, signal);
      const timed = (whole: boolean) =>
        meter.add({
          promptCharacters: promptLength(request),
          outputCharacters: received.text.length,
          firstMillis: received.firstAt === null ? null : received.firstAt - started,
          millis: performance.now() - started,
          whole,
        });
      try {
        await receive(target, request, shape, received, deadlines, onText);
        const reply = { ...toReply(received, request, target), shaped: shape };
        timed(true);
        return reply;
      } catch (error) {
        // A broken connection says nothing of the speed; one that was given up does.
        if (deadlines.signal.aborted) timed(false);
        throw error;
      } finally {
        deadlines.stop();
      }
    };
    return await withRetries(attempt, {
      tries,
      explain: (error) => explainAttempt(error, received, target),
      signal,
      onAbort: (aborted) => withOutput(abortFault(aborted), received),
    });
  };

  return {
    id: `openai:${target.model}`,
    speed: meter.speed,
    async complete(request, options = {}) {
      const refused: ReplyShape[] = [];
      let first: unknown;
      for (const shape of shapesFor(request, untaken)) {
        try {
          const reply = await ask(request, shape, options);
          // Learnt once; a request that is refused in every shape teaches nothing.
          for (const each of refused) untaken.add(each);
          return reply;
        } catch (error) {
          if (!refusesShape(error)) throw error;
          first ??= error;
          refused.push(shape);
        }
      }
      throw first;
    },
  };
}

/** The shapes to ask in, one after the other while the server refuses. */
function shapesFor({ json = false, schema }: ChatRequest, untaken: ReadonlySet<ReplyShape>): readonly ReplyShape[] {
  return replyShapes.filter(
    (shape) => shape === 'TEXT' || (json && !untaken.has(shape) && (shape === 'OBJECT' || schema !== undefined)),
  );
}

interface DeadlineMillis {
  /**
   * Until the first chunk. Longer than `idleMillis`: reasoning models think, and local servers load weights, in
   * silence.
   */
  readonly firstTokenMillis: number;
  /** Between two chunks. */
  readonly idleMillis: number;
  /** The whole call, whatever the caller's own signal allows. */
  readonly totalMillis: number;
}

const defaults: DeadlineMillis = { firstTokenMillis: 60_000, idleMillis: 15_000, totalMillis: 180_000 };

interface Deadlines {
  /** Aborts for the caller's reason, with MODEL_UNAVAILABLE when the stream is silent, with TIMEOUT at the total. */
  readonly signal: AbortSignal;
  /** To be called at each chunk. */
  progress(): void;
  /** Ends the timers and the HTTP request, if it still runs. */
  stop(): void;
}

/** Starts the clocks of one streamed call. */
function startDeadlines(
  given: { readonly [Name in keyof DeadlineMillis]?: number | undefined },
  caller: AbortSignal | undefined,
): Deadlines {
  const {
    firstTokenMillis = defaults.firstTokenMillis,
    idleMillis = defaults.idleMillis,
    totalMillis = defaults.totalMillis,
  } = given;
  const own = new AbortController();
  const silent = (millis: number) =>
    setTimeout(
      () => own.abort(new CandorError('MODEL_UNAVAILABLE', `The model server sent nothing for ${millis} ms.`)),
      millis,
    );
  const total = setTimeout(
    () => own.abort(new CandorError('TIMEOUT', `The model did not finish within ${totalMillis} ms.`)),
    totalMillis,
  );
  let idle = silent(firstTokenMillis);
  return {
    signal: caller ? AbortSignal.any([caller, own.signal]) : own.signal,
    progress() {
      clearTimeout(idle);
      idle = silent(idleMillis);
    },
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
      own.abort();
    },
  };
}
