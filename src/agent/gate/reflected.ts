import type { NodeContext } from '../node.ts';
import type { Reflection } from './reflection.ts';
import { reflectionOf } from './reflectionOf.ts';
import type { AskState, AskUpdate } from '../state.ts';

/** A judgement told, noted and kept: every round has its own in the run, and another where a model was asked after it. */
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
