import { isCandorError, messageOf } from '../../errors.ts';
import type { Degradation, Passage } from '../../retrieval/passage.ts';
import { gateOf } from '../gate/gate.ts';
import { throwIfGone, type NodeContext } from '../node.ts';
import type { ClarificationOption } from '../outcome.ts';
import type { AgentParts } from '../parts.ts';
import { search } from '../search.ts';
import type { AskState } from '../state.ts';

const mostOptions = 4;
/** Cosine of what may be meant by a question of unknown words. */
const nearEnough = 0.3;
const labelLength = 80;
const previewLength = 200;

interface Offer {
  readonly options: readonly ClarificationOption[];
  readonly degraded: readonly Degradation[];
}

/**
 * What the person may have meant: the documents that rival each other, else the nearest ones, one each. An option is offered only when its question,
 * read in its document alone, reached the gate a moment ago. Whatever could not be tried in time is left out and told.
 */
export async function offerOptions(parts: AgentParts, state: AskState, context: NodeContext): Promise<Offer> {
  // Where no word is known, what is not near in meaning either is no offer.
  const near =
    state.clarifyReason === 'ZERO_HITS'
      ? state.evidence.passages.filter(({ trace }) => (trace.vector.rawScore ?? 0) >= nearEnough)
      : state.evidence.passages;
  const passages = state.rivals.length > 1 ? state.rivals.map(({ candidate }) => candidate.passage) : near;
  const wanted = firstOfEach(passages).slice(0, mostOptions);
  const tried = await Promise.allSettled(wanted.map((passage) => tryOption(parts, state, context, passage)));
  throwIfGone(context.signal);
  const failed = tried.flatMap((entry) => (entry.status === 'rejected' ? [entry.reason as unknown] : []));
  for (const reason of failed)
    if (!isCandorError(reason)) throw reason instanceof Error ? reason : new Error(messageOf(reason));
  const options = tried.flatMap((entry) => (entry.status === 'fulfilled' && entry.value ? [entry.value] : []));
  return {
    options: options.map((option, position) => ({ id: `option-${position + 1}`, ...option })),
    degraded: failed.slice(0, 1).map((reason) => ({ part: 'OPTIONS', message: messageOf(reason) })),
  };
}

function firstOfEach(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ documentId }) => !seen.has(documentId) && Boolean(seen.add(documentId)));
}

/** The option with the confidence that it reached; undefined below the gate. */
async function tryOption(
  parts: AgentParts,
  { request, clarifyReason }: AskState,
  context: NodeContext,
  passage: Passage,
): Promise<Omit<ClarificationOption, 'id'> | undefined> {
  const text = labelOf(passage);
  // Nothing of the question was found, so that only the subject itself can be asked about.
  const question = clarifyReason === 'ZERO_HITS' ? text : `${request.question.replace(/[?!.\s]+$/, '')} (${text})?`;
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

/** The title with its last heading; a document without a title is known by how it begins. */
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
