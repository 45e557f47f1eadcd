import type { ModelsConfig } from '../config/models.ts';
import { CandorError, diagnosisOf, isCandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { inSpan, isTextTraced, isTracing, type SpanFacts, type SpanStart } from '../telemetry/spans.ts';
import type { ChatModel } from './chat.ts';
import { doubted } from './doubted.ts';
import type { Embedder } from './embedder.ts';
import type { Entailment } from './entailment.ts';
import { legibleEmbedder, legibleReader } from './legible.ts';
import { openWordList } from './providers/builtin/weights.ts';
import type { Reader } from './reader.ts';
import type { Reranker } from './reranker.ts';
import type { WordList } from './wordList.ts';

export interface Models {
  /** The one that the configuration names; with EMBEDDER=auto the one for English. */
  readonly embedder: Embedder;
  /** All whose vectors a workspace may have here; the configured one first. */
  readonly embedders: readonly [Embedder, ...Embedder[]];
  /** Null with CHAT=none: answers are then extractive. */
  readonly chat: ChatModel | null;
  /**
   * Null with RERANKER=none: the fused order stays. Also null with RERANKER=chat if the chat model is switched off, as
   * in `eval`.
   */
  readonly reranker: Reranker | null;
  /** Null with READER=none, and with READER=chat if there is no chat model. */
  readonly reader: Reader | null;
  /** The word list of the shipped weights, whatever is configured. */
  readonly words: WordList;
  /** Null with ENTAILMENT=none, and with ENTAILMENT=chat if there is no chat model: the other checks' verdict is kept. */
  readonly entailment: Entailment | null;
  /** Ends the embedder's thread and frees the other models' resources. Safe to call twice. */
  close(): Promise<void>;
}

/** `loadConfig` has already checked this, but a config built by hand has not been checked. */
function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new CandorError('BAD_CONFIG', `${name} is not set.`);
  return value;
}

// Providers are imported only when they are chosen: @langchain/openai alone would add 1.3 s to a start without a chat
// model.
async function openaiServer(url: string | undefined): Promise<string> {
  return url ?? (await import('./providers/openaiFaults.ts')).publicServer;
}

/**
 * Opens the configured embedder, and beside a built-in one the other, which is loaded when a workspace needs it. Opened
 * ones are given to `kept` one by one, so that a fault of the second closes the first.
 */
async function openEmbedders(
  config: ModelsConfig,
  log: Log,
  kept: (embedder: Embedder) => Embedder,
): Promise<readonly [Embedder, ...Embedder[]]> {
  if (config.embedder === 'openai' || config.embedder === 'transformers')
    return [kept(await openEmbedder(config.embedder, config, log))];
  const { openBuiltinEmbedder } = await import('./providers/builtin/builtinModels.ts');
  const [name, other] =
    config.embedder === 'multilingual'
      ? (['MULTILINGUAL', 'ENGLISH'] as const)
      : (['ENGLISH', 'MULTILINGUAL'] as const);
  return [kept(await openBuiltinEmbedder(name)), kept(await openBuiltinEmbedder(other, 'LATER'))];
}

async function openEmbedder(kind: 'openai' | 'transformers', config: ModelsConfig, log: Log): Promise<Embedder> {
  switch (kind) {
    case 'openai': {
      const { openOpenaiEmbedder } = await import('./providers/openaiEmbedder.ts');
      const embedder = await openOpenaiEmbedder({
        serverUrl: await openaiServer(config.embedderUrl),
        apiKey: config.embedderApiKey,
        model: needed(config.embedderModel, 'EMBEDDER_MODEL'),
      });
      const logged = <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
        logFaults(log, embedder.fingerprint, call);
      return {
        ...embedder,
        embedDocuments: logged((texts, options) => embedder.embedDocuments(texts, options)),
        embedQuery: logged((text, options) => embedder.embedQuery(text, options)),
      };
    }
    case 'transformers': {
      const { openTransformersEmbedder } = await import('./providers/transformersEmbedder.ts');
      return await openTransformersEmbedder(needed(config.embedderModel, 'EMBEDDER_MODEL'));
    }
  }
}

async function openChat(config: ModelsConfig, log: Log): Promise<ChatModel | null> {
  if (config.chat === 'none') return null;
  const { openOpenaiChat } = await import('./providers/openaiChat.ts');
  const chat = openOpenaiChat({
    serverUrl: await openaiServer(config.chatUrl),
    apiKey: config.chatApiKey,
    model: needed(config.chatModel, 'CHAT_MODEL'),
  });
  return { ...chat, complete: logFaults(log, chat.id, (request, options) => chat.complete(request, options)) };
}

