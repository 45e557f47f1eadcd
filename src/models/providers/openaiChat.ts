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

/** One retry, and only before the first token. After it, the caller has paid for the text and perhaps shown it. */
const tries = 2;

export interface OpenaiChatOptions extends Omit<OpenaiTarget, 'port'>, Partial<DeadlineMillis> {}

/** The vendor's chunk drops the refusal; the raw delta has it. */
const RawDelta = z.object({
  choices: z.array(z.object({ delta: z.object({ refusal: z.string().nullish() }).nullish() })),
});

const Usage = z.object({ input_tokens: z.number(), output_tokens: z.number() });

interface Received {
  text: string;
  refusal: string;
  finish: string | undefined;
  usage: z.infer<typeof Usage> | undefined;
  /** When the first word arrived, by `performance.now`. */
  firstAt: number | null;
}

const nothingReceived = (): Received => ({ text: '', refusal: '', finish: undefined, usage: undefined, firstAt: null });
/** An event carries one token in about 300 bytes. A reasoning model's thoughts come in events of their own. */
const bytesPerToken = 2_000;
const fixedBytes = 100_000;
/** Twice the average of any language's tokens: the reply of a server that ignores the limit is cut here. */
const charactersPerOutputToken = 8;

/** Reasoning models refuse a temperature other than 1. */
function takesTemperature(model: string): boolean {
  return !/^o\d|^gpt-5(?!-chat)/.test(model);
}

/**
 * A client for one request, because its limits can only be set here. Known traps: `streaming: true` with invoke()
 * downloads a tokenizer; `streaming: false` also turns off usage; without an address, the LangSmith gateway of the
 * environment would receive the documents; ChatOpenAI sends some model names to another API, which compatible servers
 * lack.
 */
function clientFor(target: OpenaiTarget, request: ChatRequest): ChatOpenAICompletions {
  return new ChatOpenAICompletions({
    model: target.model,
    apiKey: target.apiKey ?? 'none',
    // The SDK's own log would print a bad event, with its text, to the console.
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

/** About four characters per token in English; used only if a server reports no usage. */
function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** A stream that ended normally but too early: a proxy's time limit, a crash, or a page that is not an API at all. */
function unfinished(characters: number, { serverUrl }: OpenaiTarget): CandorError {
  return characters === 0
    ? new CandorError('MODEL_UNAVAILABLE', 'The chat model sent no stream: the reply is incomplete.', {
        cause: new Error(`${serverUrl} sent no chat stream`),
        remedy: "Check that CHAT_URL ends where the server's API starts, usually /v1.",
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
 * Reads the stream to its end. Every wait is raced against the deadlines, because the vendor's `timeout` does not limit
 * a stream.
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

/** What failed, and whether to retry: never once text has arrived. */
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

/** Adds the tokens written before the fault to its details: they were paid for, so they count. */
function withOutput(fault: CandorError, { text }: Received): CandorError {
  if (text === '') return fault;
  return new CandorError(fault.code, fault.message, {
    cause: fault.cause,
    remedy: fault.remedy,
    details: { ...fault.details, outputTokens: estimateTokens(text.length) },
  });
}

/** Matches messages about a request that is too long: asking in another shape would not shorten it. */
const tooLong = /context|too (?:long|large)|maximum.{0,40}tokens/i;

/**
 * Whether the server may have refused the shape rather than the request. Servers word this differently, and some give
 * no reason at all.
 */
function refusesShape(error: unknown): boolean {
  return (
    isCandorError(error, 'MODEL_INVALID') &&
    [400, 422].includes(Number(error.details['status'])) &&
    !tooLong.test(error.message)
  );
}

/** A chat model behind any OpenAI-compatible `/chat/completions`. No request is sent before the first `complete`. */
export function openOpenaiChat({ firstTokenMillis, idleMillis, totalMillis, ...given }: OpenaiChatOptions): ChatModel {
  const target: OpenaiTarget = { ...given, port: 'CHAT' };
  const meter = createSpeedMeter(() => performance.now());
  /**
   * Shapes that the server refused. They are tracked separately: some servers accept a schema but not `json_object`.
   */
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
          maxOutputTokens: request.maxOutputTokens,
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
        // A broken connection says nothing about the speed; a call that was given up does.
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
    mayTry: meter.mayTry,
    leftOutMillis: meter.leftOutMillis,
    async complete(request, options = {}) {
      const refused: ReplyShape[] = [];
      let first: unknown;
      for (const shape of shapesFor(request, untaken)) {
        try {
          const reply = await ask(request, shape, options);
          // Remembered only after a success: a request that is refused in every shape proves nothing about the shapes.
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

/** The shapes to ask for, one after another until the server accepts one. */
function shapesFor({ json = false, schema }: ChatRequest, untaken: ReadonlySet<ReplyShape>): readonly ReplyShape[] {
  return replyShapes.filter(
    (shape) => shape === 'TEXT' || (json && !untaken.has(shape) && (shape === 'OBJECT' || schema !== undefined)),
  );
}

interface DeadlineMillis {
  /**
   * Until the first chunk. Longer than `idleMillis`, because reasoning models think silently and local servers load
   * weights silently.
   */
  readonly firstTokenMillis: number;
  /** Between two chunks. */
  readonly idleMillis: number;
  /** For the whole call, whatever the caller's own signal allows. */
  readonly totalMillis: number;
}

const defaults: DeadlineMillis = { firstTokenMillis: 60_000, idleMillis: 15_000, totalMillis: 180_000 };

interface Deadlines {
  /**
   * Aborts with the caller's reason, with MODEL_UNAVAILABLE if the stream is silent, or with TIMEOUT at the total
   * limit.
   */
  readonly signal: AbortSignal;
  /** Call this at each chunk. */
  progress(): void;
  /** Ends the timers, and the HTTP request if it is still running. */
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
