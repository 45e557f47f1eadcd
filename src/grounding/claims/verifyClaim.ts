import { governorsIn } from '../../knowledge/cut/governs.ts';
import type { Span } from '../../knowledge/document.ts';
import { itemMark, lines, sentences } from '../../knowledge/language/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { checkAdditions, checkCoverage } from '../checks/additions.ts';
import { checkDates } from '../checks/dates.ts';
import { checkModality } from '../checks/modality.ts';
import { checkNames } from '../checks/names.ts';
import { checkNumbers } from '../checks/numbers.ts';
import { checkPolarity } from '../checks/polarity.ts';
import { checkRelation } from '../checks/relation.ts';
import { checkScope } from '../checks/scope.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { contentCoverage, contentStems } from '../../knowledge/language/stems.ts';
import { foreignAddresses } from '../injection/addresses.ts';
import { type DraftClaim, type CheckName, type CitationCheck, type ClaimStatus, type ClaimWording } from '../claim.ts';
import { type Evidence, failed, passed, unproven, type Verdict, wholeOf } from '../checks/verdict.ts';
import { locateQuote } from '../checks/locateQuote.ts';
import { isOrder, suspicious } from '../injection/orders.ts';
import { asks, isVerbatim, namedBy, resolved } from './wording.ts';

/** What the sentences that a claim cites say of it together, where none of them alone does. */
export interface Together {
  readonly checks: readonly CitationCheck[];
  /** How its amount is computed from theirs; null: it states no other. */
  readonly formula: string | null;
}

/** A quote where it stands in a version. */
export interface ProvingQuote {
  readonly passage: Passage;
  readonly quote: string;
  readonly sourceSpan: Span;
}

export interface VerifiedClaim {
  readonly draft: DraftClaim;
  readonly status: ClaimStatus;
  readonly wording: ClaimWording;
  /** Share of the claim's content words that the quote contains: 0..1. */
  readonly support: number;
  readonly checks: readonly CitationCheck[];
  /** False if the claim only says more than its quote, or says it otherwise, which an entailment model may settle. */
  readonly decided: boolean;
  /** Undefined when the quote could not be found. */
  readonly proof: ProvingQuote | undefined;
  /** What a model wrote, where the words of its source are shown instead. */
  readonly said?: string;
  /** Left out: the sentences that it cites refuse it together, or one of them is enough. */
  readonly together?: Together | undefined;
  /** All that its writer cited for it. */
  readonly cited?: readonly ProvingQuote[];
}

/** A shorter quote proves nothing, because it occurs in many texts. */
const minQuoteWords = 4;
const minSentenceWords = 2;

type NamedVerdict = readonly [CheckName, Verdict];

/**
 * Checks of what a claim says beyond its quote. Where only these fail, the quote itself is not in doubt.
 */
const ofWording: ReadonlySet<CheckName> = new Set<CheckName>(['ADDITIONS']);

/**
 * The checks of a claim against the text that it cites, in order; all must pass. The source's own words pass the checks
 * from NUMBERS to COVERAGE. If number, date, polarity, modality or relation contradicts the claim and nothing else is
 * wrong, the status is CONTRADICTED. No heading, title, question or order proves anything.
 * @param passages the passages that this run retrieved: a pointer to anything else fails
 */
export function verifyClaim(draft: DraftClaim, passages: readonly Passage[]): VerifiedClaim {
  const passage = passages.find((candidate) => candidate.chunkId === draft.chunkId);
  const span = passage && locateQuote(passage.text, draft.quote);
  const read = passage && span ? evidenceOf(passage, span, draft.text) : undefined;
  const coverage = read ? coverageBy(draft.text, read.evidence) : 0;
  const verdicts: NamedVerdict[] = [
    ['POINTER', passage ? passed : failed('The passage was not retrieved in this run.')],
    ['QUOTE', checkQuote(read?.evidence, draft)],
    ...(read ? compare(draft.text, read, coverage) : []),
  ];
  return {
    draft,
    ...statusOf(verdicts),
    wording: read?.isVerbatim === true ? 'VERBATIM' : 'REWORDED',
    support: coverage,
    checks: verdicts.map(([name, { outcome, detail }]): CitationCheck => ({
      name,
      passed: outcome === 'PASSED',
      detail,
    })),
    proof:
      passage && span && read
        ? {
            passage,
            quote: read.evidence.quote,
            sourceSpan: { start: passage.sourceSpan.start + span.start, end: passage.sourceSpan.start + span.end },
          }
        : undefined,
  };
}

