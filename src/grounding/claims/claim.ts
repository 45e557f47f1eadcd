import type { Span } from '../../knowledge/document.ts';
import type { GoverningLine } from '../place/leadIn.ts';

export type ClaimStatus = 'SUPPORTED' | 'UNSUPPORTED' | 'CONTRADICTED';
/**
 * Whose words a claim has. VERBATIM: the source's, by the rule of `isVerbatim`. REWORDED: others, which nothing but
 * rules has compared with it. ENTAILED: others, which the operator's entailment model says follow from the quote.
 */
export type ClaimWording = 'VERBATIM' | 'REWORDED' | 'ENTAILED';
export type CheckName =
  | 'POINTER'
  | 'QUOTE'
  | 'NUMBERS'
  | 'DATES'
  | 'NAMES'
  | 'POLARITY'
  | 'MODALITY'
  | 'SCOPE'
  | 'RELATION'
  | 'ADDITIONS'
  | 'COVERAGE'
  | 'ENTAILMENT';

export interface CitationCheck {
  readonly name: CheckName;
  readonly passed: boolean;
  readonly detail: string | null;
}

/** A verified pointer: `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`, always. */
export interface Citation {
  readonly number: number;
  readonly documentId: string;
  readonly documentKey: string;
  readonly versionId: string;
  readonly chunkId: string;
  readonly quote: string;
  readonly sourceSpan: Span;
  readonly answerSpan: Span;
  /** The headings above the quote, outermost first. */
  readonly sectionPath: readonly string[];
  /** What governs the quote from within its passage, outermost first. Left out in runs from before it was recorded. */
  readonly governing?: readonly GoverningLine[];
  readonly url: string | null;
  readonly updatedAt: Date;
  /** Whole days from `updatedAt` to the question. */
  readonly ageDays: number;
  /** Whether the cited version was valid when the question was asked, whatever date the question is about. */
  readonly isCurrent: boolean;
  readonly status: ClaimStatus;
  readonly support: number;
  readonly checks: readonly CitationCheck[];
}

export interface Claim {
  readonly text: string;
  readonly answerSpan: Span;
  readonly citationNumbers: readonly number[];
  readonly status: ClaimStatus;
  readonly wording: ClaimWording;
  readonly support: number;
}

/**
 * The place in a source that is closest to a claim: `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`,
 * always.
 */
export interface NearestEvidence {
  readonly documentId: string;
  readonly versionId: string;
  readonly quote: string;
  readonly sourceSpan: Span;
  /** Left out where what stands above it was not read. */
  readonly sectionPath?: readonly string[];
  readonly governing?: readonly GoverningLine[];
}

export interface DroppedClaim extends Pick<Claim, 'text' | 'status' | 'wording' | 'support'> {
  readonly reason: string;
  /** Null if nothing that was retrieved is similar. */
  readonly evidence: NearestEvidence | null;
}

export interface Verification {
  readonly complete: boolean;
  readonly claimCount: number;
  readonly supportedCount: number;
}

export interface ConflictSide {
  readonly documentId: string;
  readonly versionId: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  readonly quote: string;
  readonly sourceSpan: Span;
  readonly sectionPath?: readonly string[];
  readonly governing?: readonly GoverningLine[];
  readonly value: string;
}

export interface Conflict {
  readonly kind: 'NUMERIC' | 'TEMPORAL' | 'POLARITY' | 'ENTITY';
  readonly resolution: 'NEWER_VERSION' | 'AUTHORITY' | 'UNRESOLVED';
  readonly sides: readonly ConflictSide[];
}

export type NoticeKind =
  | 'CURATED_SOURCE_CHANGED'
  | 'EARLIER_VERSION_DIFFERED'
  | 'LATER_VERSION_DIFFERS'
  | 'SUPERSEDED'
  | 'EXPIRED'
  | 'SAID_EARLIER'
  | 'SOLE_SOURCE'
  | 'SUSPICIOUS_SOURCE';

/** Something about the sources of an answer that its reader must know. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly message: string;
  /**
   * The document concerned: the changed source, the document with another version, or the successor. Null if it was
   * deleted.
   */
  readonly documentId: string | null;
  readonly versionId: string | null;
  /**
   * `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`, always. Null if the version does not mention the
   * matter.
   */
  readonly quote: string | null;
  readonly sourceSpan: Span | null;
}

/**
 * PASSED: no objection to the claim. UNPROVEN: it has words that the quote has not, and only an entailment model can say
 * whether they follow. FAILED: it says something else. CONTRADICTED: the quote says otherwise about the same matter.
 */
export type Outcome = 'PASSED' | 'UNPROVEN' | 'FAILED' | 'CONTRADICTED';

export interface Verdict {
  readonly outcome: Outcome;
  /** For people; null if there is nothing to say. */
  readonly detail: string | null;
}

