import { messageOf } from '../errors.ts';
import { readDocuments } from '../knowledge/documents.ts';
import { narrows } from '../retrieval/filter.ts';
import type { SearchFilter } from '../retrieval/passage.ts';
import { throwIfGone, type NodeContext } from './node.ts';
import type { AbstentionReason, NextStepKind } from './outcome.ts';
import type { AgentParts } from './parts.ts';
import { nearbyWords, unknownWords } from './rephraseTerms.ts';
import type { AskState } from './state.ts';

/** A step before its words are chosen. */
export interface NextStepFacts {
  readonly kind: NextStepKind;
  /** REPHRASE: the question's words that no document knows. */
  readonly unknown: readonly string[];
  /** REPHRASE: what the nearest documents say instead. */
  readonly nearby: readonly string[];
  /** RELAX_FILTER: the field to leave out; null: any. */
  readonly filterField: string | null;
  /** ASK_OWNER: the author of the nearest document. */
  readonly owner: string | null;
}

/** Passages that a refusal shows. */
export const shownNearest = 3;
const mostSteps = 5;
const noFacts: Omit<NextStepFacts, 'kind'> = { unknown: [], nearby: [], filterField: null, owner: null };

/** What the asker can do now, the likeliest to help first, 5 at most. @param owner the author of the nearest document, where one is known */
export function nextSteps(state: AskState, reason: AbstentionReason, owner: string | null): NextStepFacts[] {
  const { evidence, request } = state;
  const isNear = nearestIsRelated(state, reason);
  const step = (kind: NextStepKind, facts: Partial<NextStepFacts> = {}): NextStepFacts => ({ ...noFacts, kind, ...facts });
  const wording = { unknown: unknownWords(request.question, evidence.unknown, evidence.searchConfig), nearby: isNear ? nearbyWords(request.question, evidence.passages.slice(0, shownNearest)) : [] };
  const when = (holds: boolean, found: NextStepFacts) => (holds ? [found] : []);
  return [
    ...when(reason === 'BUDGET_EXHAUSTED', step('RAISE_BUDGET')),
    ...when(narrows(request.filter), step('RELAX_FILTER', { filterField: state.relaxable ?? onlyNarrowingField(request.filter) })),
    ...when(isAboutATime(state), step('BROADEN_TIME')),
    ...when(isNear, step('READ_NEAREST')),
    // No wording settles a contradiction, or brings a model back.
    ...when(reason !== 'CONFLICTING_EVIDENCE' && reason !== 'MODEL_UNAVAILABLE', step('REPHRASE', wording)),
    ...when(isNear && owner !== null, step('ASK_OWNER', { owner })),
    ...when(reason !== 'BUDGET_EXHAUSTED' && endedByBudget(state), step('RAISE_BUDGET')),
    step('ADD_DOCUMENT'),
  ].slice(0, mostSteps);
}

function nearestIsRelated({ evidence }: AskState, reason: AbstentionReason): boolean {
  return evidence.passages.length > 0 && reason !== 'OUT_OF_SCOPE';
}

function endedByBudget({ stopReason }: AskState): boolean {
  return stopReason === 'DEADLINE' || stopReason === 'TOKEN_BUDGET' || stopReason === 'ROUND_LIMIT';
}

function isAboutATime({ plan, request: { asOf, askedAt, filter } }: AskState): boolean {
  return plan?.time?.kind === 'INTERVAL' || asOf.getTime() !== askedAt.getTime() || filter.updatedAfter !== undefined || filter.updatedBefore !== undefined;
}

/** Null when several fields narrow: which of them is in the way is not known. */
function onlyNarrowingField(filter: SearchFilter): string | null {
  const fields = (Object.keys(filter) as (keyof SearchFilter)[]).filter((field) => narrows({ [field]: filter[field] }));
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

/** Who is named as the author of the nearest document; null when nobody is, or it could not be read in time. @throws CANCELLED */
export async function ownerOfNearest(parts: AgentParts, state: AskState, reason: AbstentionReason, context: NodeContext): Promise<string | null> {
  const [nearest] = state.evidence.passages;
  if (!nearest || !nearestIsRelated(state, reason) || context.millisLeft === 0) return null;
  try {
    const [document] = await readDocuments(parts.database, state.request, [nearest.documentId]);
    return document?.author ?? null;
  } catch (error) {
    throwIfGone(context.signal);
    parts.log.warn('author not read', { runId: state.request.runId, error: messageOf(error) });
    return null;
  }
}
