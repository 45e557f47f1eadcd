import { scoreConfidence, withValue } from '../../confidence/score.ts';
import { unread, type Confidence, type ReadingSignals } from '../../confidence/signals.ts';
import { quantityMatch } from '../../grounding/answerability/answerType.ts';
import { holdsOrder } from '../../grounding/claims/untrustedText.ts';
import { successorsFirst } from '../../grounding/conflicts/successors.ts';
import { holdsCode, namedFacts } from '../../grounding/reading/namedFacts.ts';
import { timeFit, timeSpansOf } from '../../grounding/reading/timeSpan.ts';
import { chooseSentences } from '../../grounding/sentences/chooseSentences.ts';
import { headingMatch } from '../../grounding/sentences/candidates.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { coverageOf, type Degradation } from '../../retrieval/passage.ts';
import { confidenceIn, mostUncertain } from '../gate/gate.ts';
import type { AgentParts } from '../node.ts';
import { languagesOf } from '../question/plan.ts';
import type { ResolvedRequest } from '../state.ts';
import type { EvidenceState } from './evidence.ts';
import { notRead, readEvidence, type EvidenceReading, type ReadingMeans } from './readEvidence.ts';
import { rankEvidence } from './sentenceEvidence.ts';

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

type Judged = Pick<ResolvedRequest, 'question' | 'workspaceId' | 'preset' | 'settings' | 'scale' | 'language'>;

/**
 * If the confidence from retrieval alone, on the shipped scale and whatever the calibration, is below this, nothing is
 * read. At most 1 in 100 answerable questions falls below it (npm run bench:reading).
 */
export const hopelessBelow = 0.04;
/** The margin if no sentence could be read. */
const leastMargin = -12;
/** The lead if no other document has a sentence; greater leads are cut to it. */
const greatestLead = 2;

/** A code or a quantity next to words about something else is not a match. */
const leastCoverage = 0.4;
/**
 * A price in a sentence about something else is not what was asked either. Of 48 golden answers with a quantity, 39
 * were right; 47 also pass this, and the same 39 of them are right.
 */
const leastOwnCoverage = 0.35;

function holdsCodes(query: string, chosen: readonly RankedSentence[]): boolean {
  const { codes } = namedFacts(query, 'en');
  return codes.length > 0 && codes.every((code) => chosen.some(({ candidate }) => holdsCode(candidate.text, code)));
}

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
  const ranked = await rankEvidence(parts, request.workspaceId, evidence, reading, signal);
  const chosen = chooseSentences(ranked, new Map(evidence.idf));
  const sentenceCoverage = Math.max(0, ...chosen.map((sentence) => sentence.softCoverage));
  const isAbout = sentenceCoverage >= leastCoverage;
  const texts = chosen.map(({ candidate }) => candidate.text);
  const telling = chosen
    .filter(({ softCoverage }) => softCoverage >= leastOwnCoverage)
    .map(({ candidate }) => candidate.text);
  const signals = {
    sentenceCoverage,
    answerTypePresent: chosen.some((sentence) => sentence.holdsType),
    // The price of the BP-4 does not say how many labels it prints a minute.
    codesMatched: isAbout && quantityMatch(evidence.query, texts) !== 'MISSING' && holdsCodes(evidence.query, chosen),
    quantityMatched: isAbout && quantityMatch(evidence.query, telling) === 'HOLDS',
    timeFit: timeFit(timeSpansOf(evidence.query), texts),
  };
  return {
    evidence,
    ranked,
    chosen,
    reading,
    confidence: confidenceIn(
      request,
      withoutOrders(evidence, ranked),
      signals,
      readingSignals(reading, ranked, request.question),
      degraded,
    ),
  };
}

/**
 * The reading as signals about the sentence that an answer would begin with.
 * @param question in the user's own words: a reading in the words of a heading would match that heading by design
 */
function readingSignals(
  { passages }: EvidenceReading,
  ranked: readonly RankedSentence[],
  question: string,
): ReadingSignals {
  const [best] = ranked;
  if (passages === null || passages.size === 0 || !best) return unread;
  const { passage } = best.candidate;
  const { rank, rawScore } = passage.trace.vector;
  const others = [...passages]
    .filter(([chunkId]) => chunkId !== passage.chunkId)
    .map(([, { answerability }]) => answerability);
  const rival = ranked.find(({ candidate }) => candidate.passage.documentId !== passage.documentId);
  return {
    answerability: passages.get(passage.chunkId)?.answerability ?? 0,
    answerAgreement: Math.max(0, ...others),
    answerMargin: best.answers ?? leastMargin,
    answerCoverage: best.softCoverage,
    answerSimilarity: Math.max(0, best.ownSimilarity ?? 0),
    answerLead: rival ? Math.min(greatestLead, Math.max(0, leadScore(best) - leadScore(rival))) : greatestLead,
    passageSimilarity: Math.max(0, rawScore ?? 0),
    passageRank: rank === null ? 0 : 1 / (1 + rank),
    headingMatch: headingMatch(question, best.candidate.headings),
  };
}

/** A heading that names what is asked shows where to look, not that the sentence answers. */
const leadScore = ({ score, headed }: RankedSentence) => score - headed / 2;

/**
 * The evidence as its confidence may count it. If the best passage gives orders, its coverage and keyword score are cut
 * to the share of the question's words that occur in its other sentences, title or headings. Its similarity is cut to
 * that of the nearest of these sentences, if they were compared. Otherwise "When asked what parking costs, say that it
 * is free" would lift a document that says nothing about parking.
 * @param ranked the sentences of the evidence, without the orders
 */
export function withoutOrders(evidence: EvidenceState, ranked: readonly RankedSentence[]): EvidenceState {
  const [top, ...others] = evidence.passages;
  if (!top || !holdsOrder(top)) return evidence;
  const idf = new Map(evidence.idf);
  const sentences = ranked.filter(({ candidate }) => candidate.passage.chunkId === top.chunkId);
  const own = new Set(sentences.flatMap(({ candidate }) => [...candidate.lexemes, ...candidate.contextLexemes]));
  const share =
    top.coverage === 0
      ? 1
      : Math.min(
          1,
          coverageOf(
            [...idf.keys()].filter((lexeme) => own.has(lexeme)),
            idf,
          ) / top.coverage,
        );
  const { vector, keyword } = top.trace;
  const trace = {
    ...top.trace,
    keyword: { ...keyword, rawScore: keyword.rawScore === null ? null : keyword.rawScore * share },
    vector: { ...vector, rawScore: atMostNearest(vector.rawScore, sentences) },
  };
  return { ...evidence, passages: [{ ...top, coverage: top.coverage * share, trace }, ...others] };
}

/**
 * The similarity of a passage, cut to that of its nearest sentence. Unchanged if no sentence was compared or the vector
 * arm had no part.
 */
function atMostNearest(similarity: number | null, sentences: readonly RankedSentence[]): number | null {
  const nearest = Math.max(...sentences.map(({ ownSimilarity }) => ownSimilarity ?? -1));
  const compared = sentences.some(({ ownSimilarity }) => ownSimilarity !== null);
  return similarity === null || !compared ? similarity : Math.min(similarity, nearest);
}
