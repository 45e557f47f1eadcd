import { capBySources } from '../../../grounding/conflicts/soleSource.ts';
import { citesOverruled } from '../../../grounding/conflicts/settledSentences.ts';
import { readHistory } from '../../runs/readHistory.ts';
import { compareVersions } from '../../speech/compareVersions.ts';
import { uncertainAtMost } from '../../gate/gate.ts';
import { finish } from '../../finish.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import type { AskState } from '../../state.ts';

/**
 * Tells what the cited documents said before, or say now, which of them were replaced, and whether the answer rests on one untrusted or new document alone. Facts about the
 * sources, not about the answer: they lower its tier, and never change its text. What could not be read is told in `degraded`.
 */
export function historyNode(parts: AgentParts): Node {
  return async (state, context) => {
    const answer = state.outcome;
    if (answer?.type !== 'Answer') return {};
    const { history, degraded } = await readHistory(parts, state, answer.citations, context);
    const { notices, conflicts } = compareVersions({
      citations: answer.citations,
      passages: state.evidence.passages,
      history,
      request: state.request,
    });
    context.note({ notices: notices.map((notice) => notice.kind), conflicts: conflicts.length });
    const known = capBySources(state.tier, answer.citations, state.evidence.passages);
    const tier =
      citesReplaced(state) || citesOverruled(answer.citations, state.conflicts) ? uncertainAtMost(known) : known;
    const { usage } = finish(state);
    return {
      tier,
      degraded,
      outcome: {
        ...answer,
        tier,
        usage,
        degraded: [...answer.degraded, ...degraded],
        notices: [...answer.notices, ...notices],
        conflicts: [...answer.conflicts, ...conflicts],
      },
    };
  };
}

/** Who filters for a replaced document wants that one. */
function citesReplaced({ outcome, evidence, request }: AskState): boolean {
  const wanted = new Set(request.filter.documentIds ?? []);
  const cited = new Set(outcome?.citations.map((citation) => citation.documentId));
  return evidence.passages.some(
    (passage) => passage.supersededBy !== null && cited.has(passage.documentId) && !wanted.has(passage.documentId),
  );
}
