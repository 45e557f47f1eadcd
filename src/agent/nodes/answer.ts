import { withValue } from '../../confidence/score.ts';
import { expectedType, holdsType } from '../../retrieval/question/answerType.ts';
import type { Notice, WrittenClaim } from '../../grounding/claim.ts';
import { answerTableOf } from '../../grounding/claims/answerTable.ts';
import { composeAnswer, type ComposedAnswer } from '../../grounding/claims/composeAnswer.ts';
import { shortAnswerOf } from '../../grounding/claims/shortAnswer.ts';
import { type VerifiedClaim, checked } from '../../grounding/claims/verifyClaim.ts';
import { type DraftClaim, isIn } from '../../grounding/claim.ts';
import { locateQuote } from '../../grounding/checks/locateQuote.ts';
import { holdsOrder } from '../../grounding/injection/orders.ts';
import { noVoids, type Voids } from '../../grounding/place/voids.ts';
import { isHeadedItem, lacksLead } from '../../grounding/place/leadIn.ts';
import { isVoided, takenBackBy } from '../../grounding/place/standing.ts';
import { primaryLanguage } from '../../knowledge/language/language.ts';
import { isInOtherLanguage, languageOfPassage } from '../../knowledge/language/otherLanguage.ts';
import type { CuratedAnswer } from '../../knowledge/document.ts';
import { gateOf, uncertainAtMost } from '../../confidence/gate.ts';
import { type Node } from '../parts/graphNode.ts';
import type { AgentParts } from '../parts/parts.ts';
import { finish } from '../state/outcomeCore.ts';
import { proven, type Written, type Drafted } from '../state/draft.ts';
import { type AskState, type AskUpdate } from '../state/askState.ts';
import type { ResolvedRequest } from '../state/request.ts';
import { otherLanguageMessage, staleSourceMessage } from '../speech/messages.ts';
import { asDraft } from '../../grounding/sentences/candidates.ts';
import { earlierNotices } from '../evidence/earlierSaid.ts';
import { extractiveDrafts, wordsIn } from '../evidence/sentenceEvidence.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { verificationFailed } from '../gate/decide.ts';
import { howProven, writtenClaims } from '../writing/standing.ts';

/** An answer of more sentences than this is not readable; a list counts as one. */
const mostNamed = 5;

/**
 * Drafts the answer: what the model wrote as far as it is proven, with the sentences that it named or cited, otherwise
 * whole sentences that the ranking chose. The last are there whatever became of the model. Its claims that a check
 * refuses stand at the end, to be listed as dropped.
 */
export function generateNode(): Node<'request' | 'found' | 'judged' | 'drafted', 'judged' | 'drafted'> {
  return (state, context) => {
    const { mode, isDoubted, ...first } = draftsOf(state);
    const beside = { question: state.request.question, voids: state.judged.voids };
    const unproven = (state.drafted.written?.claims ?? []).filter(
      (claim) => claim.status !== 'SUPPORTED' && howProven(claim, beside) === null,
    );
    const drafts = [...withWhatTakesBack(first.drafts, state), ...unproven.map(({ draft }) => draft)];
    context.note({ mode, drafts: drafts.length });
    // A model's writing was announced before the model was asked.
    if (mode !== 'GENERATED') context.emit({ type: 'Writing', mode: 'EXTRACTIVE' });
    return {
      drafted: { mode, drafts },
      ...(isDoubted ? { judged: { tier: uncertainAtMost(state.judged.tier) } } : {}),
    };
  };
}

interface Drafts extends Pick<Drafted, 'mode' | 'drafts'> {
  /** Whether the model and the ranking differ, so that the reader must check. */
  readonly isDoubted?: boolean;
}

