import { messageOf } from '../../errors.ts';
import { authorName } from '../../knowledge/authorName.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import { narrows } from '../../retrieval/filter.ts';
import type { SearchFilter } from '../../retrieval/passage.ts';
import { throwIfGone, type NodeContext } from '../node.ts';
import type { AbstentionReason, NextStepKind } from '../outcome.ts';
import type { AgentParts } from '../parts.ts';
import { isNear } from '../question/judgeQuestion.ts';
import { nearbyHeadings } from './nearbyHeadings.ts';
import { shownNearest, type Refusal } from './refusalSaying.ts';
import { unknownWords } from '../question/rephraseTerms.ts';
import type { AskState } from '../state.ts';

/** A step before its words are chosen. */
export interface NextStepFacts {
  readonly kind: NextStepKind;
  /** REPHRASE: the question's words that no document knows. */
  readonly unknown: readonly string[];
  /** Those of them that the message does not name. */
  readonly untold: readonly string[];
  /** REPHRASE: headings of the nearest passages that can be asked about. */
  readonly nearby: readonly string[];
  /** RELAX_FILTER: the field to leave out; null: any. */
  readonly filterField: string | null;
  /** ASK_OWNER: the author of the nearest document. */
  readonly owner: string | null;
}

const mostSteps = 4;
const noFacts: Omit<NextStepFacts, 'kind'> = { unknown: [], untold: [], nearby: [], filterField: null, owner: null };

/**
 * What the asker can do now, the likeliest to help first, 4 at most.
 * @param refusal what the refusal says already
 * @param owner the author of the nearest document, where one is known
 */
export function nextSteps(
  state: AskState,
  reason: AbstentionReason,
  refusal: Pick<Refusal, 'unknown' | 'place'>,
  owner: string | null,
): NextStepFacts[] {
  const { request } = state;
  const isRelated = nearestIsRelated(state, reason);
  const step = (kind: NextStepKind, facts: Partial<NextStepFacts> = {}): NextStepFacts => ({
    ...noFacts,
    kind,
    ...facts,
  });
  const when = (holds: boolean, found: NextStepFacts) => (holds ? [found] : []);
  return [
    ...when(reason === 'BUDGET_EXHAUSTED', step('RAISE_BUDGET')),
    ...when(
      narrows(request.filter),
      step('RELAX_FILTER', { filterField: state.relaxable ?? onlyNarrowingField(request.filter) }),
    ),
    ...when(missesTheTime(state), step('BROADEN_TIME')),
    // No wording settles a contradiction, or brings a model back.
    ...when(
      reason !== 'CONFLICTING_EVIDENCE' && reason !== 'MODEL_UNAVAILABLE',
      step('REPHRASE', wordingOf(state, isRelated, refusal)),
    ),
    ...when(isRelated && owner !== null, step('ASK_OWNER', { owner })),
    ...when(isRelated, step('READ_NEAREST')),
    ...when(reason !== 'BUDGET_EXHAUSTED' && endedByBudget(state), step('RAISE_BUDGET')),
    step('ADD_DOCUMENT'),
  ].slice(0, mostSteps);
}

function wordingOf(
  { evidence, request }: AskState,
  isRelated: boolean,
  { unknown: told, place }: Pick<Refusal, 'unknown' | 'place'>,
): Pick<NextStepFacts, 'unknown' | 'untold' | 'nearby'> {
  const unknown = unknownWords(request.question, evidence.unknown, evidence.searchConfig);
  const untold = unknown.filter((word) => !told.some((words) => words.includes(word)));
  return {
    unknown,
    untold,
    nearby: isRelated
      ? nearbyHeadings(request.question, evidence, evidence.passages.slice(0, shownNearest), place)
      : [],
  };
}

function nearestIsRelated({ evidence }: AskState, reason: AbstentionReason): boolean {
  return isNear(evidence) && reason !== 'OUT_OF_SCOPE';
}

function endedByBudget({ stopReason }: AskState): boolean {
  return stopReason === 'DEADLINE' || stopReason === 'TOKEN_BUDGET' || stopReason === 'ROUND_LIMIT';
}

/** What was found is about another time than the question, or nothing was valid at the instant that was asked about. A filter of time is a filter. */
function missesTheTime({ unmet, evidence, request: { asOf, askedAt } }: AskState): boolean {
  return (
    unmet.some(({ kind }) => kind === 'OTHER_TIME') ||
    (evidence.passages.length === 0 && asOf.getTime() !== askedAt.getTime())
  );
}

/** Null when several fields narrow: which of them is in the way is not known. */
function onlyNarrowingField(filter: SearchFilter): string | null {
  const fields = (Object.keys(filter) as (keyof SearchFilter)[]).filter((field) => narrows({ [field]: filter[field] }));
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

/** The person or team that is named as the author of the nearest document; null when none is, or it could not be read in time. @throws CANCELLED */
export async function ownerOfNearest(
  parts: AgentParts,
  state: AskState,
  reason: AbstentionReason,
  context: NodeContext,
): Promise<string | null> {
  const [nearest] = state.evidence.passages;
  if (!nearest || !nearestIsRelated(state, reason) || context.millisLeft === 0) return null;
  try {
    const [document] = await readDocuments(parts.database, state.request, [nearest.documentId]);
    return authorName(document?.author ?? null);
  } catch (error) {
    throwIfGone(context.signal);
    parts.log.warn('author not read', { runId: state.request.runId, error: messageOf(error) });
    return null;
  }
}
