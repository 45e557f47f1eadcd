import { checkRequest, withSettings } from '../../src/agent/resolveRequest.ts';
import { noEvidence, type EvidenceState } from '../../src/agent/state/evidence.ts';
import type { AskState } from '../../src/agent/state/askState.ts';
import type { ResolvedRequest } from '../../src/agent/state/request.ts';
import { type Confidence, noSignals } from '../../src/confidence/signals.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { caller } from './bicycleKnowledge.ts';
import { type Planned, notPlanned } from '../../src/agent/state/plan.ts';
import { type Searches, type Found, notSearched, nothingFound } from '../../src/agent/state/search.ts';
import { type Judgement, notJudged } from '../../src/agent/state/judgement.ts';
import { type Decided, notDecided } from '../../src/agent/state/reflection.ts';
import { type Drafted, notDrafted } from '../../src/agent/state/draft.ts';
import { type RecordParts, nothingRecorded } from '../../src/agent/state/run.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

/** A request as it is where the workspace has set nothing. */
export const resolved = (...given: Parameters<typeof checkRequest>): ResolvedRequest =>
  withSettings(checkRequest(...given));

/** Fields of the state's channels. A test names what it changes, not the channel that has it. */
export type StateChanges = Partial<
  Planned & Searches & Found & Judgement & Decided & Drafted & Omit<RecordParts, 'searches'>
> &
  Partial<Pick<AskState, 'request' | 'outcome'>>;

/** A state at the start of a run, with `changes`. */
export function askState(changes: StateChanges = {}): AskState {
  const { request = resolved(caller, { question: 'How long does it take?' }), outcome = null } = changes;
  const changed = <Channel extends object>(initial: Channel): Channel => ({
    ...initial,
    ...Object.fromEntries(Object.entries(changes).filter(([field]) => field in initial)),
  });
  return {
    request,
    planned: changed(notPlanned),
    searches: changed(notSearched),
    found: changed(nothingFound),
    judged: changed(notJudged),
    decided: changed(notDecided),
    drafted: changed(notDrafted),
    outcome,
    record: changed(nothingRecorded),
  };
}

/** Evidence that both arms found. */
export function evidenceOf(passages: readonly Passage[], changes: Partial<EvidenceState> = {}): EvidenceState {
  const ids = passages.map((passage) => passage.chunkId);
  return {
    ...noEvidence,
    passages,
    vectorOrder: ids,
    keywordOrder: ids,
    query: readQuestion('How long does it take?'),
    ...changes,
  };
}

export function confidenceOf(value: number): Confidence {
  return { value, display: value * 100, signals: noSignals, contributions: {}, calibration: null };
}
