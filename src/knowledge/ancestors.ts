/**
 * What a nested list item stands under. Canonical text says it in front of the item's own words, "Cars › Monthly rate 90
 * crowns", so that the item is found, read, quoted and shown with it, as a row is with its headers.
 */
import { itemMark } from './language/sentences.ts';

const under = ' › ';
const longestLabel = 60;
const mostWords = 8;

/** What an item's children carry of it: its words if they are a name, and '' if they are a sentence or long. */
export function labelOf(item: string): string {
  const label = item.trim().replace(/\s*:$/, '');
  return label.length > longestLabel ||
    label.split(/\s+/).length > mostWords ||
    /[.!?…;,]$|\. |(?:^| )(?:and|or|und|oder|et|ou|y|o)$/iu.test(label)
    ? ''
    : label;
}

/** The words of an item under others. @param above labels, outermost first; empty ones are left out */
export function underLabels(above: readonly string[], words: string): string {
  return words === '' ? words : [...above.filter(Boolean), words].join(under);
}

const nested = /^\s{2,}/u;

/**
 * The labels that a line of canonical text carries, outermost first; empty for a line that is no nested item.
 * @param line from its beginning: it is indented
 */
export function labelsOf(line: string): string[] {
  if (!nested.test(line) || !itemMark.test(line)) return [];
  return line.replace(itemMark, '').split(under).slice(0, -1);
}

/** Where a text has the sign between a label and what stands under it. */
export function signsOf(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/^\s{2,}[^\n]*$/gmu)].flatMap(({ 0: line, index }) => {
    let position = 0;
    return labelsOf(line).map(() => {
      const start = line.indexOf(under, position);
      position = start + under.length;
      return { start: index + start, end: index + position };
    });
  });
}
