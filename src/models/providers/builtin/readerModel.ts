import { CandorError } from '../../../errors.ts';
import { firstFrom } from '../../../stats.ts';
import type { PassageReading, ReadPassage, ReadSpan } from '../../reader.ts';
import { openSession, type Session } from './session.ts';
import { openWordPieces, separatorPiece, startPiece, type WordPieceTokenizer, type WordPieces } from './wordPieces.ts';

/** Sizes that the model was trained with, in pieces. */
const maxQuestion = 48;
const maxTitle = 16;
const maxPair = 256;
const maxSpan = 30;
/** About 130 words, as in training: a longer passage is read in stretches of whole sentences. */
const stretchPieces = 185;
const fullStop = 1012;

/** Consecutive sentences that are read together. */
interface Stretch {
  /** Positions among the passage's sentences: [from, until). */
  readonly from: number;
  readonly until: number;
}

/** What a network says of consecutive sentences of a passage that are read together. */
export interface StretchReading extends Stretch {
  /** That the answer stands in it. */
  readonly answerLogit: number;
  /** Where an answer starts and ends, in logits: the row's first piece, which stands for "nowhere", then the text's. */
  readonly starts: Float32Array;
  readonly ends: Float32Array;
}

/** A cross-encoder of weights/reader in this thread. @see weights/reader/MODEL.md for what a stretch takes */
export interface ReaderModel {
  /** @param only the stretches to read; omitted: all */
  read(question: string, passage: ReadPassage, only?: readonly Stretch[]): Promise<StretchReading[]>;
  /** What the stretches of a passage say together. */
  readingOf(passage: ReadPassage, stretches: readonly StretchReading[]): PassageReading;
  release(): Promise<void>;
}

/** @throws CandorError MODEL_WEIGHTS */
export async function openReaderModel(
  folder?: string,
  file: 'reader/model.onnx' | 'reader/second.onnx' = 'reader/model.onnx',
): Promise<ReaderModel> {
  const [pieces, session] = await Promise.all([openWordPieces(folder), openSession(file, folder)]);
  return {
    read: (question, passage, only) => readPassage(pieces, session, question, passage, only),
    readingOf: (passage, stretches) => joined(passage, pieces.encode(passage.text), stretches),
    release: () => session.release(),
  };
}

/** Groups sentences into stretches of about equal length, none longer than `limit` unless a single sentence is. */
export function stretchesOf(sentences: readonly ReadSpan[], { ids, starts }: WordPieces, limit: number): Stretch[] {
  const sizes = sentences.map(({ start, end }) => piecesIn(starts, start, end));
  const wanted = Math.ceil(ids.length / Math.max(1, Math.ceil(ids.length / limit)));
  const found: Stretch[] = [];
  let [from, size] = [0, 0];
  for (const [position, own] of sizes.entries()) {
    if (size > 0 && (size + own > limit || size + own / 2 > wanted)) {
      found.push({ from, until: position });
      [from, size] = [position, 0];
    }
    size += own;
  }
  return size > 0 ? [...found, { from, until: sentences.length }] : found;
}

function piecesIn(starts: readonly number[], start: number, end: number): number {
  return firstFrom(starts, end) - firstFrom(starts, start);
}

async function readPassage(
  tokenizer: WordPieceTokenizer,
  session: Session,
  question: string,
  passage: ReadPassage,
  only: readonly Stretch[] | undefined,
): Promise<StretchReading[]> {
  const asked = tokenizer.encode(question, maxQuestion).ids;
  const title = tokenizer.encode(passage.title, maxTitle).ids;
  const head = [startPiece, ...asked, separatorPiece, ...title, ...(title.length > 0 ? [fullStop] : [])];
  const room = maxPair - head.length - 1;
  const encoded = tokenizer.encode(passage.text);
  const readings: StretchReading[] = [];
  for (const stretch of only ?? stretchesOf(passage.sentences, encoded, Math.min(room, stretchPieces))) {
    const [first, last] = piecesOf(stretch, passage, encoded);
    const ids = encoded.ids.slice(first, Math.min(last, first + room));
    readings.push(await readStretch(session, { head, questionLength: asked.length + 2 }, ids, stretch));
  }
  return readings;
}

/** The pieces of a stretch: [first, last). */
function piecesOf({ from, until }: Stretch, { sentences }: ReadPassage, { starts }: WordPieces): [number, number] {
  return [firstFrom(starts, sentences[from]?.start ?? 0), firstFrom(starts, sentences[until - 1]?.end ?? 0)];
}

interface PairHead {
  readonly head: readonly number[];
  /** Includes [CLS] and [SEP]: the pieces with token type 0. */
  readonly questionLength: number;
}

