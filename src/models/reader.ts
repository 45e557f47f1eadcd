import type { ModelUsage } from './chat.ts';

/** UTF-16 offsets [start, end). */
export interface ReadSpan {
  readonly start: number;
  readonly end: number;
}

/** A passage as a reader sees it. */
export interface ReadPassage {
  /** Where it comes from: the document's title and the last heading. */
  readonly title: string;
  readonly text: string;
  /** The sentences, list items and rows of `text`, in order, without overlaps. */
  readonly sentences: readonly ReadSpan[];
}

/** A reader's result for one passage. */
export interface PassageReading {
  /** How likely the passage states the answer: 0..1, on the reader's own scale. */
  readonly answerability: number;
  /** By how many logits the best words answer better than "not stated"; 0 means equally well. */
  readonly margin: number;
  /**
   * The answering words as a span of `text`; null if the reader found none. They do occur in the text: a reader that
   * names other words counts as naming none.
   */
  readonly span: ReadSpan | null;
  /** How well each of `sentences` answers, in logits, in their order. */
  readonly sentences: readonly number[];
  /** For each of `sentences`, in order, its best answering words as a span of `text`; null if a sentence has none. */
  readonly words: readonly (ReadSpan | null)[];
}

/** A reader's result for a question and some passages. */
export interface Reading {
  /** One per passage, in order. */
  readonly passages: readonly PassageReading[];
  /**
   * What the passages do not state, in words, if a chat model said so; otherwise ''. Untrusted text: clean it before it
   * is shown.
   */
  readonly missing: string;
}

export interface ReadOptions {
  /** Deadline and cancellation in one. */
  readonly signal?: AbortSignal | undefined;
  /** Called once for a call that reached a chat model, even if it failed, with its cost. */
  readonly onUsage?: ((usage: ModelUsage) => void) | undefined;
}

/** A model that reads passages for the answer to a question. Every implementation passes test/contracts/reader.ts. */
export interface Reader {
  /** Recorded with each run, e.g. `builtin:reader@6` or `chat:openai:gpt-4.1-mini`. */
  readonly id: string;
  /**
   * The languages that it reads, ISO 639-1; null means any. A question or passage in another language is judged without
   * it.
   */
  readonly languages: readonly string[] | null;
  /** The version of its chat prompt, and the chat model; null for a reader without one. */
  readonly prompt: { readonly version: string; readonly model: string } | null;
  /**
   * Approximate number of chat model tokens that `read` would spend. 0 for a reader without a chat model: it is cheap
   * enough to read every time.
   */
  tokensFor(question: string, passages: readonly ReadPassage[]): number;
  /**
   * Without passages, no call is made.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; the confidence is then that without a
   * reader, and never CONFIDENT.
   */
  read(question: string, passages: readonly ReadPassage[], options?: ReadOptions): Promise<Reading>;
  /** Frees the model's resources. Safe to call twice. */
  close(): Promise<void>;
}

/** Every reader's result if there is nothing to read. */
export const nothingToRead: Reading = { passages: [], missing: '' };

/**
 * The reading of a passage in which a reader names one span of words, with a probability. @param probability 0..1 that
 * the words answer
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

/**
 * The highest probability that a verdict in words can count for: a model that is sure of itself is not always right.
 */
export const certainty = 0.95;

/** Natural log odds of a probability that is kept away from 0 and 1. */
export function logit(probability: number): number {
  const kept = Math.min(0.998, Math.max(0.002, probability));
  return Math.log(kept / (1 - kept));
}

/** Characters that models use interchangeably. */
const alike = [String.raw`['‘’‚‛′]`, String.raw`["“”„«»″]`, String.raw`[-\u2010-\u2015\u2212]`].map((set) => ({
  set,
  isOf: new RegExp(set, 'u'),
}));
/** Letters and digits of scripts that separate words by spaces. In the other scripts, a word may end anywhere. */
const wordCharacter = String.raw`(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}]`;

/**
 * Finds words that a model gave in a text, whole and unchanged except for white space, quotation marks and dashes. Null
 * if they do not occur: they were made up.
 * @param near if there are several places, the one that starts nearest to this offset is returned
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

/**
 * "costs 1" does not match in "costs 10": words that start or end with a letter or digit must start or end at a word
 * boundary of the text.
 */
function patternOf(words: string): RegExp {
  const body = Array.from(words.replaceAll(/\s+/gu, ' '), (character) => {
    if (character === ' ') return String.raw`\s+`;
    return (
      alike.find(({ isOf }) => isOf.test(character))?.set ?? character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
    );
  }).join('');
  return new RegExp(`(?<!${wordCharacter}(?=${wordCharacter}))${body}(?!(?<=${wordCharacter})${wordCharacter})`, 'gu');
}
