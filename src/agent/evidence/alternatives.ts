import { fitted } from '../../confidence/fitted.ts';
import { groundOf, linear, logistic, shippedFor } from '../../confidence/score.ts';
import type { ConfidenceSignals } from '../../confidence/signals.ts';
import { hasEnded } from '../../grounding/editions/successors.ts';
import { passageInWords, statementText } from '../../grounding/claims/rowWording.ts';
import { governingOf, leadInOf } from '../../grounding/place/leadIn.ts';
import { coversFact, listFacts, noFacts } from '../../retrieval/question/namedFacts.ts';
import { antecedentOf } from '../../grounding/sentences/antecedent.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { groupBy } from '../../stats.ts';
import type { AskState } from '../state/askState.ts';
import type { Alternative, AlternativeReason, Outcome } from '../state/outcome.ts';
import { passageMarkdown } from './passageMarkdown.ts';
import type { Judgement } from '../state/judgement.ts';

/** More are a list of hits, which people leave. */
const most = 3;

/** A passage that was read, with what the chooser makes of its sentences. */
interface Place {
  readonly best: RankedSentence;
  readonly likelihood: number;
}

/** What of an outcome decides on its alternatives. */
type Shown = Pick<Outcome, 'type' | 'tier' | 'citations'> & { readonly reason?: string };

type Finished = Pick<AskState, 'request' | 'planned' | 'found' | 'judged' | 'drafted'>;

/**
 * Where the answer may stand, likeliest first: up to three passages of different sections that the answer does not
 * quote. None beside an answer that is sure, beside a clarification, and for a question that the documents are not about:
 * a refusal that says so shows none either.
 */
export function alternativesOf(state: Finished, outcome: Shown): Alternative[] {
  const { type, tier, citations } = outcome;
  if (type === 'Clarification' || tier === 'CONFIDENT' || !isOnTopic(state.judged)) return [];
  if (outcome.reason === 'OUT_OF_SCOPE') return [];
  const quoted = new Set(citations.map(({ chunkId }) => chunkId));
  const places = placesOf(state.judged);
  const sections = new Set<string>();
  return places
    .filter(({ best, likelihood }) => likelihood >= fitted.alternatives.floor && !quoted.has(chunkOf(best)))
    .filter(({ best }) => !sections.has(sectionOf(best)) && Boolean(sections.add(sectionOf(best))))
    .slice(0, most)
    .map((place) => toAlternative(place, reasonFor(place, state, type === 'Answer'), state));
}

/**
 * Whether the documents are about what is asked: by what the chooser makes of its best sentence, and by the similarity
 * of the one that is nearest to the question. Whether they answer it is another matter: a passage that does not may
 * still be the one that was looked for.
 */
export function isOnTopic({ sentences, confidence }: Pick<Judgement, 'sentences' | 'confidence'>): boolean {
  const { topSimilarity } = confidence?.signals ?? {};
  const kind = groundOf(confidence?.signals ?? {});
  const { intercept, score, similarity, from } = fitted.alternatives.topic[kind];
  const { weights } = fitted.chooser[kind];
  const unknown = topSimilarity === undefined ? unknownSimilarity : 0;
  const found = sentences.filter(({ share }) => share > 0);
  const best = Math.max(...found.map((each) => each.score));
  const nearest = Math.max(...found.map(({ features }) => features.similarity ?? 0));
  const unseen = unknown * ((weights['similarity'] ?? 0) + (weights['windowSimilarity'] ?? 0));
  return found.length > 0 && logistic(intercept + score * (best + unseen) + similarity * (nearest + unknown)) >= from;
}

/** Of a question whose vector arm failed: what the words found must speak for itself. */
const unknownSimilarity = 0.3;

