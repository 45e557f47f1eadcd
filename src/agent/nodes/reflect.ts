import { withValue } from '../../confidence/score.ts';
import type { Confidence, Tier } from '../../confidence/signals.ts';
import {
  namesakes,
  rivalAnswers,
  type UnmetCondition,
  unmetConditions,
} from '../../grounding/answerability/unmetConditions.ts';
import { findConflicts, isOpen, settledSentences } from '../../grounding/conflicts/findConflicts.ts';
import { namedFacts, noFacts } from '../../grounding/reading/namedFacts.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { addSpent, nothingSpent } from '../budget.ts';
import { type EvidenceState, isHeaded, mayAnswer, mergeEvidence, readRivals } from '../evidence/evidence.ts';
import { decide, mayLift, reflected, wantsWriting } from '../gate/decide.ts';
import { readCurated, type ReadingMeans } from '../evidence/readEvidence.ts';
import { chosenSentences } from '../evidence/sentenceEvidence.ts';
import { cappedTier, gateOf, heldBelow, mostUncertain } from '../gate/gate.ts';
import { type JudgedEvidence, judgeEvidence } from '../evidence/judgeEvidence.ts';
import type { Gap, RefineStrategy, Reflection } from '../gate/reflection.ts';
import type { AgentParts, Node, NodeContext, AskState, AskUpdate } from '../node.ts';
import { everydayVariants } from '../question/everydayVariants.ts';
import { languagesOf } from '../question/plan.ts';
import { acronymVariants, searchesOf, spellingVariants, strategiesFor, unknownWords } from '../question/refinements.ts';

/**
 * Weighs what was found: the reading, signals, confidence, tier and conflicts. Then gives the verdict: answer, try
 * again, ask a clarifying question or refuse. This is decided in code: what a model reads is a signal like any other.
 */
export function reflectNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { update, judgement } = await weigh(parts, state, context);
    const weighed = { ...state, ...update } as AskState;
    const decided = decide(weighed);
    if (parts.reranker && wantsReranking(state, decided.verdict, weighed.tier))
      return reflected({ ...update, verdict: 'RERANK' }, weighed, judgement, context);
    if (parts.chat && wantsWriting(weighed, decided))
      return reflected({ ...update, verdict: 'WRITE' }, weighed, judgement, context);
    return reflected({ ...update, ...decided }, weighed, judgement, context);
  };
}

interface Weighed {
  readonly update: AskUpdate;
  readonly judgement: Reflection['judgedByModel'];
}

/** What the evidence is worth: for the question itself, for its parts, and for its other readings. */
async function weigh(parts: AgentParts, state: AskState, context: NodeContext): Promise<Weighed> {
  const { request } = state;
  const { preset } = request;
  const atOnce = 1 + state.partEvidence.length + state.aliasEvidence.length + state.relaxed.length;
  const means: ReadingMeans = {
    ...request,
    atOnce,
    spent: state.spent,
    writes: preset.writes,
    millisLeft: context.millisLeft,
    signal: context.signal,
    deadline: context.deadline,
  };
  const [language = 'en'] = languagesOf(request, request.question);
  const curated = await readCurated(parts, request.question, language, state.evidence.curated, means);
  const [surest] = curated;
  const isCurated = surest?.byMeaningAlone === false;
  // A curated answer is given whatever the passages say. And a chat model that will be asked for the answer reads the
  // passages then, once.
  const readers =
    isCurated || (parts.chat && preset.writes && parts.reader?.prompt) ? { ...parts, reader: null } : parts;
  const judgeOne = (evidence: EvidenceState) => judgeEvidence(readers, request, evidence, state.degraded, means);
  const judgeAll = (list: readonly EvidenceState[]) => Promise.all(list.map(judgeOne));
  const [own, split, aliases, relaxed] = await Promise.all([
    judgeOne(state.evidence),
    judgeAll(state.partEvidence),
    judgeAll(state.aliasEvidence),
    judgeAll(state.relaxed.map(({ evidence }) => evidence)),
  ]);
  const best = [own, ...aliases.map((judged) => guessed(judged, state))].reduce((left, right) =>
    right.confidence.value > left.confidence.value ? right : left,
  );
  const partSentences = split.map(({ ranked }) => ranked);
  const conflicts = preset.onConflict === 'IGNORE' ? [] : findConflicts(best.ranked, request.question);
  const sentences = settledSentences(best.ranked, conflicts);
  const chosen = chosenSentences(sentences, partSentences, state.evidence);
  const unmet = preset.demandsFacts ? unmetIn(state, { ...best, ranked: sentences }, chosen) : [];
  const confidence = held(withParts(best.confidence, split, mostUncertain(request.scale)), unmet, gateOf(request));
  const readings = [own, ...split, ...aliases, ...relaxed].map(({ reading }) => reading);
  if (parts.reader && best.reading.passages !== null)
    context.note({ reader: parts.reader.id, ...(parts.reader.prompt ? { prompts: [parts.reader.prompt] } : {}) });
  // A section with that title, or a list of these things, is what is meant.
  const isListed = best.confidence.signals.listed === 1;
  const broad = preset.demandsFacts && !isListed ? readRivals(best.evidence, sentences) : [];
  const rivals =
    broad.length > 1 || !preset.demandsFacts || isListed || isHeaded(best.evidence)
      ? broad
      : rivalsIn(request.question, sentences);
  const update: AskUpdate = {
    evidence: {
      ...(best === own ? state.evidence : mergeEvidence(best.evidence, [state.evidence], request.settings.topK)),
      // A curated answer that is near in meaning alone yields to documents that are surer.
      curated: isCurated ? curated : curated.filter(({ score }) => score > confidence.value),
    },
    sentences,
    chosen,
    partSentences,
    unmet,
    conflicts,
    confidence,
    rivals,
    isBroad: preset.asksBack && broad.length > 1,
    tier: cappedTier(request, confidence.value, conflicts.some(isOpen)),
    ...(preset.refines ? readingsOf(parts, state, language) : { guesses: [], reworded: [] }),
    relaxable: relaxableOf(state, relaxed),
    spent: readings.reduce((sum, { spent }) => addSpent(sum, spent), nothingSpent),
    degraded: readings.flatMap(({ degraded }) => degraded),
  };
  return { update, judgement: judgementOf(best) };
}

