import { keepsValues } from '../../grounding/checks/keepsValues.ts';
import type { Citation, ClaimWording, WrittenClaim } from '../../grounding/claim.ts';
import { evidenceAt } from '../../grounding/claims/composeAnswer.ts';
import type { ProvingQuote, VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import { holdsOrder } from '../../grounding/injection/orders.ts';
import { isVoided } from '../../grounding/place/standing.ts';
import type { Voids } from '../../grounding/place/voids.ts';
import { isInOtherLanguage } from '../../knowledge/language/otherLanguage.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** What a claim is judged beside: the question, the lines that void, and what the run retrieved. */
export interface Beside {
  readonly question: Question;
  /** Null: it is not known which lines void. */
  readonly voids: Voids | null;
}

/**
 * What a chat model wrote and no check refuses, with what each sentence rests on: the citations of the answer, else the
 * quotes themselves.
 */
export function writtenClaims(
  said: readonly VerifiedClaim[],
  citations: readonly Citation[],
  beside: Beside,
): WrittenClaim[] {
  return said.flatMap((claim) => {
    const wording = howProven(claim, beside);
    if (wording === null) return [];
    const places = restsOn(claim).map((proof) => ({ proof, citation: citationOf(proof, citations) }));
    return [
      {
        text: claim.draft.text,
        citationNumbers: [...new Set(places.flatMap(({ citation }) => citation?.number ?? []))],
        status: claim.status,
        wording,
        support: claim.support,
        reason: reasonOf(claim),
        evidence: places.flatMap(({ proof, citation }) =>
          citation ? [] : [evidenceAt(proof.passage, proof.quote, proof.sourceSpan)],
        ),
        formula: claim.together?.formula ?? null,
      },
    ];
  });
}

/** Whether a claim is in other words than its quote, and no check has refused it: what an entailment model is for. */
export function isUnsettled({ wording, status, decided, proof }: VerifiedClaim): boolean {
  return proof !== undefined && wording === 'REWORDED' && (status === 'SUPPORTED' || !decided);
}

/** With fewer of its quote's words, a claim is about something else. */
const leastSupport = 0.25;

/** How far a sentence is proven; null: a check refuses it, or it rests on what gives orders or is void. */
export function howProven(claim: VerifiedClaim, { question, voids }: Beside): ClaimWording | null {
  const { status, wording, together } = claim;
  const places = restsOn(claim);
  if (places.length === 0) return null;
  if (places.some(({ passage, sourceSpan }) => voids !== null && isVoided(passage, sourceSpan, voids))) return null;
  if (status === 'SUPPORTED' && wording !== 'REWORDED') return wording;
  if (places.some(({ passage }) => holdsOrder(passage))) return null;
  // What checks make of words of another language is chance.
  if (isForeign(claim, question)) return keepsValues(claim.draft.text, places) ? 'TRANSLATED' : null;
  return together !== undefined || (isUnsettled(claim) && claim.support >= leastSupport) ? 'REWORDED' : null;
}

/** With more of its quote's words, a claim is in the quote's language whatever the question is in. */
const mostForeign = 0.5;

/** Whether a claim is in another language than what it cites; the question's counts where the claim is short. */
export function isForeign({ draft, proof, support }: VerifiedClaim, { text }: Question): boolean {
  if (!proof) return false;
  return (
    isInOtherLanguage(draft.text, proof.passage.text) ||
    (support < mostForeign && isInOtherLanguage(text, proof.passage.text))
  );
}

/** The sentence that proves it, else all that were cited for it. */
function restsOn({ proof, cited = [], status, wording }: VerifiedClaim): readonly ProvingQuote[] {
  const isProven = status === 'SUPPORTED' && wording !== 'REWORDED';
  return cited.length > 0 && !isProven ? cited : proof ? [proof] : [];
}

function citationOf({ passage, sourceSpan }: ProvingQuote, citations: readonly Citation[]): Citation | undefined {
  return citations.find(
    (citation) =>
      citation.versionId === passage.versionId &&
      citation.sourceSpan.start <= sourceSpan.start &&
      sourceSpan.end <= citation.sourceSpan.end,
  );
}

function reasonOf({
  checks: ofOne,
  together: { checks } = { checks: ofOne, formula: null },
}: VerifiedClaim): string | null {
  const failed = checks.find(({ passed }) => !passed);
  return failed ? `${failed.name}: ${failed.detail ?? 'failed'}` : null;
}
