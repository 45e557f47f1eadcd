import { createRandom } from '../src/stats.ts';

/**
 * Made-up knowledge, identical for the same seed. Its figures follow SQuAD 2.0. Its passages have 140 words, of which
 * 85 are not stop words and 64 of those are different. Its questions have 5.4 significant words, which occur in .22 of
 * all passages when their shares are added (95th percentile .49): the number of postings that a question meets
 * determines the time of a keyword search.
 */
export interface MadeDocument {
  readonly title: string;
  /** Markdown: one heading, then sentences. */
  readonly text: string;
}

interface Topic {
  readonly words: readonly string[];
  readonly centre: Float32Array;
}

export interface MadeQuestion {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface MadeKnowledge {
  /** The same text in each workspace, so that it is read and cut only once. */
  document(number: number): MadeDocument;
  /** The vectors of `count` windows of that document; no two workspaces share them. */
  vectors(workspace: number, number: number, count: number): Float32Array[];
  /** Question `number` about a document: some of its words between stop words, and a vector near its first window. */
  question(number: number, workspace: number, document: number): MadeQuestion;
}

export const dimensions = 384;
const vocabularySize = 30_000;
const topicCount = 250;
const topicSize = 200;
/** Topics take their words from those after the words that all texts use. */
const firstTopicWord = 300;
const stopWords =
  'the of and in to a is was for as by with on that at from are it an were be which this or his has its had not their but have also been one they more who when into would such no these between only other where than about there what how do does did'.split(
    ' ',
  );
const share = { stop: 0.42, again: 0.15, topic: 0.4, frequent: 0.28 };
/** Questions use words that occur in many passages, such as `first` and `year`. */
const frequentWords = 300;
/**
 * The offset in the Zipf-Mandelbrot law: the most frequent word occurs in a quarter of the documents, the 25th in a
 * tenth, the 175th in a fortieth.
 */
const flattening = 15;

export function makeKnowledge(seed: number): MadeKnowledge {
  const random = createRandom(seed);
  const vocabulary = makeVocabulary(random);
  const everywhere = vectorOf(random);
  const topics = Array.from({ length: topicCount }, (): Topic => ({
    words: Array.from(
      { length: topicSize },
      () => vocabulary[firstTopicWord + Math.floor(random() * (vocabularySize - firstTopicWord))]!,
    ),
    centre: vectorOf(random),
  }));
  const randomOf = (...numbers: readonly number[]) =>
    createRandom(numbers.reduce((mixed, number) => Math.imul(mixed ^ number, 0x9e3779b1) ^ (mixed >>> 15), seed + 1));
  const topicsOf = (own: () => number) =>
    Array.from({ length: own() < 0.5 ? 2 : 3 }, () => topics[Math.floor(own() * topicCount)]!);
  const topicWord = (own: () => number, of: readonly Topic[]) =>
    of[Math.floor(own() * of.length)]!.words[zipf(own, topicSize, 0.5)]!;
  const generalWord = (own: () => number) => vocabulary[zipf(own, vocabularySize, flattening)]!;
  const stopWord = (own: () => number) => stopWords[zipf(own, stopWords.length, 2)]!;
  const word = (own: () => number, of: readonly Topic[], said: string[]) => {
    if (own() < share.stop) return stopWord(own);
    if (said.length > 0 && own() < share.again) return said[Math.floor(own() * said.length)]!;
    const fresh = own() < share.topic ? topicWord(own, of) : generalWord(own);
    said.push(fresh);
    return fresh;
  };
  const document = (number: number): MadeDocument => {
    const own = randomOf(1, number);
    const of = topicsOf(own);
    const name = (length: number) => capital(Array.from({ length }, () => topicWord(own, of)).join(' '));
    const title = name(2 + Math.floor(own() * 3));
    const heading = name(1 + Math.floor(own() * 3));
    const said: string[] = [];
    const sentences: string[] = [];
    for (let words = 0; words < 124;) {
      const length = 15 + Math.floor(own() * 22);
      sentences.push(`${capital(Array.from({ length }, () => word(own, of, said)).join(' '))}.`);
      words += length;
    }
    return { title, text: `## ${heading}\n\n${sentences.join(' ')}` };
  };
  const vectors = (workspace: number, number: number, count: number) => {
    const of = topicsOf(randomOf(1, number));
    const own = randomOf(2, workspace, number);
    const about = vectorOf(own);
    // Any two windows have a cosine of about .15, two of one topic .4, two of one document .6, as the built-in embedder
    // gives for prose.
    return Array.from({ length: count }, () => {
      const topic = of[Math.floor(own() * of.length)]!;
      return sum([
        [everywhere, 0.4],
        [topic.centre, 0.5],
        [about, 0.45],
        [vectorOf(own), 0.63],
      ]);
    });
  };
  const question = (number: number, workspace: number, about: number): MadeQuestion => {
    const own = randomOf(3, number);
    const written = document(about)
      .text.split(/\W+/)
      .filter((one) => one.length > 3 && !stopWords.includes(one.toLowerCase()));
    const count = 4 + Math.floor(own() * 4);
    const words = Array.from({ length: count }, () =>
      own() < share.frequent
        ? vocabulary[zipf(own, frequentWords, flattening)]!
        : written[Math.floor(own() * written.length)]!.toLowerCase(),
    );
    const fillers = Array.from({ length: 2 + Math.floor(own() * 4) }, () => stopWord(own));
    const text = `${capital([...fillers.slice(0, 2), ...words.flatMap((one, position) => [one, ...fillers.slice(position + 2, position + 3)])].join(' '))}?`;
    const [near] = vectors(workspace, about, 1);
    return {
      text,
      vector: sum([
        [near!, 0.8],
        [vectorOf(own), 0.6],
      ]),
    };
  };
  return { document, vectors, question };
}

/**
 * Makes words from syllables of a consonant, a vowel and sometimes a consonant: they can be pronounced, and a stemmer
 * treats them as words.
 */
function makeVocabulary(random: () => number): string[] {
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)]!;
  const words = new Set<string>();
  while (words.size < vocabularySize) {
    const syllables = random() < 0.6 ? 2 : 3;
    words.add(
      Array.from(
        { length: syllables },
        () => pick('bdfgklmnprstvz') + pick('aeiou') + (random() < 0.35 ? pick('lmnrst') : ''),
      ).join(''),
    );
  }
  return [...words];
}

/** Draws a rank from 0: r with a probability that falls as 1 / (r + flat), by the inverse of its integral. */
function zipf(random: () => number, size: number, flat: number): number {
  return Math.min(size - 1, Math.floor(flat * ((size + flat) / flat) ** random() - flat));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function vectorOf(random: () => number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (let position = 0; position < dimensions; position += 1) vector[position] = random() - 0.5;
  return unit(vector);
}

/** Returns the weighted sum of vectors as a unit vector. */
function sum(parts: readonly (readonly [vector: Float32Array, weight: number])[]): Float32Array {
  const total = new Float32Array(dimensions);
  for (const [vector, weight] of parts)
    for (let position = 0; position < dimensions; position += 1) total[position]! += weight * vector[position]!;
  return unit(total);
}

function unit(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((total, value) => total + value * value, 0));
  return vector.map((value) => value / norm);
}
