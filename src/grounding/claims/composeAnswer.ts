import type { Span } from '../../knowledge/document.ts';
import { contentCoverage } from '../../knowledge/language/stems.ts';
import { standsUnder } from '../place/leadIn.ts';
import { hasEnded } from '../editions/successors.ts';
import type { Candidate } from '../sentences/candidates.ts';
import type { Citation, Claim, DroppedClaim, NearestEvidence, Verification } from '../claim.ts';
import { shownWords } from './rowWording.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

export interface ComposedAnswer {
  /** The supported claims with marks such as `[1]`. */
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly citations: readonly Citation[];
  readonly droppedClaims: readonly DroppedClaim[];
  readonly verification: Verification;
}

const dayMillis = 86_400_000;

/**
 * Puts the supported claims into one text, those that read the same as one, numbers their proofs in order (one number a
 * quote) and reports the others.
 * @param askedAt what the age of a source is counted to
 * @param shown what is read for a claim
 * @param sentences what was retrieved: the best evidence for a claim without proof is looked for in it
 */
export function composeAnswer(
  verified: readonly VerifiedClaim[],
  askedAt: Date,
  shown: ReturnType<typeof shownWords> = shownWords([], null),
  sentences: readonly Candidate[] = [],
): ComposedAnswer {
  const claims: Claim[] = [];
  const citations: Citation[] = [];
  let [text, hasBlock] = ['', false];
  let before: VerifiedClaim | undefined;
  for (const [claim, ...copies] of statements(verified, shown)) {
    hasBlock ||= isBlock(claim.draft.text);
    const separator = text === '' ? '' : hasBlock ? '\n' : ' ';
    const start = text.length + separator.length;
    const words = shown(claim, before);
    before = claim;
    const answerSpan = { start, end: start + words.length };
    const numbers: number[] = [];
    for (const each of [claim, ...copies]) {
      const citation = toCitation(each, each.proof, citations, answerSpan, askedAt);
      if (!citations.includes(citation)) citations.push(citation);
      if (!numbers.includes(citation.number)) numbers.push(citation.number);
    }
    text += `${separator}${words} ${numbers.map((number) => `[${number}]`).join(' ')}`;
    claims.push({
      text: words,
      answerSpan,
      citationNumbers: numbers,
      status: claim.status,
      wording: claim.wording,
      support: claim.support,
    });
  }
  const dropped = verified.filter((claim) => claim.status !== 'SUPPORTED').map((claim) => toDropped(claim, sentences));
  return {
    text,
    claims,
    citations,
    droppedClaims: dropped,
    verification: {
      complete: dropped.length === 0,
      claimCount: claims.length + dropped.length,
      supportedCount: claims.length,
    },
  };
}

type ProvenClaim = VerifiedClaim & { readonly proof: NonNullable<VerifiedClaim['proof']> };

/** The supported claims in order, each with those after it that read the same: what several sources say is said once. */
function statements(
  verified: readonly VerifiedClaim[],
  shown: ReturnType<typeof shownWords>,
): [ProvenClaim, ...ProvenClaim[]][] {
  const found = new Map<string, [ProvenClaim, ...ProvenClaim[]]>();
  for (const claim of verified) {
    if (claim.status !== 'SUPPORTED' || !isProven(claim)) continue;
    const words = shown(claim).toLowerCase().replaceAll(/\s+/g, ' ').replace(/[.!]$/, '');
    const same = found.get(words);
    if (same) same.push(claim);
    else found.set(words, [claim]);
  }
  return [...found.values()];
}

const isProven = (claim: VerifiedClaim): claim is ProvenClaim => Boolean(claim.proof);

function toCitation(
  claim: VerifiedClaim,
  proof: NonNullable<VerifiedClaim['proof']>,
  known: readonly Citation[],
  answerSpan: Citation['answerSpan'],
  askedAt: Date,
): Citation {
  const { passage, quote, sourceSpan } = proof;
  const same = known.find(
    (citation) =>
      citation.versionId === passage.versionId &&
      citation.sourceSpan.start === sourceSpan.start &&
      citation.sourceSpan.end === sourceSpan.end,
  );
  return (
    same ?? {
      number: known.length + 1,
      documentId: passage.documentId,
      documentKey: passage.documentKey,
      title: passage.documentTitle,
      versionId: passage.versionId,
      chunkId: passage.chunkId,
      quote,
      sourceSpan,
      answerSpan,
      ...standsUnder(passage, sourceSpan),
      url: passage.url,
      updatedAt: passage.updatedAt,
      ageDays: Math.max(0, Math.floor((askedAt.getTime() - passage.updatedAt.getTime()) / dayMillis)),
      isCurrent: passage.effectiveFrom <= askedAt && !hasEnded(passage, askedAt),
      status: claim.status,
      support: claim.support,
      checks: claim.checks,
    }
  );
}

function toDropped(claim: VerifiedClaim, sentences: readonly Candidate[]): DroppedClaim {
  const failed = claim.checks.find((entry) => !entry.passed);
  return {
    text: claim.draft.text,
    reason: failed ? `${failed.name}: ${failed.detail ?? 'failed'}` : 'No proof was named.',
    status: claim.status,
    wording: claim.wording,
    support: claim.support,
    evidence: bestEvidence(claim, sentences),
  };
}

/** Lists and table rows stand on lines of their own. */
function isBlock(text: string): boolean {
  return text.includes('\n') || /^[^.;:]+: [^;]+; /.test(text);
}

/** A sentence with less of the claim's words is about something else. */
const minCoverage = 0.3;

type Sentence = Pick<Candidate, 'text' | 'passage' | 'sourceSpan'>;

/**
 * What comes nearest to a claim that is not proven: the words that its writer cited, else the sentence with most of its
 * words; null when there is none.
 */
export function bestEvidence({ draft, proof }: VerifiedClaim, sentences: readonly Sentence[]): NearestEvidence | null {
  if (proof) return evidenceAt(proof.passage, proof.quote, proof.sourceSpan);
  const rated = sentences.map((sentence) => ({ sentence, coverage: contentCoverage(draft.text, sentence.text) }));
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (left, right) => (right.coverage > (left?.coverage ?? minCoverage) ? right : left),
    undefined,
  );
  return best ? evidenceAt(best.sentence.passage, best.sentence.text, best.sentence.sourceSpan) : null;
}

/** A quoted place with what stands above it. */
export function evidenceAt(passage: Sentence['passage'], quote: string, sourceSpan: Span): NearestEvidence {
  const { documentId, documentKey, documentTitle: title, url, versionId } = passage;
  return { documentId, documentKey, title, url, versionId, quote, sourceSpan, ...standsUnder(passage, sourceSpan) };
}