/**
 * Readings of the question that nobody saved as synonyms: an acronym as a heading spells it out, a misspelling
 * corrected, and everyday words in those of a heading.
 */
function readingsOf(
  { words }: AgentParts,
  { aliases, request, evidence }: AskState,
  language: string,
): Pick<AskState, 'guesses' | 'reworded'> {
  const { question } = request;
  const unknown = words?.language === language ? unknownWords(question, evidence.unknown, evidence.searchConfig) : [];
  const guesses = [
    ...acronymVariants(question, evidence.passages),
    ...(words ? spellingVariants(question, unknown, evidence.passages, words) : []),
  ];
  // If the question has another reading already, that one is asked. With more of them, one would be right by chance.
  const isAsked = language !== 'en' || aliases.length > 0 || guesses.length > 0;
  return { guesses, reworded: isAsked ? [] : everydayVariants(question, evidence.passages) };
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
function rivalsIn(question: string, ranked: readonly RankedSentence[]): readonly RankedSentence[] {
  const sharing = namesakes(question, ranked).filter(mayAnswer);
  if (sharing.length > 1) return sharing;
  const answers = rivalAnswers(question, ranked).filter(mayAnswer);
  return answers.length > 1 ? answers : [];
}

/**
 * The conditions that the best reading leaves unmet. A reading in the workspace's own words may write a name
 * differently, so the names in that reading count.
 */
function unmetIn(state: AskState, judged: JudgedEvidence, chosen: readonly RankedSentence[]): UnmetCondition[] {
  const { evidence, ranked } = judged;
  const {
    plan,
    request: { question },
  } = state;
  const isAlias = state.aliasEvidence.includes(evidence);
  const asked = isAlias ? evidence.query : question;
  const facts = isAlias ? namedFacts(evidence.query, plan?.language ?? 'en') : (plan?.facts ?? noFacts);
  return unmetConditions(asked, facts, ranked, chosen, answerabilityOf(judged));
}

function held(confidence: Confidence, unmet: readonly UnmetCondition[], gate: number): Confidence {
  return unmet.length > 0 ? heldBelow(confidence, gate) : confidence;
}

/** The first filter without which the question alone reaches the gate. */
function relaxableOf({ relaxed, request }: AskState, judged: readonly JudgedEvidence[]): AskState['relaxable'] {
  const passing = judged.findIndex(({ confidence }) => confidence.value >= gateOf(request));
  return relaxed[passing]?.task.without ?? null;
}

/**
 * Whether the fused order leaves doubt that a reranker may resolve. This is asked before the model judges, which would
 * otherwise judge twice. Not for a question in parts: a passage that a part found has that part's ranks, and at the top
 * it would count for the whole question.
 */
function wantsReranking(state: AskState, verdict: AskUpdate['verdict'], tier: Tier): boolean {
  if (state.reranked || state.partEvidence.length > 0 || state.evidence.passages.length === 0) return false;
  switch (state.request.settings.rerank) {
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
function guessed(judged: JudgedEvidence, { aliases, reworded, request: { scale } }: AskState): JudgedEvidence {
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
export function refineNode(parts: Pick<AgentParts, 'chat'>): Node {
  return (state, context) => {
    const gap = state.reflections.at(-1)?.gap ?? 'WEAK';
    const passedOver: RefineStrategy[] = [];
    for (const strategy of strategiesFor(gap, state)) {
      const tasks = searchesOf(strategy, state);
      if (tasks.length > 0) {
        const queries = tasks.map(({ query }) => query);
        context.emit({ type: 'Refined', strategy, queries });
        context.note({ gap, strategy, queries });
        return { tasks, tried: [...passedOver, strategy] };
      }
      passedOver.push(strategy);
    }
    context.note({ gap, queries: [] });
    return {
      tasks: [],
      ...(parts.chat && gap !== 'NO_HITS' && mayLift(state) ? { verdict: 'WRITE' } : ended(gap, state)),
    };
  };
}

/** The decision when nothing is left to try. */
function ended(gap: Gap, { stopReason }: AskState): AskUpdate {
  if (gap === 'NO_HITS') return { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return { verdict: 'ABSTAIN', stopReason: stopReason ?? 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
}
