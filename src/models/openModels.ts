import type { ModelsConfig } from '../config/models.ts';
import { CandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ChatModel } from './chat.ts';
import type { Embedder } from './embedder.ts';
import type { Entailment } from './entailment.ts';
import { logFaults, tracedModels } from './tracedModels.ts';
import type { Reader } from './reader.ts';
import { openWordList } from './providers/builtin/weights.ts';
import type { Reranker } from './reranker.ts';
import type { WordList } from './wordList.ts';

export interface Models {
  readonly embedder: Embedder;
  /** Null with CHAT=none: answers are then extractive. */
  readonly chat: ChatModel | null;
  /**
   * Null with RERANKER=none: the fused order stands. Null too with RERANKER=chat where the chat model was switched off,
   * as `eval` does.
   */
  readonly reranker: Reranker | null;
  /** Null with READER=none, and with READER=chat where there is no chat model. */
  readonly reader: Reader | null;
  /** Of the shipped weights, whatever is configured. */
  readonly words: WordList;
  /** Null with ENTAILMENT=none: the checks' own verdict stands. */
  readonly entailment: Entailment | null;
  /** Ends the embedder's thread and what the others hold. Safe to call twice. */
  close(): Promise<void>;
}

/** `loadConfig` has checked this already; a config built by hand has not. */
function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new CandorError('BAD_CONFIG', `${name} is not set.`);
  return value;
}

// Providers are imported when they are chosen: @langchain/openai alone would add 1.3 s to a start that has no chat
// model.
async function openaiTarget(config: ModelsConfig): Promise<{ serverUrl: string; apiKey: string | undefined }> {
  const { publicServer } = await import('./providers/openaiFaults.ts');
  return { serverUrl: config.openaiBaseUrl ?? publicServer, apiKey: config.openaiApiKey };
}

async function openEmbedder(config: ModelsConfig, log: Log): Promise<Embedder> {
  switch (config.embedder) {
    case 'builtin': {
      const { openBuiltinEmbedder } = await import('./providers/builtin/builtinEmbedder.ts');
      return await openBuiltinEmbedder();
    }
    case 'openai': {
      const { openOpenaiEmbedder } = await import('./providers/openaiEmbedder.ts');
      const embedder = await openOpenaiEmbedder({
        ...(await openaiTarget(config)),
        model: needed(config.embeddingModel, 'EMBEDDING_MODEL'),
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
      return await openTransformersEmbedder(needed(config.embeddingModel, 'EMBEDDING_MODEL'));
    }
  }
}

async function openChat(config: ModelsConfig, log: Log): Promise<ChatModel | null> {
  if (config.chat === 'none') return null;
  const { openOpenaiChat } = await import('./providers/openaiChat.ts');
  const chat = openOpenaiChat({ ...(await openaiTarget(config)), model: needed(config.chatModel, 'CHAT_MODEL') });
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
      const { openHttpReranker } = await import('./providers/httpReranker.ts');
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
      const { openTransformersReranker } = await import('./providers/transformersReranker.ts');
      return await openTransformersReranker(needed(config.model, 'RERANKER_MODEL'));
    }
    case 'chat': {
      const { openChatReranker } = await import('./chatReranker.ts');
      return chat && openChatReranker(chat);
    }
  }
}

async function openReader({ reader: config }: ModelsConfig, chat: ChatModel | null, log: Log): Promise<Reader | null> {
  switch (config.kind) {
    case 'none':
      return null;
    case 'builtin': {
      const { openBuiltinReader } = await import('./providers/builtin/builtinReader.ts');
      return await openBuiltinReader();
    }
    case 'http': {
      const { openHttpReader } = await import('./providers/httpReader.ts');
      const reader = openHttpReader({ url: needed(config.url, 'READER_URL'), apiKey: config.apiKey });
      return {
        ...reader,
        read: logFaults(log, reader.id, (question, passages, options) => reader.read(question, passages, options)),
      };
    }
    case 'chat': {
      const { openChatReader } = await import('./chatReader.ts');
      return chat && openChatReader(chat);
    }
  }
}

async function openEntailment({ entailment: config }: ModelsConfig, log: Log): Promise<Entailment | null> {
  switch (config.kind) {
    case 'none':
      return null;
    case 'http': {
      const { openHttpEntailment } = await import('./providers/httpEntailment.ts');
      const entailment = openHttpEntailment({ url: needed(config.url, 'ENTAILMENT_URL'), apiKey: config.apiKey });
      return {
        ...entailment,
        judge: logFaults(log, entailment.id, (pairs, options) => entailment.judge(pairs, options)),
      };
    }
    case 'transformers': {
      const { openTransformersEntailment } = await import('./providers/transformersEntailment.ts');
      return await openTransformersEntailment(needed(config.model, 'ENTAILMENT_MODEL'));
    }
  }
}

/** Models that are open already. */
export interface OpenedModels {
  readonly embedder?: Embedder | undefined;
  readonly reader?: Reader | undefined;
}

/**
 * Opens the configured models. The embedder is loaded (250 ms) or probed, local models too; no chat model and no other server is called.
 * @param given to use in place of the configured ones; closed as if they were its own (tests)
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
    const reader = kept(given.reader ?? (await openReader(config, chat, log)));
    const entailment = kept(await openEntailment(config, log));
    const embedder = kept(given.embedder ?? (await openEmbedder(config, log)));
    log.info('models are open', {
      embedder: embedder.fingerprint,
      chat: chat?.id ?? 'none',
      reranker: reranker?.id ?? 'none',
      reader: reader?.id ?? 'none',
      entailment: entailment?.id ?? 'none',
      millis: Math.round(performance.now() - startedAt),
    });
    return tracedModels({ embedder, chat, reranker, reader, entailment, words: await openWordList(), close });
  } catch (error) {
    await close();
    throw error;
  }
}
