import { abortFault, orAbort } from '../../clock.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import { statementText } from '../../grounding/claims/rowWording.ts';
import type { VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import { holdsOrder } from '../../grounding/injection/orders.ts';
import type { Entailment, EntailmentPair, EntailmentVerdict } from '../../models/entailment.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import { tokensLeft } from '../parts/budget.ts';
import { type AgentParts, type NodeContext, throwIfGone } from '../parts/parts.ts';
import type { ResolvedRequest } from '../state/request.ts';
import { nothingSpent, type Spent } from '../state/spent.ts';
import { isUnsettled } from './standing.ts';

/** The longest that an answer waits for an entailment model of its own. */
const settleMillis = 2_000;
/** The share of the time left that a chat model may take to judge. */
const chatShare = 0.6;

export interface Settled {
  readonly verified: readonly VerifiedClaim[];
  readonly spent: Spent;
  readonly degraded: readonly Degradation[];
}

/**
 * Asks the entailment model about the rewordings that no check has refused, and about nothing else: its premise is the
 * quote behind what governs it, because nothing else proves a claim. A passage that gives orders proves none to it. If
 * it fails or is late, or no tokens are left, the checks' own verdict is kept, and that is reported.
 * @param spent what the run has spent before
 */
export async function settle(
  parts: Pick<AgentParts, 'entailment' | 'log'>,
  request: Pick<ResolvedRequest, 'runId' | 'budget'>,
  spent: Spent,
  context: NodeContext,
  verified: readonly VerifiedClaim[],
): Promise<Settled> {
  const { entailment, log } = parts;
  const unsettled = { verified, spent: nothingSpent, degraded: [] };
  const open = verified.flatMap((claim) =>
    claim.proof && mayAsk(claim, entailment)
      ? [{ claim, pair: { premise: statementText(claim.proof.passage, claim.proof), hypothesis: claim.draft.text } }]
      : [],
  );
  if (!entailment || open.length === 0) return unsettled;
  const pairs = open.map(({ pair }) => pair);
  const tokens = entailment.tokensFor?.(pairs) ?? 0;
  if (tokens > 0 && request.budget.maxTokens === 0) return unsettled;
  if (tokens > tokensLeft(request.budget, spent))
    return { ...unsettled, degraded: [{ part: 'ENTAILMENT', message: 'There were no tokens left to judge.' }] };
  let used = nothingSpent;
  try {
    if (entailment.prompt) context.note({ prompts: [entailment.prompt] });
    const verdicts = await judgeInTime(entailment, pairs, context, (usage) => {
      used = usage;
    });
    context.note({ entailment: entailment.id, judged: verdicts });
    const settled = new Map(
      open.flatMap(({ claim }, position) =>
        verdicts[position] ? [[claim, verifiedBy(claim, verdicts[position])] as const] : [],
      ),
    );
    return { verified: verified.map((claim) => settled.get(claim) ?? claim), spent: used, degraded: [] };
  } catch (error) {
    throwIfGone(context.signal);
    const message = isCandorError(error)
      ? error.message
      : `The entailment model failed in a way it should not: ${messageOf(error)}`;
    log.warn('entailment model failed', { runId: request.runId, entailment: entailment.id, error: message });
    return { verified, spent: used, degraded: [{ part: 'ENTAILMENT', message }] };
  }
}

/**
 * Whether a judge is asked about a claim. A chat model takes an added word for a synonym too readily: it is asked where
 * the quote has the claim's words.
 */
export function mayAsk(claim: VerifiedClaim, entailment: Pick<Entailment, 'chat'> | null | undefined): boolean {
  if (!entailment || !isUnsettled(claim) || !claim.proof || holdsOrder(claim.proof.passage)) return false;
  return (
    entailment.chat === undefined ||
    claim.checks.every(({ name, passed }) => passed || (name !== 'ADDITIONS' && name !== 'COVERAGE'))
  );
}

async function judgeInTime(
  entailment: Entailment,
  pairs: readonly EntailmentPair[],
  { deadline, millisLeft }: NodeContext,
  onUsage: (usage: Spent) => void,
): Promise<readonly EntailmentVerdict[]> {
  const most = entailment.chat === undefined ? Math.min(settleMillis, millisLeft) : chatShare * millisLeft;
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(Math.ceil(most))]);
  const verdicts = await orAbort(entailment.judge(pairs, { signal, onUsage }), signal, abortFault);
  const areShares = verdicts.every((verdict) =>
    [verdict.entailed, verdict.neutral, verdict.contradicted].every((share) => share >= 0 && share <= 1),
  );
  if (verdicts.length === pairs.length && areShares) return verdicts;
  throw new CandorError(
    'MODEL_INVALID',
    'The entailment model broke its contract: one verdict of three shares a pair.',
  );
}

/** From here a claim follows from its quote more likely than not. */
const entailedFrom = 0.5;

/** A rewording that no check has refused, with the verdict of an entailment model as its last check. */
export function verifiedBy(
  claim: VerifiedClaim,
  { entailed, neutral, contradicted }: EntailmentVerdict,
): VerifiedClaim {
  const passed = entailed >= entailedFrom;
  const isContradicted = contradicted > entailed && contradicted > neutral;
  const [follows, open, against] = [entailed, neutral, contradicted].map((share) => `${Math.round(share * 100)} %`);
  const detail = `The claim follows from the quote: ${follows}, is left open: ${open}, is contradicted: ${against}.`;
  return {
    ...claim,
    decided: true,
    status: passed ? 'SUPPORTED' : isContradicted ? 'CONTRADICTED' : 'UNSUPPORTED',
    wording: passed ? 'ENTAILED' : claim.wording,
    checks: [...claim.checks, { name: 'ENTAILMENT', passed, detail }],
  };
}
