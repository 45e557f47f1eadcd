import anyAscii from 'any-ascii';
import { perWorkspace } from '../../workspaces/workspaces.ts';

/** A word of the vocabulary that looks like a word of the question. */
export interface Lookalike {
  readonly lexeme: string;
  /** Dice coefficient of their letter trigrams after transliteration: 0..1, 1 for the same letters. */
  readonly similarity: number;
}

/**
 * Only candidates: it has every word of the workspace, including words that the asker may not read and words that are
 * gone. questionWords.ts checks what it proposes.
 */
export interface Vocabulary {
  /** Words with at least this similarity, most similar first, without the word itself. */
  similarTo(word: string, least: number, limit: number): readonly Lookalike[];
  /** Words with this prefix, shortest first. */
  beginningWith(prefix: string, limit: number): readonly string[];
}

/** New words beyond this number are not compared: 200,000 take about 100 MB. An exact match still finds them. */
export const mostWords = 200_000;
/** Shorter words resemble each other by chance. */
const leastLetters = 4;

interface Word {
  readonly lexeme: string;
  readonly letters: string;
  readonly grams: number;
}

/** Every word of a workspace, by its trigrams. */
class WordIndex implements Vocabulary {
  /** The transaction from which the next reading has to start. */
  horizon = '0';
  private readonly words: Word[] = [];
  private readonly seen = new Set<string>();
  private readonly byGram = new Map<string, number[]>();
  /** For each word, the number of trigrams that it shares with the one being looked up. All zeros between look-ups. */
  private shared = new Uint16Array(0);

  /** Adds the words of a reading, and notes where the next one starts. */
  take(lexemes: readonly string[], horizon: string): void {
    for (const lexeme of lexemes) this.add(lexeme);
    this.horizon = horizon;
  }

  private add(lexeme: string): void {
    const letters = lettersOf(lexeme);
    if (this.seen.has(lexeme) || letters.length < 3 || this.words.length >= mostWords) return;
    this.seen.add(lexeme);
    const grams = trigrams(letters);
    for (const gram of grams) {
      const holders = this.byGram.get(gram);
      if (holders) holders.push(this.words.length);
      else this.byGram.set(gram, [this.words.length]);
    }
    this.words.push({ lexeme, letters, grams: grams.size });
  }

  similarTo(word: string, least: number, limit: number): Lookalike[] {
    const letters = lettersOf(word);
    if (letters.length < leastLetters) return [];
    const grams = trigrams(letters);
    // Kept between calls and reset after each one. A map of the thousands of words that share a trigram took two and a
    // half times as long.
    if (this.shared.length < this.words.length) this.shared = new Uint16Array(2 * this.words.length);
    const touched: number[] = [];
    for (const gram of grams) {
      for (const position of this.byGram.get(gram) ?? []) {
        const count = this.shared[position] ?? 0;
        if (count === 0) touched.push(position);
        this.shared[position] = count + 1;
      }
    }
    const found: Lookalike[] = [];
    for (const position of touched) {
      const other = this.words[position];
      const similarity = other ? (2 * (this.shared[position] ?? 0)) / (grams.size + other.grams) : 0;
      this.shared[position] = 0;
      if (other && similarity >= least && other.lexeme !== word) found.push({ lexeme: other.lexeme, similarity });
    }
    return found
      .sort((left, right) => right.similarity - left.similarity || (left.lexeme < right.lexeme ? -1 : 1))
      .slice(0, limit);
  }

  beginningWith(prefix: string, limit: number): string[] {
    const letters = lettersOf(prefix);
    const candidates = this.byGram.get(`^^${letters.slice(0, 1)}`) ?? [];
    const found = candidates
      .flatMap((position) => this.words[position] ?? [])
      .filter((word) => word.letters.startsWith(letters));
    return found
      .sort((left, right) => left.letters.length - right.letters.length || (left.lexeme < right.lexeme ? -1 : 1))
      .slice(0, limit)
      .map((word) => word.lexeme);
  }
}

/**
 * Letters and digits in ASCII, which brings Nor-man\u00EDa, \u041D\u043E\u0440\u043C\u0430\u043D\u0434\u0438\u044F and
 * normandy close together.
 */
function lettersOf(word: string): string {
  return anyAscii(word.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
}

function trigrams(letters: string): Set<string> {
  const padded = `^^${letters}$`;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
}

/**
 * The vocabulary of a workspace as last read (question.ts reads what was added since). It is kept in memory because the
 * trigrams of 30,000 words answer in under a millisecond per word there, and in 20 in SQL. Words that are gone stay
 * until the process forgets the workspace, but they never reach a search.
 */
export const vocabularyOf = perWorkspace(() => new WordIndex());
