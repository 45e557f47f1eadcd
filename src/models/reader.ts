import type { ModelUsage } from './modelUsage.ts';

/** What a reader says of a question and some passages. It proves nothing: whoever asks may only become more careful by it. */
export interface Reading {
  /** Whether one of the passages states the answer. */
  readonly answerable: boolean;
  /** The words that state it; null where it named none. `passage` counts from 0. That they stand there is for the caller to see. */
  readonly span: { readonly passage: number; readonly quote: string } | null;
  /** Why not, in words; may be empty where it is answerable. Foreign text: escape or clean it before it is shown. */
  readonly reason: string;
}

export interface ReadOptions {
  /** Deadline and cancellation in one. */
  readonly signal?: AbortSignal | undefined;
  /** Called once for a call that reached a chat model, also when it failed: what it cost. */
  readonly onUsage?: ((usage: ModelUsage) => void) | undefined;
}

/** A model that reads passages for the answer to a question. Every implementation passes test/contracts/reader.ts. */
export interface Reader {
  /** Recorded with each run, e.g. `chat:openai:gpt-4.1-mini`. */
  readonly id: string;
  /** The prompt that it gives a chat model, by version, and that model; null for a reader that has none. */
  readonly prompt: { readonly version: string; readonly model: string } | null;
  /** Tokens of the chat model that `read` would spend, about; 0 for a reader that is none: it is cheap enough to read every time. */
  tokensFor(question: string, passages: readonly string[]): number;
  /**
   * No passages: not answerable, without a call.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; nothing is lowered then.
   */
  read(question: string, passages: readonly string[], options?: ReadOptions): Promise<Reading>;
  /** Frees what the model holds. Safe to call twice. */
  close(): Promise<void>;
}

/** The reason of a reader that gives none of its own. */
export const notStated = 'The passages do not state the answer.';

/** What every reader says where there is nothing to read. */
export const nothingToRead: Reading = { answerable: false, span: null, reason: 'There is no passage to read.' };
