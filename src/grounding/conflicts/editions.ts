/** A title without what tells its edition, and that. */
export interface Edition {
  readonly name: string;
  /** Year, version or both, in the order of the title; empty when it names none. */
  readonly numbers: readonly number[];
}

const edition =
  /\b(?:v|version|rev|revision|edition|release)\.? ?(?<version>\d+(?:\.\d+)*)\b|\b(?<year>(?:19|20)\d{2})\b/giu;

/** "Travel policy 2025", "Travel policy v3.1" and "Travel policy" have one name. */
export function editionOf(title: string): Edition {
  const numbers = [...title.matchAll(edition)].flatMap(({ groups }) =>
    (groups?.['version'] ?? groups?.['year'] ?? '').split('.').map(Number),
  );
  const name = title
    .replaceAll(edition, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return { name, numbers };
}

/** Below zero: the left edition is the earlier. Zero: they are no editions of one title, or nothing tells. */
export function compareEditions(left: string, right: string): number {
  const [one, other] = [editionOf(left), editionOf(right)];
  if (
    one.name === '' ||
    one.name.toLowerCase() !== other.name.toLowerCase() ||
    one.numbers.length === 0 ||
    one.numbers.length !== other.numbers.length
  )
    return 0;
  const at = one.numbers.findIndex((number, position) => number !== other.numbers[position]);
  return at === -1 ? 0 : (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
}
