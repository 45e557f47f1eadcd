import { type VerifiedClaim, checked } from '../../grounding/claims/verifyClaim.ts';
import { type CheckName, isIn } from '../../grounding/claim.ts';
import { plainReason } from '../../grounding/injection/orders.ts';
import { isOpen as isDisputed } from '../../grounding/answerability/findConflicts.ts';
import { noVoids } from '../../grounding/place/voids.ts';
import { withLeadIn } from '../../grounding/place/leadIn.ts';
import { type Candidate, asDraft } from '../../grounding/sentences/candidates.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import type { Question } from '../../retrieval/question/question.ts';
import { askModel, costOf, type ModelReply } from '../parts/askModel.ts';
import { confidenceAfter, decide, reflected, verificationFailed } from '../gate/decide.ts';
import { cappedTier } from '../../confidence/gate.ts';
import type { Reflection } from '../state/reflection.ts';
import { type Node } from '../parts/graphNode.ts';
import { proven, type Written } from '../state/draft.ts';
import { type AskState } from '../state/askState.ts';
import { addSpent, nothingSpent, type Spent } from '../state/spent.ts';
import type { AgentParts, NodeContext } from '../parts/parts.ts';
import { linesNotJudged, voidsAround } from '../evidence/voidsAround.ts';
import { asShown, type ClaimsAsTheyCome, claimsAsTheyCome } from '../writing/claimsAsTheyCome.ts';
import { locateClaims, sentencesOf } from '../writing/locateClaims.ts';
import { settle } from '../writing/settle.ts';
import { isForeign } from '../writing/standing.ts';
import {
  numberedSentences,
  replySoFar,
  writeExample,
  writeOutput,
  type WriteOutput,
  writePrompt,
} from '../writing/prompt.ts';
import type { Judgement } from '../state/judgement.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';

/** What the passages and their sentences are read from. */
type Writing = 'request' | 'found' | 'judged';

const maxOutputTokens = 600;
/** Milliseconds kept for the checks of what was written, the versions of what is cited, and the record. */
const keptMillis = 1_000;

/**
 * Asks the chat model, once per run, which of the best sentences state the answer, and for its wording; then the gate
 * decides again. The reply is a signal: only sentences that were shown and claims that they prove count. A model that
 * fails, is late or rambles leaves everything as it was.
 */
export function writeNode(
  parts: AgentParts,
): Node<
  Writing | 'planned' | 'searches' | 'decided' | 'drafted' | 'record',
  'judged' | 'decided' | 'drafted' | 'record'
> {
  return async (found, context) => {
    const { request } = found;
    const shown = numberedSentences(found);
    const voids = await voidsAround(parts, shown, request, context);
    const state = { ...found, judged: { ...found.judged, voids } };
    const passes = decide(state).verdict === 'PASS';
    const prompt = writePrompt(
      { question: request.question.text, language: state.planned.plan?.language ?? 'en', asOf: request.asOf },
      shown.map((candidate) => ({ ...candidate, text: withLeadIn(candidate, voids ?? noVoids) })),
    );
    const coming = claimsAsTheyCome(parts, state, shown, passes, context);
    const reply = await askModel(
      parts,
      { request, spent: state.record.spent },
      context,
      prompt,
      {
        schema: writeOutput,
        maxOutputTokens,
        example: writeExample,
        ofCut: replySoFar,
        onAsk: coming.begin,
        onText: coming.hear,
      },
      { keptMillis },
    );
    await coming.done();
    const read =
      reply.kind === 'VALUE'
        ? await readReply(parts, state, context, reply, shown, coming)
        : heardOf(coming, state.judged);
    const { written } = read;
    const confidence = confidenceAfter(state, written.found, proven(written).length === written.claims.length);
    const tier = cappedTier(request, confidence?.value ?? 0, state.judged.conflicts.some(isDisputed));
    const cost = costOf(reply);
    const spent = addSpent(cost.spent, read.spent);
    const lost = voids === null && found.judged.voids !== null ? [linesNotJudged] : [];
    const degraded = [
      ...[cost.degraded, read.degraded, lost].flat(),
      ...leftOut(reply, passes),
      ...unused(reply, written, passes),
    ];
    const judged = { ...state.judged, confidence, tier };
    const { isUnproven, ...decision } = decided({ ...state, judged }, written, reply);
    const ended = isUnproven ? ({ ...judged, tier: 'VERIFICATION_FAILED' } as const) : judged;
    context.note({ shown: shown.length, ...noteOf(written, state.judged.sentences) });
    return {
      judged: ended,
      decided: reflected({ ...state, judged: ended }, decision, judgementOf(written), context),
      drafted: { written },
      record: { spent, degraded },
    };
  };
}

