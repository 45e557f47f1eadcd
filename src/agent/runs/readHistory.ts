import { messageOf } from '../../errors.ts';
import type { Citation } from '../../grounding/claims/claim.ts';
import { soleSource } from '../../grounding/conflicts/successors.ts';
import {
  isMostlyOlder,
  newForMillis,
  readRevisions,
  type RevisionSet,
  type Successor,
} from '../../knowledge/revisions.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import { throwIfGone, type NodeContext } from '../node.ts';
import type { AgentParts } from '../parts.ts';
import type { AskState } from '../state.ts';

/** The other versions and the successors of what is cited. */
export interface History {
  /** By the id of the cited version. */
  readonly sets: ReadonlyMap<string, RevisionSet>;
  /** By key. */
  readonly successors: ReadonlyMap<string, Successor>;
  /** The only cited document was first ingested a few days ago, and most others were there before. */
  readonly isNewcomer: boolean;
}

const noHistory: History = { sets: new Map(), successors: new Map(), isNewcomer: false };

/** Documents whose versions are read: an answer has three sentences. */
const maxVersions = 5;

/**
 * One read at most, within the run's time. Whatever could not be read or compared is a degradation. @throws CANCELLED
 */
export async function readHistory(
  parts: AgentParts,
  state: AskState,
  citations: readonly Citation[],
  context: NodeContext,
): Promise<{ readonly history: History; readonly degraded: Degradation[] }> {
  const cited = [...new Set(citations.map((citation) => citation.versionId))];
  if (cited.length === 0) return { history: noHistory, degraded: [] };
  if (context.millisLeft === 0)
    return {
      history: noHistory,
      degraded: [missed('The time was used up before other versions of the cited documents were read.')],
    };
  const { workspaceId, accessGroups, askedAt } = state.request;
  const versionIds = cited.slice(0, maxVersions).filter((id) => mayHaveOthers(state, id));
  const replaced = state.evidence.passages
    .filter((passage) => cited.includes(passage.versionId))
    .flatMap((passage) => passage.supersededBy ?? []);
  try {
    const request = { versionIds, successorKeys: [...new Set(replaced)], accessGroups, now: askedAt };
    const options = { signal: context.deadline, timeoutMillis: context.millisLeft };
    const newSince = new Date(askedAt.getTime() - newForMillis);
    const only = soleSource(citations, state.evidence.passages);
    const isNewcomer =
      only !== undefined &&
      only.documentCreatedAt >= newSince &&
      (await isMostlyOlder(parts.database, workspaceId, newSince, options));
    const revisions =
      versionIds.length + replaced.length > 0
        ? await readRevisions(parts.database, workspaceId, request, options)
        : noHistory;
    const history = { ...revisions, isNewcomer };
    const tooLong = [...history.sets.values()].some((set) =>
      [set.previous, set.current].some((version) => version && (version.text === null || set.asked.text === null)),
    );
    return {
      history,
      degraded: [
        ...(tooLong ? [missed('A cited document is too long to be compared with its other versions.')] : []),
        ...(cited.length > maxVersions
          ? [missed(`Only the first ${maxVersions} cited documents were compared with their other versions.`)]
          : []),
      ],
    };
  } catch (error) {
    throwIfGone(context.signal);
    parts.log.warn('other versions not read', { runId: state.request.runId, error: messageOf(error) });
    return { history: noHistory, degraded: [missed(messageOf(error))] };
  }
}

/**
 * Not where the search saw that it is its document's only version, which never ends: of such a one there is nothing to
 * tell.
 */
function mayHaveOthers({ evidence }: AskState, versionId: string): boolean {
  const passage = evidence.passages.find((entry) => entry.versionId === versionId);
  return passage?.revised !== false || passage.effectiveUntil !== null;
}

function missed(message: string): Degradation {
  return { part: 'VERSION_HISTORY', message };
}
