import { isCandorError } from '../../errors.ts';
import { recencyOf } from '../../retrieval/fuse/recency.ts';
import { retrieve, type Retrieval } from '../../retrieval/retrieve.ts';
import { toEvidence } from '../evidence/evidence.ts';
import { rankedTexts } from '../evidence/sentenceEvidence.ts';
import { throwIfGone, type Node, type NodeContext } from '../node.ts';
import type { AgentParts } from '../parts.ts';
import { languagesOf } from '../question/languages.ts';
import type { SearchTask } from '../question/plan.ts';
import { recordSearch } from '../runs/recordRun.ts';
import type { AskState } from '../state.ts';

/** Searches the one text that it was sent. A search that is out of time finds nothing, and the others stand. */
export function retrieveNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { task, batch } = state;
    if (task === null) return {};
    const { query, role } = task;
    try {
      const found = await search(parts, state, context, task);
      const round = state.following ? state.rounds : state.rounds + 1;
      context.note({ round, query, role, timings: found.timings });
      return {
        found: [{ batch, task, evidence: toEvidence(query, found) }],
        searches: [recordSearch(round, query, task.settings, found, found.timings.total)],
        degraded: found.degraded,
      };
    } catch (error) {
      throwIfGone(context.signal);
      if (!isCandorError(error, 'CANCELLED') && !isCandorError(error, 'TIMEOUT')) throw error;
      context.note({ query, role, deadline: true });
      return { stopReason: 'DEADLINE' };
    }
  };
}

async function search(
  parts: AgentParts,
  state: AskState,
  context: NodeContext,
  { query, settings, filter, asOf }: SearchTask,
): Promise<Retrieval> {
  const { workspaceId, accessGroups, preset, question } = state.request;
  const languages = languagesOf(state.request, query);
  // Of the question and not of the query: a part may have lost the "current" that holds for all of it.
  const recency = recencyOf(question, languagesOf(state.request, question), preset, settings);
  return retrieve(parts, {
    workspaceId,
    accessGroups,
    query,
    languages,
    preset,
    settings,
    filter,
    asOf,
    recency,
    diverse: isJoined(state),
    opening: parts.openings?.get(state.request.runId),
    textsOf: rankedTexts,
    signal: context.deadline,
    timeoutMillis: context.millisLeft,
  });
}

/**
 * A question that joins several look-ups: one document rarely answers all of them. The published recipes know no such
 * thing.
 */
function isJoined({ plan, request }: AskState): boolean {
  return request.preset.adjusts && plan !== null && (plan.kind === 'MULTI_HOP' || plan.queries.length > 1);
}
