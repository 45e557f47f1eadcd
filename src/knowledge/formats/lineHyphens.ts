/** The words that a document writes within its lines, lower case. */
export interface WrittenWords {
  readonly whole: ReadonlySet<string>;
  /** Pairs such as `follow-up`, also those within a longer chain. */
  readonly hyphenated: ReadonlySet<string>;
}

/** A hyphen at the end of a line; a soft one is always an end's. */
const lineEnd = /[-\u2010\u00AD]$/u;

/** Reads what is written where no line parts it. */
export function wordsWritten(lines: readonly string[]): WrittenWords {
  const whole = new Set<string>();
  const hyphenated = new Set<string>();
  let isParted = false;
  for (const line of lines) {
    const text = line.toLowerCase();
    const words = text.match(/\p{L}+/gu) ?? [];
    const ends = lineEnd.test(text);
    for (const word of words.slice(isParted ? 1 : 0, ends ? -1 : undefined)) whole.add(word);
    for (const [, left, right] of text.matchAll(/(?=(?<!\p{L})(\p{L}+)-(\p{L}+))/gu))
      hyphenated.add(`${left}-${right}`);
    isParted = ends;
  }
  return { whole, hyphenated };
}

/** Parts of words that always keep their hyphen. */
const keepsHyphen = /^(?:self|ex|non|all|half|quasi|cross)$/;
/** Prefixes that keep it where the same vowel follows, as in `re-enter` and `co-operate`. */
const meetsVowel = /^(?:re|pre|co|de|anti|semi|intra|ultra|micro)$/;
/** Shorter than this, what stands before or behind a hyphen is a syllable. */
const leastWord = 3;
/** The longest word whose end is looked at: a line may be a million letters. */
const longestWord = 80;

/**
 * Returns both sides of a line break as they appear in a paragraph. Of a word that is parted there, the document's own
 * words decide: `exam-` and `ple` lose the hyphen, `state-of-the-` and `art` keep it, and so does what the text writes
 * with a hyphen elsewhere, or as two words. In doubt a hyphen stays: a search finds both of its sides. Where it stands
 * for a part that is left out, as in `first- and second-class`, a blank follows it.
 */
export function joinLines(before: string, after: string, words: WrittenWords): [string, string] {
  const [, chain = '', left = ''] = /(\p{L}-)?(\p{L}+)[-\u2010\u00AD]$/u.exec(before.slice(-longestWord)) ?? [];
  const right = /^\p{Ll}+/u.exec(after)?.[0];
  if (left === '' || !right || !/\p{Ll}$/u.test(left))
    return /[-–/]$/.test(before) && !/\s[-–/]$/.test(before) ? [before, after] : [before, ` ${after}`];
  if (isLeftOut(left.toLowerCase(), right, words)) return [before, ` ${after}`];
  const isSoft = before.endsWith('\u00AD');
  return !isSoft && (chain !== '' || isCompound(left.toLowerCase(), right, words))
    ? [before, after]
    : [before.slice(0, -1), after];
}

function isCompound(left: string, right: string, { whole, hyphenated }: WrittenWords): boolean {
  if (hyphenated.has(`${left}-${right}`) || keepsHyphen.test(left)) return true;
  if (whole.has(left + right)) return false;
  if (meetsVowel.test(left)) return left.at(-1) === right[0];
  return [left, right].every((side) => side.length >= leastWord && isWord(side, whole));
}

/** Also where only its plural is written, or only its singular. */
const isWord = (side: string, whole: ReadonlySet<string>): boolean =>
  [side, `${side}s`, side.replace(/s$/, '')].some((form) => whole.has(form));

/** `and` and `or` are also how words end: `oper-and`, `hon-or`. */
function isLeftOut(left: string, right: string, { whole }: WrittenWords): boolean {
  if (/^(?:und|oder|sowie)$/.test(right)) return true;
  return !whole.has(left + right) && (right === 'and' || (right === 'or' && whole.has(left)));
}
