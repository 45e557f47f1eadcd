import { z } from 'zod/mini';

/** What its field means, for the published JSON Schema. */
const described = <Type extends z.ZodMiniType>(type: Type, meaning: string): Type => type.check(z.describe(meaning));
const text = (meaning: string) => described(z.string(), meaning);
const number = (meaning: string) => described(z.number(), meaning);
const maybe = <Type extends z.ZodMiniType>(type: Type, meaning: string) => described(z.nullable(type), meaning);
const list = <Type extends z.ZodMiniType>(type: Type, meaning: string) => described(z.array(type), meaning);
const version = described(
  z.literal(1),
  'The version of this shape. Fields may be added to it; whatever changes or goes makes a new one.',
);
const instant = (meaning: string) => maybe(z.string(), `${meaning} ISO 8601; null if open.`);

/** Why evidence does not support an answer, as in the enum Gap. */
export const gaps = [
  'NONE',
  'NO_HITS',
  'UNKNOWN_WORDS',
  'MISSING_FACT',
  'OTHER_TIME',
  'OTHER_POLARITY',
  'OPPOSITE',
  'MISSING_TYPE',
  'SEVERAL_FACTS',
  'WEAK',
] as const;

const settings = z.object({
  topK: number('Passages kept after fusion.'),
  vectorCandidates: number('Candidates of the vector arm.'),
  keywordCandidates: number('Candidates of the keyword arm.'),
  rrfK: number('The constant k of reciprocal rank fusion.'),
  maxDistance: number('Maximum cosine distance of vector candidates.'),
  fusion: described(z.enum(['RRF', 'CONVEX', 'LINEAR']), 'How the two arms become one order, as in the enum Fusion.'),
  vectorWeight: number('Weight of the vector arm in a fused score.'),
  keywordWeight: number('Weight of the keyword arm in a fused score.'),
  rerank: described(z.enum(['NEVER', 'UNCERTAIN', 'ALWAYS']), 'When a reranker reads, as in the enum RerankWhen.'),
  rerankCandidates: number('Fused passages that the reranker reads.'),
});

const conditions = [
  'PUBLISHED',
  'VISIBLE_AT',
  'ACCESS',
  'QUALITY',
  'DOCUMENT_IDS',
  'TAGS',
  'SOURCE_TYPES',
  'SEMANTIC_TYPES',
  'AUTHORS',
  'LANGUAGES',
  'ACCESS_GROUPS',
  'KEY_PREFIX',
  'UPDATED_AFTER',
  'UPDATED_BEFORE',
  'METADATA',
  'NOT_SUPERSEDED',
] as const;

const appliedFilter = z.object({
  condition: described(
    z.enum(conditions),
    'A condition on documents. PUBLISHED, VISIBLE_AT (its version is valid at the instant), ACCESS (the key may read it; listed only if the key cannot read everything) and QUALITY (neither a rule nor a person excluded it) always apply; the others are those of SearchFilter.',
  ),
  values: list(z.string(), 'The requested values; empty if the condition has none.'),
  instant: maybe(z.string(), 'The requested instant, ISO 8601; null if the condition has none.'),
});

const arm = z.object({
  rank: maybe(z.number(), 'Rank in the arm after collapsing to parents, from 1; null if the arm did not return it.'),
  rawScore: maybe(
    z.number(),
    "Score in the arm: the cosine similarity; BM25, or the rank function's value in presets that use one. Null if unknown.",
  ),
  contribution: number('What the arm adds to the fused score.'),
});

/** Passage.trace. */
export const passageTrace = z.object({
  version,
  distance: maybe(
    z.number(),
    "Cosine distance between the question and the passage's nearest window, 0 to 2: 1 minus the vector arm's raw score. Null if unknown.",
  ),
  vector: described(arm, 'How the vector arm ranked it.'),
  keyword: described(arm, 'How the keyword arm ranked it.'),
  adjustments: list(
    z.object({
      kind: described(
        z.literal('RECENCY'),
        'RECENCY: newer documents rank higher if the question is about the present.',
      ),
      contribution: number('What it adds to the fused score.'),
    }),
    'What else changed its score.',
  ),
  rerank: maybe(
    z.object({
      rankBefore: number('Rank after fusion, from 1.'),
      score: number("The reranker's relevance: 0 to 1 by its own scale."),
    }),
    "The reranker's result, which then sets the order; null if it was not reranked.",
  ),
});

/** SearchResult.trace. */
export const searchTrace = z.object({
  version,
  settings: described(settings, "The settings it ran with: the preset's, with overrides."),
  appliedFilters: list(
    appliedFilter,
    'Conditions that every passage met. They repeat the request and never what a document says.',
  ),
  timings: described(
    z.object({
      analyse: number('Analysing the words of the question.'),
      embed: number('Embedding the question.'),
      vector: number('Searching the vector arm.'),
      keyword: number('Searching the keyword arm.'),
      read: number('Reading the hits and curated answers.'),
      total: number('The whole retrieval.'),
    }),
    'Where its time went, in milliseconds. Stages may run in parallel.',
  ),
});

