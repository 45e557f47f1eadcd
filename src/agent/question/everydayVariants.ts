import type { Passage } from '../../retrieval/passage.ts';
import { innerHeadings } from '../evidence/evidence.ts';
import { everydayNouns, everydayOthers, everydayVerbs } from './everydayWords.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** Passages whose words may be meant. One that was found for other words may rank further down. */
const readPassages = 10;
const mostVariants = 2;
/**
 * How many of the question's words must occur under one heading, as they are or as another of their group: a single one
 * may be there by chance.
 */
const leastInHeading = 2;

/** How many words may come between those of a verb: "give a new colleague access", "turn the order mails off". */
const mostWithin = 4;

/** Words of at most this length only ask or join. */
const shortWord = 3;

interface Meaning {
  readonly form: Form;
  readonly group: readonly string[];
}

type Readable = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

interface Form {
  /** The group's phrase, as it is listed. */
  readonly phrase: string;
  /** Makes the form from the phrase, so that a substitute can take the same form. */
  readonly inflect: (phrase: string) => string;
}

/** Simple pasts without -ed. */
const irregular: Readonly<Record<string, string>> = {
  get: 'got', forget: 'forgot', lose: 'lost', find: 'found', see: 'saw', send: 'sent', pay: 'paid', buy: 'bought', keep: 'kept',
  break: 'broke', choose: 'chose', give: 'gave', take: 'took', make: 'made', set: 'set', put: 'put', let: 'let', read: 'read',
  leave: 'left', bring: 'brought', hold: 'held', withdraw: 'withdrew', go: 'went', run: 'ran', come: 'came', tell: 'told',
  speak: 'spoke', write: 'wrote', undo: 'undid', split: 'split', cut: 'cut', quit: 'quit', be: 'was',
}; // prettier-ignore

/** By each form of each phrase, in lower case: the groups that contain the phrase. */
const groupsByForm = new Map<string, Meaning[]>();
/**
 * The forms that a heading is searched for, by phrase. Made once: every heading is searched for every phrase of a group.
 */
const formsByPhrase = new Map<string, readonly string[]>();
/** Forms of multi-word verbs, by their first word. */
const partedVerbs = new Map<string, Set<string>>();
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
 * The question with its everyday words replaced by those of a heading that was found: "how do i add a team member" next
 * to a section "Invite a colleague". Words that the heading uses itself are left alone, and so are words for which it
 * has no other.
 * @returns at most two readings, first those with more words in the heading
 */
export function everydayVariants({ text }: Question, passages: readonly Readable[]): string[] {
  const found = phrasesIn(text);
  if (found.length === 0) return [];
  const others = otherWords(text, found);
  const variants = new Map<string, number>();
  for (const heading of passages.slice(0, readPassages).flatMap(sectionsOf)) {
    const { variant, inHeading } = inWordsOf(heading, text, found, others);
    if (variant !== text && inHeading >= leastInHeading)
      variants.set(variant, Math.max(inHeading, variants.get(variant) ?? 0));
  }
  return [...variants]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, mostVariants)
    .map(([variant]) => variant);
}