/** What verdicts on a claim come to. */
export function statusOf(verdicts: readonly NamedVerdict[]): Pick<VerifiedClaim, 'status' | 'decided'> {
  const wrong = verdicts.filter(([, { outcome }]) => outcome !== 'PASSED');
  if (wrong.length === 0) return { status: 'SUPPORTED', decided: true };
  // A contradicting value contradicts the claim whatever words were added.
  const telling = wrong.filter(([name, { outcome }]) => name !== 'ADDITIONS' && outcome !== 'UNPROVEN');
  const contradicts = telling.length > 0 && telling.every(([, { outcome }]) => outcome === 'CONTRADICTED');
  return {
    status: contradicts ? 'CONTRADICTED' : 'UNSUPPORTED',
    decided: wrong.some(
      ([name, { outcome }]) => outcome === 'CONTRADICTED' || (outcome === 'FAILED' && !ofWording.has(name)),
    ),
  };
}

/** The checks of a claim against what it cites, in order. */
export function compare(
  claim: string,
  { evidence, isVerbatim: isCopy }: ReadEvidence,
  coverage: number,
): NamedVerdict[] {
  const verdict = (check: (text: string, stated: Evidence) => Verdict) =>
    isCopy ? passed : beyondQuote(check(claim, evidence), () => check(claim, withAround(evidence)));
  return [
    ['NUMBERS', verdict(checkNumbers)],
    ['DATES', verdict(checkDates)],
    ['NAMES', verdict(checkNames)],
    ['POLARITY', verdict(checkPolarity)],
    ['MODALITY', verdict(checkModality)],
    ['SCOPE', verdict(checkScope)],
    ['RELATION', verdict(checkRelation)],
    ['ADDITIONS', verdict(checkAdditions)],
    ['COVERAGE', verdict((text, stated) => checkCoverage(text, wholeOf(stated), coverage))],
  ];
}

/** What only a heading or the sentence before has is not proven by the quote, but no invention either. */
function beyondQuote(verdict: Verdict, again: () => Verdict): Verdict {
  if (verdict.outcome !== 'FAILED' || verdict.detail === null || again().outcome !== 'PASSED') return verdict;
  return unproven(`${verdict.detail} It stands only in what is around the quote.`);
}

const withAround = (evidence: Evidence): Evidence => ({
  ...evidence,
  lead: [evidence.lead, ...evidence.around].filter(Boolean).join(' \n '),
});

