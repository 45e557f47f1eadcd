/** The everyday words of a language, to tell a slip of the pen by. */
export interface WordList {
  /** ISO 639-1. */
  readonly language: string;
  has(word: string): boolean;
  /** Words that one slip away became `word` (a letter too many, too few, another, or two swapped), the commonest first. */
  near(word: string): readonly string[];
}
