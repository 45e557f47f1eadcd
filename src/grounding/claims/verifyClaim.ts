import type { Span } from '../../knowledge/document.ts';
import { itemMark, lines, sentences } from '../../knowledge/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { checkAdditions, withRetold } from '../checks/additions.ts';
import { checkCoverage, contentCoverage, contentStems } from '../checks/coverage.ts';
import { checkDates } from '../checks/dates.ts';
import { checkModality } from '../checks/modality.ts';
import { checkNames } from '../checks/names.ts';
import { checkNumbers } from '../checks/numbers.ts';
import { checkPolarity } from '../checks/polarity.ts';
import { checkRelation } from '../checks/relation.ts';
import { checkScope } from '../checks/scope.ts';
import {
  type CheckName,
  type CitationCheck,
  type ClaimStatus,
  type Evidence,
  failed,
  passed,
  type Verdict,
} from './claim.ts';
import { amountsOf } from '../reading/amounts.ts';
import { isWholeSentence } from '../conflicts/compareSentences.ts';
import { locateQuote } from './locateQuote.ts';

/** A sentence with the evidence that its author cites. */
export interface DraftClaim {
  readonly text: string;
  readonly chunkId: string;
  readonly quote: string;
}

export interface VerifiedClaim {
  readonly draft: DraftClaim;
  readonly status: ClaimStatus;
  /** Share of the claim's content words that the quote contains: 0..1. */
  readonly support: number;
  readonly checks: readonly CitationCheck[];
  /** False if only the wording is in doubt, which an entailment model may settle. */
  readonly decided: boolean;
  /** Undefined when the quote could not be found. */
  readonly proof: { readonly passage: Passage; readonly quote: string; readonly sourceSpan: Span } | undefined;
}

/** A shorter quote proves nothing, because it occurs in many texts. */
const minQuoteWords = 4;
const minSentenceWords = 2;

type NamedVerdict = readonly [CheckName, Verdict];

/**
 * The checks of a claim against the text that it cites, in order; all must pass. A verbatim copy of whole sentences
 * passes the checks from NUMBERS to COVERAGE. If number, date, polarity, modality or relation contradicts the claim and
 * nothing else is wrong, the status is CONTRADICTED.
 * @param passages the passages that this run retrieved: a pointer to anything else fails
 */
export function verifyClaim(draft: DraftClaim, passages: readonly Passage[]): VerifiedClaim {
  const passage = passages.find((candidate) => candidate.chunkId === draft.chunkId);
  const span = passage && locateQuote(passage.text, draft.quote);
  const evidence = passage && span ? withRetold(draft.text, evidenceOf(passage, span)) : undefined;
  const coverage = evidence ? coverageOf(draft.text, evidence) : 0;
  const verdicts: NamedVerdict[] = [
    ['POINTER', passage ? passed : failed('The passage was not retrieved in this run.')],
    ['QUOTE', checkQuote(evidence, draft)],
    ...(evidence ? compare(draft.text, evidence, coverage) : []),
  ];
  return {
    draft,
    ...statusOf(verdicts),
    support: coverage,
    checks: verdicts.map(([name, { outcome, detail }]): CitationCheck => ({ name, passed: isPassed(outcome), detail })),
    proof:
      passage && span && evidence
        ? {
            passage,
            quote: evidence.quote,
            sourceSpan: { start: passage.sourceSpan.start + span.start, end: passage.sourceSpan.start + span.end },
          }
        : undefined,
  };
}

function isPassed(outcome: Verdict['outcome']): boolean {
  return outcome === 'PASSED' || outcome === 'UNDECIDED';
}

function statusOf(verdicts: readonly NamedVerdict[]): Pick<VerifiedClaim, 'status' | 'decided'> {
  const wrong = verdicts.filter(([, { outcome }]) => !isPassed(outcome));
  if (wrong.length === 0)
    return { status: 'SUPPORTED', decided: verdicts.every(([, { outcome }]) => outcome === 'PASSED') };
  // A contradicting value contradicts the claim whatever words were added.
  const telling = wrong.filter(([name]) => name !== 'ADDITIONS');
  const contradicts = telling.length > 0 && telling.every(([, { outcome }]) => outcome === 'CONTRADICTED');
  return {
    status: contradicts ? 'CONTRADICTED' : 'UNSUPPORTED',
    decided: wrong.some(([name]) => name !== 'COVERAGE' && name !== 'ADDITIONS'),
  };
}

