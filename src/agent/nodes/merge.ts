import { hasEnded } from '../../grounding/conflicts/successors.ts';
import { mergeEvidence, type EvidenceState } from '../evidence/evidence.ts';
import type { Node } from '../node.ts';
import type { FoundSearch, SearchRole } from '../question/plan.ts';
import type { AskState } from '../state.ts';

/**
 * Puts what was searched at once together: passages into one list, parts and other readings of the question aside, to
 * be judged by themselves.
 */
export function mergeNode(): Node {
  return (state, context) => {
    const { request, batch, evidence: before } = state;
    const round = state.following ? state.rounds : state.rounds + 1;
    const found = state.found
      .filter((entry) => entry.batch === batch)
      .toSorted((left, right) => left.task.position - right.task.position);
    const past = found.find(({ task, evidence }) => task.role === 'PAST' && isOfThePast(evidence, request.askedAt));
    const read = found.filter(({ task: { role } }) => role !== 'RELAXED' && role !== (past ? 'QUESTION' : 'PAST'));
    const first = read.toSorted((left, right) => Number(right === past) - Number(left === past));
    const evidence = mergeEvidence(
      before,
      first.map((entry) => entry.evidence),
      request.settings.topK,
    );
    const known = new Set(before.passages.map(({ chunkId }) => chunkId));
    const newEvidence = evidence.passages.some(({ chunkId }) => !known.has(chunkId));
    context.emit({ type: 'Retrieved', round, passageCount: evidence.passages.length });
    context.note({
      round,
      queries: found.map(({ task }) => task.query),
      passages: evidence.passages.map(({ chunkId, score }) => ({ chunkId, score })),
      newEvidence,
    });
    return {
      rounds: round,
      batch: batch + 1,
      following: false,
      request: past ? { ...request, asOf: past.task.asOf } : request,
      evidence,
      newEvidence,
      partEvidence: partsOf(state, found),
      aliasEvidence: evidenceOf(found, 'ALIAS'),
      relaxed: found.filter(({ task }) => task.role === 'RELAXED'),
    };
  };
}

/**
 * Whether the best of it stood in a version that has ended since: only then does the past say something else than
 * today.
 */
function isOfThePast({ passages: [best] }: EvidenceState, askedAt: Date): boolean {
  return best !== undefined && hasEnded(best, askedAt);
}

/** A look-up that waited for another joins its parts; another round begins anew. */
function partsOf(
  { following, partEvidence, tasks }: AskState,
  found: readonly FoundSearch[],
): AskState['partEvidence'] {
  const parts = evidenceOf(found, 'PART');
  // A part that is missing for lack of time must not leave the others looking like the whole.
  if (parts.length < tasks.filter(({ role }) => role === 'PART').length) return [];
  if (following) return [...partEvidence, ...parts];
  return parts.length > 0 ? parts : partEvidence;
}

function evidenceOf(found: readonly FoundSearch[], role: SearchRole): AskState['partEvidence'] {
  return found.filter(({ task }) => task.role === role).map(({ evidence }) => evidence);
}