/** What a run records of a reply. */
function noteOf(written: Written, sentences: readonly RankedSentence[]) {
  const { found, named, claims, sent } = written;
  return {
    found,
    named: named.length,
    claims: claims.length,
    sent: sent.length,
    reworded: claims.flatMap(({ said }) => said ?? []),
    proven: proven(written).length,
    ranks: named.map((candidate) => 1 + sentences.findIndex((sentence) => sentence.candidate === candidate)),
  };
}

function nothingWritten({ confidence }: Judgement): Written {
  return {
    found: null,
    claims: [],
    said: [],
    sent: [],
    named: [],
    missing: '',
    whole: false,
    without: confidence?.value ?? 0,
  };
}

/** What is left of a reply that broke off: the claims that had arrived. */
function heardOf(coming: ClaimsAsTheyCome, judged: Judgement): ReadReply {
  const written = { ...nothingWritten(judged), claims: coming.sent(), said: coming.heard(), sent: coming.sent() };
  return { written, spent: nothingSpent, degraded: coming.degraded() };
}

interface ReadReply {
  readonly written: Written;
  readonly spent: Spent;
  readonly degraded: readonly Degradation[];
}

async function readReply(
  parts: AgentParts,
  { request, found, judged, record }: Pick<AskState, Writing | 'record'>,
  context: NodeContext,
  { value: reply, spent }: Extract<ModelReply<WriteOutput>, { kind: 'VALUE' }>,
  shown: readonly Candidate[],
  coming: ClaimsAsTheyCome,
): Promise<ReadReply> {
  const { passages } = found.evidence;
  const located = locateClaims(reply.claims, request.question, shown, passages).map(
    (claim) => coming.heard().find(({ draft }) => draft.text === claim.draft.text) ?? claim,
  );
  const entailment = coming.degraded().length > 0 ? null : (parts.entailment ?? null);
  const settled = await settle({ ...parts, entailment }, request, addSpent(record.spent, spent), context, located);
  coming.tell(settled.verified);
  const [sent, told] = [coming.sent(), coming.told()];
  const rest = settled.verified.filter(({ draft }) => !sent.some((claim) => wordedAs(claim) === draft.text));
  const claims = withoutRepeats([...sent, ...rest.map((claim) => asShown(claim, { request, found }, shown))]);
  const said = withoutRepeats([...told, ...settled.verified]);
  const named = sentencesOf(reply.sentences, shown).filter(
    (candidate) => checked(asDraft(candidate), passages).status === 'SUPPORTED',
  );
  const missing = plainReason(reply.missing ?? '');
  const written = { ...nothingWritten(judged), claims, said, sent, named, missing, whole: true };
  return {
    written: { ...written, found: foundBy(reply, isNear(written, judged.sentences, request.question)) },
    spent: settled.spent,
    degraded: [...coming.degraded(), ...settled.degraded],
  };
}

/** What the model wrote of a claim, whatever is shown for it. */
const wordedAs = ({ said, draft }: VerifiedClaim): string => said ?? draft.text;

/** Two rewordings of one sentence are that sentence, once. */
function withoutRepeats(claims: readonly VerifiedClaim[]): VerifiedClaim[] {
  return claims.filter(
    ({ draft }, position) => claims.findIndex((other) => other.draft.text === draft.text) === position,
  );
}

/**
 * Whether the model found the answer. "Not stated" counts only together with what is missing; an empty reply says
 * nothing. Sentences with something missing are a part of the answer, or a near miss: neither yes nor no.
 */
function foundBy({ sentences, claims, missing }: WriteOutput, isFound: boolean): boolean | null {
  const isMissing = Boolean(missing?.trim());
  if (isFound) return isMissing ? null : true;
  return isMissing && sentences.length === 0 && claims.length === 0 ? false : null;
}

/**
 * How far behind the best sentence, in the chooser's log odds, another may be that a model's pick lifts: one that has a
 * fiftieth of the best one's odds.
 */
const nearBehind = 4;

/** Checks of what a sentence states. Other words of the same language pass them. */
const ofFacts: ReadonlySet<CheckName> = new Set<CheckName>(['NUMBERS', 'DATES', 'NAMES', 'POLARITY']);
const digitsIn = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

/**
 * Whether a claim states something else than what it cites, in one place or in all of them together. In another language
 * than that, where what other checks make of its words is chance: other numbers.
 */