function draftsOf(state: Pick<AskState, 'request' | 'found' | 'judged' | 'drafted'>): Drafts {
  const { written } = state.drafted;
  const extracted = extractiveDrafts(state);
  if (written === null || (proven(written).length === 0 && written.named.length === 0))
    return { mode: 'EXTRACTIVE', drafts: extracted };
  const mode = shown(written).length > 0 ? 'GENERATED' : 'EXTRACTIVE';
  const chosen = chosenBy(written, state.found.evidence.passages);
  if (written.without < gateOf(state.request)) return { mode, drafts: chosen };
  const rest = extracted.filter(({ text }) => !chosen.some((draft) => draft.text === text));
  if (!holdsExtract(state, chosen, extracted))
    // The model and the ranking differ in what the answer is. Both are kept, and the lower tier asks the reader to
    // check.
    return { mode, drafts: [...chosen, ...rest], isDoubted: true };
  // A reply that broke off may have been about to say the rest.
  return { mode, drafts: written.whole ? chosen : [...chosen, ...rest.filter((draft) => !isIn(draft, chosen))] };
}

/**
 * What the model chose, each place once: its proven claims, then the sentences that it named, then those that it cited
 * for a claim that is not proven.
 */
function chosenBy({ claims, named }: Written, passages: readonly Passage[]): readonly DraftClaim[] {
  const proofs = shown({ claims });
  const said = proofs.map(({ draft }) => draft);
  const cited = claims
    .filter((claim) => !proofs.includes(claim))
    .flatMap(({ proof }) => (proof ? { text: proof.quote, chunkId: proof.passage.chunkId, quote: proof.quote } : []))
    .filter((draft) => checked(draft, passages).status === 'SUPPORTED');
  return [...named.map(asDraft), ...cited]
    .reduce((drafts, draft) => (isIn(draft, drafts) ? drafts : [...drafts, draft]), said)
    .slice(0, Math.max(said.length, mostNamed));
}

/** Its claims whose words may stand in the text: those that only rules have compared with their quote may not. */
const shown = (written: Pick<Written, 'claims'>): readonly VerifiedClaim[] =>
  proven(written).filter(({ wording }) => wording !== 'REWORDED');

/** The drafts, and at their end each sentence that takes one of them back. */
function withWhatTakesBack(
  drafts: readonly DraftClaim[],
  { found, judged }: Pick<AskState, 'found' | 'judged'>,
): readonly DraftClaim[] {
  const { passages } = found.evidence;
  const behind = drafts.flatMap(({ chunkId, quote }) => {
    const passage = passages.find((each) => each.chunkId === chunkId);
    const at = passage && locateQuote(passage.text, quote);
    const offset = passage?.sourceSpan.start ?? 0;
    const span =
      at && takenBackBy(passage, { start: at.start + offset, end: at.end + offset }, judged.voids ?? noVoids);
    const text = span ? passage.text.slice(span.start - offset, span.end - offset) : '';
    return text === '' || drafts.some((other) => other.quote.includes(text)) ? [] : [{ text, chunkId, quote: text }];
  });
  return [...drafts, ...behind];
}

/**
 * Whether the model's choice contains the sentence that an extractive answer rests on, the best of its ranking. If a
 * number, date or name is asked for and that sentence has one, the wording must have one too. For a question in parts,
 * and for a dispute, the reply must contain every side. When one of several sentences was enough, models that name any
 * sentence, as small ones do, took away 8 of 92 right answers.
 */
function holdsExtract(
  { found: { evidence }, judged: { sentences, partSentences, conflicts } }: Pick<AskState, 'found' | 'judged'>,
  quotes: readonly DraftClaim[],
  extracted: readonly DraftClaim[],
): boolean {
  const best = sentences.map(({ candidate }) => asDraft(candidate)).find((draft) => isIn(draft, extracted));
  if (!best || !isIn(best, quotes)) return false;
  if ((partSentences.length > 0 || conflicts.length > 0) && !extracted.every((draft) => isIn(draft, quotes)))
    return false;
  const shared = extracted.filter((draft) => isIn(best, [draft]));
  const type = expectedType(evidence.query);
  const wording = quotes.map(({ text }) => text).join('\n');
  return type === 'ANY' || holdsType(wording, type) || !shared.some(({ text }) => holdsType(text, type));
}

