import { isCandorError } from '../../errors.ts';
import { contentStems } from '../../grounding/words/stems.ts';
import { hasEnded } from '../../grounding/conflicts/successors.ts';
import { namedFacts } from '../../grounding/reading/namedFacts.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { rerankedText, rerankEvidence, rerankMillis } from '../../retrieval/fuse/rerank.ts';
import { type Retrieval, retrieve } from '../../retrieval/retrieve.ts';
import { nothingSpent, reasonToSkip, type Spent } from '../budget.ts';
import { phrasesOf } from '../conversation/phrases.ts';
import { type EvidenceState, mergeEvidence, toEvidence } from '../evidence/evidence.ts';
import { notRead } from '../evidence/readEvidence.ts';
import { rankEvidence } from '../evidence/sentenceEvidence.ts';
import { type AgentParts, type Node, type NodeContext, throwIfGone, type AskState } from '../node.ts';
import { fillIn, type FoundSearch, type SearchRole, type SearchTask, tasksOf } from '../question/plan.ts';
import { retrievalRequest } from '../question/retrievalRequest.ts';
import { recordSearch } from '../runs/recordRun.ts';

/** Searches the one text that it was sent. A search that runs out of time finds nothing, and the others still count. */
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

async function search(parts: AgentParts, state: AskState, context: NodeContext, task: SearchTask): Promise<Retrieval> {
  return retrieve(parts, {
    ...retrievalRequest(state.request, task),
    diverse: isJoined(state),
    opening: state.opening ?? undefined,
    signal: context.deadline,
    timeoutMillis: context.millisLeft,
  });
}

/**
 * Whether the question joins several look-ups: one document rarely answers all of them. The published recipes have no
 * such rule.
 */
function isJoined({ plan, request }: AskState): boolean {
  return request.preset.adjusts && plan !== null && (plan.kind === 'MULTI_HOP' || plan.queries.length > 1);
}

/**
 * Merges the searches of one batch: passages go into one list. Parts and other readings of the question are kept aside,
 * to be judged on their own.
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
 * Whether the best passage is from a version that has ended since. Only then does the past say something different from
 * today.
 */
function isOfThePast({ passages: [best] }: EvidenceState, askedAt: Date): boolean {
  return best !== undefined && hasEnded(best, askedAt);
}

/** A look-up that waited for another one joins its parts; another round starts again. */
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

/**
 * Searches what waited for another look-up, in the words of what that one found. If it found nothing, the search is
 * dropped.
 */
export function followNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { plan, request, partEvidence } = state;
    const filled = await Promise.all(
      (plan?.dependent ?? []).map(async (dependent) => {
        const first = partEvidence.find(({ query }) => query === dependent.after);
        const answer = first
          ? bridgeOf(dependent.after, await rankEvidence(parts, request.workspaceId, first, notRead, context.signal))
          : null;
        return answer === null ? [] : [fillIn(dependent, answer)];
      }),
    );
    const queries = filled.flat();
    context.note({ queries });
    // A first look-up alone says nothing about the whole.
    return queries.length === 0
      ? { followed: true, tasks: [], partEvidence: [] }
      : { followed: true, following: true, tasks: tasksOf(request, queries, 'PART') };
  };
}

/** How many sentences are looked through: the name may be in the second best. */
const read = 2;

/**
 * What a look-up found, as words that the next one can ask about: the first thing that its best sentences name and the
 * look-up does not; otherwise the heading or title above the sentence, if it names something new. Null: there is
 * nothing to go on with.
 */
export function bridgeOf(query: string, ranked: readonly RankedSentence[]): string | null {
  const asked = contentStems(query);
  const isNew = (text: string) => [...contentStems(text)].some((stem) => !asked.has(stem));
  for (const { candidate } of ranked.slice(0, read)) {
    const named = phrasesOf(candidate.text).filter((phrase) => phrase.kind !== 'COMMON' && isNew(phrase.text));
    const codes = namedFacts(candidate.text, 'en').codes.filter((code) => isNew(code));
    const found = named[0]?.text ?? codes[0];
    if (found !== undefined) return found;
    const heading = [candidate.passage.sectionPath.at(-1) ?? '', candidate.passage.documentTitle].find(
      (text) => text !== '' && isNew(text),
    );
    if (heading !== undefined) return heading;
  }
  return null;
}

/**
 * Lets a reranker read the question with the passages, once per run. The order, `rerankScore` and what is computed from
 * the top passage may change. A reranker that fails, is late or has no tokens left changes nothing.
 */
export function rerankNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { reranker } = parts;
    if (!reranker) return { reranked: true };
    const skipped = reasonToSkip(
      'RERANK',
      {
        ...state.request,
        ...state,
        millisLeft: context.millisLeft,
        chat: parts.chat !== null && state.request.preset.writes,
      },
      tokensFor(reranker, state),
    );
    if (skipped !== null) {
      context.note({ reranker: reranker.id, skipped });
      // A budget of no tokens asks for what costs none, so nothing is degraded.
      return state.request.budget.maxTokens === 0 && skipped === 'TOKEN_BUDGET'
        ? { reranked: true }
        : {
            reranked: true,
            degraded: [
              {
                part: 'RERANKER',
                message: `Reranking was left out to keep ${skipped === 'DEADLINE' ? 'time' : 'tokens'} for the answer.`,
              },
            ],
          };
    }
    let spent: Spent = nothingSpent;
    const limits = {
      millis: Math.min(rerankMillis, context.millisLeft),
      signal: context.signal,
      onUsage: (usage: Spent) => {
        spent = usage;
      },
    };
    const { degraded, ...found } = await rerankEvidence(reranker, state.request, state.evidence, limits);
    if (degraded.length > 0)
      parts.log.warn('reranker failed', {
        runId: state.request.runId,
        reranker: reranker.id,
        error: degraded[0]?.message,
      });
    context.note({
      reranker: reranker.id,
      degraded: degraded.length > 0,
      passages: found.passages.map(({ chunkId, trace }) => ({ chunkId, ...trace.rerank })),
    });
    return { reranked: true, evidence: { ...state.evidence, ...found }, spent, degraded };
  };
}

function tokensFor(reranker: NonNullable<AgentParts['reranker']>, { request, evidence }: AskState): number {
  const read = [...evidence.passages, ...evidence.further].slice(0, request.settings.rerankCandidates);
  return reranker.tokensFor(
    request.question,
    read.map((passage) => rerankedText(passage)),
  );
}
