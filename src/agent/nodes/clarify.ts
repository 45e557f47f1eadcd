import { isCandorError, messageOf } from '../../errors.ts';
import { isFunctionWord, withoutAskingPhrases } from '../../knowledge/language/functionWords.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import type { Degradation, Passage } from '../../retrieval/passage.ts';
import { functionWords } from '../conversation/phrases.ts';
import { gateOf } from '../../confidence/gate.ts';
import { type Node } from '../parts/graphNode.ts';
import { finish } from '../state/outcomeCore.ts';
import { type AskState } from '../state/askState.ts';
import { type AgentParts, type NodeContext, throwIfGone } from '../parts/parts.ts';
import type { ClarificationOption, ClarificationReason } from '../state/outcome.ts';
import { spokenLanguage } from '../speech/say.ts';
import { isThanks } from '../question/plan.ts';
import { unknownWords } from '../question/refinements.ts';
import { search } from '../search.ts';
import { clarificationText } from '../speech/messages.ts';
import { isTalk } from '../speech/refusalSaying.ts';
import type { EvidenceState } from '../state/evidence.ts';
import type { Question } from '../../retrieval/question/question.ts';

/**
 * Asks a clarifying question: nothing was found, several things may be meant, or nothing was asked. Each option that it
 * offers was tried, and can be answered. Where several things may be meant and none of them can be answered, there is
 * nothing to choose from: the question is refused.
 */
export function clarifyNode(
  parts: AgentParts,
): Node<
  'request' | 'planned' | 'searches' | 'found' | 'judged' | 'decided' | 'record',
  'decided' | 'outcome' | 'record'
> {
  return async (state, context) => {
    const { request, planned, found, decided } = state;
    const reason = decided.clarifyReason ?? 'ZERO_HITS';
    const { options, degraded } =
      reason === 'SMALL_TALK'
        ? { options: [], degraded: [] }
        : await offerOptions(parts, { ...state, reason }, context);
    if (reason === 'AMBIGUOUS' && options.length === 0)
      return {
        decided: { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' },
        record: { degraded },
      };
    const stopReason = decided.stopReason ?? (reason === 'SMALL_TALK' ? 'ASKED_BACK' : 'ZERO_HITS');
    const core = finish(state, { stopReason, degraded: [...state.record.degraded, ...degraded] });
    const { text, why } = clarificationText(
      reason,
      reason === 'UNRESOLVED' ? [planned.unresolved ?? ''] : notFound(request.question, found.evidence),
      spokenLanguage(request, planned.plan, found.evidence),
      options.length,
      isThanks(request.question.asked.text),
    );
    return { record: { degraded }, outcome: { ...core, type: 'Clarification', text, reason, why, options } };
  };
}

const mostWords = 6;

/** The question's own words that occur in no document, to show the user what was not found. */
function notFound(question: Question, { unknown, searchConfig }: EvidenceState): string[] {
  const words = unknownWords(question, unknown, searchConfig);
  const { text, writtenIn: language } = question;
  // If no single word can be picked out, everything that the question names was not found.
  const named =
    words.length > 0
      ? words
      : (withoutAskingPhrases(text, language).match(/[\p{L}\d][\p{L}\d-]*/gu) ?? [])
          .filter((word) => contentStems(word).size > 0)
          .slice(0, mostWords);
  const telling = named.filter(
    (word) => !isTalk(word) && !functionWords.has(word.toLowerCase()) && !isFunctionWord(word, language),
  );
  if (telling.length > 0) return telling;
  return named.length > 0 ? named : [text.trim()].filter(Boolean);
}

const mostOptions = 4;
/** The least cosine of what a question of unknown words may mean. */
const nearEnough = 0.3;
const labelLength = 80;
const previewLength = 200;

interface Offering extends Pick<AskState, 'request' | 'found' | 'judged'> {
  readonly reason: ClarificationReason;
}

interface Offer {
  readonly options: readonly ClarificationOption[];
  readonly degraded: readonly Degradation[];
}

/**
 * What the user may have meant: the documents that rival each other, otherwise the nearest ones, one option each. An
 * option is offered only if its question, asked of its document alone, has just reached the gate. What could not be
 * tried in time is left out and reported.
 */
async function offerOptions(parts: AgentParts, state: Offering, context: NodeContext): Promise<Offer> {
  const { reason, found, judged } = state;
  const { passages: all } = found.evidence;
  // If no word is known, what is not near in meaning either is not offered.
  const near = reason === 'ZERO_HITS' ? all.filter(({ trace }) => (trace.vector.rawScore ?? 0) >= nearEnough) : all;
  const passages = judged.rivals.length > 1 ? judged.rivals.map(({ candidate }) => candidate.passage) : near;
  const wanted = firstOfEach(passages).slice(0, mostOptions);
  const tried = await Promise.allSettled(wanted.map((passage) => tryOption(parts, state, context, passage)));
  throwIfGone(context.signal);
  const failed = tried.flatMap((entry) => (entry.status === 'rejected' ? [entry.reason as unknown] : []));
  for (const fault of failed)
    if (!isCandorError(fault)) throw fault instanceof Error ? fault : new Error(messageOf(fault));
  const options = tried.flatMap((entry) => (entry.status === 'fulfilled' && entry.value ? [entry.value] : []));
  return {
    options: options.map((option, position) => ({ id: `option-${position + 1}`, ...option })),
    degraded: failed.slice(0, 1).map((fault) => ({ part: 'OPTIONS', message: messageOf(fault) })),
  };
}

function firstOfEach(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ documentId }) => !seen.has(documentId) && Boolean(seen.add(documentId)));
}

/** The option with the confidence that it reached; undefined below the gate. */
async function tryOption(
  parts: AgentParts,
  { request, reason }: Offering,
  context: NodeContext,
  passage: Passage,
): Promise<Omit<ClarificationOption, 'id'> | undefined> {
  const text = labelOf(passage);
  // Nothing in the question was found, so only the document itself can be asked about.
  const question = reason === 'ZERO_HITS' ? text : `${request.question.text.replace(/[?!.\s]+$/, '')} (${text})?`;
  const documentIds = [passage.documentId];
  const { confidence, best } = await search(
    parts,
    request,
    {
      query: question,
      filter: { ...request.filter, documentIds },
      asOf: request.asOf,
      preset: request.preset.name,
      retrieval: request.settings,
      ...(request.language === null ? {} : { language: request.language }),
    },
    context.deadline,
  );
  return confidence.value >= gateOf(request)
    ? { text, question, documentIds, preview: best && shortened(best, previewLength), confidence: confidence.value }
    : undefined;
}

/** The title with the last heading; a passage with neither is labelled by its beginning. */
function labelOf({ documentTitle, sectionPath, text }: Passage): string {
  const named =
    [...new Set([documentTitle, sectionPath.at(-1) ?? ''])].filter(Boolean).join(': ') ||
    text.replaceAll(/\s+/g, ' ').trim();
  return shortened(named, labelLength);
}

function shortened(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length).trimEnd()}…`.toWellFormed() : line;
}
