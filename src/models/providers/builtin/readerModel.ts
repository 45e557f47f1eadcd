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

/** The cross-encoder of weights/reader in this thread: about 8.5 ms per stretch of 128 pieces, 21 of 256. */
export interface ReaderModel {
  read(question: string, passage: ReadPassage): Promise<PassageReading>;
  release(): Promise<void>;
}

/** @throws CandorError MODEL_WEIGHTS */
export async function openReaderModel(folder?: string): Promise<ReaderModel> {
  const [pieces, session] = await Promise.all([openWordPieces(folder), openSession('reader/model.onnx', folder)]);
  return {
    read: (question, passage) => readPassage(pieces, session, question, passage),
    release: () => session.release(),
  };
}

/** Consecutive sentences that are read together. */
interface Stretch {
  /** Positions among the passage's sentences. */
  readonly from: number;
  readonly until: number;
}

async function readPassage(
  tokenizer: WordPieceTokenizer,
  session: Session,
  question: string,
  passage: ReadPassage,
): Promise<PassageReading> {
  const asked = tokenizer.encode(question, maxQuestion).ids;
  const title = tokenizer.encode(passage.title, maxTitle).ids;
  const head = [startPiece, ...asked, separatorPiece, ...title, ...(title.length > 0 ? [fullStop] : [])];
  const room = maxPair - head.length - 1;
  const encoded = tokenizer.encode(passage.text);
  const readings: StretchReading[] = [];
  for (const stretch of stretchesOf(passage.sentences, encoded, Math.min(room, stretchPieces))) {
    readings.push(
      await readStretch(session, { head, questionLength: asked.length + 2, room }, encoded, passage.sentences, stretch),
    );
  }
  return joined(passage, readings);
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

interface StretchReading {
  readonly answerLogit: number;
  readonly margin: number;
  readonly span: ReadSpan | null;
  /** The scores of its sentences and their best words, by position in the passage. */
  readonly sentences: ReadonlyMap<number, { readonly score: number; readonly words: ReadSpan }>;
}

interface PairHead {
  readonly head: readonly number[];
  /** Includes [CLS] and [SEP]: the pieces with token type 0. */
  readonly questionLength: number;
  readonly room: number;
}

async function readStretch(
  session: Session,
  { head, questionLength, room }: PairHead,
  encoded: WordPieces,
  sentences: readonly ReadSpan[],
  { from, until }: Stretch,
): Promise<StretchReading> {
  const first = firstFrom(encoded.starts, sentences[from]?.start ?? 0);
  const last = Math.min(firstFrom(encoded.starts, sentences[until - 1]?.end ?? 0), first + room);
  const row = [...head, ...encoded.ids.slice(first, last), separatorPiece];
  const {
    start_logits: starts,
    end_logits: ends,
    answer_logit: answer,
  } = await session.run({
    input_ids: row,
    attention_mask: row.map(() => 1),
    token_type_ids: row.map((_, position) => (position < questionLength ? 0 : 1)),
  });
  if (!starts || !ends || !answer) throw new CandorError('INTERNAL', 'The built-in reader gave no logits.');
  const answerLogit = answer[0] ?? 0;
  const none = (starts[0] ?? 0) + (ends[0] ?? 0);
  const shift = head.length - first;
  const bests = new Map<number, { readonly score: number; readonly words: ReadSpan }>();
  let best = { score: -Infinity, span: null as ReadSpan | null };
  for (let position = from; position < until; position += 1) {
    const sentence = sentences[position];
    if (!sentence) continue;
    const [low, high] = [
      firstFrom(encoded.starts, sentence.start),
      Math.min(last, firstFrom(encoded.starts, sentence.end)),
    ];
    const own = bestSpan(starts, ends, low + shift, high + shift);
    if (!own) continue;
    const margin = own.score - none;
    const words = { start: encoded.starts[own.from - shift] ?? 0, end: encoded.ends[own.to - shift] ?? 0 };
    bests.set(position, { score: 0.5 * margin + answerLogit, words });
    if (margin > best.score) best = { score: margin, span: words };
  }
  return { answerLogit, margin: best.score, span: best.span, sentences: bests };
}

/** The best start and end between two pieces of one sentence, for a span of at most 30 pieces. */
function bestSpan(
  starts: Float32Array,
  ends: Float32Array,
  from: number,
  until: number,
): { readonly score: number; readonly from: number; readonly to: number } | null {
  let found: { score: number; from: number; to: number } | null = null;
  for (let start = from; start < until; start += 1) {
    for (let end = start; end < Math.min(until, start + maxSpan); end += 1) {
      const score = (starts[start] ?? -Infinity) + (ends[end] ?? -Infinity);
      if (found === null || score > found.score) found = { score, from: start, to: end };
    }
  }
  return found;
}

/** Lower than any score seen so far: a sentence that was cut off answers nothing. */
const unreadScore = -20;

function joined(passage: ReadPassage, readings: readonly StretchReading[]): PassageReading {
  const best = readings.reduce<StretchReading | null>(
    (left, right) => (left === null || right.answerLogit > left.answerLogit ? right : left),
    null,
  );
  // Each sentence is in one stretch.
  const found = passage.sentences.map((_, position) =>
    readings.map((reading) => reading.sentences.get(position)).find((own) => own !== undefined),
  );
  const sentences = found.map((own) => Math.max(unreadScore, own?.score ?? unreadScore));
  const words = found.map((own) => own?.words ?? null);
  if (best === null || !Number.isFinite(best.margin))
    return { answerability: 0, margin: unreadScore, span: null, sentences, words };
  return {
    answerability: 1 / (1 + Math.exp(-best.answerLogit)),
    margin: best.margin,
    span: best.span,
    sentences,
    words,
  };
}
