import { composeAnswer } from '../../grounding/claims/composeAnswer.ts';
import type { WrittenClaim } from '../../grounding/claim.ts';
import { checked, type VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import { extractiveDrafts, wordsIn } from '../evidence/sentenceEvidence.ts';
import type { AgentParts, NodeContext } from '../parts/parts.ts';
import type { AskState } from '../state/askState.ts';
import type { AskEventBody } from '../state/events.ts';
import { inItsOwnWords, locateClaims } from './locateClaims.ts';
import { replySoFar } from './prompt.ts';
import { mayAsk, settle } from './settle.ts';
import { writtenClaims } from './standing.ts';

/** The claims of a reply that is still arriving. */
export interface ClaimsAsTheyCome {
  /** Shows the answer so far at once, marked as provisional, and then announces that a model is writing. */
  begin(): void;
  /**
   * Checks the claims that have been completed since the last call, and reports them in their order.
   * @param textSoFar of the reply
   */
  hear(textSoFar: string): void;
  /** Resolves when everything that was heard is checked and reported. */
  done(): Promise<void>;
  /** Reports those that had to wait until the whole reply was judged. */
  tell(settled: readonly VerifiedClaim[]): void;
  /** All complete ones in the model's words, as checks and a judge left them. */
  heard(): readonly VerifiedClaim[];
  /** Those of `heard` that were reported as written: `Answer.written` has them, whatever becomes of the reply. */
  told(): readonly VerifiedClaim[];
  /** The claims that were reported, in their order. The answer begins with them, so that none has to be taken back. */
  sent(): readonly VerifiedClaim[];
  /** Set once the judge has failed: it is not asked again. */
  degraded(): readonly Degradation[];
}

/**
 * Reports what a model writes while it writes the next sentence. A claim that is complete and proven is `ClaimVerified`.
 * What no check refuses stands, in the model's own words, behind the claims of the provisional answer, which is sent
 * again with it. A judge of its own is asked about each sentence as it comes. A chat model is asked about all of them at
 * once, so from the first sentence on that it will be asked about, those in the model's words wait for it.
 * @param passes whether it is certain that there is an answer; if not, nothing is shown before the reply is whole
 */
export function claimsAsTheyCome(
  parts: Pick<AgentParts, 'entailment' | 'log'>,
  state: Pick<AskState, 'request' | 'found' | 'judged' | 'record'>,
  shown: readonly Candidate[],
  passes: boolean,
  context: NodeContext,
): ClaimsAsTheyCome {
  const { request, found, judged, record } = state;
  const { passages } = found.evidence;
  const { entailment } = parts;
  const beside = { question: request.question, voids: judged.voids };
  const words = wordsIn({ found, judged });
  const [heard, told, sent]: [VerifiedClaim[], VerifiedClaim[], VerifiedClaim[]] = [[], [], []];
  const written: WrittenClaim[] = [];
  let degraded: readonly Degradation[] = [];
  let provisional: Extract<AskEventBody, { type: 'Provisional' }> | undefined;
  let complete = 0;
  let waits = false;
  let telling = Promise.resolve();

  const tellWritten = (claim: VerifiedClaim) => {
    if (!provisional || told.some(({ draft }) => draft.text === claim.draft.text)) return;
    const [one] = writtenClaims([claim], provisional.citations, beside);
    if (!one) return;
    told.push(claim);
    written.push(one);
    // Sentences of the documents alone are reported as verified claims.
    if (written.some(({ wording }) => wording !== 'VERBATIM'))
      context.emit({ ...provisional, claims: [...provisional.claims, ...written] });
  };
  const tellText = (settled: VerifiedClaim) => {
    const claim = asShown(settled, state, shown);
    if (claim.status !== 'SUPPORTED' || sent.some(({ draft }) => draft.text === claim.draft.text)) return;
    sent.push(claim);
    // Marks and positions are those of the whole answer, because it begins with these claims.
    const last = composeAnswer(sent, request.askedAt, words).claims.at(-1);
    if (last) context.emit({ type: 'ClaimVerified', claim: last });
  };
  const judgedAlone = async (claim: VerifiedClaim): Promise<VerifiedClaim> => {
    if (entailment?.chat !== undefined || degraded.length > 0) return claim;
    const settled = await settle(parts, request, record.spent, context, [claim]);
    ({ degraded } = settled);
    return settled.verified[0] ?? claim;
  };
  const tellBoth = async (located: VerifiedClaim) => {
    waits ||= Boolean(entailment?.chat) && mayAsk(located, entailment);
    const claim = await judgedAlone(located);
    heard.push(claim);
    if (!waits) tellWritten(claim);
    if (!waits || request.wording !== 'WRITTEN') tellText(claim);
  };
  return {
    begin() {
      if (passes) {
        const drafts = extractiveDrafts(state).map((draft) => checked(draft, passages));
        const { text, claims, citations } = composeAnswer(drafts, request.askedAt, words);
        provisional = claims.length > 0 ? { type: 'Provisional', text, claims, citations } : undefined;
        if (provisional) context.emit(provisional);
      }
      context.emit({ type: 'Writing', mode: 'GENERATED' });
    },
    hear(textSoFar) {
      const whole = passes ? (replySoFar(textSoFar)?.claims ?? []) : [];
      for (const claim of locateClaims(whole.slice(complete), request.question, shown, passages))
        // What fails here is a caller who went away, as the run notices by itself.
        telling = telling.then(() => tellBoth(claim)).catch(() => undefined);
      complete = Math.max(complete, whole.length);
    },
    done: () => telling,
    tell(settled) {
      for (const claim of settled) tellWritten(claim);
    },
    heard: () => heard,
    told: () => told,
    sent: () => sent,
    degraded: () => degraded,
  };
}

/** A claim as the text of the answer has it: quoted, unless the model's words are asked for and follow from the quote. */
export function asShown(
  claim: VerifiedClaim,
  { request, found }: Pick<AskState, 'request' | 'found'>,
  shown: readonly Candidate[],
): VerifiedClaim {
  const isUnworded = claim.wording === 'ENTAILED' && request.wording !== 'WRITTEN';
  return inItsOwnWords(isUnworded ? { ...claim, wording: 'REWORDED' } : claim, shown, found.evidence.passages);
}
