import { fitted } from '../../confidence/fitted.ts';
import { isInOtherLanguage } from '../../knowledge/language/otherLanguage.ts';
import { withValue } from '../../confidence/score.ts';
import type { Confidence, Tier } from '../../confidence/signals.ts';
import {
  namesakes,
  rivalAnswers,
  type UnmetCondition,
  unmetConditions,
} from '../../grounding/answerability/unmetConditions.ts';
import { findConflicts, isOpen, settledSentences } from '../../grounding/answerability/findConflicts.ts';
import { noVoids } from '../../grounding/place/voids.ts';
import { dissentersAmong } from '../../grounding/sentences/witnesses.ts';
import { noFacts } from '../../retrieval/question/namedFacts.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { addSpent, nothingSpent } from '../state/spent.ts';
import { answersAmong, rivalsAmong, isHeaded, mergeEvidence, readRivals } from '../evidence/evidence.ts';
import { type EvidenceState } from '../state/evidence.ts';
import { decide, mayLift, reflected, wantsWriting } from '../gate/decide.ts';
import { linesNotJudged, voidsAround } from '../evidence/voidsAround.ts';
import { readCurated, type ReadingMeans } from '../evidence/readEvidence.ts';
import { chosenSentences } from '../evidence/sentenceEvidence.ts';
import { cappedTier, gateOf, heldBelow, mostUncertain } from '../../confidence/gate.ts';
import { type JudgedEvidence, judgeEvidence } from '../evidence/judgeEvidence.ts';
import type { Gap, RefineStrategy, Reflection, Verdict, Decided } from '../state/reflection.ts';
import type { Node } from '../parts/graphNode.ts';
import type { AskState } from '../state/askState.ts';
import type { AgentParts, NodeContext } from '../parts/parts.ts';
import { everydayVariants } from '../question/everydayVariants.ts';
import { acronymVariants, searchesOf, spellingVariants, strategiesFor, unknownWords } from '../question/refinements.ts';
import type { RecordParts } from '../state/run.ts';
import type { Planned } from '../state/plan.ts';
import type { Judgement } from '../state/judgement.ts';
import type { Question } from '../../retrieval/question/question.ts';

/**
 * Weighs what was found: the reading, signals, confidence, tier and conflicts. Then gives the verdict: answer, try
 * again, ask a clarifying question or refuse. This is decided in code: what a model reads is a signal like any other.
 */
export function reflectNode(
  parts: AgentParts,
): Node<
  'request' | 'planned' | 'searches' | 'found' | 'decided' | 'drafted' | 'record',
  'planned' | 'found' | 'judged' | 'decided' | 'record'
> {
  return async (state, context) => {
    const { judgement, record, ...weighed } = await weigh(parts, state, context);
    const after = { ...state, ...weighed };
    const decision = decide(after);
    const reranks = parts.reranker && wantsReranking(state, decision.verdict, weighed.judged.tier);
    const verdict = reranks ? 'RERANK' : parts.chat && wantsWriting(after, decision) ? 'WRITE' : undefined;
    const decided = reflected(after, verdict ? { verdict } : decision, judgement, context);
    if (decision.verdict !== 'PASS' || verdict) return { ...weighed, record, decided };
    const quoted = [...weighed.judged.chosen, ...weighed.judged.sentences.slice(0, bestJudged)];
    const voids = await voidsAround(
      parts,
      quoted.map(({ candidate }) => candidate),
      state.request,
      context,
    );
    context.note({ voids });
    const degraded = voids === null ? [...record.degraded, linesNotJudged] : record.degraded;
    return { ...weighed, judged: { ...weighed.judged, voids }, record: { ...record, degraded }, decided };
  };
}

/** Sentences that may be quoted beside the chosen ones: the sides of a conflict. */
const bestJudged = 3;

/** What a round's evidence is worth, and what it cost to learn it. */
interface Weighed extends Pick<AskState, 'planned' | 'found' | 'judged'> {
  readonly record: Pick<RecordParts, 'spent' | 'degraded'>;
  readonly judgement: Reflection['judgedByModel'];
}

type Weighing = Pick<AskState, 'request' | 'planned' | 'found' | 'record'>;

