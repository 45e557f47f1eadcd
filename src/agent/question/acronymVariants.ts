import { spelledOut } from '../../grounding/reading/namedFacts.ts';
import type { Passage } from '../../retrieval/passage.ts';

/** Passages whose titles and headings may spell an acronym out; one that was found for other words may stand further down. */
const readPassages = 10;
const mostVariants = 2;
/** In capitals, or with a digit: other short words are no acronyms. */
const acronym = /(?<![\p{L}\d-])(?:\p{Lu}{3,6}|(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{3,6})(?![\p{L}\d-])/gu;

/**
 * The question with an acronym written as a title or heading of what was found writes it: "How do I enable 2FA?" beside a page on two-factor authentication. In a sentence the same
 * initials stand next to each other by chance.
 */
export function acronymVariants(
  question: string,
  passages: readonly Pick<Passage, 'documentTitle' | 'sectionPath'>[],
): string[] {
  const headings = passages
    .slice(0, readPassages)
    .flatMap(({ documentTitle, sectionPath }) => [documentTitle, ...sectionPath]);
  const variants = [...question.matchAll(acronym)].flatMap(({ 0: short, index }) => {
    const long = headings.map((heading) => spelledOut(heading, short)).find((words) => words !== null);
    return long === undefined ? [] : [`${question.slice(0, index)}${long}${question.slice(index + short.length)}`];
  });
  return [...new Set(variants)].slice(0, mostVariants);
}
