import { fitted } from '../../confidence/fitted.ts';
import type { Database } from '../../db/database.ts';
import { asksForProcedure } from '../../retrieval/question/answerType.ts';
import { shownWords } from '../../grounding/claims/rowWording.ts';
import { governingOf } from '../../grounding/place/leadIn.ts';
import { noVoids } from '../../grounding/place/voids.ts';
import type { DraftClaim } from '../../grounding/claim.ts';
import { withoutTreated } from '../../grounding/editions/successors.ts';
import { candidatesOf, type Candidate, asDraft, withoutMailHeads } from '../../grounding/sentences/candidates.ts';
import { chooseSentences } from '../../grounding/sentences/chooseSentences.ts';
import { type AnalysedCandidate, sentenceFacts, type SentenceReading } from '../../grounding/sentences/features.ts';
import { rankFacts, type RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import {
  withSharedLists,
  withWholeCode,
  withWholeLists,
  withWholeProcedures,
} from '../../grounding/sentences/wholes.ts';
import { isValueKey, valueForms } from '../../knowledge/values/values.ts';
import type { Embedder } from '../../models/embedder.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { lexemesOf } from '../../retrieval/question/analyseQuestion.ts';
import { lateDatabase } from '../parts/budget.ts';
import { type AskState } from '../state/askState.ts';
import { type AgentParts, throwIfGone } from '../parts/parts.ts';
import { within } from './context.ts';
import { rankByMeaning, type SimilaritiesOf } from '../../grounding/sentences/askedCell.ts';
import { vectorsOf } from './vectors.ts';
import type { EvidenceState } from '../state/evidence.ts';
import { bestPassages, type EvidenceReading } from './readEvidence.ts';
import type { Question } from '../../retrieval/question/question.ts';

export interface AnalysisLimits {
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the caller goes away or the time of the question is over. */
  readonly deadline?: AbortSignal | undefined;
}

/**
 * Ranks the sentences of the best passages for the searched text: by their words, by what a reader says about them and,
 * for those that are compared, by their own meaning if the embedder is local. An embedder that fails leaves the meaning
 * of their windows; the vector arm reports it.
 */
export async function rankEvidence(
  { database, embedder }: Pick<AgentParts, 'database' | 'embedder'>,
  workspaceId: string,
  evidence: EvidenceState,
  reading: EvidenceReading,
  limits: AnalysisLimits,
): Promise<RankedSentence[]> {
  const { signal } = limits;
  const question = {
    idf: await questionWeights(database, workspaceId, evidence, limits),
    asked: evidence.query,
    readingOf: readingsIn(reading),
  };
  const candidates = await analysedCandidates(database, workspaceId, evidence, limits);
  const facts = sentenceFacts(withoutMailHeads(candidates, evidence.query), question);
  const isCompared = reading.passages !== null || comparesByMeaning(embedder);
  const similaritiesOf: SimilaritiesOf = async (texts) =>
    embedder.remote ? null : sentenceSimilarities(embedder, evidence.query, texts, signal);
  try {
    if (isCompared) return await rankByMeaning(facts, question, similaritiesOf);
  } catch {
    throwIfGone(signal);
  }
  return rankFacts(facts, question);
}

/** Whether sentences that no reader reads are compared one by one: with an embedder of many languages. */
export function comparesByMeaning({ fingerprint }: Pick<Embedder, 'fingerprint'>): boolean {
  return fingerprint === fitted.meantBy;
}

/** The sentences that are ranked. */
function candidatesIn(passages: readonly Passage[]): readonly Candidate[] {
  return withoutTreated(
    bestPassages(passages).flatMap((passage, position) => candidatesOf({ ...passage, rank: position + 1 })),
  );
}

const textsOf = (candidates: readonly Candidate[]): string[] =>
  candidates.flatMap((candidate) => [candidate.text, candidate.context]);

/**
 * The texts whose lexemes the ranking needs. A search that is given this function reads those lexemes along with its
 * own.
 */
export function rankedTexts(passages: readonly Passage[]): string[] {
  return textsOf(candidatesIn(passages));
}

/** How long the analysis may go on when the time of the question is over. */
const extraMillis = 150;

/**
 * The lexemes of texts. A few milliseconds of analysis turn what was found into an answer even when the time is up.
 * @throws `lateDatabase` `extraMillis` after the deadline
 */
async function analysed(
  scope: Parameters<typeof lexemesOf>[0],
  texts: readonly string[],
  { signal, deadline }: AnalysisLimits,
): Promise<Awaited<ReturnType<typeof lexemesOf>>> {
  const began = performance.now();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => {
      late.abort(lateDatabase(scope.database, performance.now() - began));
    }, extraMillis);
  };
  if (deadline?.aborted) begin();
  else deadline?.addEventListener('abort', begin, { once: true });
  try {
    return await lexemesOf(scope, texts, { signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal });
  } catch (error) {
    // To the database an abort is the caller's, whoever is late.
    throw late.signal.aborted && !signal?.aborted ? late.signal.reason : error;
  } finally {
    deadline?.removeEventListener('abort', begin);
    clearTimeout(timer);
  }
}