/** What the evidence is worth: for the question itself, for its parts, and for its other readings. */
async function weigh(parts: AgentParts, state: Weighing, context: NodeContext): Promise<Weighed> {
  const { request, found } = state;
  const { preset } = request;
  const { curated, isCurated, own, split, aliases, relaxed } = await readAll(parts, state, context);
  const best = [own, ...aliases.map((judged) => cappedAsGuess(judged, state))].reduce((left, right) =>
    right.confidence.value > left.confidence.value ? right : left,
  );
  if (parts.reader && best.reading.passages !== null)
    context.note({ reader: parts.reader.id, ...(parts.reader.prompt ? { prompts: [parts.reader.prompt] } : {}) });
  const answers = answersIn(state, best, split);
  const confidence = cappedByUnmet(
    withParts(best.confidence, split, mostUncertain(request.scale)),
    answers.unmet,
    gateOf(request),
  );
  const evidence: EvidenceState = {
    ...(best === own ? found.evidence : mergeEvidence(best.evidence, [found.evidence], request.settings.topK)),
    // A curated answer that is near in meaning alone yields to documents that are surer.
    curated: isCurated ? curated : curated.filter(({ score }) => score > confidence.value),
  };
  const readings = [own, ...split, ...aliases, ...relaxed].map(({ reading }) => reading);
  return {
    planned: {
      ...state.planned,
      ...(preset.refines ? readingsOf(parts, state) : { guesses: [], reworded: [] }),
    },
    found: { ...found, evidence },
    judged: {
      ...answers,
      voids: noVoids,
      confidence,
      tier: cappedTier(request, confidence.value, answers.conflicts.some(isOpen) || answers.dissenters.length > 0),
      relaxable: relaxableOf(state, relaxed),
    },
    record: {
      spent: readings.reduce((sum, { spent }) => addSpent(sum, spent), nothingSpent),
      degraded: readings.flatMap(({ degraded }) => degraded),
    },
    judgement: judgementOf(best),
  };
}

/** All evidence of a round, read and weighed at once, with the curated answers. */
async function readAll(
  parts: AgentParts,
  { request, found, record }: Weighing,
  { millisLeft, signal, deadline }: NodeContext,
) {
  const atOnce = 1 + found.partEvidence.length + found.aliasEvidence.length + found.relaxed.length;
  const { writes } = request.preset;
  const { languages } = request.filter;
  const means: ReadingMeans = {
    ...request,
    languages,
    atOnce,
    spent: record.spent,
    writes,
    millisLeft,
    signal,
    deadline,
  };
  const curated = await readCurated(parts, request.question, found.evidence.curated, means);
  const isCurated = curated[0]?.byMeaningAlone === false;
  // A curated answer is given whatever the passages say. And a chat model that will be asked for the answer reads the
  // passages then, once.
  const readers = isCurated || (parts.chat && writes && parts.reader?.prompt) ? { ...parts, reader: null } : parts;
  const judgeOne = (evidence: EvidenceState) => judgeEvidence(readers, request, evidence, record.degraded, means);
  const judgeAll = (list: readonly EvidenceState[]) => Promise.all(list.map(judgeOne));
  const [own, split, aliases, relaxed] = await Promise.all([
    judgeOne(found.evidence),
    judgeAll(found.partEvidence),
    judgeAll(found.aliasEvidence),
    judgeAll(found.relaxed.map(({ evidence }) => evidence)),
  ]);
  return { curated, isCurated, own, split, aliases, relaxed };
}

