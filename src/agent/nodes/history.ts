import { messageOf } from '../../errors.ts';
import type { Citation, Conflict, ConflictSide, Notice } from '../../grounding/claim.ts';
import { citesOverruled } from '../../grounding/answerability/findConflicts.ts';
import { droppedUnder, earlierSaying } from '../../grounding/editions/editionChanges.ts';
import {
  capBySources,
  findRevision,
  pairVersions,
  type RevisionDifference,
  soleSource,
  successorOf,
  suspiciousSources,
  type VersionPair,
} from '../../grounding/editions/successors.ts';
import {
  isMostlyOlder,
  newForMillis,
  readRevisions,
  type Revision,
  type RevisionSet,
  type Successor,
} from '../../knowledge/revisions.ts';
import type { Degradation, Passage, SearchFilter } from '../../retrieval/passage.ts';
import { uncertainAtMost } from '../../confidence/gate.ts';
import { type Node } from '../parts/graphNode.ts';
import { otherAnswers } from '../evidence/earlierSaid.ts';
import { finish } from '../state/outcomeCore.ts';
import { type AgentParts, type NodeContext, throwIfGone } from '../parts/parts.ts';
import type { ResolvedRequest } from '../state/request.ts';
import {
  droppedMessage,
  earlierEditionMessage,
  earlierMessage,
  endedMessage,
  expiredMessage,
  laterEditionMessage,
  laterMessage,
  soleSourceMessage,
  supersededMessage,
  suspiciousSourceMessage,
} from '../speech/messages.ts';

/**
 * Reports what the cited documents said before, or say now, which of them were replaced, and whether the answer rests
 * on a single untrusted or new document. These are facts about the sources, not about the answer: they lower its tier
 * and never change its text. What could not be read is reported in `degraded`.
 */
export function historyNode(
  parts: AgentParts,
): Node<
  'request' | 'planned' | 'searches' | 'found' | 'judged' | 'decided' | 'outcome' | 'record',
  'judged' | 'outcome' | 'record'
> {
  return async (state, context) => {
    const { request, judged, outcome: answer } = state;
    const { passages } = state.found.evidence;
    if (answer?.type !== 'Answer') return {};
    const { history, degraded } = await readHistory(parts, { request, passages, citations: answer.citations }, context);
    const { notices, conflicts } = compareVersions({
      citations: answer.citations,
      passages,
      history,
      request,
    });
    context.note({ notices: notices.map((notice) => notice.kind), conflicts: conflicts.length });
    const known = capBySources(judged.tier, answer.citations, passages);
    const tier =
      citesReplaced(answer.citations, passages, request.filter) || citesOverruled(answer.citations, judged.conflicts)
        ? uncertainAtMost(known)
        : known;
    const { usage } = finish(state);
    return {
      judged: { tier },
      record: { degraded },
      outcome: {
        ...answer,
        tier,
        usage,
        degraded: [...answer.degraded, ...degraded],
        notices: [...state.planned.recalled, ...answer.notices, ...notices, ...otherAnswers(answer.citations, judged)],
        conflicts: [...answer.conflicts, ...conflicts],
      },
    };
  };
}

/** Whether a replaced document is cited, unless the asker filtered for it. */
function citesReplaced(
  citations: readonly Citation[],
  passages: readonly Passage[],
  { documentIds }: SearchFilter,
): boolean {
  const wanted = new Set(documentIds ?? []);
  const cited = new Set(citations.map((citation) => citation.documentId));
  return passages.some(
    (passage) => successorOf(passage) !== null && cited.has(passage.documentId) && !wanted.has(passage.documentId),
  );
}

export interface Cited {
  readonly citations: readonly Citation[];
  readonly passages: readonly Passage[];
  readonly history: History;
  readonly request: Pick<ResolvedRequest, 'asOf' | 'askedAt'>;
}

interface VersionFindings {
  readonly notices: readonly Notice[];
  readonly conflicts: readonly Conflict[];
}

/**
 * What a reader of the cited versions must know: a document that replaced theirs, an end that has passed, what the
 * version or edition before said and, for a question about a past day, what today's version says. Last come that only one
 * untrusted or new document says so, and that a cited document gives orders. Each is said once, in the order of the
 * citations.
 */
export function compareVersions(cited: Cited): VersionFindings {
  const notices: Notice[] = [];
  const conflicts: Conflict[] = [];
  const compare = comparer();
  const sole = solelySourced(cited);
  const tell = (notice: Notice | undefined) => {
    if (!notice || notices.some((other) => sameNotice(other, notice))) return false;
    notices.push(notice);
    return true;
  };
  for (const citation of cited.citations) {
    const set = cited.history.sets.get(citation.versionId);
    tell(superseded(citation, cited));
    tell(earlierEdition(citation, cited));
    tell(expired(citation, set, cited));
    if (cited.request.asOf < cited.request.askedAt) tell(set && later(citation, set, compare));
    const earlier = set && earlierDifference(citation, set, compare);
    if (!earlier || !tell(earlierNotice(citation, earlier))) continue;
    const conflict = toConflict(citation, earlier);
    if (conflict) conflicts.push(conflict);
  }
  if (sole) tell(sole);
  for (const passage of suspiciousSources(cited.citations, cited.passages)) tell(suspiciousNotice(passage));
  return { notices, conflicts };
}

