/** Which words of a question name a column of a table. */
import { contentRootsOf, rootOf } from './stems.ts';

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
  'long duration length',
  'spend spent actual',
  'child children kid',
  'first 1 1st',
  'second 2 2nd',
  'third 3 3rd',
].map((words) => [...new Set(words.split(' ').map(rootOf))]);

const openUntil = /\b(?:until|till)\b.{0,30}\bopen\b|\bopen\b.{0,20}\b(?:until|till)\b/iu;
/** Words of a question that other lists of words leave out, and that name a column here. */
const asking = /\b(?:who|where|until|till)\b/giu;

/** The roots that a question asks for, each of its own weight, and those that mean the same. */
export function askedRoots(question: string): { readonly own: readonly string[]; readonly alike: readonly string[] } {
  const said = [...contentRootsOf(question), ...(question.match(asking) ?? []).map((word) => rootOf(word.toLowerCase()))];
  // "Until when are you open" asks when it closes.
  const own = said.filter((root) => !(openUntil.test(question) && root === rootOf('open')));
  const alike = groups.filter((group) => group.some((root) => own.includes(root))).flat();
  return { own, alike: alike.filter((root) => !own.includes(root)) };
}
