import { withValue } from '../../confidence/score.ts';
import type { Notice } from '../../grounding/claims/claim.ts';
import type { CuratedAnswer } from '../../knowledge/document.ts';
import { finish, type Node } from '../node.ts';
import { staleSourceMessage } from '../speech/messages.ts';
import type { ResolvedRequest } from '../state.ts';

/**
 * Gives the answer that a person wrote for this question, word for word. It is exempt from the gate: its own match is
 * its confidence. When a source is not what it was, nobody has checked the answer against it: it is UNCERTAIN, and says
 * so.
 */
export function curateNode(): Node {
  return (state, context) => {
    const match = state.evidence.curated[0];
    if (!match) return { verdict: 'ABSTAIN', abstentionReason: 'WEAK_EVIDENCE' };
    context.emit({ type: 'Writing', mode: 'CURATED' });
    const notices = staleNotices(match.answer, state.request);
    const tier = notices.length > 0 ? 'UNCERTAIN' : 'CONFIDENT';
    context.note({ curatedAnswer: match.answer.id, score: match.score, staleSources: match.answer.staleSources });
    const core = finish({ ...state, tier });
    // How near the question is to the curated one: no calibration is about that.
    const confidence = withValue({ ...core.confidence, calibration: null }, match.score);
    const verification = { complete: true, claimCount: 0, supportedCount: 0 };
    const answer = {
      text: match.answer.answer,
      shortAnswer: null,
      table: null,
      claims: [],
      droppedClaims: [],
      conflicts: [],
      notices,
      curated: match.answer,
      verification,
      mode: 'CURATED',
    } as const;
    return { tier, confidence, outcome: { ...core, confidence, ...answer, type: 'Answer' } };
  };
}

function staleNotices({ staleSources }: CuratedAnswer, { asOf, askedAt }: ResolvedRequest): Notice[] {
  const otherDay = asOf.getTime() === askedAt.getTime() ? null : asOf;
  return staleSources.map((source) => ({
    kind: 'CURATED_SOURCE_CHANGED',
    message: staleSourceMessage(source, otherDay),
    documentId: source.title === null ? null : source.documentId,
    versionId: null,
    quote: null,
    sourceSpan: null,
  }));
}