type Compare = (citation: Citation, asked: Revision, other: Revision) => RevisionDifference | undefined;

/** Each pair of versions is cut once, however many quotes they have. */
function comparer(): Compare {
  const pairs = new Map<string, VersionPair>();
  return ({ sourceSpan }, asked, other) => {
    if (asked.text === null || other.text === null) return undefined;
    const key = `${asked.versionId} ${other.versionId}`;
    const pair = pairs.get(key) ?? pairVersions(asked.text, other.text);
    pairs.set(key, pair);
    return findRevision(pair, sourceSpan);
  };
}

function sameNotice(one: Notice, other: Notice): boolean {
  return (
    one.kind === other.kind &&
    one.documentId === other.documentId &&
    one.versionId === other.versionId &&
    one.message === other.message
  );
}

/** Of a document that replaces one of the passages': what that one says instead. */
function earlierEdition(citation: Citation, { passages, citations }: Cited): Notice | undefined {
  const cited = new Set(citations.map(({ documentId }) => documentId));
  const earlier = earlierSaying(citation, passages, cited);
  if (!earlier) return undefined;
  const { passage, quote, sourceSpan } = earlier;
  return {
    kind: 'EARLIER_VERSION_DIFFERED',
    message: earlierEditionMessage(passage.documentTitle, quote),
    documentId: passage.documentId,
    versionId: passage.versionId,
    quote,
    sourceSpan,
  };
}

function superseded(citation: Citation, { passages, history }: Cited): Notice | undefined {
  const { documentId, versionId } = citation;
  const passage = passages.find((entry) => entry.documentId === documentId && entry.versionId === versionId);
  const key = passage && successorOf(passage);
  if (!passage || !key) return undefined;
  const successor = history.successors.get(key);
  const say = passage.supersededBy === null ? laterEditionMessage : supersededMessage;
  const text = passage.supersededBy === null ? null : (successor?.text ?? null);
  const dropped = text === null ? null : droppedUnder(citation, passages, text);
  return {
    kind: 'SUPERSEDED',
    message:
      dropped !== null && successor
        ? droppedMessage(passage.documentTitle, successor.title, dropped)
        : say(passage.documentTitle, key, successor?.title ?? null),
    documentId: successor?.documentId ?? null,
    versionId: null,
    quote: null,
    sourceSpan: null,
  };
}

/**
 * Reports that a cited version has ended. If the versions could not be read, an expiry date cannot be distinguished
 * from an end by a later version, and either is reported.
 */
function expired(
  { documentId, versionId }: Citation,
  set: RevisionSet | undefined,
  { passages, request }: Cited,
): Notice | undefined {
  const end = set
    ? set.asked.expiresAt
    : (passages.find((passage) => passage.versionId === versionId)?.effectiveUntil ?? null);
  if (end === null || end > request.askedAt) return undefined;
  return {
    kind: 'EXPIRED',
    message: set ? expiredMessage(end) : endedMessage(end),
    documentId,
    versionId,
    quote: null,
    sourceSpan: null,
  };
}

/** Reports that one document alone says so, and that it is untrusted or new. */
function solelySourced({ citations, passages, history }: Cited): Notice | undefined {
  const only = soleSource(citations, passages);
  if (!only || (only.trust !== 'UNTRUSTED' && !history.isNewcomer)) return undefined;
  const added = only.trust === 'UNTRUSTED' ? null : only.documentCreatedAt;
  return {
    kind: 'SOLE_SOURCE',
    message: soleSourceMessage(only.documentTitle, added),
    documentId: only.documentId,
    versionId: null,
    quote: null,
    sourceSpan: null,
  };
}

function suspiciousNotice({ documentId, documentTitle }: Passage): Notice {
  return {
    kind: 'SUSPICIOUS_SOURCE',
    message: suspiciousSourceMessage(documentTitle),
    documentId,
    versionId: null,
    quote: null,
    sourceSpan: null,
  };
}

function later(citation: Citation, { asked, current }: RevisionSet, compare: Compare): Notice | undefined {
  const difference = current ? compare(citation, asked, current) : undefined;
  if (!current || !difference) return undefined;
  return {
    kind: 'LATER_VERSION_DIFFERS',
    message: laterMessage(current.effectiveFrom, difference.cited.text, difference.other?.text ?? null),
    ...pointer(citation, current, difference),
  };
}

