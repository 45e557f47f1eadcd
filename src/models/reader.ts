import type { ModelUsage } from './chat.ts';

/** UTF-16 offsets [start, end). */
export interface ReadSpan {
  readonly start: number;
  readonly end: number;
}

/** A passage as a reader is shown it. */
export interface ReadPassage {
  /** Where it stands: the document's title and the last heading. */
  readonly title: string;
  readonly text: string;
  /** The sentences, list items and rows of `text`, in order, which do not overlap. */
  readonly sentences: readonly ReadSpan[];
}

/** What a reader makes of one passage. */
export interface PassageReading {
  /** How likely the passage states the answer: 0..1, by the reader's own scale. */
  readonly answerability: number;
  /** How much better the best words answer than "not stated" does, in logits; 0: as well. */
  readonly margin: number;
  /**
   * The words that answer, in `text`; null where the reader found none. They stand there: a reader that names other
   * words names none.
   */
  readonly span: ReadSpan | null;
  /** How well each of `sentences` answers, in logits, in their order. */
  readonly sentences: readonly number[];
  /** The words of each of `sentences` that answer best, in their order, in `text`; null where a sentence has none. */
  readonly words: readonly (ReadSpan | null)[];
}

/** What a reader says of a question and some passages. */
export interface Reading {
  /** One a passage, in order. */
  readonly passages: readonly PassageReading[];
  /** What is not stated, in words, where a chat model said so; else ''. Foreign text: clean it before it is shown. */
  readonly missing: string;
}

export interface ReadOptions {
  /** Deadline and cancellation in one. */
  readonly signal?: AbortSignal | undefined;
  /** Called once for a call that reached a chat model, also when it failed: what it cost. */
  readonly onUsage?: ((usage: ModelUsage) => void) | undefined;
}

/** A model that reads passages for the answer to a question. Every implementation passes test/contracts/reader.ts. */
export interface Reader {
  /** Recorded with each run, e.g. `builtin:reader@4` or `chat:openai:gpt-4.1-mini`. */
  readonly id: string;
  /** The languages that it reads, ISO 639-1; null: any. A question or passage in another is judged without it. */
  readonly languages: readonly string[] | null;
  /** The prompt that it gives a chat model, by version, and that model; null for a reader that has none. */
  readonly prompt: { readonly version: string; readonly model: string } | null;
  /**
   * Tokens of the chat model that `read` would spend, about; 0 for a reader that is none: it is cheap enough to read
   * every time.
   */
  tokensFor(question: string, passages: readonly ReadPassage[]): number;
  /**
   * No passages: no call.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; the confidence is then what it is
   * without a reader, and CONFIDENT in no case.
   */
  read(question: string, passages: readonly ReadPassage[], options?: ReadOptions): Promise<Reading>;
  /** Frees what the model holds. Safe to call twice. */
  close(): Promise<void>;
}

/** What every reader says where there is nothing to read. */
export const nothingToRead: Reading = { passages: [], missing: '' };

/**
 * The reading of one stretch of words that a reader names, on a scale of probabilities. @param probability 0..1 that
 * they answer
 */
export function readingOfSpan(passage: ReadPassage, span: ReadSpan | null, probability: number): PassageReading {
  const margin = logit(probability);
  const overlaps = ({ start, end }: ReadSpan) => span !== null && start < span.end && end > span.start;
  const within = (sentence: ReadSpan) =>
    span && overlaps(sentence)
      ? { start: Math.max(span.start, sentence.start), end: Math.min(span.end, sentence.end) }
      : null;
  return {
    answerability: probability,
    margin,
    span,
    sentences: passage.sentences.map((sentence) => (overlaps(sentence) ? margin : logit(1 - certainty))),
    words: passage.sentences.map(within),
  };
}

/** The most that a verdict in words counts for: a model that is sure of itself is not always right. */
export const certainty = 0.95;

/** Natural log odds, of a probability kept off 0 and 1. */
export function logit(probability: number): number {
  const kept = Math.min(0.998, Math.max(0.002, probability));
  return Math.log(kept / (1 - kept));
}

/** What models write for each other. */
const alike = [String.raw`['‘’‚‛′]`, String.raw`["“”„«»″]`, String.raw`[-\u2010-\u2015\u2212]`].map((set) => ({
  set,
  isOf: new RegExp(set, 'u'),
}));
/** Letters and digits of scripts that part words by blanks; in the others any place may be the end of a word. */
const wordCharacter = String.raw`(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}]`;

/**
 * Where words that a model gave stand in a text, whole: as they are, but for blanks, quotation marks and dashes. Null
 * where they stand nowhere: they were made up.
 * @param near of several places, the one that begins nearest to this
 */
export function findWords(text: string, words: string, near = 0): ReadSpan | null {
  const wanted = words.trim();
  if (!wanted) return null;
  const places = Array.from(text.matchAll(patternOf(wanted)), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  return places.reduce<ReadSpan | null>(
    (best, place) => (best === null || Math.abs(place.start - near) < Math.abs(best.start - near) ? place : best),
    null,
  );
}

/** "costs 1" does not stand in "costs 10": what begins or ends with a letter or digit begins or ends a word there. */
function patternOf(words: string): RegExp {
  const body = Array.from(words.replaceAll(/\s+/gu, ' '), (character) => {
    if (character === ' ') return String.raw`\s+`;
    return (
      alike.find(({ isOf }) => isOf.test(character))?.set ?? character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
    );
  }).join('');
  return new RegExp(`(?<!${wordCharacter}(?=${wordCharacter}))${body}(?!(?<=${wordCharacter})${wordCharacter})`, 'gu');
}
