import { scoreOn } from '../../confidence/scale.ts';
import { scoreConfidence, withValue } from '../../confidence/score.ts';
import { type Confidence, unread, type ReadingSignals } from '../../confidence/signals.ts';
import { expectedType, quantityMatch } from '../../grounding/answerability/answerType.ts';
import { holdsOrder } from '../../grounding/claims/verifyClaim.ts';
import { hasEnded, successorsFirst } from '../../grounding/conflicts/successors.ts';
import { coversFact, listFacts, noFacts, holdsCode, namedFacts } from '../../grounding/reading/namedFacts.ts';
import { timeFit, timeSpansOf } from '../../grounding/reading/timeSpan.ts';
import { headingMatch } from '../../grounding/sentences/candidates.ts';
import { listsAsked } from '../../grounding/sentences/listed.ts';
import { chooseSentences } from '../../grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { coverageOf, type Degradation } from '../../retrieval/passage.ts';
import { isHeaded, type EvidenceState } from '../evidence/evidence.ts';
import { notRead, readEvidence, type EvidenceReading, type ReadingMeans } from '../evidence/readEvidence.ts';
import { rankEvidence } from '../evidence/sentenceEvidence.ts';
import type { NodeContext, AskState, AskUpdate, AgentParts, ResolvedRequest } from '../node.ts';
import { languagesOf } from '../question/plan.ts';
import { isRefinable } from '../question/refinements.ts';
import { foundNothing, gateOf, mostUncertain, refusedForConflict, confidenceIn } from './gate.ts';
import type { Gap, Reflection, StalePassage, Verdict } from './reflection.ts';

type Decision = Pick<AskUpdate, 'verdict' | 'stopReason' | 'clarifyReason' | 'abstentionReason'>;

/** The gate. Thresholds and order are code: no model output is read here. */
export function decide(state: AskState): Decision {
  const value = state.confidence?.value ?? 0;
  if (state.evidence.curated.length > 0) return { verdict: 'CURATED', stopReason: 'CURATED_MATCH' };
  if (state.evidence.passages.length === 0 && state.stopReason === 'DEADLINE')
    return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  // What a filter excludes is offered as a next step and never used in an answer: the filter was set on purpose.
  if (state.relaxable !== null && value < gateOf(state.request))
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (foundNothing(state))
    return hasRounds(state) && isRefinable('NO_HITS', state)
      ? { verdict: 'REFINE' }
      : { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return backTo(state, value) ?? (value >= gateOf(state.request) ? passed(state) : belowGate(state));
}

/** The decision to ask a clarifying question first, or to refuse what no document could answer; undefined: neither. */
function backTo(state: AskState, value: number): Decision | undefined {
  const { preset } = state.request;
  if (!preset.asksBack) return undefined;
  if (state.plan?.kind === 'OUT_OF_SCOPE' && value < state.request.scale.confidentFrom)
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'OUT_OF_SCOPE' };
  if (state.isBroad) return { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'AMBIGUOUS' };
  // Passages about some burger do not answer a question about "this burger", unless a section has the question as its
  // title.
  return state.unresolved !== null && !isHeaded(state.evidence) && value < state.request.scale.confidentFrom
    ? { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'UNRESOLVED' }
    : undefined;
}

function passed(state: AskState): Decision {
  if (isDisputed(state)) return { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'AMBIGUOUS' };
  if (isStale(state)) return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'STALE_EVIDENCE' };
  return refusedForConflict(state) ?? { verdict: 'PASS', stopReason: state.stopReason ?? 'GATE_PASSED' };
}

function belowGate(state: AskState): Decision {
  if (state.stopReason === 'DEADLINE') return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  if (!state.request.preset.refines)
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (state.rounds > 1 && !state.newEvidence)
    return { verdict: 'ABSTAIN', stopReason: 'NO_NEW_EVIDENCE', abstentionReason: 'WEAK_EVIDENCE' };
  return hasRounds(state)
    ? { verdict: 'REFINE' }
    : { verdict: 'ABSTAIN', stopReason: 'ROUND_LIMIT', abstentionReason: 'WEAK_EVIDENCE' };
}

function hasRounds({ rounds, request: { preset, budget } }: AskState): boolean {
  return preset.refines && rounds < budget.maxRounds;
}

/**
 * Whether the user has to say which answer is meant. Two documents that disagree are shown as a conflict if one was
 * found; otherwise, and if more than two disagree, the user is asked.
 */
function isDisputed({ rivals, conflicts }: AskState): boolean {
  return rivals.length > 2 || (rivals.length === 2 && conflicts.length === 0);
}

/** Whether the question is about the present, but everything that would form the answer has ended or was replaced. */
function isStale({ plan, chosen, request: { preset, asOf } }: AskState): boolean {
  if (!preset.demandsFacts || plan?.time?.kind !== 'NOW' || chosen.length === 0) return false;
  return chosen.every(({ candidate: { passage } }) => passage.supersededBy !== null || hasEnded(passage, asOf));
}

/**
 * Whether the chat model is asked for the answer before the gate decides: once per run, if there is an answer or the
 * model's pick would make one.
 */