function compare(claim: string, evidence: Evidence, coverage: number): NamedVerdict[] {
  const isCopy = isWholeSentence(claim, evidence.sentence);
  const verdict = (check: (text: string, told: Evidence) => Verdict) => (isCopy ? passed : check(claim, evidence));
  return [
    ['NUMBERS', verdict(checkNumbers)],
    ['DATES', verdict(checkDates)],
    ['NAMES', verdict(checkNames)],
    ['POLARITY', verdict(checkPolarity)],
    ['MODALITY', verdict(checkModality)],
    ['SCOPE', verdict(checkScope)],
    ['RELATION', verdict(checkRelation)],
    ['ADDITIONS', verdict(checkAdditions)],
    [
      'COVERAGE',
      verdict((text, { quote, headings, retold = [] }) =>
        checkCoverage(text, quote, [...headings, ...retold], coverage),
      ),
    ],
  ];
}

function checkQuote(evidence: Evidence | undefined, draft: DraftClaim): Verdict {
  if (!evidence) return failed('The quote does not stand in the passage.');
  return isLongEnough(evidence, draft) ? passed : failed('The quote has too few words to prove anything.');
}

/**
 * A sentence that is quoted whole proves itself, however short. A whole sentence of a few words may be evidence too.
 */
function isLongEnough({ quote, sentence }: Evidence, draft: DraftClaim): boolean {
  const words = contentStems(quote).size;
  return (
    words >= minQuoteWords ||
    quote === draft.text.trim() ||
    (words >= minSentenceWords && quote === sentence.replace(itemMark, ''))
  );
}

/** Amounts that the evidence supports count as covered, however they are worded: "half an hour" for "30 minutes". */
function coverageOf(claim: string, evidence: Evidence): number {
  const carried = checkNumbers(claim, evidence).outcome === 'PASSED' ? amountsOf(claim).map(({ text }) => text) : [];
  return contentCoverage(
    claim,
    evidence.quote,
    [...evidence.headings, ...carried, ...(evidence.retold ?? [])],
    weightOf,
  );
}

/** Short words occur in many sentences. */
function weightOf(stem: string): number {
  return stem.length <= 3 && !/\d/.test(stem) ? 0.5 : 1;
}

const heading = /^#{1,6} (.+)$/;
/** A sentence that begins with one of these words is about something in the previous sentence. */
const pointsBack =
  /^\W*(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|the (?:former|latter|same)|er|sie|es|diese\p{L}*|il|elle|ils|elles|este|esta|estos)\b/iu;

/**
 * A quote with the context that its reader sees: its whole sentences, the headings above, the line that introduces its
 * list, and the sentence that it refers back to.
 */
export function evidenceOf(
  {
    documentTitle,
    sectionPath,
    text,
    url,
  }: Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'> & Partial<Pick<Passage, 'url'>>,
  quote: Span,
): Evidence {
  const all = lines(text);
  const touched = all.filter((line) => line.start < quote.end && line.end > quote.start);
  const parts = touched.flatMap((line) =>
    sentences(text.slice(line.start, line.end)).map((span) => ({
      start: span.start + line.start,
      end: span.end + line.start,
    })),
  );
  const quoted = parts.filter((part) => part.start < quote.end && part.end > quote.start);
  const start = Math.min(quote.start, quoted[0]?.start ?? quote.start);
  const sentence = text.slice(start, Math.max(quote.end, quoted.at(-1)?.end ?? quote.end));
  const above = all.filter((line) => line.start < start).map((line) => text.slice(line.start, line.end));
  const before = parts.filter((part) => part.end <= start).at(-1);
  return {
    quote: text.slice(quote.start, quote.end),
    sentence,
    passage: text,
    ...(firstPerson.test(sentence) ? { authors: hostLabels(url ?? null) } : {}),
    headings: [
      documentTitle,
      ...sectionPath,
      ...headingsOf(above),
      ...leadOf(above, text.slice(touched[0]?.start ?? 0, quote.end)),
      ...(pointsBack.test(sentence) ? [before ? text.slice(before.start, before.end) : (above.at(-1) ?? '')] : []),
    ],
  };
}

const firstPerson = /\b(?:we|us|our|ours)\b/i;

/** The labels of the host name, which identify the publisher: on help.candor.example, "we" are Candor. */
function hostLabels(url: string | null): Set<string> {
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : '';
  return new Set(
    host
      .split('.')
      .slice(0, -1)
      .filter((label) => label.length > 3),
  );
}

/** The nearest heading inside the passage, if there is one. */
function headingsOf(above: readonly string[]): string[] {
  const title = heading.exec(above.findLast((line) => heading.test(line)) ?? '')?.[1];
  return title === undefined ? [] : [title];
}

/** The line that introduces a list, such as "Each plan includes:". */
function leadOf(above: readonly string[], line: string): string[] {
  if (!itemMark.test(line)) return [];
  const lead = above.findLast((other) => !itemMark.test(other));
  return lead !== undefined && /:\s*$/.test(lead) ? [lead] : [];
}