/** The same evidence is ranked before it is read and after. */
const knownCandidates = new WeakMap<EvidenceState, readonly AnalysedCandidate[]>();

async function analysedCandidates(
  database: Database,
  workspaceId: string,
  evidence: EvidenceState,
  limits: AnalysisLimits,
): Promise<readonly AnalysedCandidate[]> {
  const known = knownCandidates.get(evidence);
  if (known) return known;
  const candidates = candidatesIn(evidence.passages);
  const scope = { database, workspaceId, searchConfig: evidence.searchConfig };
  const lexemes = await analysed(scope, textsOf(candidates), limits);
  const alike = withValues(evidence);
  const found = candidates.map((candidate, position) => ({
    ...candidate,
    lexemes: alike(lexemes[2 * position] ?? []),
    contextLexemes: alike(lexemes[2 * position + 1] ?? []),
  }));
  knownCandidates.set(evidence, found);
  return found;
}

/** Adds those words of the question whose values a text has in another notation. */
function withValues({ query, idf }: EvidenceState): (lexemes: readonly string[]) => readonly string[] {
  const forms = valueForms(
    query.values,
    idf.map(([lexeme]) => lexeme),
  );
  if (forms.size === 0) return (lexemes) => lexemes;
  return (lexemes) => {
    const own = new Set(lexemes);
    const sameValues = [...forms].flatMap(([lexeme, keys]) =>
      !own.has(lexeme) && keys.some((key) => own.has(key)) ? [lexeme] : [],
    );
    return sameValues.length === 0 ? lexemes : [...lexemes, ...sameValues];
  };
}

/** The best score that the reader gives to a sentence of the candidate, and the answering words in that sentence. */
function readingsIn({ passages }: EvidenceReading): (candidate: Candidate) => SentenceReading | null {
  return ({ passage, sourceSpan }) => {
    const reading = passages?.get(passage.chunkId);
    if (!reading) return null;
    const [start, end] = [sourceSpan.start - passage.sourceSpan.start, sourceSpan.end - passage.sourceSpan.start];
    const offset = passage.sourceSpan.start;
    const within = reading.spans.flatMap((span, position): SentenceReading[] => {
      if (span.start >= end || span.end <= start) return [];
      const words = reading.words[position];
      return [
        {
          answers: reading.sentences[position] ?? -Infinity,
          words: words ? { start: words.start + offset, end: words.end + offset } : null,
        },
      ];
    });
    return within.length === 0 ? null : within.reduce((left, right) => (right.answers > left.answers ? right : left));
  };
}

/**
 * Without weights (the keyword arm failed, or the preset's rank function has none), every lexeme of the question counts
 * the same.
 */
async function questionWeights(
  database: Database,
  workspaceId: string,
  evidence: EvidenceState,
  limits: AnalysisLimits,
): Promise<ReadonlyMap<string, number>> {
  if (evidence.idf.length > 0) return new Map(evidence.idf);
  const scope = { database, workspaceId, searchConfig: evidence.searchConfig };
  const [lexemes = []] = await analysed(scope, [evidence.query.text], limits);
  return new Map(lexemes.filter((lexeme) => !isValueKey(lexeme)).map((lexeme) => [lexeme, 1]));
}

/**
 * Cosine similarities of a question to some sentences, in their order: -1..1. A window of 150 words shows where to
 * look, a sentence what is said there. For questions in everyday words, sentences chosen with this similarity contain
 * the answer in 52 % of cases instead of 37 % (docs/decisions/answer-unit.md).
 * @throws CandorError MODEL_UNAVAILABLE, CANCELLED
 */
