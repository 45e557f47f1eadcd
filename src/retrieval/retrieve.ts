import type { Transaction } from '../db/database.ts';
import type { WorkspaceSettings } from '../workspaces/workspaces.ts';
import { withEditions } from './editions.ts';
import { curatedWeights } from './arms/keywordArm.ts';
import {
  type ArmsFound,
  askKeywords,
  askVectors,
  orDegraded,
  type Search,
  searchArms,
  searchWordsOnce,
  tryTwice,
} from './arms/searchArms.ts';
import { diversify, firstTexts, fold, type Folded, foldOrder, fuse, wantedTexts, widerLimit } from './fuse/fuse.ts';
import { withWeights } from './presets.ts';
import { withRecency } from './fuse/recency.ts';
import { copiesOf, type HitFacts, matchCurated, readHitFacts, similarityOf, toPassages } from './hitFacts.ts';
import {
  aboveFloor,
  bm25Bound,
  type Candidate,
  coverageOf,
  type CuratedMatch,
  type Degradation,
  type Passage,
  supportedByWords,
} from './passage.ts';
import {
  type AnalysedQuestion,
  lexemesWithin,
  type OpenedWords,
  type Opening,
  type RetrieveParts,
  type RetrieveRequest,
  createTimer,
  type RetrievalTimings,
} from './question/analyseQuestion.ts';

export type { RetrieveParts, RetrieveRequest } from './question/analyseQuestion.ts';

/** The result of one retrieval, and everything that its confidence is computed from. */
export interface Retrieval {
  /** Best first, at most `topK`. */
  readonly passages: readonly Passage[];
  /** What was read beyond `passages`, best first. A reranker may move it up. */
  readonly further: readonly Passage[];
  /** What was fused, best first, including `passages`: at least 30 if that many were found. */
  readonly candidates: readonly Candidate[];
  readonly curated: readonly CuratedMatch[];
  /** Parents in each arm's own order; one represents all that say the same. */
  readonly vectorOrder: readonly string[];
  readonly keywordOrder: readonly string[];
  /** The text search configuration that analysed the question. */
  readonly searchConfig: string;
  /** The fingerprint of the embedder that the similarities are by. */
  readonly embedder: string;
  /**
   * Weight of each lexeme of the question. A word that the knowledge base does not contain has a weight but no match.
   */
  readonly idf: ReadonlyMap<string, number>;
  /** Lexemes of the question that occur in no document. */
  readonly unknown: readonly string[];
  readonly degraded: readonly Degradation[];
  readonly timings: RetrievalTimings;
}

/** Candidates that a run keeps beyond the passages it reads, to show how near a missed document was. */
const recordedCandidates = 30;
/** How often an arm crowded by copies is asked for more: 30, 120, 480 hits. */
const mostWidenings = 2;

/**
 * From a question to explained passages: both arms run at once and collapse their hits to parents. The hits are then
 * completed, fused, freed of copies, and read. If an arm fails twice, `degraded` reports it and the other one is used
 * alone.
 * @throws EMBEDDER_MISMATCH, NOT_FOUND, CANCELLED; the last arm's fault if no arm is left
 */
export async function retrieve(parts: RetrieveParts, asked: RetrieveRequest): Promise<Retrieval> {
  const search = begin(parts, asked);
  const { timer, degraded } = search;
  const first = await searchArms(search);
  const { facts, curated, fused } = await readFirst(search, first);
  const { found, folded, scored, passages, chosen } = (await widened(search, first, facts)) ?? fused;
  const read = new Set(chosen.map(({ chunkId }) => chunkId));
  return {
    passages: chosen.map((passage, position) => ({ ...passage, rank: position + 1 })),
    further: passages
      .filter(({ chunkId }) => !read.has(chunkId))
      .map((passage, position) => ({ ...passage, rank: chosen.length + position + 1 })),
    candidates: scored.map(({ chunkId, documentKey, score }) => ({ chunkId, documentKey, score })),
    curated,
    vectorOrder: foldOrder(
      found.hits.map((hit) => hit.chunkId),
      folded.keeperOf,
    ),
    keywordOrder: foldOrder(
      found.words.hits.map((hit) => hit.chunkId),
      folded.keeperOf,
    ),
    searchConfig: found.question.searchConfig,
    embedder: parts.embedder.fingerprint,
    idf: found.words.idf,
    unknown: unseen(found.words.unknown, passages, found.question.searchConfig),
    degraded,
    timings: timer.read(),
  };
}

/** Shorter ones are within too many words. */
const leastCompound = 4;

/**
 * The words that no passage in hand has either, whole or within a longer word. Stemmers of languages that form compounds
 * and inflect more than English keep "Laptops" apart from "Laptop", and a refusal that names a word as missing is read
 * beside the passage that has it. English words are taken as its stemmer has them.
 */
