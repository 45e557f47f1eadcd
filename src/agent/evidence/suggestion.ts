/** What a refusal begins with: the passage that may well be the answer. */
import { fitted } from '../../confidence/fitted.ts';
import { groundOf } from '../../confidence/score.ts';
import { successorOf } from '../../grounding/editions/successors.ts';
import { holdsOrder } from '../../grounding/injection/orders.ts';
import { isVoided } from '../../grounding/place/standing.ts';
import type { AgentParts, NodeContext } from '../parts/parts.ts';
import type { AskState } from '../state/askState.ts';
import type { AbstentionReason, Alternative } from '../state/outcome.ts';
import { voidsAround } from './voidsAround.ts';

/** Refusals for want of proof. The others found something that speaks against an answer. */
const wanting: ReadonlySet<AbstentionReason> = new Set(['WEAK_EVIDENCE', 'BUDGET_EXHAUSTED', 'MODEL_UNAVAILABLE']);

interface Offered {
  readonly reason: AbstentionReason;
  /** Likeliest first. */
  readonly alternatives: readonly Alternative[];
}

/**
 * The first alternative, if nothing but doubt speaks against it and no line around it voids it; null: it is not likely
 * enough, not reliable, or it is not known what voids it.
 * @throws CandorError CANCELLED
 */
export async function suggestionOf(
  parts: Pick<AgentParts, 'database' | 'embedder' | 'log'>,
  { request, judged }: Pick<AskState, 'request' | 'judged'>,
  offered: Offered,
  context: Pick<NodeContext, 'signal' | 'deadline' | 'millisLeft'>,
): Promise<Alternative | null> {
  const likely = likelyOf(offered, judged);
  if (!likely || context.millisLeft === 0) return null;
  const { passage, spans } = likely;
  const { start: offset } = passage.sourceSpan;
  const statements = spans.map(({ start, end }) => ({
    passage,
    sourceSpan: { start: start + offset, end: end + offset },
  }));
  const voids = await voidsAround(parts, statements, request, context);
  return voids === null || statements.some(({ sourceSpan }) => isVoided(passage, sourceSpan, voids)) ? null : likely;
}

/** The same by all that is known without a model. */
export function likelyOf(
  { reason, alternatives: [first] }: Offered,
  { unmet, confidence }: Pick<AskState['judged'], 'unmet' | 'confidence'>,
): Alternative | null {
  if (!first || !confidence || !wanting.has(reason)) return null;
  const { suggestFrom } = fitted.alternatives[groundOf(confidence.signals)];
  const isDoubtedOnly = first.reason === 'UNSURE' && unmet.length === 0;
  return isDoubtedOnly && suggestFrom !== null && first.likelihood >= suggestFrom && isReliable(first) ? first : null;
}

/** Whether a passage is fit to be named: it holds still, and its source is neither untrusted nor gives orders. */
export function isReliable({ passage, reason }: Pick<Alternative, 'passage' | 'reason'>): boolean {
  return (
    passage.trust !== 'UNTRUSTED' && reason !== 'OUTDATED' && successorOf(passage) === null && !holdsOrder(passage)
  );
}
