export interface ModelsConfig {
  /** `auto`: of the two built-in ones, that for the languages of a workspace's documents. */
  readonly embedder: 'auto' | 'english' | 'multilingual' | 'openai' | 'transformers';
  /** A model name on the server, or a folder with `transformers`. */
  readonly embedderModel: string | undefined;
  /** An OpenAI-compatible server; undefined: OpenAI itself. */
  readonly embedderUrl: string | undefined;
  readonly embedderApiKey: string | undefined;
  readonly chat: 'none' | 'openai';
  readonly chatModel: string | undefined;
  readonly chatUrl: string | undefined;
  readonly chatApiKey: string | undefined;
  /** US dollars per million tokens; undefined: the cost of questions is not reported. */
  readonly chatPrices: { readonly input: number; readonly output: number } | undefined;
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
  /** `chat`: the chat model, or another one of that kind of server. */
  readonly kind: 'none' | 'http' | 'transformers' | 'chat';
  /** With `chat`, undefined: the chat model's server, with its key. */
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  /** A folder, with `transformers`; with `chat` a model's name, undefined: the chat model itself. */
  readonly model: string | undefined;
}
