import type { ChatSpeed } from './chatSpeed.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly maxOutputTokens: number;
  /** 0 (default) for repeatable output. */
  readonly temperature?: number;
  /** Ask the server for a JSON object; the reply is still parsed and checked by the caller. */
  readonly json?: boolean;
  /** With `json`: the JSON Schema of the reply, which a server that can holds the model to. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** How a server was asked to shape a reply, strictest first: by a schema, as some JSON object, or not at all. */
export const replyShapes = ['SCHEMA', 'OBJECT', 'TEXT'] as const;
export type ReplyShape = (typeof replyShapes)[number];

export interface ChatReply {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `length`: cut by maxOutputTokens; `refusal`: the model declined. */
  readonly finish: 'stop' | 'length' | 'refusal';
  /** What the server took of `json` and `schema`; left out: not told. */
  readonly shaped?: ReplyShape;
}

export interface ChatOptions {
  /** Total deadline and cancellation in one; aborting ends the HTTP request. */
  readonly signal?: AbortSignal;
  /**
   * Told the whole text so far whenever more of it has come. What was told stands: no retry begins another text. Must
   * not throw.
   */
  readonly onText?: (textSoFar: string) => void;
}

/** A chat model. Every implementation passes test/contracts/chat.ts. */
export interface ChatModel {
  /** Recorded with each run, e.g. `openai:gpt-4.1-mini`. */
  readonly id: string;
  /**
   * @throws CandorError MODEL_UNAVAILABLE (network, 429, 5xx after its own retries), MODEL_INVALID (not a chat reply),
   * TIMEOUT or CANCELLED.
   */
  complete(request: ChatRequest, options?: ChatOptions): Promise<ChatReply>;
  /** How fast it was lately; null: not known. Left out: nobody measures. */
  speed?(): ChatSpeed | null;
}