async function readStretch(
  session: Session,
  { head, questionLength }: PairHead,
  ids: readonly number[],
  { from, until }: Stretch,
): Promise<StretchReading> {
  const row = [...head, ...ids, separatorPiece];
  const { start_logits, end_logits, answer_logit } = await session.run({
    input_ids: row,
    attention_mask: row.map(() => 1),
    token_type_ids: row.map((_, position) => (position < questionLength ? 0 : 1)),
  });
  if (!start_logits || !end_logits || !answer_logit)
    throw new CandorError('INTERNAL', 'The built-in reader gave no logits.');
  const own = (logits: Float32Array) =>
    Float32Array.of(logits[0] ?? 0, ...logits.subarray(head.length, head.length + ids.length));
  return { from, until, answerLogit: answer_logit[0] ?? 0, starts: own(start_logits), ends: own(end_logits) };
}

/** A span of pieces, and by how many logits it answers better than "nowhere". */
interface BestSpan {
  readonly margin: number;
  readonly from: number;
  readonly to: number;
}

/** The best span of at most 30 of a stretch's pieces within [from, until), which are those of one sentence. */
function bestSpan({ starts, ends }: StretchReading, from: number, until: number): BestSpan | null {
  const none = (starts[0] ?? 0) + (ends[0] ?? 0);
  let found: BestSpan | null = null;
  const last = Math.min(until, starts.length - 1);
  for (let start = from; start < last; start += 1) {
    for (let end = start; end < Math.min(last, start + maxSpan); end += 1) {
      const margin = (starts[start + 1] ?? -Infinity) + (ends[end + 1] ?? -Infinity) - none;
      if (found === null || margin > found.margin) found = { margin, from: start, to: end };
    }
  }
  return found;
}

/** How well a sentence answers: that the stretch has the answer, and that its best words are it. */
const scoreOf = ({ margin }: BestSpan, { answerLogit }: StretchReading): number => 0.5 * margin + answerLogit;

/**
 * Two networks' logits of a stretch, as one: they err differently, and their mean chooses better than either
 * (weights/reader/MODEL.md).
 */
export function meanOf(first: StretchReading, second: StretchReading): StretchReading {
  const mean = (left: number, right: number) => (left + right) / 2;
  const means = (left: Float32Array, right: Float32Array) =>
    left.map((value, position) => mean(value, right[position] ?? value));
  return {
    ...first,
    answerLogit: mean(first.answerLogit, second.answerLogit),
    starts: means(first.starts, second.starts),
    ends: means(first.ends, second.ends),
  };
}

interface SentenceScore {
  readonly score: number;
  readonly margin: number;
  readonly words: ReadSpan;
}

function sentencesIn(passage: ReadPassage, encoded: WordPieces, stretch: StretchReading): Map<number, SentenceScore> {
  const [shift] = piecesOf(stretch, passage, encoded);
  const found = new Map<number, SentenceScore>();
  for (let position = stretch.from; position < stretch.until; position += 1) {
    const [low, high] = piecesOf({ from: position, until: position + 1 }, passage, encoded);
    const own = bestSpan(stretch, low - shift, high - shift);
    if (!own) continue;
    const words = { start: encoded.starts[own.from + shift] ?? 0, end: encoded.ends[own.to + shift] ?? 0 };
    found.set(position, { score: scoreOf(own, stretch), margin: own.margin, words });
  }
  return found;
}

/** Lower than any score seen so far: a sentence that was cut off answers nothing. */
const unreadScore = -20;

function joined(passage: ReadPassage, encoded: WordPieces, stretches: readonly StretchReading[]): PassageReading {
  // Each sentence is in one stretch.
  const scores = new Map(stretches.flatMap((stretch) => [...sentencesIn(passage, encoded, stretch)]));
  const each = <Value>(of: (score: SentenceScore | undefined) => Value) =>
    passage.sentences.map((_, position) => of(scores.get(position)));
  const sentences = each((own) => Math.max(unreadScore, own?.score ?? unreadScore));
  const words = each((own) => own?.words ?? null);
  const surest = stretches.reduce<StretchReading | null>(
    (left, right) => (left === null || right.answerLogit > left.answerLogit ? right : left),
    null,
  );
  const best = surest && bestIn(scores, surest);
  if (!best) return { answerability: 0, margin: unreadScore, span: null, sentences, words };
  return {
    answerability: 1 / (1 + Math.exp(-surest.answerLogit)),
    margin: best.margin,
    span: best.words,
    sentences,
    words,
  };
}

/** Of a stretch's sentences, the one with the best words. */
function bestIn(scores: ReadonlyMap<number, SentenceScore>, { from, until }: Stretch): SentenceScore | null {
  let best: SentenceScore | null = null;
  for (let position = from; position < until; position += 1) {
    const own = scores.get(position);
    if (own && (best === null || own.margin > best.margin)) best = own;
  }
  return best;
}