const plan = z.object({
  language: text("BCP 47 tag of the question's language."),
  kind: described(
    z.enum(['LOOKUP', 'ANALYSIS', 'MULTI_HOP', 'COMPARISON', 'FOLLOW_UP', 'SMALL_TALK', 'OUT_OF_SCOPE']),
    'LOOKUP: one fact. ANALYSIS: several facts about one thing. MULTI_HOP: facts that must be joined. COMPARISON: things side by side. FOLLOW_UP: earlier turns explain it. SMALL_TALK: a greeting or thanks. OUT_OF_SCOPE: no document could hold it.',
  ),
  strategy: described(z.enum(['SPARSE', 'DENSE', 'HYBRID']), 'Which arms are searched: keywords, vectors, or both.'),
  topK: number('Passages kept from each search.'),
  standalone: text('The question reworded to stand without earlier turns.'),
  queries: list(z.string(), 'Queries searched at once: the question first, then its independent sub-questions.'),
  dependent: list(
    z.object({
      after: text('The sub-question that comes first.'),
      template: text('The query; {answer} stands for the answer of the first.'),
    }),
    "Sub-questions that depend on another's answer; searched after it.",
  ),
  facts: described(
    z.object({
      names: list(z.string(), 'Names of people, places and products.'),
      codes: list(z.string(), 'Codes such as E1042, and days, times and prices in one notation.'),
      numbers: list(z.string(), 'Numbers other than dates.'),
      dates: list(z.string(), 'Dates.'),
    }),
    'Facts that the question names, verbatim.',
  ),
  time: maybe(
    z.object({
      kind: described(
        z.enum(['NOW', 'INTERVAL']),
        'NOW: newer documents are preferred. INTERVAL: the question names a time.',
      ),
      from: instant('Start, inclusive;'),
      until: instant('End, exclusive;'),
      words: text('The words of the question that say so.'),
    }),
    'The time that the question is about; null if none.',
  ),
  decidedBy: described(z.enum(['RULES', 'MODEL']), 'Rules alone, or the chat model where the rules were unsure.'),
});

const reflection = z.object({
  round: number('The round, from 1.'),
  confidence: number('The confidence, 0 to 1.'),
  tier: described(z.enum(['CONFIDENT', 'UNCERTAIN', 'NO_MATCH', 'VERIFICATION_FAILED']), 'As in the enum Tier.'),
  verdict: described(
    z.enum(['CURATED', 'PASS', 'WRITE', 'REFINE', 'RERANK', 'CLARIFY', 'ABSTAIN']),
    'What the loop did next: gave the curated answer, wrote the answer, asked the chat model for it and decided again, asked differently, let the reranker read, asked the person, or refused.',
  ),
  stopReason: maybe(z.string(), 'Why the loop stopped, as in the enum StopReason; null where it went on.'),
  requirements: list(
    z.object({
      kind: described(z.enum(['NAME', 'CODE', 'NUMBER', 'DATE']), 'What kind of thing it is.'),
      text: text('The words of the question.'),
      coveredBy: list(z.string(), 'Chunk ids of the passages that cover it, best first; empty if none does.'),
    }),
    'What the question names, with the passages that cover it.',
  ),
  expectedType: described(
    z.enum(['DATE', 'NUMBER', 'PERSON', 'PLACE', 'ANY']),
    'What kind of thing the question asks for; ANY if its words do not say.',
  ),
  answerTypePresent: described(z.boolean(), 'True if the prospective answer has something of that kind.'),
  candidates: list(
    z.string(),
    'Names of several things that fit about equally well, best first; empty if it is clear what is meant.',
  ),
  stale: list(
    z.object({
      chunkId: text("The passage's chunk."),
      reason: described(
        z.enum(['EXPIRED', 'SUPERSEDED']),
        'EXPIRED: its version had ended when the question was asked. SUPERSEDED: its source names a successor.',
      ),
    }),
    'Passages that may no longer hold.',
  ),
  conflicts: number('Number of pairs of passages that contradict each other.'),
  suspicious: list(z.string(), 'Chunk ids of passages that give instructions to a model.'),
  gap: described(z.enum(gaps), 'Why the evidence does not support an answer, as in the enum Gap.'),
  judgedByModel: maybe(
    z.object({
      answerable: described(z.boolean(), 'True if the passages state the answer.'),
      missing: text('What is missing, as one line of text; empty if they state the answer.'),
    }),
    'What the reader or chat model said of the passages; null if none was asked or it failed.',
  ),
});

