/** Scripts whose words are not parted by blanks. */
const unspacedScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** Runs of letters, accents and digits in lower case. */
export function lowerWords(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Without accents and other marks, compatibility forms made plain. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

/** How many units two texts have in common from their beginning. */
export function sharedStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/** Whether most letters are of a script that has no blanks between words: its "words" are then whole clauses. */
export function isUnspaced(text: string): boolean {
  const unspaced = text.match(unspacedScript)?.length ?? 0;
  return unspaced > 0 && unspaced * 2 > (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0);
}