function checkQuote(evidence: Evidence | undefined, draft: DraftClaim): Verdict {
  if (!evidence) return failed('The quote does not stand in the passage.');
  if (evidence.sentence === '') return failed('A heading, a question or an order proves nothing.');
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
export function coverageBy(claim: string, evidence: Evidence): number {
  const carried = checkNumbers(claim, evidence).outcome === 'PASSED' ? amountsOf(claim).map(({ text }) => text) : [];
  return contentCoverage(claim, [wholeOf(evidence), ...carried].join(' '), weightOf);
}

/** Short words occur in many sentences. */
function weightOf(stem: string): number {
  return stem.length <= 3 && !/\d/.test(stem) ? 0.5 : 1;
}

const heading = /^#{1,6} (.+)$/;
/** A sentence that begins with one of these words is about something in the previous sentence. */
const pointsBack =
  /^\W*(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|the (?:former|latter|same)|er|sie|es|diese\p{L}*|il|elle|ils|elles|este|esta|estos)\b/iu;

type Source = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'> & Partial<Pick<Passage, 'url'>>;

interface ReadEvidence {
  readonly evidence: Evidence;
  readonly isVerbatim: boolean;
}

/** What a quote proves of a claim: its whole sentences, without headings, questions and orders, and what leads them in. */
export function evidenceOf(source: Source, quote: Span, claim: string): ReadEvidence {
  const { documentTitle, sectionPath, text, url } = source;
  const all = lines(text);
  const touched = all.filter((line) => line.start < quote.end && line.end > quote.start);
  const parts = touched
    .filter((line) => !heading.test(text.slice(line.start, line.end)))
    .flatMap((line) =>
      sentences(text.slice(line.start, line.end)).map((span) => ({
        start: span.start + line.start,
        end: span.end + line.start,
      })),
    );
  const quoted = parts.filter((part) => part.start < quote.end && part.end > quote.start);
  const start = Math.min(quote.start, quoted[0]?.start ?? quote.start);
  const above = all.filter((line) => line.start < start).map((line) => text.slice(line.start, line.end));
  const before = parts.filter((part) => part.end <= start).at(-1);
  const stated = joinedParts(text, quoted);
  const said = joinedParts(
    text,
    quoted.filter((part) => {
      const sentence = text.slice(part.start, part.end);
      return !asks(sentence) && !isOrder(sentence, { text, documentTitle, sectionPath });
    }),
  );
  const titles = [documentTitle, ...sectionPath, ...headingsOf(above)].filter((title) => title && states(title));
  const around = [
    ...titles,
    ...(pointsBack.test(said) ? [before ? text.slice(before.start, before.end) : (above.at(-1) ?? '')] : []),
  ].filter(states);
  return {
    evidence: {
      quote: text.slice(quote.start, quote.end),
      sentence: resolved(claim, said, around),
      lead: leadOf(text, touched[0] ?? quote),
      around,
      passage: text,
      ...(firstPerson.test(said) ? { authors: hostLabels(url ?? null) } : {}),
    },
    isVerbatim:
      said !== '' && (isVerbatim(claim, stated) || (opensSection(above, before) && namesHeading(claim, said, titles))),
  };
}

/** Whether a text is a statement: neither a question nor an order. */
const states = (text: string): boolean => !asks(text) && !suspicious(text);

/** The text of these sentences, as it stands if they are adjacent; on a line each if something between them is left out. */
function joinedParts(text: string, parts: readonly Span[]): string {
  let joined = '';
  for (const [position, { start, end }] of parts.entries()) {
    const between = position === 0 ? '' : text.slice(parts[position - 1]?.end, start);
    joined += `${/\S/.test(between) ? '\n' : between}${text.slice(start, end)}`;
  }
  return joined;
}

/** Whether nothing but headings stands above a sentence, as far as its section goes. */
function opensSection(above: readonly string[], before: Span | undefined): boolean {
  const last = above.at(-1);
  return before === undefined && (last === undefined || heading.test(last));
}

/** Whether a claim is the sentence with its leading pronoun replaced by the nearest heading, word for word. */
function namesHeading(claim: string, sentence: string, titles: readonly string[]): boolean {
  const title = titles.at(-1);
  return title !== undefined && namedBy(sentence, title).some((text) => isVerbatim(claim, text));
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

/** The lines that lead in a quote, such as "Each plan includes:"; empty if there is none. */
function leadOf(text: string, line: Span): string {
  if (!itemMark.test(text.slice(line.start, line.end))) return '';
  return governorsIn(text)(line.start)
    .by.filter(({ kind }) => kind === 'LEAD' || kind === 'ITEM')
    .map(({ start, end }) => text.slice(start, end))
    .filter((lead) => lead.endsWith(':'))
    .join(' \n ');
}

/**
 * Marks a claim as unsupported if it has a link, an image or an address that its quote does not have. Such an address
 * could lead a reader into a trap.
 */
export function refuseForeign(claim: VerifiedClaim): VerifiedClaim {
  const foreign = foreignAddresses(claim.draft.text, claim.proof?.quote ?? '');
  if (foreign.length === 0) return claim;
  return {
    ...claim,
    decided: true,
    status: 'UNSUPPORTED',
    checks: [
      ...claim.checks,
      { name: 'NAMES', passed: false, detail: `Links or addresses that are not in the quote: ${foreign.join(', ')}` },
    ],
  };
}

/** Checks a claim against the bytes that it cites. */
export function checked(draft: DraftClaim, passages: readonly Passage[]): VerifiedClaim {
  return refuseForeign(verifyClaim(draft, passages));
}
