import { nothingSpent } from '../../src/agent/budget.ts';
import { checkRequest, withSettings } from '../../src/agent/resolveRequest.ts';
import { noEvidence, type EvidenceState } from '../../src/agent/evidence/evidence.ts';
import type { AskState } from '../../src/agent/node.ts';
import type { ResolvedRequest } from '../../src/agent/request.ts';
import { type Confidence, noSignals } from '../../src/confidence/signals.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { caller } from './bicycleKnowledge.ts';

/** A request as it is where the workspace has set nothing. */
export const resolved = (...given: Parameters<typeof checkRequest>): ResolvedRequest =>
  withSettings(checkRequest(...given));

/** A state at the start of a run, with `changes`. */
export function askState(changes: Partial<AskState> = {}): AskState {
  return {
    request: resolved(caller, { question: 'How long does it take?' }),
    opening: null,
    unresolved: null,
    plan: null,
    tasks: [],
    task: null,
    batch: 0,
    found: [],
    following: false,
    followed: false,
    aliases: [],
    guesses: [],
    reworded: [],
    tried: [],
    aliasEvidence: [],
    relaxed: [],
    relaxable: null,
    chosen: [],
    rounds: 0,
    evidence: noEvidence,
    partEvidence: [],
    newEvidence: false,
    reranked: false,
    sentences: [],
    partSentences: [],
    rivals: [],
    isBroad: false,
    unmet: [],
    conflicts: [],
    confidence: null,
    tier: 'NO_MATCH',
    verdict: 'ABSTAIN',
    clarifyReason: null,
    stopReason: null,
    abstentionReason: null,
    drafts: [],
    written: null,
    mode: 'EXTRACTIVE',
    outcome: null,
    spent: nothingSpent,
    degraded: [],
    steps: [],
    reflections: [],
    searches: [],
    ...changes,
  };
}

/** Evidence that both arms found. */
export function evidenceOf(passages: readonly Passage[], changes: Partial<EvidenceState> = {}): EvidenceState {
  const ids = passages.map((passage) => passage.chunkId);
  return { ...noEvidence, passages, vectorOrder: ids, keywordOrder: ids, query: 'How long does it take?', ...changes };
}

export function confidenceOf(value: number): Confidence {
  return { value, display: value * 100, signals: noSignals, contributions: {}, calibration: null };
}
