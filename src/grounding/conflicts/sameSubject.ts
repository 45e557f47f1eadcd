import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../checks/coverage.ts';
import { holdsCode, namedFacts, type NamedFacts } from '../reading/namedFacts.ts';
import { alignWords } from './alignWords.ts';

type Titled = Pick<Passage, 'documentKey' | 'documentTitle' | 'sectionPath' | 'text'>;

/** "Springfield (Ohio)": at the head of a title or of a text without one. */
const qualified = /^[^()\n.;:!?]{3,60}? ?\( ?(?<qualifier>[^()\n]{2,40}?) ?\)/u;
/** What tells documents of one subject apart, and not subjects. */
const kindsOfText =
  /^(?:a|an|the|our|your|faqs?|terms?|conditions?|polic(?:y|ies)|guides?|rules?|manuals?|handbooks?|notes?|overview|drafts?|final|cop(?:y|ies)|old|new|sheets?|pages?|questions?|answers?|announcements?|summary|details?|information|info|wiki|help|intro(?:duction)?)$/i;

/** What two documents must have in common to speak of what is asked. */
export interface Subject {
  readonly question: string;
  readonly facts: NamedFacts;
}

export function subjectOf(question: string): Subject {
  return { question, facts: namedFacts(question, 'en') };
}

/** A sentence of a passage. */
interface Placed {
  readonly text: string;
  readonly passage: Titled;
}

/**
 * Whether two sentences may speak of the same thing: what the question names stands in both or in neither, with their
 * passages too unless these are one text that is told twice, and no title, heading or qualifier in brackets tells them
 * apart.
 * @param disputed what one text says differently: "George Horner (died 1677)" and "(died 1777)" are told apart by
 * nothing but the dispute itself. Undefined: they are two texts
 */
export function sameSubject(
  { facts }: Subject,
  left: Placed,
  right: Placed,
  disputed?: readonly [string, string],
): boolean {
  const named = [...facts.names, ...facts.codes];
  const differs = (one: string, other: string) => named.some((name) => holdsCode(one, name) !== holdsCode(other, name));
  if (
    differs(left.text, right.text) &&
    (disputed !== undefined || differs(wholeText(left.passage), wholeText(right.passage)))
  )
    return false;
  return (
    !areNamesakes(left.passage, right.passage, disputed) &&
    !areSiblings(titleOf(left.passage), titleOf(right.passage), disputed) &&
    !areSiblings(left.passage.sectionPath.at(-1) ?? '', right.passage.sectionPath.at(-1) ?? '', disputed)
  );
}

function wholeText({ sectionPath, text, ...titled }: Titled): string {
  return [titleOf({ sectionPath, text, ...titled }), ...sectionPath, text].join('\n');
}

/** A document without a title has its key for one, and keys tell nothing. */
function titleOf({ documentTitle, documentKey }: Titled): string {
  return documentTitle === documentKey ? '' : documentTitle;
}

function areNamesakes(left: Titled, right: Titled, disputed: readonly [string, string] | undefined): boolean {
  const [own, others] = [qualifierOf(left), qualifierOf(right)];
  if (own === undefined || others === undefined || own.toLowerCase() === others.toLowerCase()) return false;
  return disputed === undefined || !(touches(own, disputed[0]) && touches(others, disputed[1]));
}

function qualifierOf(passage: Titled): string | undefined {
  return [titleOf(passage), passage.text]
    .map((text) => qualified.exec(text)?.groups?.['qualifier'])
    .find((qualifier) => qualifier !== undefined);
}

/** Whether they share a telling word. */
function touches(qualifier: string, value: string): boolean {
  const words = contentStems(value);
  return [...contentStems(qualifier)].some((word) => words.has(word));
}

/**
 * "Shipping to Norway" and "Shipping to Sweden": one word or two in the place of others, and the rest the same.
 * Editions of one document are no siblings.
 */
function areSiblings(left: string, right: string, disputed: readonly [string, string] | undefined): boolean {
  if (left === '' || right === '') return false;
  const [own, others] = [editionOf(left).name, editionOf(right).name];
  const { replaced, shared } = alignWords(own, others);
  const [only] = replaced;
  if (shared === 0 || replaced.length !== 1 || !only) return false;
  const words = [own.slice(only.left.start, only.left.end), others.slice(only.right.start, only.right.end)] as const;
  if (
    words.some(
      (word) => word === '' || word.split(/[^\p{L}\p{N}]+/u).every((entry) => entry === '' || kindsOfText.test(entry)),
    )
  )
    return false;
  return disputed === undefined || !(touches(words[0], disputed[0]) && touches(words[1], disputed[1]));
}

/** A title without what tells its edition, and that. */
interface Edition {
  readonly name: string;
  /** Year, version or both, in the order of the title; empty when it names none. */
  readonly numbers: readonly number[];
}

const edition =
  /\b(?:v|version|rev|revision|edition|release)\.? ?(?<version>\d+(?:\.\d+)*)\b|\b(?<year>(?:19|20)\d{2})\b/giu;

/** "Travel policy 2025", "Travel policy v3.1" and "Travel policy" have one name. */
export function editionOf(title: string): Edition {
  const numbers = [...title.matchAll(edition)].flatMap(({ groups }) =>
    (groups?.['version'] ?? groups?.['year'] ?? '').split('.').map(Number),
  );
  const name = title
    .replaceAll(edition, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return { name, numbers };
}

/** Below zero: the left edition is the earlier. Zero: they are no editions of one title, or nothing tells. */
export function compareEditions(left: string, right: string): number {
  const [one, other] = [editionOf(left), editionOf(right)];
  if (
    one.name === '' ||
    one.name.toLowerCase() !== other.name.toLowerCase() ||
    one.numbers.length === 0 ||
    one.numbers.length !== other.numbers.length
  )
    return 0;
  const at = one.numbers.findIndex((number, position) => number !== other.numbers[position]);
  return at === -1 ? 0 : (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
}