type JudgingParts = Pick<AgentParts, 'chat' | 'entailment'>;

/**
 * Checks each draft against the bytes that it cites. A model's claims were checked, and settled by the entailment
 * model, when it wrote them, because the gate needed the result. Dropped claims lower the tier; if none is left, the
 * question is refused.
 */
export function verifyNode(parts: JudgingParts): Node<Concluding, 'judged' | 'decided' | 'outcome'> {
  return (state, context) => {
    const { passages } = state.found.evidence;
    const { sentences } = state.judged;
    const { drafts, written, mode } = state.drafted;
    const verified = drafts.map(
      (draft) => written?.claims.find((claim) => claim.draft === draft) ?? checked(draft, passages),
    );
    const composed = composeAnswer(
      verified,
      state.request.askedAt,
      wordsIn(state),
      sentences.map(({ candidate }) => candidate),
    );
    context.note({ claims: composed.verification, dropped: composed.droppedClaims });
    // The answer begins with the claims that were reported while the model wrote.
    for (const claim of composed.claims.slice(written?.sent.length ?? 0))
      context.emit({ type: 'ClaimVerified', claim });
    const beside = { question: state.request.question, voids: state.judged.voids };
    return concluded(state, composed, {
      written: writtenClaims(written?.said ?? [], composed.citations, beside),
      isDoubted: written !== null && ((mode === 'GENERATED' && isDoubtful(written, parts)) || leansInQuote(written)),
    });
  };
}

/** Whether a claim is proven by a quote that is not understood by itself: the quote is shown in its place. */
const leansInQuote = (written: Written): boolean => proven(written).some(({ wording }) => wording === 'REWORDED');

/**
 * Whether what the model wrote leaves doubt in its choice: claims that nothing proves, or that follow from their quotes
 * by the word of the model that wrote them alone.
 */
function isDoubtful({ claims }: Written, { chat, entailment }: JudgingParts): boolean {
  const isOwnJudge = chat !== null && entailment?.chat === chat.id;
  return claims.some(({ status, wording }) => status !== 'SUPPORTED' || (wording === 'ENTAILED' && isOwnJudge));
}

/** Whether what stands around a quote voids it (a rejected plan, a rule that was abolished), or cannot be seen. */
function citesVoided({ citations }: ComposedAnswer, passages: readonly Passage[], voids: Voids): boolean {
  return citations.some(({ chunkId, sourceSpan }) =>
    passages.some(
      (passage) =>
        passage.chunkId === chunkId &&
        (isVoided(passage, sourceSpan, voids) ||
          isHeadedItem(passage, sourceSpan) ||
          (voids.continued.includes(chunkId) && lacksLead(passage, sourceSpan))),
    ),
  );
}

/** Whether a cited passage gives orders to whoever answers: someone wanted this answer. */
function citesOrders({ citations }: ComposedAnswer, passages: readonly Passage[]): boolean {
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  return passages.some((passage) => cited.has(passage.chunkId) && holdsOrder(passage));
}

/** Whether a cited page has an uncertain reading order: it proves its words, but not which of them belong together. */
function citesUncertainLayout({ citations }: ComposedAnswer, passages: readonly Passage[]): boolean {
  const uncertain = new Set(passages.filter(({ layout }) => layout === 'UNCERTAIN').map(({ chunkId }) => chunkId));
  return citations.some(({ chunkId }) => uncertain.has(chunkId));
}

/** That all that is cited is in another language than the question, where nothing is written in that. */
function otherLanguage(
  { citations }: ComposedAnswer,
  passages: readonly Passage[],
  { question }: Pick<ResolvedRequest, 'question'>,
): Notice[] {
  const cited = passages.filter((passage) => citations.some(({ chunkId }) => chunkId === passage.chunkId));
  const own = primaryLanguage(question.language);
  return cited.length > 0 &&
    cited.every(({ text }) => isInOtherLanguage(question.text, text) && languageOfPassage(text) !== own)
    ? [
        {
          kind: 'OTHER_LANGUAGE',
          message: otherLanguageMessage(question.language),
          documentId: null,
          versionId: null,
          quote: null,
          sourceSpan: null,
        },
      ]
    : [];
}

