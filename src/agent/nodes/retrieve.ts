import { isCandorError } from '../../errors.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import { hasEnded } from '../../grounding/editions/successors.ts';
import { namedFacts } from '../../retrieval/question/namedFacts.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { rerankedText, rerankEvidence, rerankMillis } from '../../retrieval/fuse/rerank.ts';
import { type Retrieval, retrieve } from '../../retrieval/retrieve.ts';
import { reasonToSkip } from '../parts/budget.ts';
import { nothingSpent, type Spent } from '../state/spent.ts';
import { phrasesOf } from '../conversation/phrases.ts';
import { mergeEvidence, toEvidence } from '../evidence/evidence.ts';
import { type EvidenceState } from '../state/evidence.ts';
import { notRead } from '../evidence/readEvidence.ts';
import { rankEvidence } from '../evidence/sentenceEvidence.ts';
import { type Node } from '../parts/graphNode.ts';
import { type AskState } from '../state/askState.ts';
import { type AgentParts, type NodeContext, throwIfGone } from '../parts/parts.ts';
import { fillIn, tasksOf } from '../question/plan.ts';
import { type Plan } from '../state/plan.ts';
import { type FoundSearch, type SearchRole, type SearchTask } from '../state/search.ts';
import { retrievalRequest } from '../question/retrievalRequest.ts';
import { recordSearch } from '../runs/recordRun.ts';
import type { Preset } from '../../retrieval/presets.ts';
import type { Searches } from '../state/search.ts';
import type { ResolvedRequest } from '../state/request.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** Searches the one text that it was sent. A search that runs out of time finds nothing, and the others still count. */
export function retrieveNode(
  parts: AgentParts,
): Node<'request' | 'planned' | 'searches', 'searches' | 'decided' | 'record'> {
  return async (state, context) => {
    const { task, batch, following, rounds } = state.searches;
    if (task === null) return {};
    const { query, role } = task;
    try {
      const found = await search(parts, state, context, task);
      const round = following ? rounds : rounds + 1;
      context.note({ round, query: query.text, role, timings: found.timings });
      return {
        searches: { finished: [{ batch, task, evidence: toEvidence(query, found) }] },
        record: {
          searches: [recordSearch(round, query, task.settings, found, found.timings.total)],
          degraded: found.degraded,
        },
      };
    } catch (error) {
      throwIfGone(context.signal);
      if (!isCandorError(error, 'CANCELLED') && !isCandorError(error, 'TIMEOUT')) throw error;
      context.note({ query: query.text, role, deadline: true });
      return { decided: { stopReason: 'DEADLINE' } };
    }
  };
}

async function search(
  parts: AgentParts,
  { request, planned }: Pick<AskState, 'request' | 'planned'>,
  context: NodeContext,
  task: SearchTask,
): Promise<Retrieval> {
  return retrieve(parts, {
    ...retrievalRequest(request, task),
    diverse: isJoined(planned.plan, request.preset),
    opening: planned.opening ?? undefined,
    signal: context.deadline,
    timeoutMillis: context.millisLeft,
  });
}

/**
 * Whether the question joins several look-ups: one document rarely answers all of them. The published recipes have no
 * such rule.
 */
function isJoined(plan: Plan | null, preset: Preset): boolean {
  return preset.adjusts && plan !== null && (plan.kind === 'MULTI_HOP' || plan.queries.length > 1);
}

/**
 * Merges the searches of one batch: passages go into one list. Parts and other readings of the question are kept aside,
 * to be judged on their own.
 */
export function mergeNode(): Node<'request' | 'searches' | 'found', 'request' | 'searches' | 'found'> {
  return ({ request, searches, found: { evidence: before, partEvidence } }, context) => {
    const { batch, following } = searches;
    const round = following ? searches.rounds : searches.rounds + 1;
    const found = searches.finished
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
      queries: found.map(({ task }) => task.query.text),
      passages: evidence.passages.map(({ chunkId, score }) => ({ chunkId, score })),
      newEvidence,
    });
    return {
      request: past ? { ...request, asOf: past.task.asOf } : request,
      searches: { rounds: round, batch: batch + 1, following: false },
      found: {
        evidence,
        newEvidence,
        partEvidence: partsOf(searches, partEvidence, found),
        aliasEvidence: evidenceOf(found, 'ALIAS'),
        relaxed: found.filter(({ task }) => task.role === 'RELAXED'),
      },
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
  { following, tasks }: Searches,
  before: readonly EvidenceState[],
  found: readonly FoundSearch[],
): readonly EvidenceState[] {
  const parts = evidenceOf(found, 'PART');
  // A part that is missing for lack of time must not leave the others looking like the whole.
  if (parts.length < tasks.filter(({ role }) => role === 'PART').length) return [];
  if (following) return [...before, ...parts];
  return parts.length > 0 ? parts : before;
}

