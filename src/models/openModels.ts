import type { ModelsConfig } from '../config.ts';
import { CandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ChatModel } from './chat.ts';
import type { Embedder } from './embedder.ts';
import type { Reranker } from './reranker.ts';

export interface Models {
  readonly embedder: Embedder;
  /** Null with CHAT=none: answers are then extractive. */
  readonly chat: ChatModel | null;
  /** Null with RERANKER=none: the fused order stands. Null too with RERANKER=chat where the chat model was switched off, as `eval` does. */
  readonly reranker: Reranker | null;
  /** Ends the embedder's thread and what the reranker holds. Safe to call twice. */
  close(): Promise<void>;
}

/** `loadConfig` has checked this already; a config built by hand has not. */
function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new CandorError('BAD_CONFIG', `${name} is not set.`);
  return value;
}

// Providers are imported when they are chosen: @langchain/openai alone would add 1.3 s to a start that has no chat model.
async function openaiTarget(config: ModelsConfig): Promise<{ serverUrl: string; apiKey: string | undefined }> {
  const { publicServer } = await import('./providers/openaiFaults.ts');
  return { serverUrl: config.openaiBaseUrl ?? publicServer, apiKey: config.openaiApiKey };
}

async function openEmbedder(config: ModelsConfig): Promise<Embedder> {
  switch (config.embedder) {
    case 'builtin': {
      const { openBuiltinEmbedder } = await import('./providers/builtin/builtinEmbedder.ts');
      return await openBuiltinEmbedder();
    }
    case 'openai': {
      const { openOpenaiEmbedder } = await import('./providers/openaiEmbedder.ts');
      return await openOpenaiEmbedder({ ...(await openaiTarget(config)), model: needed(config.embeddingModel, 'EMBEDDING_MODEL') });
    }
    case 'transformers': {
      const { openTransformersEmbedder } = await import('./providers/transformersEmbedder.ts');
      return await openTransformersEmbedder(needed(config.embeddingModel, 'EMBEDDING_MODEL'));
    }
  }
}

async function openChat(config: ModelsConfig): Promise<ChatModel | null> {
  if (config.chat === 'none') return null;
  const { openOpenaiChat } = await import('./providers/openaiChat.ts');
  return openOpenaiChat({ ...(await openaiTarget(config)), model: needed(config.chatModel, 'CHAT_MODEL') });
}

async function openReranker({ reranker: config }: ModelsConfig, chat: ChatModel | null): Promise<Reranker | null> {
  switch (config.kind) {
    case 'none': return null;
    case 'http': {
      const { openHttpReranker } = await import('./providers/httpReranker.ts');
      return openHttpReranker({ url: needed(config.url, 'RERANKER_URL'), style: config.style, model: config.model, apiKey: config.apiKey });
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

/**
 * Opens the configured models. The embedder is loaded (250 ms) or probed, a local reranker too; no chat model and no reranking server is called.
 * @throws CandorError BAD_CONFIG, MODEL_WEIGHTS, MODEL_UNAVAILABLE or MODEL_INVALID; nothing stays open then.
 */
export async function openModels(config: ModelsConfig, log: Log): Promise<Models> {
  const startedAt = performance.now();
  const chat = await openChat(config);
  const reranker = await openReranker(config, chat);
  const embedder = await openEmbedder(config).catch(async (error: unknown) => {
    await reranker?.close();
    throw error;
  });
  log.info('models are open', { embedder: embedder.fingerprint, chat: chat?.id ?? 'none', reranker: reranker?.id ?? 'none', millis: Math.round(performance.now() - startedAt) });
  return {
    embedder, chat, reranker,
    async close() {
      await reranker?.close();
      await embedder.close();
    },
  };
}