export async function sentenceSimilarities(
  embedder: Embedder,
  question: Question,
  sentences: readonly string[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const [asked, vectorOf] = await Promise.all([
    embedder.embedQuery(question.text, signal ? { signal } : {}),
    vectorsOf(embedder, sentences, signal),
  ]);
  return sentences.map((text) => cosine(asked, vectorOf(text)));
}

/** For unit vectors; 0 if one is missing. */
function cosine(left: Float32Array, right: Float32Array | undefined): number {
  return right === undefined ? 0 : left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

/**
 * The sentences that would answer a question, most important first, with lists, procedures and blocks of code kept
 * whole. For a question in parts, the best sentence of each part, after the best of the whole question if no part has
 * it.
 * @param ofParts ranked sentences of each part; empty when it has none
 * @param isSure whether the answer is CONFIDENT
 */
export function chosenSentences(
  ranked: readonly RankedSentence[],
  ofParts: readonly (readonly RankedSentence[])[],
  { passages, query }: Pick<EvidenceState, 'passages' | 'query'>,
  isSure = false,
): RankedSentence[] {
  const sentences = chooseSentences(ranked, query, isSure);
  const whole = withWholeCode(
    asksForProcedure(query) ? withWholeProcedures(sentences) : withWholeLists(sentences, query),
  );
  const best = ofParts.flatMap((sentences) => sentences.slice(0, 1));
  if (best.length < 2) return withoutLeads(whole);
  const known = new Set(passages.map(({ chunkId }) => chunkId));
  const spans = new Set<string>();
  return [...ranked.slice(0, 1), ...best].filter(({ candidate }) => {
    const span = `${candidate.passage.versionId}:${candidate.sourceSpan.start}`;
    return known.has(candidate.passage.chunkId) && !spans.has(span) && Boolean(spans.add(span));
  });
}

/** Without lines that lead in others of them, which are shown behind these. */
function withoutLeads(chosen: readonly RankedSentence[]): RankedSentence[] {
  const leads = chosen.flatMap(({ candidate: { passage, sourceSpan } }) =>
    governingOf(passage, sourceSpan).map(
      (line) => `${passage.chunkId} ${line.sourceSpan.start} ${line.sourceSpan.end}`,
    ),
  );
  return chosen.filter(
    ({ candidate: { passage, sourceSpan } }) =>
      !leads.includes(`${passage.chunkId} ${sourceSpan.start} ${sourceSpan.end}`),
  );
}

/** Whole sentences, each its own quote, including both sides of a conflict. */
export function extractiveDrafts({
  request,
  found: { evidence },
  judged,
}: Pick<AskState, 'request' | 'found' | 'judged'>): DraftClaim[] {
  const isWhole = request.preset.contextCharacters === null;
  const citable = (ranked: readonly RankedSentence[]) => (isWhole ? ranked : within(request, evidence, ranked));
  const sentences = citable(judged.sentences);
  const isSure = judged.tier === 'CONFIDENT';
  const chosen = withSharedLists(chosenSentences(sentences, judged.partSentences.map(citable), evidence, isSure)).map(
    ({ candidate }) => candidate,
  );
  const disputed = judged.conflicts.flatMap((conflict) =>
    conflict.sides.flatMap((side) => {
      const sentence = sentences.find(
        ({ candidate }) =>
          candidate.passage.versionId === side.versionId && candidate.sourceSpan.start === side.sourceSpan.start,
      );
      return sentence && sentence.candidate !== chosen[0] ? [sentence.candidate] : [];
    }),
  );
  // A dispute is shown by its sides; more sentences would hide it.
  const sides = judged.dissenters.map(({ candidate }) => candidate);
  const witnesses = chosen.filter((candidate) => sides.includes(candidate) && !disputed.includes(candidate));
  return (disputed.length > 0 ? [...chosen.slice(0, 1), ...disputed, ...witnesses] : chosen).map(asDraft);
}

/** What is shown for the claims of an answer, whether they are streamed, provisional or final. */
export function wordsIn({ found, judged }: Pick<AskState, 'found' | 'judged'>): ReturnType<typeof shownWords> {
  return shownWords(found.evidence.passages, judged.sentences[0]?.asked ?? null, judged.voids ?? noVoids);
}
