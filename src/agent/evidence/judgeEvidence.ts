/** Reads evidence and weighs it: the sentences that would answer, and how sure they are. */
import { type groundOf, scoreConfidence, hopelessBelow, withValue } from '../../confidence/score.ts';
import { type Confidence, computeSignals } from '../../confidence/signals.ts';
import { isInOtherLanguage, isOfOtherScript } from '../../knowledge/language/otherLanguage.ts';
import { chooseSentences } from '../../grounding/sentences/chooseSentences.ts';
import { type RankedSentence, compared } from '../../grounding/sentences/rankSentences.ts';
import { type Degradation, displayScore, type DegradedPart } from '../../retrieval/passage.ts';
import type { EvidenceState } from '../state/evidence.ts';
import { followUpFirst } from './followUp.ts';
import { notRead, readEvidence, type EvidenceReading, type ReadingMeans } from './readEvidence.ts';
import { type AnalysisLimits, comparesByMeaning, rankEvidence } from './sentenceEvidence.ts';
import type { AgentParts } from '../parts/parts.ts';
import type { ResolvedRequest } from '../state/request.ts';
import { mostUncertain, heldBelow, gateOf } from '../../confidence/gate.ts';
import { scoreOn } from '../../confidence/scale.ts';

/** Evidence, with its own confidence. */
export interface JudgedEvidence {
  readonly evidence: EvidenceState;
  /** Best first. */
  readonly ranked: readonly RankedSentence[];
  /** The sentences that would form the answer, in reading order. */
  readonly chosen: readonly RankedSentence[];
  readonly confidence: Confidence;
  readonly reading: EvidenceReading;
}

type JudgedRequest = Pick<ResolvedRequest, 'question' | 'workspaceId' | 'preset' | 'settings' | 'scale'>;

/**
 * Reads the evidence and weighs it. Evidence that retrieval alone finds hopeless is not read.
 * @param degraded what failed while it was searched
 */
export async function judgeEvidence(
  parts: Pick<AgentParts, 'database' | 'embedder' | 'reader' | 'chat' | 'log'>,
  request: JudgedRequest,
  evidence: EvidenceState,
  degraded: readonly Degradation[],
  means: ReadingMeans,
): Promise<JudgedEvidence> {
  if (comparesByMeaning(parts.embedder) && request.preset.reads)
    return judgeByMeaning(parts, request, evidence, degraded, means);
  const unreadJudgement = await weigh(parts, request, evidence, notRead, degraded, means);
  // With an open gate, the point is to learn what would be said, hopeless or not.
  if (
    !request.preset.reads ||
    (request.preset.gate !== 'ALWAYS' &&
      scoreConfidence(unreadJudgement.confidence.signals, request.preset.confidence).value < hopelessBelow)
  )
    return unreadJudgement;
  const reading = await readEvidence(parts, evidence, means);
  if (reading.lost)
    return { ...unreadJudgement, confidence: atMostUncertain(unreadJudgement.confidence, request), reading };
  if (reading.passages === null) return { ...unreadJudgement, reading };
  return weigh(parts, request, evidence, reading, degraded, means);
}

/**
 * The same where the embedder is for many languages: what no reader reads is judged by the meaning of its sentences,
 * which is known at once, so nothing is hopeless before. Such an answer is never CONFIDENT: its weights are set by
 * reasoning, not fitted.
 */
async function judgeByMeaning(
  parts: Pick<AgentParts, 'database' | 'embedder' | 'reader' | 'chat' | 'log'>,
  request: JudgedRequest,
  evidence: EvidenceState,
  degraded: readonly Degradation[],
  means: ReadingMeans,
): Promise<JudgedEvidence> {
  const reading = await readEvidence(parts, evidence, means, 'BEST');
  const judged = await weigh(parts, request, evidence, reading, degraded, means);
  return reading.passages === null ? { ...judged, confidence: atMostUncertain(judged.confidence, request) } : judged;
}

/**
 * Caps the confidence when a reading is lost. What the reader would have said is unknown, and losing it must not make
 * an answer surer than it would have been.
 */
function atMostUncertain(confidence: Confidence, { scale }: JudgedRequest): Confidence {
  const most = mostUncertain(scale);
  return confidence.value > most ? withValue(confidence, most) : confidence;
}

async function weigh(
  parts: Pick<AgentParts, 'database' | 'embedder'>,
  request: JudgedRequest,
  evidence: EvidenceState,
  reading: EvidenceReading,
  degraded: readonly Degradation[],
  limits: AnalysisLimits,
): Promise<JudgedEvidence> {
  const found = await rankEvidence(parts, request.workspaceId, evidence, reading, limits);
  const ranked = followUpFirst(found, request.question);
  return {
    evidence,
    ranked,
    chosen: chooseSentences(ranked, evidence.query),
    reading,
    confidence: confidenceIn(request, evidence, ranked, groundFor(parts.embedder, reading), degraded),
  };
}

type Ground = ReturnType<typeof groundOf>;

function groundFor(embedder: AgentParts['embedder'], { passages }: EvidenceReading): Ground {
  if (passages !== null) return 'read';
  return comparesByMeaning(embedder) ? 'meant' : 'unread';
}

/**
 * The confidence in some evidence, by the preset's formula.
 * @param ranked its sentences, best first
 * @param ground what its sentences were ranked by
 * @param degraded what failed while it was searched
 */
export function confidenceIn(
  { preset, settings, scale }: Pick<ResolvedRequest, 'preset' | 'settings' | 'scale'>,
  { passages, query }: Pick<EvidenceState, 'passages' | 'query'>,
  ranked: readonly RankedSentence[],
  ground: Ground,
  degraded: readonly Degradation[],
): Confidence {
  const lostArm = degraded.some(({ part }) => arms.includes(part));
  const answers = ranked.slice(0, compared).map(({ features, share, candidate }) => ({
    features,
    share,
    documentId: candidate.passage.documentId,
  }));
  const best = passages[0]?.text ?? '';
  const isForeign = ground === 'meant' && isInOtherLanguage(query.text, best);
  const of = {
    isRead: ground === 'read',
    isMeant: ground === 'meant',
    isForeign,
    isOfOtherScript: isForeign && isOfOtherScript(query.text, best),
  };
  const signals = computeSignals({ passages, rrfK: settings.rrfK, lostArm, answers, ...of }, preset.confidence);
  const confidence = scoreOn(
    scale,
    signals,
    preset.confidence,
    passages.map((passage) => displayScore(passage) ?? 0),
  );
  return preset.confidence === 'AVERAGE' && lostArm ? heldBelow(confidence, gateOf({ preset, scale })) : confidence;
}

const arms: readonly DegradedPart[] = ['VECTOR_ARM', 'KEYWORD_ARM'];
