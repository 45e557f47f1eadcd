import { CandorError } from '../errors.ts';
import { cosinesOf } from './cosines.ts';
import type { KeywordArmName } from './arms/keywordArm.ts';
import type { PresetName, RetrievalSettings } from './passage.ts';

/**
 * When a preset answers. ALWAYS: whatever the confidence. TIERS: from tier UNCERTAIN up. `averageFrom`: if the mean
 * score of the passages, 0..100, reaches it.
 */
type Gate = 'ALWAYS' | 'TIERS' | { readonly averageFrom: number };

/**
 * A named configuration of retrieval and gate, as data. docs/concepts.md says where each one comes from and how it
 * works.
 */
export interface Preset {
  readonly name: PresetName;
  /** Null: the arm is not used. */
  readonly keywordArm: KeywordArmName | null;
  readonly settings: RetrievalSettings;
  /** Whether passages that only words found also get their cosine. Fusions by score do so in any case. */
  readonly scoresBothArms: boolean;
  /** Passages with a lower `displayScore`, 0..100, are dropped; null: none are. */
  readonly scoreFloor: number | null;
  /** Whether newer documents and a mix of documents are preferred. The published recipes do neither. */
  readonly adjusts: boolean;
  /** Whether curated answers are searched first. They pass every gate. */
  readonly curated: boolean;
  /** The confidence formula, by its name in confidence/. */
  readonly confidence: 'COSINE' | 'CONSENSUS' | 'AVERAGE' | 'CANDOR';
  readonly gate: Gate;
  /** Whether a question is split into parts that are searched from the start. */
  readonly plans: boolean;
  /**
   * Whether to ask a clarifying question if no word is known, or if a short question fits several documents. Every
   * preset does so if nothing is found.
   */
  readonly asksBack: boolean;
  /** Whether an answer must cover everything that the question names: names, codes, numbers, time and negation. */
  readonly demandsFacts: boolean;
  /** Whether a reader, if there is one, reads the passages before they are judged. */
  readonly reads: boolean;
  /** Whether further rounds may follow a first round below the gate. */
  readonly refines: boolean;
  /** The effect of a conflict among the documents: none; the tier is at most UNCERTAIN; no answer. */
  readonly onConflict: 'IGNORE' | 'CAP' | 'ABSTAIN';
  /** Whether a chat model, if there is one, writes the answer. */
  readonly writes: boolean;
  /**
   * Characters of passages that an answer is made from, best first; the rest is not read. Null: as many as the prompt
   * has room for.
   */
  readonly contextCharacters: number | null;
  /** Whether a refusal is in the asker's language. Recipes published without this feature answer in English. */
  readonly localizes: boolean;
  /** Defaults for what a request leaves out. */
  readonly budget: { readonly maxMillis?: number; readonly maxRounds?: number };
}

const usual: RetrievalSettings = {
  topK: 10,
  vectorCandidates: 30,
  keywordCandidates: 30,
  rrfK: 60,
  maxDistance: 0.75,
  fusion: 'RRF',
  vectorWeight: 1,
  keywordWeight: 1,
  rerank: 'NEVER',
  rerankCandidates: 30,
};
/** No limit for the vector arm: 2 is the largest cosine distance. */
const anyDistance = 2;

/** One search, one answer. A recipe names only what it adds. */
const plain: Omit<Preset, 'name' | 'keywordArm'> = {
  settings: usual,
  scoresBothArms: false,
  scoreFloor: null,
  adjusts: false,
  curated: false,
  confidence: 'COSINE',
  gate: 'ALWAYS',
  plans: false,
  asksBack: false,
  demandsFacts: false,
  reads: false,
  refines: false,
  onConflict: 'IGNORE',
  writes: true,
  contextCharacters: null,
  localizes: false,
  budget: {},
};