const candidate = z.object({
  chunkId: text('The chunk.'),
  documentKey: text('The key of its document.'),
  versionId: maybe(z.string(), 'Its version; null if it was not read.'),
  rank: number('Its rank, from 1.'),
  score: number('Its fused score.'),
  vectorRank: maybe(z.number(), 'Its rank in the vector arm; null if the arm did not return it.'),
  vectorScore: maybe(z.number(), 'Its cosine similarity; null if unknown.'),
  keywordRank: maybe(z.number(), 'Its rank in the keyword arm; null if the arm did not return it.'),
  keywordScore: maybe(z.number(), 'Its keyword score; null if unknown.'),
  rerankScore: maybe(z.number(), "The reranker's score; null if it was not reranked."),
});

/** Run.trace. */
export const runTrace = z.object({
  version,
  preset: text('The preset, as in the enum Preset.'),
  settings: described(settings, "The retrieval settings it ran with: the preset's, with overrides."),
  asOf: text('The instant whose versions it read, ISO 8601.'),
  budget: described(
    z.object({
      maxMillis: number('Milliseconds for the whole question.'),
      maxRounds: number('Rounds of retrieval.'),
      maxTokens: number('Model tokens, in and out together; 0: no model is called.'),
    }),
    'The limits it ran with.',
  ),
  embedder: text('The embedder that was used.'),
  chatModel: maybe(z.string(), 'The configured chat model; null if none.'),
  appliedFilters: list(appliedFilter, 'Conditions that every passage met.'),
  queries: list(
    z.string(),
    'The queries that were searched, in order: the question or its sub-questions, then their refinements.',
  ),
  plan: maybe(plan, 'What the loop decided to do; null if an error came first.'),
  steps: list(
    z.object({
      node: text('The node that ran.'),
      startedMillis: number('Milliseconds after the question came in.'),
      millis: number('Duration in milliseconds.'),
      detail: described(z.record(z.string(), z.unknown()), 'What it decided. No version holds for its fields.'),
    }),
    'The steps of the loop, in order.',
  ),
  reflections: list(reflection, 'The judgement of each round, in order.'),
  searches: list(
    z.object({
      round: number('The round, from 1.'),
      query: text('The text.'),
      settings: described(settings, 'The settings it was searched with.'),
      candidates: list(candidate, 'The fused candidates, best first.'),
      millis: number('Duration in milliseconds.'),
    }),
    'Every query, with the ranks and scores of its candidates.',
  ),
  prompts: list(
    z.object({
      node: text('The node that asked.'),
      version: text('Its name and version, such as generate@1.'),
      model: text('The model.'),
    }),
    'The prompts that were sent to models, by version, in order.',
  ),
  replayOf: maybe(z.string(), 'The run that it repeats; null if it is no replay.'),
});

const missedArm = z.object({
  rank: maybe(z.number(), 'Rank of its best passage in the arm, from 1; null if it is not among the first 1,000.'),
  rawScore: maybe(z.number(), 'Score of that passage in the arm; null if the arm does not find it.'),
  candidates: number('Number of candidates requested from the arm.'),
});

/** MissExplanation.trace. */
export const missTrace = z.object({
  version,
  versionId: maybe(z.string(), "The document's version valid at the run's `asOf`; null if there is none."),
  cited: described(z.boolean(), 'True if the answer cites it.'),
  query: maybe(z.string(), 'The query of the run that came nearest to the document; null if no search was examined.'),
  rank: maybe(
    z.number(),
    'Rank of its best passage, from 1: among the final passages (USED), or else in the fused order. Null if it has none.',
  ),
  kept: maybe(z.number(), 'How many passages of that order were kept; null if it has no rank.'),
  vector: maybe(missedArm, 'Its best passage in the vector arm; null if the arm was not searched.'),
  keyword: maybe(missedArm, 'Its best passage in the keyword arm; null if the arm was not searched.'),
  distance: maybe(z.number(), 'Cosine distance of its best passage; null if unknown.'),
  unmet: list(appliedFilter, 'Conditions of the run that it does not meet today.'),
  degraded: list(
    z.object({ part: text('The arm, as in the enum DegradedPart.'), message: text('What happened to it.') }),
    'Arms that failed while this was computed.',
  ),
  omitReasons: list(z.string(), 'What excludes its passages from retrieval: names of quality rules, or PERSON.'),
});

/** An entry of ReplayRunPayload.changes. */
export const runChange = z.object({
  path: text('Where, as a path: `result.text`, `passages[2].score`.'),
  before: maybe(z.string(), 'Value in the original, as JSON, at most 300 characters; null if absent.'),
  after: maybe(z.string(), 'Value in the new run, as JSON, at most 300 characters; null if absent.'),
});
