/**
 * Text as models read it. Compatibility characters (ligatures, full-width letters and digits, raised figures) are
 * unknown to their vocabularies, so they get their plain form; every place found in it leads back to the source.
 */
import { firstFrom } from '../stats.ts';
import type { Embedder } from './embedder.ts';
import type { PassageReading, Reader, ReadPassage, ReadSpan } from './reader.ts';

/** What stands in place of a stretch of a text. */
export interface Change extends ReadSpan {
  readonly text: string;
}

/** A text with some stretches replaced, and the way back. */
export interface Rewritten {
  readonly text: string;
  /** The span of the source that a span was made of: of a replaced stretch always the whole. */
  toSource(span: ReadSpan): ReadSpan;
  /** The span that a span of the source became. */
  fromSource(span: ReadSpan): ReadSpan;
}

/** @param changes in order, without overlaps */
export function rewrite(source: string, changes: readonly Change[]): Rewritten {
  if (changes.length === 0) return { text: source, toSource: (span) => span, fromSource: (span) => span };
  const pieces: string[] = [];
  const own: ReadSpan[] = [];
  let [position, length] = [0, 0];
  for (const { start, end, text } of changes) {
    pieces.push(source.slice(position, start), text);
    length += start - position;
    own.push({ start: length, end: length + text.length });
    length += text.length;
    position = end;
  }
  const there = spanMap(own, changes);
  const back = spanMap(changes, own);
  return { text: pieces.join('') + source.slice(position), toSource: there, fromSource: back };
}

function spanMap(from: readonly ReadSpan[], to: readonly ReadSpan[]): (span: ReadSpan) => ReadSpan {
  const [starts, ends] = [from.map(({ start }) => start), from.map(({ end }) => end)];
  /** The changes that end at or before a place shift it; one that it lies within takes it to its own edge. */
  const place = (offset: number, edge: 'start' | 'end') => {
    const behind = firstFrom(ends, edge === 'start' ? offset + 1 : offset);
    const inside = (starts[behind] ?? Infinity) < (edge === 'start' ? offset + 1 : offset) ? to[behind] : undefined;
    if (inside) return inside[edge];
    const last = behind - 1;
    return offset + (last < 0 ? 0 : (to[last]?.end ?? 0) - (ends[last] ?? 0));
  };
  return ({ start, end }) => {
    const first = place(start, 'start');
    return { start: first, end: end <= start ? first : Math.max(first, place(end, 'end')) };
  };
}

/** Characters that may have another form: beyond ASCII, with the marks that go with them. */
const beyond = /[^\p{ASCII}]\p{M}*|\p{ASCII}\p{M}+/gu;
/** Unicode makes "½" 1⁄2 with a slash of its own, and "3½" 31⁄2. */
const fraction = /^[\u00BC-\u00BE\u2150-\u215E\u2189]$/u;
const raised = /^[\u00B2\u00B3\u00B9\u2070\u2074-\u2079]$/u;
/** Vocabularies know the hyphen of the keyboard. */
const hyphen = /^[\u2010\u2011]$/u;

function plainForm(character: string, before: string): string {
  if (hyphen.test(character)) return '-';
  const plain = character.normalize('NFKC');
  if (fraction.test(character)) return `${/\d/.test(before) ? ' ' : ''}${plain.replace('\u2044', '/')}`;
  return raised.test(character) && /\d/.test(before) ? `^${plain}` : plain;
}

/** A text in compatibility form (NFKC), for whatever reads it; quotes keep the characters of the source. */
export function legible(source: string): Rewritten {
  const changes: Change[] = [];
  for (const { 0: character, index } of source.matchAll(beyond)) {
    const text = plainForm(character, source[index - 1] ?? '');
    if (text !== character) changes.push({ start: index, end: index + character.length, text });
  }
  return rewrite(source, changes);
}

/** Most texts have nothing to change. */
const isPlain = (text: string): boolean => !/[^\p{ASCII}]/u.test(text);
export const legibleText = (text: string): string => (isPlain(text) ? text : legible(text).text);

/** An embedder that is given legible text. */
export function legibleEmbedder(embedder: Embedder): Embedder {
  return {
    ...embedder,
    embedDocuments: (texts, options) => embedder.embedDocuments(texts.map(legibleText), options),
    embedQuery: (text, options) => embedder.embedQuery(legibleText(text), options),
  };
}

/** A reader that is given legible text. The spans of its reading are those of the passages as they were. */
export function legibleReader(reader: Reader): Reader {
  return {
    ...reader,
    tokensFor: (question, passages) => reader.tokensFor(question, passages),
    async read(question, passages, options) {
      const rewritten = passages.map(({ text }) => (isPlain(text) ? null : legible(text)));
      const shown = passages.map((passage, position) => asRead(passage, rewritten[position] ?? null));
      const reading = await reader.read(legibleText(question), shown, options);
      return {
        ...reading,
        passages: reading.passages.map((passage, position) => inSource(passage, rewritten[position] ?? null)),
      };
    },
  };
}

/** A passage whose text was rewritten. */
export function asRead(passage: ReadPassage, rewritten: Rewritten | null): ReadPassage {
  const title = legibleText(passage.title);
  if (rewritten === null) return { ...passage, title };
  return { title, text: rewritten.text, sentences: passage.sentences.map((span) => rewritten.fromSource(span)) };
}

/** What a reader found in a rewritten text, in places of its source. What it found in an insertion alone is nothing. */
export function inSource(reading: PassageReading, rewritten: Rewritten | null): PassageReading {
  if (rewritten === null) return reading;
  return {
    ...reading,
    span: reading.span && placed(rewritten, reading.span),
    words: reading.words.map((words) => words && placed(rewritten, words)),
  };
}

function placed(rewritten: Rewritten, span: ReadSpan): ReadSpan | null {
  const source = rewritten.toSource(span);
  return source.end > source.start ? source : null;
}