function unseen(words: readonly string[], passages: readonly Passage[], searchConfig: string): readonly string[] {
  if (searchConfig === 'english' || words.length === 0) return words;
  const texts = passages.map(({ text, documentTitle }) => `${documentTitle}\n${text}`.toLowerCase());
  return words.filter(
    (word) => word.length < leastCompound || !texts.some((text) => text.includes(word.toLowerCase())),
  );
}

interface Fused {
  /** The hits that were fused: of each arm, those of its first texts. */
  readonly found: ArmsFound;
  readonly folded: Folded;
  readonly scored: readonly Passage[];
  readonly passages: readonly Passage[];
  readonly chosen: readonly Passage[];
}

/** From the hits of both arms to the passages that are read. */
function fuseFirst(search: Search, all: ArmsFound, facts: HitFacts): Fused {
  const { preset, settings, diverse } = search.request;
  const hits = firstTexts(all.hits, facts, settings.vectorCandidates);
  const words = { ...all.words, hits: firstTexts(all.words.hits, facts, settings.keywordCandidates) };
  const found = { ...all, hits, words };
  const folded = fuseAll(search, found, facts);
  const scored = passagesOf(search, found, folded, facts);
  const passages = aboveFloor(scored, preset.scoreFloor);
  const chosen = diverse ? diversify(passages, settings.topK) : passages.slice(0, settings.topK);
  return { found, folded, scored, passages, chosen };
}

function begin(parts: RetrieveParts, request: RetrieveRequest): Search {
  const timer = createTimer();
  const { signal, timeoutMillis = Infinity } = request;
  return {
    parts,
    request,
    timer,
    scope: { ...request, database: parts.database, readOnly: true },
    deadline: { signal, millisLeft: () => timeoutMillis - timer.millis() },
    degraded: [],
  };
}

/**
 * Asks arms that are full of copies of a few texts for more, until each has enough texts or all there are, and fuses what
 * they have then. An arm that fails at this keeps what it had. Null: each had enough.
 */
async function widened(search: Search, first: ArmsFound, read: HitFacts): Promise<Fused | null> {
  const { settings } = search.request;
  const asked = { vector: settings.vectorCandidates, keyword: settings.keywordCandidates };
  let found = first;
  let facts = read;
  for (let round = 0; round < mostWidenings; round += 1) {
    const vectorLimit = widerLimit(
      { hits: found.hits, asked: asked.vector },
      facts,
      wantedTexts(settings.vectorCandidates, settings.topK),
    );
    const keywordLimit = widerLimit(
      { hits: found.words.hits, asked: asked.keyword },
      facts,
      wantedTexts(settings.keywordCandidates, settings.topK),
    );
    if (vectorLimit === null && keywordLimit === null) break;
    const [hits, words] = await Promise.all([
      vectorLimit !== null && found.vector
        ? orDegraded(search, 'VECTOR_ARM', askVectors(search, found.vector, vectorLimit))
        : null,
      keywordLimit !== null
        ? orDegraded(search, 'KEYWORD_ARM', askKeywords(search, found.question, keywordLimit))
        : null,
    ]);
    asked.vector = vectorLimit ?? asked.vector;
    asked.keyword = keywordLimit ?? asked.keyword;
    found = { ...found, hits: hits ?? found.hits, words: words ?? found.words };
    facts = await readMore(search, found, facts);
  }
  if (found === first) return null;
  const fused = fuseFirst(search, found, facts);
  const more = facts;
  return tryTwice(search.deadline, () =>
    inReading(search, (transaction) => compared(transaction, search, fused, more)),
  );
}

/** Reads the hits of both arms together with the curated answers that match, and fuses them. */
function readFirst(
  search: Search,
  found: ArmsFound,
): Promise<{ readonly facts: HitFacts; readonly curated: readonly CuratedMatch[]; readonly fused: Fused }> {
  return tryTwice(search.deadline, () =>
    inReading(search, async (transaction) => {
      const facts = await readHitFacts(transaction, search.scope, idsOf(found), nearTo(search, found));
      const curated = await matchAnswers(transaction, search, found);
      const fused = await compared(transaction, search, fuseFirst(search, found, facts), facts);
      await analyseAlong(transaction, search, fused);
      return { facts, curated, fused };
    }),
  );
}

/** Editions are kept apart, and what holds is read where only an earlier one was found. */
async function compared(transaction: Transaction, search: Search, fused: Fused, facts: HitFacts): Promise<Fused> {
  const { found, chosen } = fused;
  const { scope, request } = search;
  const editions = {
    ...nearTo(search, found),
    scope,
    question: request.query,
    searchConfig: found.question.searchConfig,
    idf: found.words.idf,
    hasEditions: chosen.some(({ chunkId }) => facts.get(chunkId)?.hasEditions),
    fetches: request.preset.adjusts,
    topK: request.settings.topK,
  };
  return { ...fused, chosen: await withEditions(transaction, editions, chosen) };
}

