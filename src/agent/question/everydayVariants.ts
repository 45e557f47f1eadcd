import type { Passage } from '../../retrieval/passage.ts';
import { innerHeadings } from './judgeQuestion.ts';
import { everydayNouns, everydayOthers, everydayVerbs } from './everydayWords.ts';

/** Passages whose words may be meant; one that was found for other words may stand further down. */
const readPassages = 10;
const mostVariants = 2;
/** Of the question's words, at least two stand under one heading, as they are or by another of their group: one alone stands there by the way. */
const leastInHeading = 2;

/** Shorter words ask or join. */
const shortWord = 3;

type Readable = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

interface Form {
  /** The group's phrase, as it is listed. */
  readonly phrase: string;
  /** How the form is made from the phrase, so that a substitute is put in the same one. */
  readonly inflect: (phrase: string) => string;
}

/** Simple pasts that take no -ed. */
const irregular: Readonly<Record<string, string>> = {
  get: 'got', forget: 'forgot', lose: 'lost', find: 'found', see: 'saw', send: 'sent', pay: 'paid', buy: 'bought', keep: 'kept',
  break: 'broke', choose: 'chose', give: 'gave', take: 'took', make: 'made', set: 'set', put: 'put', let: 'let', read: 'read',
  leave: 'left', bring: 'brought', hold: 'held', withdraw: 'withdrew', go: 'went', run: 'ran', come: 'came', tell: 'told',
  speak: 'spoke', write: 'wrote', undo: 'undid', split: 'split', cut: 'cut', quit: 'quit', be: 'was',
}; // prettier-ignore

/** By each form of each phrase, in lower case: the groups that hold the phrase. */
const groupsByForm = new Map<string, { readonly form: Form; readonly group: readonly string[] }[]>();
const inflections = {
  verbs: [(phrase: string) => phrase, past, ongoing],
  nouns: [(phrase: string) => phrase, plural],
  others: [(phrase: string) => phrase],
};
listForms(everydayVerbs, inflections.verbs);
listForms(everydayNouns, inflections.nouns);
listForms(everydayOthers, inflections.others);
const longestForm = Math.max(...[...groupsByForm.keys()].map((form) => form.split(' ').length));

/**
 * The question with everyday words written as a heading of what was found writes them: "how do i add a team member" beside a section "Invite a colleague". What the heading says itself
 * is left alone, and so is what it has no other word for.
 * @returns at most two readings, those first of which more stands in the heading
 */
export function everydayVariants(question: string, passages: readonly Readable[]): string[] {
  const found = phrasesIn(question);
  if (found.length === 0) return [];
  const variants = new Map<string, number>();
  for (const heading of passages.slice(0, readPassages).flatMap(sectionsOf)) {
    const { variant, inHeading } = inWordsOf(heading, question, found);
    if (variant !== question && inHeading >= leastInHeading)
      variants.set(variant, Math.max(inHeading, variants.get(variant) ?? 0));
  }
  return [...variants]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, mostVariants)
    .map(([variant]) => variant);
}

/** A section by the words of its title and headings; short sections share a passage. */
function sectionsOf(passage: Readable): string[] {
  const path = [passage.documentTitle, ...passage.sectionPath];
  return [path, ...innerHeadings(passage).map((heading) => [...path, heading])].map((headings) =>
    tokens(headings.join(' ')),
  );
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly meanings: readonly { readonly form: Form; readonly group: readonly string[] }[];
}

/** The longest listed forms of the question, left to right. */
function phrasesIn(question: string): Found[] {
  const words = [...question.matchAll(/[\p{L}\d]+(?:['’][\p{L}\d]+)*/gu)];
  const found: Found[] = [];
  for (let at = 0; at < words.length; at += 1) {
    for (let length = Math.min(longestForm, words.length - at); length > 0; length -= 1) {
      const covered = words.slice(at, at + length);
      const meanings = groupsByForm.get(covered.map(([word]) => word.toLowerCase()).join(' '));
      if (!meanings) continue;
      const last = covered[length - 1];
      if (covered[0] && last) found.push({ from: covered[0].index, to: last.index + last[0].length, meanings });
      at += length - 1;
      break;
    }
  }
  return found;
}

function inWordsOf(heading: string, question: string, found: readonly Found[]) {
  let variant = question;
  let inHeading = 0;
  // From the right, so that what stands further left keeps its place.
  for (const { from, to, meanings } of found.toReversed()) {
    if (meanings.some(({ form }) => says(heading, form.phrase))) inHeading += 1;
    else {
      const other = substitutes(meanings).find(({ phrase }) => says(heading, phrase));
      if (!other) continue;
      variant = `${variant.slice(0, from)}${other.form.inflect(other.phrase)}${variant.slice(to)}`;
      inHeading += 1;
    }
  }
  return { variant, inHeading: inHeading + sharedWords(heading, question, found) };
}

/** Words of the question that no group has, and the heading has too: names of things. */
function sharedWords(heading: string, question: string, found: readonly Found[]): number {
  const others = found.toReversed().reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), question);
  return new Set(
    tokens(others)
      .split(' ')
      .filter((word) => word.length > shortWord && says(heading, word)),
  ).size;
}

function substitutes(meanings: Found['meanings']): { readonly phrase: string; readonly form: Form }[] {
  return meanings.flatMap(({ form, group }) =>
    group.filter((phrase) => phrase !== form.phrase).map((phrase) => ({ phrase, form })),
  );
}

/** Words between blanks, so that a phrase is looked up as whole words. */
function tokens(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\d]+(?:['’][\p{L}\d]+)*/gu) ?? []).join(' ')} `;
}

function says(text: string, phrase: string): boolean {
  return formsOf(phrase).some((form) => text.includes(` ${form} `));
}

function formsOf(phrase: string): string[] {
  return [phrase, plural(phrase), past(phrase), ongoing(phrase)];
}

function listForms(groups: readonly string[], inflections: readonly Form['inflect'][]): void {
  for (const line of groups) {
    const group = line.split(', ');
    for (const phrase of group) {
      for (const inflect of inflections) {
        const form = inflect(phrase);
        groupsByForm.set(form, [...(groupsByForm.get(form) ?? []), { form: { phrase, inflect }, group }]);
      }
    }
  }
}

function past(phrase: string): string {
  return inflectFirst(phrase, (word) => irregular[word] ?? `${stemBefore(word)}${word.endsWith('e') ? 'd' : 'ed'}`);
}

function ongoing(phrase: string): string {
  return inflectFirst(
    phrase,
    (word) => `${word.endsWith('e') && !word.endsWith('ee') && word !== 'be' ? word.slice(0, -1) : doubled(word)}ing`,
  );
}

function plural(phrase: string): string {
  return inflectLast(phrase, (word) =>
    /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`,
  );
}

function stemBefore(word: string): string {
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : doubled(word);
}

/** The last letter of a short stressed syllable is written twice: "stopped", "getting". */
function doubled(word: string): string {
  return /^[^aeiou]*[aeiou][bdglmnprt]$/.test(word) || /(?:cel|get)$/.test(word) ? `${word}${word.at(-1) ?? ''}` : word;
}

function inflectFirst(phrase: string, inflect: (word: string) => string): string {
  const [first = '', ...others] = phrase.split(' ');
  return [inflect(first), ...others].join(' ');
}

function inflectLast(phrase: string, inflect: (word: string) => string): string {
  const words = phrase.split(' ');
  return [...words.slice(0, -1), inflect(words.at(-1) ?? '')].join(' ');
}
