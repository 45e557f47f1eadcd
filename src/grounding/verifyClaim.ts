import type { Span } from '../knowledge/document.ts';
import type { Passage } from '../retrieval/passage.ts';
import { contentCoverage, contentStems } from './checks/coverage.ts';
import { missingNames } from './checks/names.ts';
import { missingNumbers } from './checks/numbers.ts';
import { samePolarity } from './checks/polarity.ts';
import type { CheckName, CitationCheck, ClaimStatus } from './claim.ts';
import { locateQuote } from './locateQuote.ts';

/** A sentence with the proof that its writer names for it. */
export interface DraftClaim {
  readonly text: string;
  readonly chunkId: string;
  readonly quote: string;
}

export interface VerifiedClaim {
  readonly draft: DraftClaim;
  readonly status: ClaimStatus;
  /** Share of the claim's content words that the quote carries: 0..1. */
  readonly support: number;
  readonly checks: readonly CitationCheck[];
  /** Undefined when the quote could not be found. */
  readonly proof: { readonly passage: Passage; readonly quote: string; readonly sourceSpan: Span } | undefined;
}

/** A claim may say less than half in other words; beyond that it says something else. */
const minCoverage = 0.5;
/** A shorter quote proves nothing: it stands anywhere. */
const minQuoteWords = 4;

/**
 * The checks of a claim against the bytes it cites, in order; all must pass. A negation that only one side has is a contradiction.
 * @param passages what this run retrieved: a pointer to anything else fails
 */
export function verifyClaim(draft: DraftClaim, passages: readonly Passage[]): VerifiedClaim {
  const passage = passages.find((candidate) => candidate.chunkId === draft.chunkId);
  const span = passage && locateQuote(passage.text, draft.quote);
  const quote = passage && span ? passage.text.slice(span.start, span.end) : undefined;
  const headings = passage ? [passage.documentTitle, ...passage.sectionPath] : [];
  const checks = [
    check('POINTER', passage !== undefined, passage ? null : 'The passage was not retrieved in this run.'),
    check('QUOTE', quote !== undefined && isLongEnough(quote, draft), quote === undefined ? 'The quote does not stand in the passage.' : 'The quote has too few words to prove anything.'),
  ];
  const coverage = quote === undefined ? 0 : contentCoverage(draft.text, quote, headings);
  if (quote !== undefined) checks.push(...compare(draft.text, quote, headings, coverage));
  const failed = checks.filter((entry) => !entry.passed);
  const contradicted = failed.some((entry) => entry.name === 'POLARITY') && failed.every((entry) => entry.name === 'POLARITY');
  return {
    draft,
    status: failed.length === 0 ? 'SUPPORTED' : contradicted ? 'CONTRADICTED' : 'UNSUPPORTED',
    support: coverage,
    checks,
    proof: passage && span && quote !== undefined
      ? { passage, quote, sourceSpan: { start: passage.sourceSpan.start + span.start, end: passage.sourceSpan.start + span.end } }
      : undefined,
  };
}

function compare(claim: string, quote: string, headings: readonly string[], coverage: number): CitationCheck[] {
  const numbers = missingNumbers(claim, [quote, ...headings].join(' \n '));
  const names = missingNames(claim, quote, headings);
  return [
    check('NUMBERS', numbers.length === 0, numbers.length > 0 ? `Not in the quote: ${numbers.join(', ')}` : null),
    check('NAMES', names.length === 0, names.length > 0 ? `Not in the quote or its headings: ${names.join(', ')}` : null),
    check('POLARITY', samePolarity(claim, quote), 'One of claim and quote negates, the other does not.'),
    check('COVERAGE', coverage >= minCoverage, `${Math.round(coverage * 100)} % of the claim's words stand in the quote.`),
  ];
}

/** A sentence that is quoted whole is its own proof, however short. */
function isLongEnough(quote: string, draft: DraftClaim): boolean {
  return quote.trim() === draft.text.trim() || contentStems(quote).size >= minQuoteWords;
}

function check(name: CheckName, passed: boolean, detail: string | null): CitationCheck {
  return { name, passed, detail: passed && name !== 'COVERAGE' ? null : detail };
}
