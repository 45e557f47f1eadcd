import { offerOptions } from '../../offerOptions.ts';
import { finish } from '../../finish.ts';
import { clarificationText } from '../../messages.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import type { AskState } from '../../state.ts';

/** Asks back: nothing was found, several things may be meant, or nothing was asked. What it offers was tried, and can be answered. */
export function clarifyNode(parts: AgentParts): Node {
  return async (state, context) => {
    const reason = state.clarifyReason ?? 'ZERO_HITS';
    const { options, degraded } = reason === 'SMALL_TALK' ? { options: [], degraded: [] } : await offerOptions(parts, state, context);
    const core = finish({ ...state, stopReason: state.stopReason ?? 'ZERO_HITS', tier: 'NO_MATCH', degraded: [...state.degraded, ...degraded] });
    const { text, why } = clarificationText(reason, reason === 'UNRESOLVED' ? state.unresolved ?? '' : unknownWords(state), state.request.language ?? state.plan?.language ?? 'en');
    return { tier: 'NO_MATCH', degraded, outcome: { ...core, type: 'Clarification', text, reason: why, options } };
  };
}

/** The question's own words that no document knows, for the person to see what was not found. */
function unknownWords(state: AskState): string {
  const words = state.request.question.match(/[\p{L}\d][\p{L}\d-]*/gu) ?? [];
  return words.filter((word) => word.length > 3).slice(0, 6).join(', ') || state.request.question.trim();
}
