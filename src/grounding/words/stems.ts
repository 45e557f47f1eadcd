import { contentStems } from '../checks/coverage.ts';

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
