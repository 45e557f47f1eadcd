import { expectedType } from '../../grounding/answerability/answerType.ts';
import { holdsOrder } from '../../grounding/claims/suspicious.ts';
import { hasEnded } from '../../grounding/conflicts/successors.ts';
import { coversFact, listFacts, noFacts } from '../../grounding/reading/namedFacts.ts';
import type { NodeContext } from '../node.ts';
import type { AskState, AskUpdate } from '../state.ts';
import { gateOf } from './gate.ts';
import type { Reflection, Gap, StalePassage, Verdict } from './reflection.ts';

/**
 * A judgement told, noted and kept: every round has its own in the run, and another where a model was asked after it.
 */
export function reflected(
  final: AskUpdate,
  state: AskState,
  judgement: Reflection['judgedByModel'],
  context: NodeContext,
): AskUpdate {
  const after = { ...state, ...final } as AskState;
  const reflection = reflectionOf(after, judgement);
  const { confidence, tier, verdict, stopReason, conflicts } = after;
  if (confidence) context.emit({ type: 'Reflected', confidence, tier, reflection });
  context.note({
    confidence: confidence?.value,
    signals: confidence?.signals,
    tier,
    verdict,
    stopReason,
    conflicts: conflicts.length,
  });
  return { ...final, reflections: [reflection] };
}

/**
 * The judgement of the round that the state has come to, as data. @param judgedByModel what a model said, when one was
 * asked
 */
function reflectionOf(state: AskState, judgedByModel: Reflection['judgedByModel']): Reflection {
  const { passages } = state.evidence;
  return {
    round: state.rounds,
    confidence: state.confidence?.value ?? 0,
    tier: state.tier,
    verdict: state.verdict,
    stopReason: goesOn.has(state.verdict) ? null : state.stopReason,
    requirements: listFacts(state.plan?.facts ?? noFacts).map((fact) => ({
      ...fact,
      coveredBy: passages.filter((passage) => coversFact(passage, fact)).map(({ chunkId }) => chunkId),
    })),
    expectedType: expectedType(state.request.question),
    answerTypePresent: state.confidence?.signals.answerTypePresent ?? false,
    candidates: state.rivals.map(({ candidate: { passage } }) => passage.sectionPath.at(-1) ?? passage.documentTitle),
    stale: stalePassages(state),
    conflicts: state.conflicts.length,
    suspicious: passages.filter(holdsOrder).map(({ chunkId }) => chunkId),
    gap: gapOf(state),
    judgedByModel,
  };
}

const goesOn: ReadonlySet<Verdict> = new Set<Verdict>(['REFINE', 'RERANK', 'WRITE']);

function stalePassages({ evidence, request }: AskState): StalePassage[] {
  return evidence.passages.flatMap((passage): StalePassage[] => {
    const { chunkId, supersededBy } = passage;
    if (supersededBy !== null) return [{ chunkId, reason: 'SUPERSEDED' }];
    return hasEnded(passage, request.askedAt) ? [{ chunkId, reason: 'EXPIRED' }] : [];
  });
}

function gapOf({ confidence, evidence, unmet, rivals, request }: AskState): Gap {
  const [first] = unmet;
  if (evidence.passages.length === 0) return 'NO_HITS';
  if (first) return first.kind;
  if (rivals.length > 1) return 'SEVERAL_FACTS';
  if ((confidence?.value ?? 0) >= gateOf(request)) return 'NONE';
  if (evidence.unknown.length > 0) return 'UNKNOWN_WORDS';
  return confidence?.signals.answerTypePresent === false ? 'MISSING_TYPE' : 'WEAK';
}