function evidenceOf(found: readonly FoundSearch[], role: SearchRole): readonly EvidenceState[] {
  return found.filter(({ task }) => task.role === role).map(({ evidence }) => evidence);
}

/**
 * Searches what waited for another look-up, in the words of what that one found. If it found nothing, the search is
 * dropped.
 */
export function followNode(parts: AgentParts): Node<'request' | 'planned' | 'found', 'searches' | 'found'> {
  return async ({ request, planned: { plan }, found: { partEvidence } }, context) => {
    const filled = await Promise.all(
      (plan?.dependent ?? []).map(async (dependent) => {
        const first = partEvidence.find(({ query }) => query.text === dependent.after);
        const answer = first
          ? bridgeOf(first.query, await rankEvidence(parts, request.workspaceId, first, notRead, context))
          : null;
        return answer === null ? [] : [fillIn(dependent, answer)];
      }),
    );
    const queries = filled.flat();
    context.note({ queries });
    // A first look-up alone says nothing about the whole.
    return queries.length === 0
      ? { searches: { followed: true, tasks: [] }, found: { partEvidence: [] } }
      : {
          searches: {
            followed: true,
            following: true,
            tasks: tasksOf(
              request,
              queries.map((query) => request.question.worded(query)),
              'PART',
            ),
          },
        };
  };
}

/** How many sentences are looked through: the name may be in the second best. */
const mostLookedThrough = 2;

/**
 * What a look-up found, as words that the next one can ask about: the first thing that its best sentences name and the
 * look-up does not; otherwise the heading or title above the sentence, if it names something new. Null: there is
 * nothing to go on with.
 */
export function bridgeOf(query: Question, ranked: readonly RankedSentence[]): string | null {
  const isNew = (text: string) => [...contentStems(text)].some((stem) => !query.stems.has(stem));
  for (const { candidate } of ranked.slice(0, mostLookedThrough)) {
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
export function rerankNode(parts: AgentParts): Node<'request' | 'found' | 'record', 'found' | 'record'> {
  return async ({ request, found: { evidence }, record }, context) => {
    const { reranker } = parts;
    const reranked = { reranked: true };
    if (!reranker) return { found: reranked };
    const skipped = reasonToSkip(
      'RERANK',
      {
        budget: request.budget,
        spent: record.spent,
        millisLeft: context.millisLeft,
        chat: parts.chat !== null && request.preset.writes,
      },
      tokensFor(reranker, request, evidence),
    );
    if (skipped !== null) {
      context.note({ reranker: reranker.id, skipped });
      // A budget of no tokens asks for what costs none, so nothing is degraded.
      if (request.budget.maxTokens === 0 && skipped === 'TOKEN_BUDGET') return { found: reranked };
      const message = `Reranking was left out to keep ${skipped === 'DEADLINE' ? 'time' : 'tokens'} for the answer.`;
      return { found: reranked, record: { degraded: [{ part: 'RERANKER', message }] } };
    }
    let spent: Spent = nothingSpent;
    const limits = {
      millis: Math.min(rerankMillis, context.millisLeft),
      signal: context.signal,
      onUsage: (usage: Spent) => {
        spent = usage;
      },
    };
    const { degraded, ...found } = await rerankEvidence(reranker, request, evidence, limits);
    if (degraded.length > 0)
      parts.log.warn('reranker failed', {
        runId: request.runId,
        reranker: reranker.id,
        error: degraded[0]?.message,
      });
    context.note({
      reranker: reranker.id,
      degraded: degraded.length > 0,
      passages: found.passages.map(({ chunkId, trace }) => ({ chunkId, ...trace.rerank })),
    });
    return { found: { ...reranked, evidence: { ...evidence, ...found } }, record: { spent, degraded } };
  };
}

function tokensFor(
  reranker: NonNullable<AgentParts['reranker']>,
  request: ResolvedRequest,
  evidence: EvidenceState,
): number {
  const read = [...evidence.passages, ...evidence.further].slice(0, request.settings.rerankCandidates);
  return reranker.tokensFor(
    request.question.text,
    read.map((passage) => rerankedText(passage)),
  );
}
