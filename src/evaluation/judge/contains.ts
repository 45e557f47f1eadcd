/** Marks of Markdown inside a line; a link keeps its words. Sets quote their sources with them, and canonical text has none. */
const inlineMarks = /`+|\*\*|__|\[([^\]\n]*)\]\([^)\s]*\)/g;

/** Text as answers are compared: NFKC, lower case, one space for any white space, no citation marks and no marks of Markdown. */
export function normalizeAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s*\[\d+\](?!\()/g, '')
    .replaceAll(inlineMarks, '$1')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** True when `text` holds `answer`. An empty answer is held by nothing. */
export function contains(text: string, answer: string): boolean {
  const wanted = normalizeAnswer(answer);
  return wanted !== '' && normalizeAnswer(text).includes(wanted);
}

/** True when `text` holds `answer` as whole words: for wrong answers, where "4 days" must not be found in "14 days". */
export function containsWords(text: string, answer: string): boolean {
  const wanted = normalizeAnswer(answer);
  if (wanted === '') return false;
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(normalizeAnswer(text));
}

/** Share of the distinct words of `reference` that stand in `text`; 0 when the reference has none. */
export function wordRecall(text: string, reference: string): number {
  const words = (value: string) => new Set(normalizeAnswer(value).match(/[\p{L}\p{N}]+/gu) ?? []);
  const wanted = words(reference);
  const given = words(text);
  if (wanted.size === 0) return 0;
  return [...wanted].filter((word) => given.has(word)).length / wanted.size;
}
