/** Reads evidence and weighs it: the sentences that would answer, and how sure they are. */
import { scoreConfidence, hopelessBelow, withValue } from '../../confidence/score.ts';
import type { Confidence } from '../../confidence/signals.ts';
import { successorsFirst } from '../../grounding/conflicts/successors.ts';
import { chooseSentences } from '../../grounding/sentences/chooseSentences.ts';
import { decidingFirst } from '../../grounding/sentences/whatFollows.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import type { EvidenceState } from './evidence.ts';
import { followUpFirst } from './followUp.ts';
import { notRead, readEvidence, type EvidenceReading, type ReadingMeans } from './readEvidence.ts';
import { rankEvidence } from './sentenceEvidence.ts';
import type { AgentParts } from '../node.ts';
import type { ResolvedRequest } from '../request.ts';
import { languagesOf } from '../question/plan.ts';
import { confidenceIn, mostUncertain } from '../gate/gate.ts';

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

type Judged = Pick<ResolvedRequest, 'question' | 'workspaceId' | 'preset' | 'settings' | 'scale' | 'language'> &
  /** As it was asked, where that is not `question`. */
  Partial<Pick<ResolvedRequest, 'asked'>>;

/**
 * Reads the evidence and weighs it. Evidence that retrieval alone finds hopeless is not read.
 * @param degraded what failed while it was searched
 */
export async function judgeEvidence(
  parts: Pick<AgentParts, 'database' | 'embedder' | 'reader' | 'chat' | 'log'>,
  request: Judged,
  evidence: EvidenceState,
  degraded: readonly Degradation[],
  means: ReadingMeans,
): Promise<JudgedEvidence> {
  const unreadJudgement = await weigh(parts, request, evidence, notRead, degraded, means.signal);
  // With an open gate, the point is to learn what would be said, hopeless or not.
  if (
    !request.preset.reads ||
    (request.preset.gate !== 'ALWAYS' &&
      scoreConfidence(unreadJudgement.confidence.signals, request.preset.confidence).value < hopelessBelow)
  )
    return unreadJudgement;
  const [language = 'en'] = languagesOf(request, evidence.query);
  const reading = await readEvidence(parts, evidence.query, language, successorsFirst(evidence.passages), means);
  if (reading.lost)
    return { ...unreadJudgement, confidence: atMostUncertain(unreadJudgement.confidence, request), reading };
  if (reading.passages === null) return { ...unreadJudgement, reading };
  return weigh(parts, request, evidence, reading, degraded, means.signal);
}

/**
 * Caps the confidence when a reading is lost. What the reader would have said is unknown, and losing it must not make
 * an answer surer than it would have been.
 */
function atMostUncertain(confidence: Confidence, { scale }: Judged): Confidence {
  const most = mostUncertain(scale);
  return confidence.value > most ? withValue(confidence, most) : confidence;
}

async function weigh(
  parts: Pick<AgentParts, 'database' | 'embedder'>,
  request: Judged,
  evidence: EvidenceState,
  reading: EvidenceReading,
  degraded: readonly Degradation[],
  signal: AbortSignal | undefined,
): Promise<JudgedEvidence> {
  const found = await rankEvidence(parts, request.workspaceId, evidence, reading, signal);
  const followed = followUpFirst(found, request.asked ?? request.question, request.question);
  const ranked = decidingFirst(followed, evidence.query);
  return {
    evidence,
    ranked,
    chosen: chooseSentences(ranked, evidence.query),
    reading,
    confidence: confidenceIn(request, evidence, followed, reading.passages !== null, degraded),
  };
}
