import { isCandorError } from '../../../errors.ts';
import { recencyOf } from '../../../retrieval/recency.ts';
import { retrieve, type Retrieval } from '../../../retrieval/retrieve.ts';
import { languagesOf } from '../../languages.ts';
import { recordSearch } from '../../recordSearch.ts';
import { mergeEvidence } from '../../mergeEvidence.ts';
import { throwIfGone, type Node, type NodeContext } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import type { AskState, EvidenceState } from '../../state.ts';

/** Searches every query of the round at once and adds what is new to the passages in hand. A run that is out of time keeps what it has. */
export function retrieveNode(parts: AgentParts): Node {
  return async (state, context) => {
    const round = state.rounds + 1;
    try {
      const found = await Promise.all(state.queries.map(async (query) => {
        const retrieval = await search(parts, state, context, query);
        return { ...toEvidence(query, retrieval), search: recordSearch(round, query, state.request.settings, retrieval, retrieval.timings.total) };
      }));
      const evidence = mergeEvidence(state.evidence, found.map((entry) => entry.evidence), state.request.settings.topK);
      const known = new Set(state.evidence.passages.map((passage) => passage.chunkId));
      const newEvidence = evidence.passages.some((passage) => !known.has(passage.chunkId));
      context.emit({ type: 'Retrieved', round, passageCount: evidence.passages.length });
      context.note({ round, queries: state.queries, passages: evidence.passages.map((passage) => ({ chunkId: passage.chunkId, score: passage.score })), newEvidence, timings: found.map((entry) => entry.timings) });
      const parted = found.map((entry) => entry.evidence).filter((entry) => entry.query !== state.request.question);
      return { rounds: round, evidence, newEvidence, partEvidence: parted, searches: found.map((entry) => entry.search), degraded: distinct(found.flatMap((entry) => entry.degraded), state) };
    } catch (error) {
      throwIfGone(context.signal);
      if (!isCandorError(error, 'CANCELLED') && !isCandorError(error, 'TIMEOUT')) throw error;
      context.note({ round, deadline: true });
      return { rounds: round, newEvidence: false, stopReason: 'DEADLINE' };
    }
  };
}

async function search(parts: AgentParts, state: AskState, context: NodeContext, query: string): Promise<Retrieval> {
  const { workspaceId, accessGroups, preset, settings, filter, asOf, question } = state.request;
  const languages = languagesOf(state.request, query);
  // Of the question and not of the query: a part may have lost the "current" that holds for all of it.
  const recency = recencyOf(question, languagesOf(state.request, question), preset, settings);
  return retrieve(parts, { workspaceId, accessGroups, query, languages, preset, settings, filter, asOf, recency, diverse: isJoined(state), signal: context.deadline, timeoutMillis: context.millisLeft });
}

/** A question that joins several look-ups: one document rarely answers all of them. The published recipes know no such thing. */
function isJoined({ plan, request }: AskState): boolean {
  return request.preset.adjusts && plan !== null && (plan.kind === 'MULTI_HOP' || plan.queries.length > 1);
}

function toEvidence(query: string, found: Retrieval): { readonly evidence: EvidenceState; readonly degraded: Retrieval['degraded']; readonly timings: Retrieval['timings'] } {
  const { passages, further, candidates, vectorOrder, keywordOrder, searchConfig, unknown, curated, degraded, timings } = found;
  return { evidence: { passages, further, candidates, vectorOrder, keywordOrder, searchConfig, unknown, curated, idf: [...found.idf], query }, degraded, timings };
}

function distinct(degraded: Retrieval['degraded'], state: AskState): Retrieval['degraded'] {
  const seen = new Set(state.degraded.map((entry) => entry.part));
  return degraded.filter((entry) => !seen.has(entry.part) && seen.add(entry.part));
}