/** The sentences that would answer, what they leave open, and what disagrees with them. */
function answersIn(
  state: Weighing,
  best: JudgedEvidence,
  split: readonly JudgedEvidence[],
): Omit<Judgement, 'confidence' | 'tier' | 'relaxable' | 'voids'> {
  const { question, preset } = state.request;
  const conflicts = preset.onConflict === 'IGNORE' ? [] : findConflicts(best.ranked, question);
  const sentences = settledSentences(best.ranked, conflicts);
  const dissenters = dissentersAmong(sentences, question);
  const partSentences = split.map(({ ranked }) => ranked);
  const chosen = chosenSentences(sentences, partSentences, state.found.evidence);
  const unmet = preset.demandsFacts ? unmetIn(state, { ...best, ranked: sentences }, chosen) : [];
  // A section with that title, or a list of these things, is what is meant.
  const isListed = best.confidence.signals.placeAsked === 1;
  const broad = preset.demandsFacts && !isListed ? readRivals(best.evidence, sentences) : [];
  const isSettled = broad.length > 1 || !preset.demandsFacts || isListed || isHeaded(best.evidence);
  return {
    sentences,
    chosen,
    partSentences,
    unmet,
    conflicts,
    dissenters,
    rivals: isSettled ? broad : rivalsIn(question, sentences, dissenters),
    isBroad: preset.asksBack && broad.length > 1,
  };
}

/**
 * Readings of the question that nobody saved as synonyms: an acronym as a heading spells it out, a misspelling
 * corrected, and everyday words in those of a heading.
 */
function readingsOf(
  { words }: AgentParts,
  { planned: { aliases }, request, found: { evidence } }: Weighing,
): Pick<Planned, 'guesses' | 'reworded'> {
  const { question } = request;
  const { language } = question;
  const unknown = words?.language === language ? unknownWords(question, evidence.unknown, evidence.searchConfig) : [];
  const guesses = [
    ...acronymVariants(question, evidence.passages),
    ...(words ? spellingVariants(question, unknown, evidence.passages, words) : []),
  ].map((text) => question.worded(text));
  // If the question has another reading already, that one is asked. With more of them, one would be right by chance.
  const isAsked = language !== 'en' || aliases.length > 0 || guesses.length > 0;
  const reworded = isAsked ? [] : everydayVariants(question, evidence.passages);
  return { guesses, reworded: reworded.map((text) => question.worded(text)) };
}

/** What the reader says about the evidence, for people to see. */
function judgementOf(judged: JudgedEvidence): Reflection['judgedByModel'] {
  const answerability = answerabilityOf(judged);
  return answerability === null ? null : { answerable: answerability >= 0.5, missing: judged.reading.missing };
}

/** The reader's probability that the passage of the best sentence states the answer: 0..1; null if nothing was read. */
function answerabilityOf({ reading, ranked: [best] }: JudgedEvidence): number | null {
  if (reading.passages === null || !best) return null;
  return reading.passages.get(best.candidate.passage.chunkId)?.answerability ?? 0;
}

/**
 * Several things of one name, otherwise several answers to one question. A sentence that the reader does not take for
 * an answer does not count.
 */
function rivalsIn(
  question: Question,
  ranked: readonly RankedSentence[],
  dissenters: readonly RankedSentence[],
): readonly RankedSentence[] {
  const sharing = namesakes(question, ranked).filter(answersAmong(ranked));
  if (sharing.length > 1) return sharing;
  const answers = rivalAnswers(question, ranked).filter(rivalsAmong(ranked));
  const said = [...ranked.slice(0, 1), ...dissenters];
  const saying = new Set(said.map(({ candidate }) => candidate.passage.documentId));
  // What each of them says stands in the answer.
  return answers.every(({ candidate }) => saying.has(candidate.passage.documentId)) ? [] : answers;
}

/**
 * The conditions that the best reading leaves unmet. A reading in the workspace's own words may write a name
 * differently, so the names in that reading count. Documents in another language may have another name for it, and where
 * they are compared by meaning, that has to tell.
 */
function unmetIn(state: Weighing, judged: JudgedEvidence, chosen: readonly RankedSentence[]): UnmetCondition[] {
  const { evidence, ranked } = judged;
  const {
    planned: { plan },
    request: { question },
    found: { aliasEvidence },
  } = state;
  const isAlias = aliasEvidence.includes(evidence);
  const asked = isAlias ? evidence.query : question;
  const facts = isAlias ? evidence.query.facts : (plan?.facts ?? noFacts);
  const isNamedOtherwise =
    evidence.embedder === fitted.meantBy && isInOtherLanguage(asked.text, evidence.passages[0]?.text ?? '');
  const counted = isNamedOtherwise ? { ...facts, names: [] } : facts;
  return unmetConditions(asked, counted, ranked, chosen, answerabilityOf(judged));
}

