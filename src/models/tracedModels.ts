import { diagnosisOf, isCandorError } from '../errors.ts';
import type { Log } from '../log.ts';
import { inSpan, isTextTraced, isTracing, type SpanFacts, type SpanStart } from '../telemetry/spans.ts';
import type { ChatModel } from './chat.ts';
import type { Embedder } from './embedder.ts';
import type { Entailment } from './entailment.ts';
import type { Reader } from './reader.ts';
import type { Reranker } from './reranker.ts';

/**
 * A span a call, by the conventions for generative AI of OpenTelemetry 1.37; what has no convention (reading,
 * reranking, entailment) is named in the same way.
 */
type Operation = 'chat' | 'embeddings' | 'read' | 'rerank' | 'entail';

interface Traceable {
  readonly embedder: Embedder;
  readonly chat: ChatModel | null;
  readonly reranker: Reranker | null;
  readonly reader: Reader | null;
  readonly entailment: Entailment | null;
}

/** The same models, each of whose calls is a span; without tracing, the models themselves. */
export function tracedModels<Models extends Traceable>(models: Models): Models {
  if (!isTracing()) return models;
  const { embedder, chat, reranker, reader, entailment } = models;
  return {
    ...models,
    embedder: tracedEmbedder(embedder),
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

/** @param id such as `openai:gpt-4.1-mini`: who provides it, and what it is called there */
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
 * The same call, whose faults are written to the log with their causes: who asks is told neither the address nor the
 * server's own words. A call that its caller stopped is no fault.
 */
export function logFaults<Args extends readonly unknown[], Result>(
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