type Concluding = 'request' | 'searches' | 'found' | 'judged' | 'decided' | 'drafted' | 'record';

function concluded(
  state: Pick<AskState, Concluding>,
  composed: ComposedAnswer,
  { written, isDoubted }: { readonly written: readonly WrittenClaim[]; readonly isDoubted: boolean },
): Pick<AskUpdate, 'judged' | 'decided' | 'outcome'> {
  const { request, found, judged } = state;
  if (composed.claims.length === 0) {
    return composed.droppedClaims.length === 0
      ? {
          judged: { tier: 'NO_MATCH' },
          decided: { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' },
        }
      : { judged: { tier: 'VERIFICATION_FAILED' }, decided: verificationFailed };
  }
  const doubted =
    citesUncertainLayout(composed, found.evidence.passages) ||
    request.preset.gate === 'ALWAYS' ||
    citesOrders(composed, found.evidence.passages) ||
    judged.voids === null ||
    citesVoided(composed, found.evidence.passages, judged.voids) ||
    // Of a reply of which nothing is proven, nothing is shown: the documents are as sure as they were without it.
    (composed.droppedClaims.length > 0 && state.drafted.mode === 'GENERATED') ||
    isDoubted;
  const notices = [
    ...earlierNotices(request.question, judged.sentences, composed.citations),
    ...(written.length === 0 ? otherLanguage(composed, found.evidence.passages, request) : []),
  ];
  const tier = doubted ? uncertainAtMost(judged.tier) : judged.tier;
  const inOne = judged.partSentences.length === 0 && judged.conflicts.length === 0;
  return {
    judged: { tier },
    outcome: {
      ...finish(state, { tier }),
      ...composed,
      written,
      shortAnswer: inOne
        ? shortAnswerOf(request.question, judged.sentences, composed.citations, {
            voids: judged.voids,
            asOf: request.asOf,
          })
        : null,
      table: answerTableOf(composed.citations, found.evidence.passages),
      type: 'Answer',
      conflicts: judged.conflicts,
      notices,
      curated: null,
      mode: state.drafted.mode,
    },
  };
}

/**
 * Gives the answer that a person wrote for this question, word for word. It is exempt from the gate: its own match is
 * its confidence. If a source has changed, nobody has checked the answer against it, so it is UNCERTAIN and says so. An
 * answer that matches by meaning alone is UNCERTAIN too.
 */
export function curateNode(): Node<
  'request' | 'planned' | 'searches' | 'found' | 'judged' | 'decided' | 'record',
  'judged' | 'decided' | 'outcome'
> {
  return (state, context) => {
    const match = state.found.evidence.curated[0];
    if (!match) return { decided: { verdict: 'ABSTAIN', abstentionReason: 'WEAK_EVIDENCE' } };
    context.emit({ type: 'Writing', mode: 'CURATED' });
    const stale = staleNotices(match.answer, state.request);
    const tier = stale.length > 0 || match.byMeaningAlone ? 'UNCERTAIN' : 'CONFIDENT';
    context.note({ curatedAnswer: match.answer.id, score: match.score, staleSources: match.answer.staleSources });
    const core = finish(state, { tier });
    // The confidence is how near the question is to the curated one; no calibration covers that.
    const confidence = withValue({ ...core.confidence, calibration: null }, match.score);
    const verification = { complete: true, claimCount: 0, supportedCount: 0 };
    const answer = {
      text: match.answer.answer,
      shortAnswer: null,
      table: null,
      claims: [],
      droppedClaims: [],
      written: [],
      conflicts: [],
      notices: [...state.planned.recalled, ...stale],
      curated: match.answer,
      verification,
      mode: 'CURATED',
    } as const;
    return { judged: { tier, confidence }, outcome: { ...core, confidence, ...answer, type: 'Answer' } };
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