/** Each section as the words of its title and headings; short sections share a passage. */
function sectionsOf(passage: Readable): string[] {
  const path = [passage.documentTitle, ...passage.sectionPath];
  return [path, ...innerHeadings(passage).map((heading) => [...path, heading])].map((headings) =>
    tokens(headings.join(' ')),
  );
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Found {
  /**
   * A verb with its object inside it, "give … access", has two spans; the replacement goes in the place of the first.
   */
  readonly spans: readonly [Span, ...Span[]];
  readonly meanings: readonly Meaning[];
}

/** A word of the question in lower case, with its position. */
interface Word extends Span {
  readonly text: string;
}

/** The longest listed forms of the question, left to right. */
function phrasesIn(text: string): Found[] {
  const words = [...text.matchAll(/[\p{L}\d]+(?:['’][\p{L}\d]+)*/gu)].map(({ index, 0: word }): Word => ({
    from: index,
    to: index + word.length,
    text: word.toLowerCase(),
  }));
  const found: Found[] = [];
  const taken = new Set<number>();
  for (let at = 0; at < words.length; at += 1) {
    if (taken.has(at)) continue;
    const whole = wholeAt(words, at);
    const phrase = (whole?.positions.length ?? 0) > 1 ? whole : (partedAt(text, words, at) ?? whole);
    if (!phrase) continue;
    found.push(phrase.found);
    for (const position of phrase.positions) taken.add(position);
  }
  return found;
}

interface Phrase {
  readonly found: Found;
  /** Positions of its words among those of the question. */
  readonly positions: readonly number[];
}

function wholeAt(words: readonly Word[], at: number): Phrase | undefined {
  for (let length = Math.min(longestForm, words.length - at); length > 0; length -= 1) {
    const phrase = phraseOf(words, [range(at, length)]);
    if (phrase) return phrase;
  }
  return undefined;
}

/**
 * "Give a new colleague access": a multi-word verb whose object follows its first word. Nothing that ends a phrase may
 * come between.
 */
function partedAt(text: string, words: readonly Word[], at: number): Phrase | undefined {
  const [first] = words.slice(at, at + 1);
  if (!first || !partedVerbs.has(first.text)) return undefined;
  for (let next = at + 2; next <= at + 1 + mostWithin && next < words.length; next += 1) {
    if (/[^\p{L}\p{M}\d\s'’-]/u.test(text.slice(first.to, words[next]?.from))) return undefined;
    for (let length = Math.min(longestForm - 1, words.length - next); length > 0; length -= 1) {
      const phrase = phraseOf(words, [range(at, 1), range(next, length)]);
      if (phrase && partedVerbs.get(first.text)?.has(joinedWords(words, phrase.positions))) return phrase;
    }
  }
  return undefined;
}

function phraseOf(words: readonly Word[], runs: readonly (readonly number[])[]): Phrase | undefined {
  const positions = runs.flat();
  const meanings = groupsByForm.get(joinedWords(words, positions));
  const spans = runs.flatMap((run): Span[] => {
    const [first, last] = [words[run[0] ?? -1], words[run.at(-1) ?? -1]];
    return first && last ? [{ from: first.from, to: last.to }] : [];
  });
  const [head, ...rest] = spans;
  return meanings && head ? { found: { spans: [head, ...rest], meanings }, positions } : undefined;
}

const range = (from: number, length: number) => Array.from({ length }, (_, offset) => from + offset);

function joinedWords(words: readonly Word[], positions: readonly number[]): string {
  return positions.map((position) => words[position]?.text ?? '').join(' ');
}

interface Edit extends Span {
  readonly text: string;
}

function inWordsOf(heading: string, text: string, found: readonly Found[], others: readonly (readonly string[])[]) {
  const edits: Edit[] = [];
  let inHeading = 0;
  for (const { spans, meanings } of found) {
    if (meanings.some(({ form }) => saysPhrase(heading, form.phrase))) inHeading += 1;
    else {
      const other = substitutes(meanings).find(({ phrase }) => saysPhrase(heading, phrase));
      if (!other) continue;
      const [head, ...rest] = spans;
      edits.push({ ...head, text: other.form.inflect(other.phrase) }, ...rest.map((span) => ({ ...span, text: '' })));
      inHeading += 1;
    }
  }
  return {
    variant: edits.length === 0 ? text : edited(text, edits),
    inHeading: inHeading + others.filter((forms) => says(heading, forms)).length,
  };
}

/** Edits from the right, so that what is further left keeps its position. */
function edited(text: string, edits: readonly Edit[]): string {
  const mended = edits
    .toSorted((left, right) => right.from - left.from)
    .reduce((rest, { from, to, text: other }) => `${rest.slice(0, from)}${other}${rest.slice(to)}`, text);
  return edits.some((edit) => edit.text === '') ? mended.replaceAll(/ {2,}/g, ' ').trim() : mended;
}

/** The forms of the question's words that are in no group: names of things, which a heading may share. */
function otherWords(text: string, found: readonly Found[]): (readonly string[])[] {
  const others = edited(
    text,
    found.flatMap(({ spans }) => spans.map((span) => ({ ...span, text: '' }))),
  );
  const words = tokens(others)
    .split(' ')
    .filter((word) => word.length > shortWord);
  return [...new Set(words)].map(formsOf);
}

function substitutes(meanings: Found['meanings']): { readonly phrase: string; readonly form: Form }[] {
  return meanings.flatMap(({ form, group }) =>
    group.filter((phrase) => phrase !== form.phrase).map((phrase) => ({ phrase, form })),
  );
}

/** The words with spaces around each, so that a phrase is looked up as whole words. */
function tokens(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\d]+(?:['’][\p{L}\d]+)*/gu) ?? []).join(' ')} `;
}

function saysPhrase(text: string, phrase: string): boolean {
  return says(text, formsByPhrase.get(phrase) ?? []);
}

function says(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => text.includes(form));
}

/** Between blanks, as `tokens` has them. */
function formsOf(phrase: string): string[] {
  return [phrase, plural(phrase), past(phrase), ongoing(phrase)].map((form) => ` ${form} `);
}

function listForms(groups: readonly string[], inflections: readonly Form['inflect'][]): void {
  for (const line of groups) {
    const group = line.split(', ');
    for (const phrase of group) {
      formsByPhrase.set(phrase, formsOf(phrase));
      for (const inflect of inflections) {
        const form = inflect(phrase);
        groupsByForm.set(form, [...(groupsByForm.get(form) ?? []), { form: { phrase, inflect }, group }]);
        const [first = '', ...rest] = form.split(' ');
        if (groups === everydayVerbs && rest.length > 0)
          partedVerbs.set(first, (partedVerbs.get(first) ?? new Set()).add(form));
      }
    }
  }
}

function past(phrase: string): string {
  return inflectFirst(phrase, (word) => irregular[word] ?? `${stemBefore(word)}${word.endsWith('e') ? 'd' : 'ed'}`);
}

/** A phrase with its first word, a verb in lower case, as a noun: "shipping to Norway". */
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