/** The passages of the compared sentences, likeliest first. */
function placesOf({ sentences, confidence }: Judgement): Place[] {
  if (!confidence) return [];
  const odds = oddsOf(confidence.signals);
  const model = fitted.alternatives[groundOf(confidence.signals)];
  const groups = groupBy(
    sentences.filter(({ share }) => share > 0),
    chunkOf,
  );
  return [...groups.values()]
    .flatMap(([best, ...others]): Place[] => {
      if (!best) return [];
      const share = others.reduce((sum, each) => sum + each.share, best.share);
      return [{ best, likelihood: logistic(model.intercept + model.share * Math.log(share) + model.odds * odds) }];
    })
    .sort((left, right) => right.likelihood - left.likelihood);
}

/**
 * The log odds that the question was answered, on the scale that ships: a calibration moves gates, not what the
 * sentences are worth. What a chat model found is left out, because the mapping was learned without one.
 */
function oddsOf({ writerFound: _writerFound, ...signals }: ConfidenceSignals): number {
  return linear(signals, shippedFor(signals));
}

const chunkOf = ({ candidate }: RankedSentence): string => candidate.passage.chunkId;

/** Without any heading, a passage is a section of its own. */
function sectionOf({ candidate: { passage, headings } }: RankedSentence): string {
  const [, ...above] = headings;
  return above.length === 0 ? passage.chunkId : [passage.documentId, ...above].join('\n');
}

/**
 * A place at its best sentence, behind the one that it leans on: "Only the Owner can do this." says nothing to anybody.
 */
function toAlternative(
  { best, likelihood }: Place,
  reason: AlternativeReason,
  { judged: { sentences }, found: { evidence } }: Pick<Finished, 'judged' | 'found'>,
): Alternative {
  const { passage, headings } = best.candidate;
  const before = antecedentOf(best, evidence.query, sentences);
  const shown = (before ? [before, best] : [best]).map(({ candidate, asked }) => ({
    words: statementText(passage, { ...candidate, quote: candidate.text }, evidence.passages, asked ?? null),
    // Read once for both.
    leadIn: leadInOf(passage, candidate.sourceSpan),
    start: candidate.sourceSpan.start - passage.sourceSpan.start,
    length: candidate.text.length,
  }));
  return {
    // Window similarities were needed to rank sentences; keeping them would double the record.
    passage: { ...passage, windows: [] },
    sectionPath: headings.slice(passage.documentTitle === '' ? 0 : 1),
    governing: governingOf(passage, best.candidate.sourceSpan),
    text: passageInWords(passage),
    markdown: passageMarkdown(passage.text),
    sentence: shown
      .map(({ words, leadIn }, at) => (at > 0 && leadIn === shown[0]?.leadIn ? words.slice(leadIn.length) : words))
      .join(' '),
    spans: shown.map(({ start, length }) => ({ start, end: start + length })),
    likelihood: Math.round(likelihood * 1_000) / 1_000,
    reason,
  };
}

function reasonFor(
  { best: { candidate } }: Place,
  { request, planned: { plan }, judged: { conflicts }, drafted: { drafts } }: Finished,
  isAnswered: boolean,
): AlternativeReason {
  const { passage } = candidate;
  if (!isAnswered && drafts.some(({ chunkId }) => chunkId === passage.chunkId)) return 'UNPROVEN';
  if (passage.supersededBy !== null || hasEnded(passage, request.askedAt)) return 'OUTDATED';
  if (conflicts.some(({ sides }) => sides.some((side) => isWithin(side, passage)))) return 'CONFLICTING';
  if (listFacts(plan?.facts ?? noFacts).some((fact) => !coversFact(passage, fact))) return 'LACKS_FACT';
  return isAnswered ? 'LESS_LIKELY' : 'UNSURE';
}

function isWithin(
  side: { readonly versionId: string; readonly sourceSpan: { readonly start: number } },
  { versionId, sourceSpan }: Alternative['passage'],
): boolean {
  return (
    side.versionId === versionId && side.sourceSpan.start >= sourceSpan.start && side.sourceSpan.start < sourceSpan.end
  );
}
