import { contentStems } from '../../knowledge/language/stems.ts';
import { namedFacts, type NamedFacts } from '../../retrieval/question/namedFacts.ts';

interface ComparedQuestion {
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  /** What it names and no passage has. */
  readonly missing: readonly string[];
  /** The embedder's unit vector. */
  readonly vector: Float32Array;
}

/**
 * Returns how similar two questions are, 0..1, by position: the geometric mean of their cosine and of their shared
 * words (Dice's coefficient on stems, where words that few of these questions have count more). With its best
 * threshold, the built-in embedder's cosine alone reaches an F1 of .80 on the same pairs and this measure
 * .67. But a threshold on a cosine is specific to one embedder: for others similarities begin elsewhere, some at .7,
 * which would make one gap of everything. Questions that name different things have -Infinity.
 *
 * A thousand questions are half a million pairs. So the data for each side of a pair is computed once, words are
 * ascending numbers, and vectors are compared only if words are shared. With sets of words and lists of names compared
 * again for each pair, the pairs of a thousand questions took 1.5 s of processor time; now they take a tenth of that.
 */
export function questionSimilarity(questions: readonly ComparedQuestion[]): (left: number, right: number) => number {
  const facts = questions.map(({ text, language }) => factsOf(namedFacts(text, language)));
  const said = questions.map(({ text }) => text.toLowerCase());
  const missing = questions.map((question) => lowered(question.missing));
  const { wordsOf, weights } = numberWords(questions.map(({ text }) => contentStems(text)));
  const masses = wordsOf.map((words) => words.reduce((sum, word) => sum + (weights[word] ?? 0), 0));
  return (left, right) => {
    const [mine, theirs, first, second] = [wordsOf[left], wordsOf[right], facts[left], facts[right]];
    if (!mine || !theirs || !first || !second) return 0;
    if (areOther(first, second)) return -Infinity;
    if (
      isExchanged(missing[left] ?? [], said[right] ?? '', mine, theirs) ||
      isExchanged(missing[right] ?? [], said[left] ?? '', theirs, mine)
    )
      return -Infinity;
    const shared = sharedMass(mine, theirs, weights);
    if (shared === 0) return 0;
    const dice = (2 * shared) / ((masses[left] ?? 0) + (masses[right] ?? 0));
    return Math.sqrt(Math.max(0, dot(questions[left]?.vector, questions[right]?.vector)) * dice);
  };
}

/**
 * Whether another question has something else in the place of what one names in vain: "pay with PayPal" and "pay with
 * bitcoin" are two gaps, of which a document about one leaves the other open. A name in small letters is none to
 * `areOther`.
 * @param missing what the one names in vain, and `said` what the other says; lower case
 * @param own words of the one, and `words` of the other
 */
function isExchanged(missing: readonly string[], said: string, own: Int32Array, words: Int32Array): boolean {
  if (missing.length === 0 || missing.some((text) => said.includes(text))) return false;
  return words.some((word) => !own.includes(word));
}

interface NumberedWords {
  /** The numbers of each text's words, in ascending order. */
  readonly wordsOf: readonly Int32Array[];
  /** Weights by the number of a word: the more texts have it, the less it weighs. */
  readonly weights: Float64Array;
}

function numberWords(texts: readonly ReadonlySet<string>[]): NumberedWords {
  const numbers = new Map<string, number>();
  const wordsOf = texts.map((words) =>
    Int32Array.from(words, (word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    }).sort(),
  );
  const counts = new Float64Array(numbers.size);
  for (const words of wordsOf) for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return { wordsOf, weights: counts.map((count) => Math.log(1 + texts.length / count)) };
}

/** Returns the total weight of the shared words. */
function sharedMass(left: Int32Array, right: Int32Array, weights: Float64Array): number {
  let mass = 0;
  for (let mine = 0, theirs = 0; mine < left.length && theirs < right.length;) {
    const [word, other] = [left[mine] ?? 0, right[theirs] ?? 0];
    if (word === other) mass += weights[word] ?? 0;
    if (word <= other) mine += 1;
    if (other <= word) theirs += 1;
  }
  return mass;
}

/**
 * A loop with four sums. With `reduce`, half of the time went into function calls; with one sum, each addition waits
 * for the one before.
 */
function dot(left: Float32Array | undefined, right: Float32Array | undefined): number {
  if (!left || !right) return 0;
  let [first, second, third, fourth, at] = [0, 0, 0, 0, 0];
  for (; at + 3 < left.length; at += 4) {
    first += (left[at] ?? 0) * (right[at] ?? 0);
    second += (left[at + 1] ?? 0) * (right[at + 1] ?? 0);
    third += (left[at + 2] ?? 0) * (right[at + 2] ?? 0);
    fourth += (left[at + 3] ?? 0) * (right[at + 3] ?? 0);
  }
  for (; at < left.length; at += 1) first += (left[at] ?? 0) * (right[at] ?? 0);
  return first + second + third + fourth;
}

/**
 * Whether two questions name different things: other codes (even if one has none), other numbers or dates, or names
 * without a match. By meaning alone, E1042 and E1043 are one question (cosine .985 with the built-in embedder), but a
 * document about one leaves the other unanswered.
 */
export function namesOther(left: NamedFacts, right: NamedFacts): boolean {
  return areOther(factsOf(left), factsOf(right));
}

/** What a question names, in the form that is compared: the facts of a kind as one text, empty if there are none. */
interface ComparedFacts {
  readonly codes: string;
  readonly numbers: string;
  readonly dates: string;
  readonly names: readonly string[];
}

function factsOf({ codes, numbers, dates, names }: NamedFacts): ComparedFacts {
  const together = (texts: readonly string[]) => lowered(texts).sort().join('|');
  return { codes: together(codes), numbers: together(numbers), dates: together(dates), names: lowered(names) };
}

const lowered = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

function areOther(left: ComparedFacts, right: ComparedFacts): boolean {
  return (
    left.codes !== right.codes ||
    bothDiffer(left.numbers, right.numbers) ||
    bothDiffer(left.dates, right.dates) ||
    (left.names.length > 0 && right.names.length > 0 && !left.names.some((name) => right.names.includes(name)))
  );
}

const bothDiffer = (left: string, right: string) => left !== '' && right !== '' && left !== right;