async function openReranker(
  { reranker: config }: ModelsConfig,
  chat: ChatModel | null,
  log: Log,
): Promise<Reranker | null> {
  switch (config.kind) {
    case 'none':
      return null;
    case 'http': {
      const { openHttpReranker } = await import('./providers/httpModels.ts');
      const reranker = openHttpReranker({
        url: needed(config.url, 'RERANKER_URL'),
        style: config.style,
        model: config.model,
        apiKey: config.apiKey,
      });
      return {
        ...reranker,
        score: logFaults(log, reranker.id, (question, texts, options) => reranker.score(question, texts, options)),
      };
    }
    case 'transformers': {
      const { openTransformersReranker } = await import('./providers/transformersPairs.ts');
      return await openTransformersReranker(needed(config.model, 'RERANKER_MODEL'));
    }
    case 'chat': {
      const { openChatReranker } = await import('./chatJudges.ts');
      return chat && openChatReranker(chat);
    }
  }
}

async function openReader({ reader: config }: ModelsConfig, chat: ChatModel | null, log: Log): Promise<Reader | null> {
  switch (config.kind) {
    case 'none':
      return null;
    case 'builtin': {
      const { openBuiltinReader } = await import('./providers/builtin/builtinModels.ts');
      return await openBuiltinReader();
    }
    case 'http': {
      const { openHttpReader } = await import('./providers/httpModels.ts');
      const reader = openHttpReader({ url: needed(config.url, 'READER_URL'), apiKey: config.apiKey });
      return {
        ...reader,
        read: logFaults(log, reader.id, (question, passages, options) => reader.read(question, passages, options)),
      };
    }
    case 'chat': {
      const { openChatReader } = await import('./chatJudges.ts');
      return chat && openChatReader(chat);
    }
  }
}

const labelsOrModel = "Check that the model's labels name their classes in the right order, or choose another model.";

async function openEntailment(config: ModelsConfig, chat: ChatModel | null, log: Log): Promise<Entailment | null> {
  const { kind, url, apiKey, model } = config.entailment;
  switch (kind) {
    case 'none':
      return null;
    case 'chat': {
      const { openChatEntailment } = await import('./chatEntailment.ts');
      const other = {
        ...config,
        chatModel: model ?? config.chatModel,
        ...(url === undefined ? {} : { chatUrl: url, chatApiKey: apiKey }),
      };
      const judge = model === undefined && url === undefined ? chat : chat && (await openChat(other, log));
      return judge && openChatEntailment(judge);
    }
    case 'http': {
      const { openHttpEntailment } = await import('./providers/httpModels.ts');
      const entailment = doubted(openHttpEntailment({ url: needed(url, 'ENTAILMENT_URL'), apiKey }), labelsOrModel);
      return {
        ...entailment,
        judge: logFaults(log, entailment.id, (pairs, options) => entailment.judge(pairs, options)),
      };
    }
    case 'transformers': {
      const { openTransformersEntailment } = await import('./providers/transformersPairs.ts');
      return doubted(await openTransformersEntailment(needed(model, 'ENTAILMENT_MODEL')), labelsOrModel);
    }
  }
}

/** Models that are already open. */
export interface OpenedModels {
  readonly embedder?: Embedder | undefined;
  readonly reader?: Reader | undefined;
}

/**
 * Opens the configured models. The embedder is loaded (250 ms) or probed, and so are local models; no chat model and no
 * other server is called.
 * @param given used in place of the configured ones and closed in the same way (tests)
 * @throws CandorError BAD_CONFIG, MODEL_WEIGHTS, MODEL_UNAVAILABLE or MODEL_INVALID; nothing stays open then.
 */
