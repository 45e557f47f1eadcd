import { CandorError, isCandorError, messageOf } from '../errors.ts';
import { verifiedBy } from '../grounding/claims/verifiedBy.ts';
import type { VerifiedClaim } from '../grounding/claims/verifyClaim.ts';
import { abortFault, orAbort } from '../clock/cancellation.ts';
import type { Entailment, EntailmentPair } from '../models/entailment.ts';
import type { Degradation } from '../retrieval/passage.ts';
import { throwIfGone, type NodeContext } from './node.ts';
import type { AgentParts } from './parts.ts';
import type { AskState } from './state.ts';

/** The longest that an answer waits for the entailment model. */
const settleMillis = 2_000;

export interface Settled {
  readonly verified: readonly VerifiedClaim[];
  readonly degraded: readonly Degradation[];
}

/** Asks the entailment model about the claims that the checks leave open, and about no others. One that fails or is late leaves the checks' own verdict, and is told. */
export async function settle(
  parts: Pick<AgentParts, 'entailment' | 'log'>,
  { request }: Pick<AskState, 'request'>,
  context: NodeContext,
  verified: readonly VerifiedClaim[],
): Promise<Settled> {
  const { entailment, log } = parts;
  const open = verified.flatMap((claim) =>
    !claim.decided && claim.proof ? [{ claim, pair: pairOf(claim, claim.proof) }] : [],
  );
  if (!entailment || open.length === 0) return { verified, degraded: [] };
  try {
    const verdicts = await judgeInTime(
      entailment,
      open.map(({ pair }) => pair),
      context,
    );
    context.note({ entailment: entailment.id, judged: verdicts });
    const settled = new Map(
      open.flatMap(({ claim }, position) =>
        verdicts[position] ? [[claim, verifiedBy(claim, verdicts[position])] as const] : [],
      ),
    );
    return { verified: verified.map((claim) => settled.get(claim) ?? claim), degraded: [] };
  } catch (error) {
    throwIfGone(context.signal);
    const message = isCandorError(error)
      ? error.message
      : `The entailment model failed in a way it should not: ${messageOf(error)}`;
    log.warn('entailment model failed', { runId: request.runId, entailment: entailment.id, error: message });
    return { verified, degraded: [{ part: 'ENTAILMENT', message }] };
  }
}

async function judgeInTime(
  entailment: Entailment,
  pairs: readonly EntailmentPair[],
  { deadline, millisLeft }: NodeContext,
) {
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(Math.ceil(Math.min(settleMillis, millisLeft)))]);
  const verdicts = await orAbort(entailment.judge(pairs, { signal }), signal, abortFault);
  const areShares = verdicts.every((verdict) =>
    [verdict.entailed, verdict.neutral, verdict.contradicted].every((share) => share >= 0 && share <= 1),
  );
  if (verdicts.length === pairs.length && areShares) return verdicts;
  throw new CandorError(
    'MODEL_INVALID',
    'The entailment model broke its contract: one verdict of three shares a pair.',
  );
}

/** Headings belong to what a quote says: "it costs 3 euros" under "Theft insurance". */
function pairOf({ draft }: VerifiedClaim, { passage, quote }: NonNullable<VerifiedClaim['proof']>): EntailmentPair {
  return {
    premise: `${[passage.documentTitle, ...passage.sectionPath].join(' > ')}\n${quote}`,
    hypothesis: draft.text,
  };
}
