import { contentStems } from '../../grounding/checks/coverage.ts';
import { namedFacts, type NamedFacts } from '../../grounding/reading/namedFacts.ts';

export interface ComparedQuestion {
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  /** The embedder's unit vector. */
  readonly vector: Float32Array;
}

/**
 * From here two questions are one gap. On 91 English questions about 30 things, neighbours among them (npx tsx bench/gaps.ts), 86 of 100 pairs put together
 * belong together, and 54 of 100 that do are. Split gaps cost a reader a second look, mixed ones hide what is missing: so the precise end was taken.
 */
export const sameGap = 0.36;

/**
 * How alike questions are, 0..1, by position: the geometric mean of their cosine and of the words that they share (Dice's coefficient on stems, the words that few
 * of these questions have counting more). By its best threshold the built-in embedder's cosine alone comes to an F1 of .60 on those pairs and
 * this to .67; in a language that it was not trained on its cosines are all high and tell nothing (.18 on German, this .49); and another embedder's cosines begin elsewhere, which matters less so.
 * Questions that name different things are -Infinity.
 */
export function questionSimilarity(questions: readonly ComparedQuestion[]): (left: number, right: number) => number {
  const facts = questions.map(({ text, language }) => namedFacts(text, language));
  const stems = questions.map(({ text }) => contentStems(text));
  const weightOf = rarity(stems);
  const mass = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0);
  const masses = stems.map((words) => mass(words));
  return (left, right) => {
    const [mine, theirs] = [stems[left] ?? new Set<string>(), stems[right] ?? new Set<string>()];
    const [first, second] = [facts[left], facts[right]];
    if (first && second && namesOther(first, second)) return -Infinity;
    const shared = mass([...mine].filter((word) => theirs.has(word)));
    if (shared === 0) return 0;
    const dice = (2 * shared) / ((masses[left] ?? 0) + (masses[right] ?? 0));
    return Math.sqrt(Math.max(0, dot(questions[left]?.vector, questions[right]?.vector)) * dice);
  };
}

function rarity(texts: readonly ReadonlySet<string>[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + texts.length / (counts.get(word) ?? 1));
}

function dot(left: Float32Array | undefined, right: Float32Array | undefined): number {
  return left?.reduce((sum, value, position) => sum + value * (right?.[position] ?? 0), 0) ?? 0;
}

/**
 * Whether two questions name different things: other codes, be it that one has none, other numbers or dates, or names of which none is the same. By meaning alone E1042 and E1043 are one
 * question (cosine .985 with the built-in embedder); a document about the one leaves the other unanswered.
 */
export function namesOther(left: NamedFacts, right: NamedFacts): boolean {
  const differ = (kind: 'codes' | 'numbers' | 'dates') =>
    lowered(left[kind]).join('|') !== lowered(right[kind]).join('|');
  const others = (['numbers', 'dates'] as const).some((kind) => bothName(left[kind], right[kind]) && differ(kind));
  return (
    differ('codes') ||
    others ||
    (bothName(left.names, right.names) && !lowered(left.names).some((name) => lowered(right.names).includes(name)))
  );
}

const bothName = (left: readonly string[], right: readonly string[]) => left.length > 0 && right.length > 0;
const lowered = (texts: readonly string[]) => texts.map((text) => text.toLowerCase()).sort();
