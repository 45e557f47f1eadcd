import { contentStems, contentWordsOf } from '../checks/coverage.ts';
import { rootOf, sameRoot } from './roots.ts';

/** Whether two words are forms of one: the same first five letters, or one begins the other. */
export function sameStem(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length >= 5)
    return short.slice(0, 5) === long.slice(0, 5) || (short.endsWith('e') && long === `${short.slice(0, -1)}ing`);
  return (
    short.length >= 3 && long.startsWith(short) && /^(?:s|es|d|ed|ing|n|er|ers|r|'s|ly)$/.test(long.slice(short.length))
  );
}

/** Whether a text has some form of a word. */
export function hasWord(text: string, word: string): boolean {
  return (text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []).some((other) => sameStem(other, word));
}

/** Content words of `text` whose stems `other` has none of. */
export function missingStems(text: string, other: string): string[] {
  const there = contentStems(other);
  return [...contentStems(text)].filter((stem) => !there.has(stem));
}

/** Roots of the content words of a text, once each. */
export function contentRootsOf(text: string): string[] {
  return [...new Set(contentWordsOf(text).map(rootOf))];
}

/** Whether some of the roots is of one family with `root`. */
export function holdsRoot(roots: readonly string[], root: string): boolean {
  return roots.some((other) => sameRoot(root, other));
}