interface Earlier {
  readonly difference: RevisionDifference;
  readonly asked: Revision;
  readonly previous: Revision;
}

function earlierDifference(
  citation: Citation,
  { asked, previous }: RevisionSet,
  compare: Compare,
): Earlier | undefined {
  const difference = previous ? compare(citation, asked, previous) : undefined;
  return previous && difference ? { difference, asked, previous } : undefined;
}

function earlierNotice(citation: Citation, { difference, asked, previous }: Earlier): Notice {
  const until = previous.effectiveUntil ?? asked.effectiveFrom;
  return {
    kind: 'EARLIER_VERSION_DIFFERED',
    message: earlierMessage(until, difference.cited.text, difference.other?.text ?? null),
    ...pointer(citation, previous, difference),
  };
}

function pointer(
  { documentId }: Citation,
  version: Revision,
  { other }: RevisionDifference,
): Pick<Notice, 'documentId' | 'versionId' | 'quote' | 'sourceSpan'> {
  return { documentId, versionId: version.versionId, quote: other?.text ?? null, sourceSpan: other?.span ?? null };
}

/** The conflict between two versions, the newer side first. Other wording, or none, is not a contradiction. */
function toConflict(citation: Citation, { difference, asked, previous }: Earlier): Conflict | undefined {
  const { kind, values, cited, other } = difference;
  if (kind === 'WORDING' || kind === 'ABSENT' || !values || !other) return undefined;
  const { documentId, documentKey, title, url } = citation;
  const side = (version: Revision, sentence: typeof cited, value: string): ConflictSide => ({
    documentId,
    documentKey,
    ...(title !== undefined && { title }),
    url,
    versionId: version.versionId,
    effectiveFrom: version.effectiveFrom,
    effectiveUntil: version.effectiveUntil,
    quote: sentence.text,
    sourceSpan: sentence.span,
    value,
  });
  return {
    kind,
    resolution: 'NEWER_VERSION',
    sides: [side(asked, cited, values[0]), side(previous, other, values[1])],
  };
}

/** The other versions and the successors of the cited documents. */
export interface History {
  /** By the id of the cited version. */
  readonly sets: ReadonlyMap<string, RevisionSet>;
  /** By key. */
  readonly successors: ReadonlyMap<string, Successor>;
  /** Whether the only cited document was first ingested a few days ago, while most others are older. */
  readonly isNewcomer: boolean;
}

const noHistory: History = { sets: new Map(), successors: new Map(), isNewcomer: false };

/** How many documents' versions are read: an answer has three sentences. */
const maxVersions = 5;

/**
 * Reads the history of what is cited, within the run's time. What could not be read or compared is a degradation.
 * @throws CANCELLED
 */
async function readHistory(
  parts: AgentParts,
  { request, passages, citations }: Omit<Cited, 'history' | 'request'> & { readonly request: ResolvedRequest },
  context: NodeContext,
): Promise<{ readonly history: History; readonly degraded: Degradation[] }> {
  const cited = [...new Set(citations.map((citation) => citation.versionId))];
  if (cited.length === 0) return { history: noHistory, degraded: [] };
  if (context.millisLeft === 0)
    return {
      history: noHistory,
      degraded: [missed('The time was used up before other versions of the cited documents were read.')],
    };
  const { workspaceId, accessGroups, askedAt } = request;
  const versionIds = cited.slice(0, maxVersions).filter((id) => mayHaveOthers(passages, id));
  const replaced = passages
    .filter((passage) => cited.includes(passage.versionId))
    .flatMap((passage) => successorOf(passage) ?? []);
  try {
    const wanted = { versionIds, successorKeys: [...new Set(replaced)], accessGroups, now: askedAt };
    const options = { signal: context.deadline, timeoutMillis: context.millisLeft };
    const newSince = new Date(askedAt.getTime() - newForMillis);
    const only = soleSource(citations, passages);
    const isNewcomer =
      only !== undefined &&
      only.documentCreatedAt >= newSince &&
      (await isMostlyOlder(parts.database, request, newSince, options));
    const revisions =
      versionIds.length + replaced.length > 0
        ? await readRevisions(parts.database, workspaceId, wanted, options)
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
    parts.log.warn('other versions not read', { runId: request.runId, error: messageOf(error) });
    return { history: noHistory, degraded: [missed(messageOf(error))] };
  }
}

/**
 * Whether a version may have others. It does not if the search saw that it is its document's only version and never
 * ends; then there is nothing to report.
 */
function mayHaveOthers(passages: readonly Passage[], versionId: string): boolean {
  const passage = passages.find((entry) => entry.versionId === versionId);
  return passage?.revised !== false || passage.effectiveUntil !== null;
}

function missed(message: string): Degradation {
  return { part: 'VERSION_HISTORY', message };
}
