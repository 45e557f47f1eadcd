import anyAscii from 'any-ascii';
import { firstFrom } from '../../stats.ts';
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

/** New words beyond this number are not compared: 200,000 take about 30 MB. An exact match still finds them. */
export const mostWords = 200_000;
/** Shorter words resemble each other by chance. */
const leastLetters = 4;

/** Every word of a workspace, by its trigrams. */
class WordIndex implements Vocabulary {
  /** The transaction from which the next reading has to start. */
  horizon = '0';
  /** Strings and numbers side by side: an object a word took twice the memory, and the collector's time with it. */
  private readonly words: string[] = [];
  /** The number of trigrams of each word. */
  private gramsOf = new Uint16Array(0);
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
    if (this.gramsOf.length === this.words.length) this.gramsOf = grown(this.gramsOf);
    this.gramsOf[this.words.length] = grams.size;
    this.words.push(lexeme);
  }

  /**
   * A word that is similar enough has one of the rarest trigrams at least: all others together are too few. So only
   * those are gone through; whether it has one of the frequent ones is looked up for the few words that could still be
   * similar enough (prefix filtering, Chaudhuri et al. 2006).
   */
  similarTo(word: string, least: number, limit: number): Lookalike[] {
    const letters = lettersOf(word);
    if (letters.length < leastLetters) return [];
    const lists = [...trigrams(letters)].map((gram) => this.byGram.get(gram) ?? []);
    lists.sort((left, right) => left.length - right.length);
    // With n trigrams here and m there, s of them shared: 2s / (n + m) >= least, and m >= s.
    const fewest = Math.ceil((least * lists.length) / (2 - least) - 1e-9);
    const rare = lists.slice(0, lists.length - Math.max(0, fewest - 1));
    const frequent = lists.slice(rare.length);
    const found: Lookalike[] = [];
    for (const position of this.countShared(rare)) {
      let shared = this.shared[position] ?? 0;
      this.shared[position] = 0;
      const total = lists.length + (this.gramsOf[position] ?? 0);
      if ((2 * (shared + frequent.length)) / total < least) continue;
      for (const holders of frequent) if (holders[firstFrom(holders, position)] === position) shared += 1;
      const similarity = (2 * shared) / total;
      const lexeme = similarity < least ? undefined : this.words[position];
      if (lexeme !== undefined && lexeme !== word) found.push({ lexeme, similarity });
    }
    return found
      .sort((left, right) => right.similarity - left.similarity || (left.lexeme < right.lexeme ? -1 : 1))
      .slice(0, limit);
  }

  /**
   * Counts into `shared` in how many of the lists each word is; the caller sets them to zero again. A map of the
   * thousands of words that share a trigram took two and a half times as long.
   * @returns the words that are in one at least
   */
  private countShared(lists: readonly (readonly number[])[]): readonly number[] {
    if (this.shared.length < this.words.length) this.shared = new Uint16Array(this.gramsOf.length);
    const { shared } = this;
    const touched: number[] = [];
    for (const holders of lists) {
      for (const position of holders) {
        const count = shared[position] ?? 0;
        if (count === 0) touched.push(position);
        shared[position] = count + 1;
      }
    }
    return touched;
  }

  beginningWith(prefix: string, limit: number): string[] {
    const letters = lettersOf(prefix);
    const candidates = this.byGram.get(`^^${letters.slice(0, 1)}`) ?? [];
    const found = candidates
      .map((position) => this.words[position] ?? '')
      .map((lexeme) => ({ lexeme, letters: lettersOf(lexeme) }))
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

/** The same numbers with room for as many again. */
function grown(numbers: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(Math.max(1_024, 2 * numbers.length));
  larger.set(numbers);
  return larger;
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
