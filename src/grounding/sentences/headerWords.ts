/** Which words of a question name a column of a table. */
import { contentRootsOf, holdsRoot, plainWordsOf, rootOf } from '../../knowledge/language/stems.ts';
import { onceFor } from '../../retrieval/question/question.ts';

/** Plain words that mean the same in the head of a column and in a question; what is not here, meaning finds. */
const groups = [
  'close closing closed shut until till',
  'open opening opened start starts begin beginning',
  'cost price fee fare rate charge tariff pay',
  'weekend sat sun saturday sunday',
  'weekday weekdays mon fri week workday working',
  'phone telephone tel mobile call ring number',
  'mail email',
  'where place location room address venue',
  'who name person contact',
  'depart departure leave',
  'arrive arrival',
  'long duration length time',
  'spend spent actual',
  'child children kid',
  'monthly month',
  'yearly annual annually year',
  'first 1 1st',
  'second 2 2nd',
  'third 3 3rd',
].map((words) => [...new Set(words.split(' ').map(rootOf))]);

/** What is asked for without its name: "how much is it", "from what time". */
const phrases: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bhow much\b/iu, ['price']],
  [/\bhow (?:long|many (?:minutes|hours|days|weeks|months))\b/iu, ['duration']],
  [/\bfrom (?:what time|when)\b/iu, ['open']],
  [/\blatest\b/iu, ['last']],
  [/\bhow often\b/iu, ['interval', 'frequency']],
  [/\b(?:to|(?:should|must|shall|can|do) (?:i|we|you)) do\b/iu, ['what to do', 'remedy', 'fix', 'solution', 'action']],
].map(([shape, words]) => [
  shape as RegExp,
  (words as string[]).map((word) => (word.includes(' ') ? word : rootOf(word))),
]);
const openUntil = /\b(?:until|till)\b.{0,30}\bopen\b|\bopen\b.{0,20}\b(?:until|till)\b/iu;
/** Words that other lists leave out, and that name a column here. */
const asking = new Set(['who', 'where', 'until', 'till']);

/** The roots that name a column. Of one that has nothing but function words, "What to do", those. */
export function headerRoots(header: string): readonly string[] {
  const roots = namingRoots(header);
  return roots.length > 0 ? roots : [plainWordsOf(header).join(' ')].filter(Boolean);
}

function namingRoots(text: string): string[] {
  const asked = plainWordsOf(text).filter((word) => asking.has(word));
  return [...new Set([...contentRootsOf(text), ...asked.map(rootOf)])];
}

/** Whether a question asks for a root, or for one that means the same. */
export const asksFor = onceFor(({ text: question }): ((root: string) => boolean) => {
  // "Tell me" is not "tel.", though they share a root.
  const said = namingRoots(question.replaceAll(/\btell\b/giu, ' '));
  // "Until when are you open" asks when it closes.
  const own = said.filter((root) => !(openUntil.test(question) && root === rootOf('open')));
  const stated = [...own, ...phrases.flatMap(([shape, roots]) => (shape.test(question) ? roots : []))];
  const alike = new Set([...stated, ...groups.filter((group) => group.some((root) => stated.includes(root))).flat()]);
  const plain = ` ${plainWordsOf(question).join(' ')} `;
  return (root) => alike.has(root) || holdsRoot(own, root) || (root.includes(' ') && plain.includes(` ${root} `));
});