/** What a claim is checked against. */
export interface Evidence {
  readonly quote: string;
  /**
   * The whole sentences, items or rows that contain the quote: words of the sentence outside the quote count too. A
   * pronoun that begins them is replaced by what the claim says in its place, where `resolved` allows it.
   */
  readonly sentence: string;
  /** The line of the text that introduces the quoted items; empty if there is none. */
  readonly lead: string;
  /**
   * Title, headings, and the sentence that the quote refers back to. They prove nothing: they only tell a word of the
   * subject from one that comes from nowhere.
   */
  readonly around: readonly string[];
  /**
   * The whole passage. It proves nothing, but shows which words are names and which rows are beside the quoted ones.
   */
  readonly passage: string;
  /** Names of the publisher of these pages, who are "we" in them. Lower case. */
  readonly authors?: ReadonlySet<string>;
}

export const passed: Verdict = { outcome: 'PASSED', detail: null };
export const unproven = (detail: string): Verdict => ({ outcome: 'UNPROVEN', detail });
export const failed = (detail: string): Verdict => ({ outcome: 'FAILED', detail });
export const contradicted = (detail: string): Verdict => ({ outcome: 'CONTRADICTED', detail });

const severity: readonly Outcome[] = ['CONTRADICTED', 'FAILED', 'UNPROVEN', 'PASSED'];

/** The most serious verdict; the first one if several are equally serious. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.toSorted((left, right) => severity.indexOf(left.outcome) - severity.indexOf(right.outcome))[0] ?? passed
  );
}

/** All text that may prove a claim: the quote's sentences, and the line that introduces them. */
export function wholeOf({ sentence, lead }: Pick<Evidence, 'sentence' | 'lead'>): string {
  return lead === '' ? sentence : `${sentence} \n ${lead}`;
}

/**
 * Where a quote is in a text. Matches exactly; otherwise treats Unicode compatibility forms, quotation marks, dashes
 * and spaces as equal. Never matches fuzzily: a changed number, name or negator is not found, nor is a quote that
 * begins or ends inside a word or number ("costs 1" is not in "costs 10"). The span is in `text` and covers what the
 * text actually contains.
 */
export function locateQuote(text: string, quote: string): Span | undefined {
  const trimmed = quote.trim();
  if (!trimmed) return undefined;
  return locateExact(text, trimmed) ?? locateFolded(text, trimmed);
}

function locateExact(text: string, quote: string): Span | undefined {
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    if (!cutsWord(text, start, end)) return { start, end };
  }
  return undefined;
}

function locateFolded(text: string, quote: string): Span | undefined {
  const folded = foldText(text);
  const wanted = foldText(quote).text;
  if (!wanted) return undefined;
  for (let found = folded.text.indexOf(wanted); found !== -1; found = folded.text.indexOf(wanted, found + 1)) {
    const after = found + wanted.length;
    const first = folded.sources[found];
    const last = folded.sources[after - 1];
    // A ligature or an ellipsis can only be quoted whole.
    const partial = first === folded.sources[found - 1] || last === folded.sources[after];
    if (first && last && !partial && !cutsWord(folded.text, found, after)) return { start: first.start, end: last.end };
  }
  return undefined;
}

interface Folded {
  readonly text: string;
  /** For each unit of `text`, its source character. */
  readonly sources: readonly Span[];
}

const marks: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201A': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '\u00AB': '"',
  '\u00BB': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
};

/** A character with its combining accents. */
const characters = /\P{M}\p{M}*|\p{M}+/gsu;

/** A text with Unicode compatibility forms, quotation marks, dashes and white space made alike. */
export function foldText(text: string): Folded {
  let folded = '';
  const sources: Span[] = [];
  for (const match of text.matchAll(characters)) {
    const plain = foldCharacter(match[0]);
    if (plain === ' ' && folded.endsWith(' ')) continue;
    const source = { start: match.index, end: match.index + match[0].length };
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) sources.push(source);
  }
  return { text: folded.trimEnd(), sources };
}

/** Superscripts and fractions are kept: 10² is not 102, and 1½ is not 11/2. */
function foldCharacter(character: string): string {
  if (/^\s$/u.test(character)) return ' ';
  return marks[character] ?? (/^\p{No}/u.test(character) ? character : character.normalize('NFKC'));
}

/**
 * Letters, accents and digits of scripts that separate words with spaces. In the other scripts a word may end anywhere.
 */
const wordCharacter =
  /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}]/u;

/**
 * Whether a span begins or ends inside a word or a number, or cuts off the sign or fraction of a number or the other
 * end of its range.
 */
export function cutsWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  const startsInside = wordCharacter.test(lastOf(before)) && wordCharacter.test(firstOf(text.slice(start, start + 2)));
  const endsInside =
    wordCharacter.test(firstOf(after)) && wordCharacter.test(lastOf(text.slice(Math.max(start, end - 2), end)));
  const startsInNumber =
    /^\d/.test(text.slice(start, start + 1)) && /(?:\d[.,:]|[-\u2012-\u2014\u2212]|[€$£¥]\s?)$/.test(before);
  const endsInNumber = /\d$/.test(text.slice(start, end)) && /^(?:[-\u2012-\u2014\u2212.,:]\d|\s?[%€$£¥])/.test(after);
  return startsInside || endsInside || startsInNumber || endsInNumber;
}

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 32);
const lastOf = (text: string) => Array.from(text).at(-1) ?? '';