export function wantsWriting(state: AskState, { verdict, abstentionReason }: ReturnType<typeof decide>): boolean {
  if (!mayWrite(state)) return false;
  return verdict === 'PASS' || (verdict === 'ABSTAIN' && abstentionReason === 'WEAK_EVIDENCE' && mayLift(state));
}

/**
 * Whether a pick by the model would lift the evidence over the gate. Evidence below the floor for reading cannot be
 * lifted, and a model may not overrule a condition that the evidence leaves unmet. In both cases no call is spent.
 */
export function mayLift(state: AskState): boolean {
  const { confidence, unmet, request } = state;
  if (!mayWrite(state) || confidence === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return false;
  if (scoreConfidence(confidence.signals, 'CANDOR').value < hopelessBelow) return false;
  return (confidenceAfter(state, true)?.value ?? 0) >= gateOf(request);
}

function mayWrite({ request: { preset, budget }, written, sentences }: AskState): boolean {
  return preset.writes && budget.maxTokens > 0 && written === null && sentences.length > 0;
}

/**
 * The confidence with what the chat model found as one more signal. Two limits keep a model of any quality from doing
 * harm. What passes the gate without the model also passes with it, at least as UNCERTAIN. What the model alone lifts
 * over the gate is never CONFIDENT, because small models always name some sentence. An unmet condition leaves the value
 * unchanged.
 */
export function confidenceAfter(
  { confidence, unmet, partEvidence, request }: Pick<AskState, 'confidence' | 'unmet' | 'partEvidence' | 'request'>,
  found: boolean | null,
): Confidence | null {
  if (confidence === null) return null;
  const signals = { ...confidence.signals, writerFound: found };
  const { value } = confidence;
  if (found === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return withValue({ ...confidence, signals }, value);
  const told = scoreOn(request.scale, signals, 'CANDOR');
  const gate = gateOf(request);
  const passes = value >= gate;
  // Finding the parts of a question does not prove that they belong together.
  const most = passes && partEvidence.length === 0 ? 1 : Math.max(value, mostUncertain(request.scale));
  return withValue(
    told,
    found ? Math.max(value, Math.min(told.value, most)) : Math.min(value, Math.max(told.value, passes ? gate : 0)),
  );
}

/** Emits, logs and stores the judgement of a round. A round has a second one if a model was asked afterwards. */
export function reflected(
  final: AskUpdate,
  state: AskState,
  judgement: Reflection['judgedByModel'],
  context: NodeContext,
): AskUpdate {
  const after = { ...state, ...final } as AskState;
  const reflection = reflectionOf(after, judgement);
  const { confidence, tier, verdict, stopReason, conflicts } = after;
  if (confidence) context.emit({ type: 'Reflected', confidence, tier, reflection });
  context.note({
    confidence: confidence?.value,
    signals: confidence?.signals,
    tier,
    verdict,
    stopReason,
    conflicts: conflicts.length,
  });
  return { ...final, reflections: [reflection] };
}

/**
 * The judgement of the current round, as data.
 * @param judgedByModel what a model said, if one was asked
 */
function reflectionOf(state: AskState, judgedByModel: Reflection['judgedByModel']): Reflection {
  const { passages } = state.evidence;
  return {
    round: state.rounds,
    confidence: state.confidence?.value ?? 0,
    tier: state.tier,
    verdict: state.verdict,
    stopReason: goesOn.has(state.verdict) ? null : state.stopReason,
    requirements: listFacts(state.plan?.facts ?? noFacts).map((fact) => ({
      ...fact,
      coveredBy: passages.filter((passage) => coversFact(passage, fact)).map(({ chunkId }) => chunkId),
    })),
    expectedType: expectedType(state.request.question),
    answerTypePresent: state.confidence?.signals.answerTypePresent ?? false,
    candidates: state.rivals.map(({ candidate: { passage } }) => passage.sectionPath.at(-1) ?? passage.documentTitle),
    stale: stalePassages(state),
    conflicts: state.conflicts.length,
    suspicious: passages.filter(holdsOrder).map(({ chunkId }) => chunkId),
    gap: gapOf(state),
    judgedByModel,
  };
}

const goesOn: ReadonlySet<Verdict> = new Set<Verdict>(['REFINE', 'RERANK', 'WRITE']);

function stalePassages({ evidence, request }: AskState): StalePassage[] {
  return evidence.passages.flatMap((passage): StalePassage[] => {
    const { chunkId, supersededBy } = passage;
    if (supersededBy !== null) return [{ chunkId, reason: 'SUPERSEDED' }];
    return hasEnded(passage, request.askedAt) ? [{ chunkId, reason: 'EXPIRED' }] : [];
  });
}

function gapOf({ confidence, evidence, unmet, rivals, request }: AskState): Gap {
  const [first] = unmet;
  if (evidence.passages.length === 0) return 'NO_HITS';
  if (first) return first.kind;
  if (rivals.length > 1) return 'SEVERAL_FACTS';
  if ((confidence?.value ?? 0) >= gateOf(request)) return 'NONE';
  if (evidence.unknown.length > 0) return 'UNKNOWN_WORDS';
  return confidence?.signals.answerTypePresent === false ? 'MISSING_TYPE' : 'WEAK';
}

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
    listMatched: listsAsked(question)(best.candidate),
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