export const presets: Readonly<Record<PresetName, Preset>> = {
  NAIVE: {
    ...plain,
    name: 'NAIVE',
    keywordArm: null,
    settings: { ...usual, topK: 5, vectorCandidates: 5, maxDistance: anyDistance },
    writes: false,
  },
  CONSENSUS: {
    ...plain,
    name: 'CONSENSUS',
    keywordArm: 'WEBSEARCH',
    confidence: 'CONSENSUS',
    gate: 'TIERS',
    writes: false,
  },
  FILTERED_RRF: {
    // Its only judgement is the distance that it filters by: it answers from whatever passes, and the confidence shown
    // is that distance.
    ...plain,
    name: 'FILTERED_RRF',
    keywordArm: 'PLAIN',
  },
  TWO_TIER: {
    // The floor replaces the largest distance of other presets, for both arms: a cosine below .25 is a score below 25.
    ...plain,
    name: 'TWO_TIER',
    keywordArm: 'PREFIX',
    settings: { ...usual, maxDistance: anyDistance },
    scoresBothArms: true,
    scoreFloor: 25,
    curated: true,
    confidence: 'AVERAGE',
    gate: { averageFrom: 40 },
    localizes: true,
  },
  WEIGHTED: {
    ...plain,
    name: 'WEIGHTED',
    keywordArm: 'SIMPLE',
    scoresBothArms: true,
    contextCharacters: 12_000,
    // Five times as many candidates as passages, from each arm and for the reranker.
    settings: {
      ...usual,
      vectorCandidates: 50,
      keywordCandidates: 50,
      maxDistance: anyDistance,
      fusion: 'LINEAR',
      keywordWeight: 0.35,
      rerank: 'ALWAYS',
      rerankCandidates: 50,
    },
  },
  AGENTIC: {
    ...plain,
    name: 'AGENTIC',
    keywordArm: 'WEBSEARCH',
    confidence: 'CONSENSUS',
    gate: 'TIERS',
    plans: true,
    refines: true,
    onConflict: 'ABSTAIN',
    localizes: true,
    budget: { maxMillis: 2_500, maxRounds: 3 },
  },
  CANDOR: {
    // Convex rather than RRF: nDCG@10 is .733 against .680 in the mean of eight sets, and never below the better arm.
    ...plain,
    name: 'CANDOR',
    keywordArm: 'BM25',
    settings: { ...usual, fusion: 'CONVEX', keywordWeight: 1, maxDistance: 0.85, rerank: 'UNCERTAIN' },
    scoresBothArms: true,
    adjusts: true,
    curated: true,
    confidence: 'CANDOR',
    gate: 'TIERS',
    plans: true,
    asksBack: true,
    demandsFacts: true,
    reads: true,
    refines: true,
    onConflict: 'CAP',
    localizes: true,
  },
};

export type RetrievalOverrides = { readonly [Key in keyof RetrievalSettings]?: RetrievalSettings[Key] | undefined };

interface Range {
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

const ranges: Readonly<Record<Exclude<keyof RetrievalSettings, 'fusion' | 'rerank'>, Range>> = {
  topK: { from: 1, to: 50, whole: true },
  vectorCandidates: { from: 1, to: 200, whole: true },
  keywordCandidates: { from: 1, to: 200, whole: true },
  rrfK: { from: 1, to: 1_000, whole: true },
  maxDistance: { from: 0, to: 2, whole: false },
  vectorWeight: { from: 0, to: 100, whole: false },
  keywordWeight: { from: 0, to: 100, whole: false },
  rerankCandidates: { from: 1, to: 100, whole: true },
};

/**
 * The preset's settings with individual overrides.
 * @throws BAD_INPUT that names the field and its range
 */
export function resolveSettings(preset: Preset, overrides: RetrievalOverrides = {}): RetrievalSettings {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const settings: RetrievalSettings = { ...preset.settings, ...given };
  for (const [field, range] of Object.entries(ranges))
    assertInRange(field, settings[field as keyof typeof ranges], range);
  return settings;
}

function assertInRange(field: string, value: number, range: Range): void {
  if (value >= range.from && value <= range.to && (!range.whole || Number.isInteger(value))) return;
  const kind = range.whole ? 'a whole number' : 'a number';
  throw new CandorError('BAD_INPUT', `retrieval.${field} must be ${kind} from ${range.from} to ${range.to}.`, {
    details: { field: `retrieval.${field}`, value },
  });
}

export type ArmWeights = Pick<RetrievalSettings, 'vectorWeight' | 'keywordWeight'>;

/**
 * Weights that were fitted on the workspace's own questions (`candor calibrate`), or the best measured ones for the
 * embedder and language. Null: the preset's weights apply.
 */
export function weightsFor(fitted: ArmWeights | null, embedder: string, language: string): Partial<ArmWeights> | null {
  return fitted ?? cosinesOf(embedder).weightsFor(language);
}

/**
 * The settings with the weights for a question. Weights set by the request stay as they are, as do those of published
 * recipes.
 */
export function withWeights(
  settings: RetrievalSettings,
  preset: Preset,
  weights: Partial<ArmWeights> | null,
): RetrievalSettings {
  const given =
    settings.vectorWeight !== preset.settings.vectorWeight || settings.keywordWeight !== preset.settings.keywordWeight;
  return weights === null || given || preset.keywordArm !== 'BM25' || settings.fusion !== preset.settings.fusion
    ? settings
    : { ...settings, ...weights };
}
