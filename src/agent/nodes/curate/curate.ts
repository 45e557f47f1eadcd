import { finish } from '../../finish.ts';
import type { Node } from '../../node.ts';

/** Gives the answer that a person wrote for this question, word for word. It is exempt from the gate: its own match is its confidence. */
export function curateNode(): Node {
  return (state, context) => {
    const match = state.evidence.curated[0];
    if (!match) return { verdict: 'ABSTAIN', abstentionReason: 'WEAK_EVIDENCE' };
    context.emit({ type: 'Writing', mode: 'CURATED' });
    context.note({ curatedAnswer: match.answer.id, score: match.score });
    const core = finish({ ...state, tier: 'CONFIDENT' });
    const confidence = { ...core.confidence, value: match.score, display: Math.round(match.score * 1000) / 10 };
    const answer = { text: match.answer.answer, claims: [], droppedClaims: [], conflicts: [], verification: { complete: true, claimCount: 0, supportedCount: 0 }, mode: 'CURATED' } as const;
    return { tier: 'CONFIDENT', confidence, outcome: { ...core, confidence, ...answer, type: 'Answer' } };
  };
}