export async function openModels(config: ModelsConfig, log: Log, given: OpenedModels = {}): Promise<Models> {
  const startedAt = performance.now();
  const opened: { close(): Promise<void> }[] = [];
  const kept = <Model extends { close(): Promise<void> } | null>(model: Model): Model => {
    if (model) opened.push(model);
    return model;
  };
  const close = async () => {
    for (const model of opened) await model.close();
  };
  try {
    const chat = await openChat(config, log);
    const reranker = kept(await openReranker(config, chat, log));
    const read = kept(given.reader ?? (await openReader(config, chat, log)));
    const reader = read && legibleReader(read);
    const entailment = kept(await openEntailment(config, chat, log));
    const [first, ...others] = given.embedder
      ? ([kept(given.embedder)] as const)
      : await openEmbedders(config, log, (opened) => kept(opened));
    const embedder = legibleEmbedder(first);
    const embedders = [embedder, ...others.map(legibleEmbedder)] as const;
    log.info('models are open', {
      embedder: embedder.fingerprint,
      chat: chat?.id ?? 'none',
      reranker: reranker?.id ?? 'none',
      reader: reader?.id ?? 'none',
      entailment: entailment?.id ?? 'none',
      millis: Math.round(performance.now() - startedAt),
    });
    return tracedModels({
      embedder,
      embedders,
      chat,
      reranker,
      reader,
      entailment,
      words: await openWordList(),
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * One span per call, by OpenTelemetry 1.37's conventions for generative AI. Operations without a convention (reading,
 * reranking, entailment) are named in the same way.
 */
type Operation = 'chat' | 'embeddings' | 'read' | 'rerank' | 'entail';

interface Traceable {
  readonly embedder: Embedder;
  readonly embedders: readonly [Embedder, ...Embedder[]];
  readonly chat: ChatModel | null;
  readonly reranker: Reranker | null;
  readonly reader: Reader | null;
  readonly entailment: Entailment | null;
}

/** The same models with a span for each call; without tracing, the models themselves. */
function tracedModels<Models extends Traceable>(models: Models): Models {
  if (!isTracing()) return models;
  const { chat, reranker, reader, entailment } = models;
  const [first, ...others] = models.embedders;
  const embedder = tracedEmbedder(first);
  return {
    ...models,
    embedder,
    embedders: [embedder, ...others.map(tracedEmbedder)],
    chat: chat && tracedChat(chat),
    reranker: reranker && {
      ...reranker,
      score: (question, texts, options) =>
        inSpan(callOf('rerank', reranker.id, { 'candor.texts': texts.length }), () =>
          reranker.score(question, texts, options),
        ),
    },
    reader: reader && {
      ...reader,
      read: (question, passages, options) =>
        inSpan(callOf('read', reader.id, { 'candor.texts': passages.length }), () =>
          reader.read(question, passages, options),
        ),
    },
    entailment: entailment && {
      ...entailment,
      judge: (pairs, options) =>
        inSpan(callOf('entail', entailment.id, { 'candor.texts': pairs.length }), () =>
          entailment.judge(pairs, options),
        ),
    },
  };
}

function tracedEmbedder(embedder: Embedder): Embedder {
  const { fingerprint: id, dimensions } = embedder;
  const facts = { 'gen_ai.embeddings.dimension.count': dimensions };
  return {
    ...embedder,
    embedDocuments: (texts, options) =>
      inSpan(callOf('embeddings', id, { ...facts, 'candor.texts': texts.length }), () =>
        embedder.embedDocuments(texts, options),
      ),
    embedQuery: (text, options) =>
      inSpan(callOf('embeddings', id, { ...facts, 'candor.texts': 1 }), () => embedder.embedQuery(text, options)),
  };
}

function tracedChat(chat: ChatModel): ChatModel {
  return {
    ...chat,
    complete: (request, options) =>
      inSpan(
        callOf('chat', chat.id, {
          'gen_ai.request.max_tokens': request.maxOutputTokens,
          'gen_ai.request.temperature': request.temperature ?? 0,
          'gen_ai.output.type': request.json ? 'json' : 'text',
          ...(isTextTraced() ? { 'gen_ai.input.messages': JSON.stringify(request.messages) } : {}),
        }),
        async (span) => {
          const reply = await chat.complete(request, options);
          span.note({
            'gen_ai.usage.input_tokens': reply.inputTokens,
            'gen_ai.usage.output_tokens': reply.outputTokens,
            'gen_ai.response.finish_reasons': [reply.finish],
            ...(isTextTraced() ? { 'gen_ai.output.messages': reply.text } : {}),
          });
          return reply;
        },
      ),
  };
}

/** @param id such as `openai:gpt-4.1-mini`: the provider, and the model's name there */
function callOf(operation: Operation, id: string, facts: SpanFacts): SpanStart {
  const [provider = id, ...rest] = id.split(':');
  const model = rest.join(':') || id;
  return {
    name: `${operation} ${model}`,
    kind: provider === 'builtin' || provider === 'transformers' ? 'INTERNAL' : 'CLIENT',
    facts: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      ...facts,
    },
  };
}

/**
 * The same call, but its faults are logged with their causes, because the asker sees neither the address nor the
 * server's own words. A call that its caller stopped is not a fault.
 */
function logFaults<Args extends readonly unknown[], Result>(
  log: Log,
  model: string,
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      if (!isCandorError(error, 'CANCELLED'))
        log.warn('model call failed', {
          model,
          code: isCandorError(error) ? error.code : 'INTERNAL',
          error: diagnosisOf(error),
        });
      throw error;
    }
  };
}