function cappedByUnmet(confidence: Confidence, unmet: readonly UnmetCondition[], gate: number): Confidence {
  return unmet.length > 0 ? heldBelow(confidence, gate) : confidence;
}

/** The first filter without which the question alone reaches the gate. */
function relaxableOf(
  { found: { relaxed }, request }: Weighing,
  judged: readonly JudgedEvidence[],
): Judgement['relaxable'] {
  const passing = judged.findIndex(({ confidence }) => confidence.value >= gateOf(request));
  return relaxed[passing]?.task.without ?? null;
}

/**
 * Whether the fused order leaves doubt that a reranker may resolve. This is asked before the model judges, which would
 * otherwise judge twice. Not for a question in parts: a passage that a part found has that part's ranks, and at the top
 * it would count for the whole question.
 */
function wantsReranking({ found, request }: Weighing, verdict: Verdict, tier: Tier): boolean {
  if (found.reranked || found.partEvidence.length > 0 || found.evidence.passages.length === 0) return false;
  switch (request.settings.rerank) {
    case 'NEVER':
      return false;
    case 'UNCERTAIN':
      return verdict === 'PASS' && tier === 'UNCERTAIN';
    case 'ALWAYS':
      return verdict === 'PASS' || verdict === 'REFINE' || verdict === 'ABSTAIN';
  }
}

/**
 * A question that was searched in parts is at least as sure as its weakest part. Its parts never make it CONFIDENT:
 * finding them does not prove that they belong together.
 */
function withParts(own: Confidence, split: readonly JudgedEvidence[], most: number): Confidence {
  if (split.length === 0) return own;
  const weakest = Math.min(most, ...split.map(({ confidence }) => confidence.value));
  return weakest <= own.value ? own : withValue(own, weakest);
}

/**
 * How much surer than the question a reading in a heading's words is, only because it borrows them. Readings just above
 * the gate were right less often than not.
 */
const borrowedConfidence = 0.05;

/**
 * A guessed reading is never CONFIDENT: a spelled-out acronym has more words that match, and what was corrected may
 * have been meant. Aliases that people saved are not guesses.
 */
function cappedAsGuess(
  judged: JudgedEvidence,
  { planned: { aliases, reworded }, request: { scale } }: Weighing,
): JudgedEvidence {
  const { query } = judged.evidence;
  if (aliases.includes(query)) return judged;
  const borrowed = reworded.includes(query) ? borrowedConfidence : 0;
  const value = Math.max(0, Math.min(mostUncertain(scale), judged.confidence.value - borrowed));
  return value === judged.confidence.value ? judged : { ...judged, confidence: withValue(judged.confidence, value) };
}

/**
 * Chooses by the gap how another round asks. No model words it: model wordings gained nothing, even from an oracle.
 * When nothing is left to try, a model may still find the answer; otherwise the loop ends below the gate.
 */
export function refineNode(
  parts: Pick<AgentParts, 'chat'>,
): Node<'request' | 'planned' | 'searches' | 'found' | 'judged' | 'decided' | 'drafted', 'searches' | 'decided'> {
  return (state, context) => {
    const gap = state.decided.reflections.at(-1)?.gap ?? 'WEAK';
    const passedOver: RefineStrategy[] = [];
    for (const strategy of strategiesFor(gap, state)) {
      const tasks = searchesOf(strategy, state);
      if (tasks.length > 0) {
        const queries = tasks.map(({ query }) => query.text);
        context.emit({ type: 'Refined', strategy, queries });
        context.note({ gap, strategy, queries });
        return { searches: { tasks, tried: [...passedOver, strategy] } };
      }
      passedOver.push(strategy);
    }
    context.note({ gap, queries: [] });
    return {
      searches: { tasks: [] },
      decided: parts.chat && gap !== 'NO_HITS' && mayLift(state) ? { verdict: 'WRITE' } : ended(gap, state.decided),
    };
  };
}

/** The decision when nothing is left to try. */
function ended(gap: Gap, { stopReason }: Decided): Partial<Decided> {
  if (gap === 'NO_HITS') return { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return { verdict: 'ABSTAIN', stopReason: stopReason ?? 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
}