function isAtOdds(claim: VerifiedClaim, question: Question): boolean {
  const { status, decided, checks, draft, proof, together, cited = [] } = claim;
  if (status === 'SUPPORTED' || !decided || together !== undefined) return false;
  if (proof && isForeign(claim, question)) {
    const stated = [proof, ...cited].flatMap(({ quote }) => digitsIn(quote));
    return digitsIn(draft.text).some((digits) => !stated.includes(digits));
  }
  return status === 'CONTRADICTED' || checks.some(({ name, passed }) => !passed && ofFacts.has(name));
}

/**
 * Whether something proven in a reply is in a sentence that is not far behind the best one: a model that names any
 * sentence must not lift all of them. A sentence that is named counts whatever became of its claim, unless that is at
 * odds with it: such a model has not understood it, or lies.
 */
function isNear(
  { claims, named }: Pick<Written, 'claims' | 'named'>,
  sentences: readonly RankedSentence[],
  question: Question,
): boolean {
  const belied = claims.filter((claim) => isAtOdds(claim, question)).map(({ draft }) => draft);
  const sent = [
    ...proven({ claims }).map(({ draft }) => draft),
    ...named.map(asDraft).filter((draft) => !isIn(draft, belied)),
  ];
  const leastScore = Math.max(...sentences.map(({ score }) => score)) - nearBehind;
  return sent.some(({ chunkId, quote }) =>
    sentences.some(
      ({ candidate, score }) =>
        candidate.passage.chunkId === chunkId &&
        score >= leastScore &&
        (quote.includes(candidate.text) || candidate.text.includes(quote)),
    ),
  );
}

/** No other round comes after a model was asked. If a budget kept it from answering, that is the stop reason. */
function decided(
  weighed: Parameters<typeof decide>[0],
  written: Written,
  reply: ModelReply<WriteOutput>,
): ReturnType<typeof decide> & { readonly isUnproven?: boolean } {
  const decision = decide(weighed);
  // Below the gate there is nothing but what the model wrote, and none of it is proven.
  if (
    decision.verdict !== 'PASS' &&
    written.found === null &&
    written.claims.length > 0 &&
    proven(written).length === 0
  )
    return { ...verificationFailed, isUnproven: true };
  if (decision.verdict === 'REFINE')
    return {
      verdict: 'ABSTAIN',
      stopReason: weighed.decided.stopReason ?? 'BELOW_GATE',
      abstentionReason: 'WEAK_EVIDENCE',
    };
  if (decision.verdict !== 'PASS') return decision;
  if (reply.kind === 'SKIPPED' && reply.why === 'TOKEN_BUDGET') return { ...decision, stopReason: 'TOKEN_BUDGET' };
  return (reply.kind === 'SKIPPED' && reply.why === 'DEADLINE') || (reply.kind === 'FAILED' && reply.late)
    ? { ...decision, stopReason: 'DEADLINE' }
    : decision;
}

const instead = ' The answer is whole sentences of the sources.';
const reasons = {
  TOKEN_BUDGET: 'there were no tokens left.',
  DEADLINE: 'there was no time left.',
  TOO_SLOW: 'at the speed that was measured it would not have finished in the time that was left.',
} as const;

function leftOut(reply: ModelReply<WriteOutput>, passes: boolean): Degradation[] {
  if (reply.kind !== 'SKIPPED' || !(reply.why in reasons)) return [];
  const until =
    reply.why === 'TOO_SLOW' && reply.until ? ` It is asked again from ${reply.until.toISOString()} on.` : '';
  return [
    {
      part: 'GENERATION',
      message: `The model was not asked to write: ${reasons[reply.why as keyof typeof reasons]}${until}${passes ? instead : ''}`,
    },
  ];
}

/** A reply of the right shape that was of no use. */
function unused(reply: ModelReply<WriteOutput>, { found, claims, named }: Written, passes: boolean): Degradation[] {
  if (reply.kind !== 'VALUE' || found === false || proven({ claims }).length > 0) return [];
  const isUnproven = reply.value.claims.length > 0;
  if (!isUnproven && named.length > 0) return [];
  return [
    {
      part: 'GENERATION',
      message: `${isUnproven ? 'Nothing of what the model wrote is proven.' : 'The model named no sentence that it was shown, and nothing that is missing.'}${passes || found ? instead : ''}`,
    },
  ];
}

function judgementOf({ found, missing }: Written): Reflection['judgedByModel'] {
  return found === null ? null : { answerable: found, missing };
}
