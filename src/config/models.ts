export interface ModelsConfig {
  readonly embedder: 'builtin' | 'openai' | 'transformers';
  readonly embeddingModel: string | undefined;
  readonly chat: 'none' | 'openai';
  readonly chatModel: string | undefined;
  /** US dollars per million tokens; undefined: the cost of questions is not reported. */
  readonly chatPrices: { readonly input: number; readonly output: number } | undefined;
  readonly openaiBaseUrl: string | undefined;
  readonly openaiApiKey: string | undefined;
  readonly reranker: RerankerConfig;
  readonly reader: ReaderConfig;
  readonly entailment: EntailmentConfig;
}

interface RerankerConfig {
  readonly kind: 'none' | 'http' | 'transformers' | 'chat';
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  /** A model name on the server, or a folder with `transformers`. */
  readonly model: string | undefined;
  readonly style: 'cohere' | 'tei';
}

interface ReaderConfig {
  /** `builtin`: the reader in weights/. `chat`: the chat model, if there is one. */
  readonly kind: 'builtin' | 'chat' | 'http' | 'none';
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
}

interface EntailmentConfig {
  readonly kind: 'none' | 'http' | 'transformers';
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  /** A folder, with `transformers`. */
  readonly model: string | undefined;
}