/**
 * Analyses the texts whose lexemes are needed next. If a wider search brings other passages, theirs are analysed later.
 */
async function analyseAlong(
  transaction: Transaction,
  { request, scope }: Search,
  { found, chosen }: Fused,
): Promise<void> {
  if (!request.textsOf) return;
  const texts = request.textsOf(chosen);
  await lexemesWithin(transaction, { ...scope, searchConfig: found.question.searchConfig }, texts);
}

/** Reads what a wider search added to the known hits. */
function readMore(search: Search, found: ArmsFound, known: HitFacts): Promise<HitFacts> {
  return tryTwice(search.deadline, () =>
    inReading(search, (transaction) =>
      readHitFacts(transaction, search.scope, idsOf(found), nearTo(search, found), known),
    ),
  );
}

const idsOf = ({ hits, words }: ArmsFound): string[] => [
  ...new Set([...hits, ...words.hits].map((hit) => hit.chunkId)),
];
const nearTo = ({ parts }: Search, { vector }: ArmsFound) => ({ vector, model: parts.embedder.fingerprint });

/** The hits of both arms in one order, with copies folded. */
function fuseAll(search: Search, found: ArmsFound, facts: HitFacts): Folded {
  const { preset, recency, asOf } = search.request;
  const settings = withWeights(search.request.settings, preset, found.question.weights);
  const fused = fuse({
    vector: found.hits,
    keyword: found.words.hits,
    vectorExtra: extraSimilarities(search, found, facts),
    keywordExtra: found.words.scores,
    keywordBound: bm25Bound(found.words.idf),
    settings,
  });
  return fold(
    recency ? withRecency(fused, (chunkId) => facts.get(chunkId)?.datedAt, asOf, recency) : fused,
    copiesOf(facts),
  );
}

/**
 * Fusions of scores, and presets that show one, need the score of each candidate in both arms. This adds the similarity
 * of hits that only keywords found.
 */
function extraSimilarities(
  { request }: Search,
  { hits, words }: ArmsFound,
  facts: HitFacts,
): ReadonlyMap<string, number> {
  if (!request.preset.scoresBothArms && request.settings.fusion === 'RRF') return new Map();
  const known = new Set(hits.map((hit) => hit.chunkId));
  return new Map(
    words.hits.flatMap(({ chunkId }) => {
      const fact = known.has(chunkId) ? undefined : facts.get(chunkId);
      const similarity = fact && similarityOf(fact);
      return similarity === undefined ? [] : [[chunkId, similarity]];
    }),
  );
}

function passagesOf({ request }: Search, { words }: ArmsFound, folded: Folded, facts: HitFacts): readonly Passage[] {
  const count = Math.max(
    request.settings.topK,
    recordedCandidates,
    request.settings.rerank === 'NEVER' ? 0 : request.settings.rerankCandidates,
  );
  return toPassages(folded.hits.slice(0, count), facts, (id) => coverageOf(words.matched.get(id), words.idf));
}

async function matchAnswers(
  transaction: Transaction,
  { parts, request, scope }: Search,
  { vector, words, question }: ArmsFound,
): Promise<readonly CuratedMatch[]> {
  if (!request.preset.curated || !vector || !question.hasCurated) return [];
  const matches = await matchCurated(transaction, scope, {
    vector,
    model: parts.embedder.fingerprint,
    searchConfig: question.searchConfig,
    idf: curatedWeights(request.preset.keywordArm, words, question.lexemes),
  });
  return request.preset.reads ? matches : supportedByWords(matches);
}

function inReading<Result>(
  { scope, timer }: Search,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return timer.timed('read', scope.database).inWorkspace(scope.workspaceId, work, scope);
}

/**
 * Starts on a question before its plan is made. What is searched is usually what was asked, and then the budget, the
 * gate and the keyword arm take one transaction. If something else is to be searched, the retrieval that gets this
 * opening runs its own search. It is tried only once: a second try against a silent server only takes another
 * connection.
 */
export function openQuestion(parts: RetrieveParts, request: RetrieveRequest): Opening {
  const timer = createTimer();
  const search = {
    parts,
    request,
    timer,
    scope: { ...request, database: parts.database, readOnly: true },
    degraded: [],
  };
  let tell: (settings: WorkspaceSettings) => void = () => undefined;
  const announced = new Promise<WorkspaceSettings>((resolve) => {
    tell = resolve;
  });
  const find = async (): Promise<OpenedWords> => {
    let question: AnalysedQuestion | undefined;
    const words = await searchWordsOnce(search, (analysed) => (question = analysed), tell);
    if (!question) throw new Error('The question was searched and not analysed.');
    return { question, words, timings: timer.read() };
  };
  const found = find();
  // A fault before the settings arrive rejects `settings`. A later one only rejects `found`, which may have no
  // listener.
  const settings = Promise.race([announced, found.then(() => announced)]);
  settings.catch(() => undefined);
  found.catch(() => undefined);
  return { request, settings, found };
}
