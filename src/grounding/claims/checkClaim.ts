import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../checks/coverage.ts';
import { type Candidate, candidatesOf } from '../sentences/candidates.ts';
import type { ClaimStatus } from './claim.ts';
import { verifyClaim, type VerifiedClaim } from './verifyClaim.ts';

/** What the passages say of a claim. */
export interface ClaimVerdict {
  readonly status: ClaimStatus;
  /**
   * The quotes that decide it, best first; of an unsupported claim the one that came nearest. Empty when no sentence
   * shares a word with it.
   */
  readonly evidence: readonly VerifiedClaim[];
}

const quotesGiven = 3;
/** Sentences that only together carry a claim stand side by side: at most so many, and so much text. */
const longestJoin = 3;
const sentencesJoined = 3;
const longestQuote = 700;

/**
 * Verifies a claim against the sentences that come nearest to it, then, where none carries it alone, against neighbours
 * joined into one quote. One that supports it decides; else one that contradicts it. A joined quote never contradicts,
 * the negation may belong to its other half; and where a sentence contradicts the claim it supports only what its
 * sentences also support clause by clause: "the small one costs 11" is not to be stitched from two prices.
 */
export function checkClaim(claim: string, index: PassageIndex): ClaimVerdict {
  const near = index.near(claim);
  const alone = near.map((candidate) => verify(claim, placeOf(candidate, claim, index)));
  const supporting = alone.filter((verdict) => verdict.status === 'SUPPORTED');
  if (supporting.length > 0) return { status: 'SUPPORTED', evidence: distinct(supporting).slice(0, quotesGiven) };
  const contradicting = alone.filter((verdict) => verdict.status === 'CONTRADICTED');
  const joined =
    contradicting.length === 0 || clausesHold(claim, index) ? joinedSupport(claim, near, index) : undefined;
  if (joined) return { status: 'SUPPORTED', evidence: [joined] };
  if (contradicting.length > 0)
    return { status: 'CONTRADICTED', evidence: distinct(contradicting).slice(0, quotesGiven) };
  return {
    status: 'UNSUPPORTED',
    evidence: alone
      .toSorted((left, right) => right.support - left.support || passedOf(right) - passedOf(left))
      .slice(0, 1),
  };
}

/** A stretch of a passage, by its place in the version. */
interface Place {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
}

const pronounFirst = /^(?:it|its|they|their|he|his|she|her)\b/i;

/**
 * The sentence, with the one before where a pronoun points to it: "she trained in Bern" alone would prove it of
 * anybody.
 */
function placeOf(candidate: Candidate, claim: string, index: PassageIndex): Place {
  const {
    passage,
    sourceSpan: { start, end },
    before,
  } = candidate;
  const alone = { passage, start, end };
  if (before === null || !pronounFirst.test(candidate.text) || pronounFirst.test(claim)) return alone;
  const whole = { ...alone, start: index.around(candidate)[before]?.sourceSpan.start ?? start };
  return textOf(whole).includes('\n') || end - whole.start > longestQuote ? alone : whole;
}

/**
 * What it quotes are whole sentences: one too short for a quote proves a claim whose every word it has. A verdict that
 * is left to a reader's judgement proves nothing of a text that came from anywhere: "cheaper in summer" shares most of
 * its words with "cheaper in winter".
 */
function verify(claim: string, place: Place): VerifiedClaim {
  const verdict = verifyClaim({ text: claim, chunkId: place.passage.chunkId, quote: textOf(place) }, [place.passage]);
  if (verdict.status === 'SUPPORTED' && !verdict.decided) {
    return {
      ...verdict,
      status: 'UNSUPPORTED',
      checks: verdict.checks.map((check) => (check.detail === null ? check : { ...check, passed: false })),
    };
  }
  const failed = verdict.checks.filter(({ passed }) => !passed);
  if (!verdict.proof || verdict.support < 1 || failed.some(({ name }) => name !== 'QUOTE')) return verdict;
  return {
    ...verdict,
    status: 'SUPPORTED',
    checks: verdict.checks.map((check) => (check.name === 'QUOTE' ? { ...check, passed: true, detail: null } : check)),
  };
}

function textOf({ passage, start, end }: Place): string {
  return passage.text.slice(start - passage.sourceSpan.start, end - passage.sourceSpan.start);
}

/**
 * The shortest join that supports the claim, and more of it than its nearest sentence does: one that adds nothing only
 * makes a short quote longer.
 */
function joinedSupport(claim: string, near: readonly Candidate[], index: PassageIndex): VerifiedClaim | undefined {
  const joins = near.slice(0, sentencesJoined).flatMap((candidate) => {
    const { support } = verify(claim, placeOf(candidate, claim, index));
    return joinsOf(candidate, index).map((place) => ({ place, support }));
  });
  for (const { place, support } of joins.sort(
    (left, right) => left.place.end - left.place.start - (right.place.end - right.place.start),
  )) {
    const verdict = verify(claim, place);
    if (verdict.status === 'SUPPORTED' && verdict.support > support) return verdict;
  }
  return undefined;
}

/**
 * Stretches of two and three neighbours in one paragraph. Rows and items are never stitched: each speaks of another
 * thing.
 */
function joinsOf(candidate: Candidate, index: PassageIndex): Place[] {
  const all = index.around(candidate);
  const found: Place[] = [];
  for (let size = 2; size <= longestJoin; size += 1) {
    for (
      let first = Math.max(0, candidate.ordinal - size + 1);
      first <= candidate.ordinal && first + size <= all.length;
      first += 1
    ) {
      const spans = all.slice(first, first + size).map(({ sourceSpan }) => sourceSpan);
      const place = {
        passage: candidate.passage,
        start: Math.min(...spans.map(({ start }) => start)),
        end: Math.max(...spans.map(({ end }) => end)),
      };
      if (place.end - place.start <= longestQuote && !textOf(place).includes('\n')) found.push(place);
    }
  }
  return found;
}

const clauseMark = /[,;]?\s+(?:and|und|et|y|e|en|i|и)\s+|;\s+/u;
/** What one clause says of all of them: cut off from it, the others would say something else. */
const spansClauses =
  /\b(?:not|no|never|none|neither|nor|only|unless|except|without|if|when|must|may|all|every|each|both)\b|n['’]t\b/i;

/** Whether each clause of a claim with several figures is supported by a sentence alone. */
function clausesHold(claim: string, index: PassageIndex): boolean {
  const clauses = claim.split(clauseMark);
  if (clauses.length < 2 || spansClauses.test(claim) || clauses.some((clause) => !/\d/.test(clause))) return false;
  return clauses.every((clause) =>
    index.near(clause).some((candidate) => verify(clause, placeOf(candidate, clause, index)).status === 'SUPPORTED'),
  );
}

/** Passages overlap: the same place is told once. */
function distinct(verdicts: readonly VerifiedClaim[]): VerifiedClaim[] {
  const seen = new Set<string>();
  return verdicts.filter(({ proof }) => {
    const place = proof ? `${proof.passage.versionId} ${proof.sourceSpan.start} ${proof.sourceSpan.end}` : '';
    return !seen.has(place) && seen.add(place);
  });
}

function passedOf({ checks }: VerifiedClaim): number {
  return checks.filter(({ passed }) => passed).length;
}

/** Finds the sentences of some passages that speak of what a claim speaks of. */
interface PassageIndex {
  /** Best first; none that shares no content word with the claim. */
  near(claim: string): readonly Candidate[];
  /** All sentences of the passage that it stands in, in reading order. */
  around(candidate: Candidate): readonly Candidate[];
}

/**
 * Sentences are cut in these passages alone: cutting 2.5 million characters takes 7 s, weighing their words less than
 * one.
 */
const passagesRead = 8;
const sentencesKept = 6;
/**
 * A figure or a name tells more of what is meant than a word; title, headings and the sentence before tell less than
 * the sentence.
 */
const figureWorth = 2;
const nameWorth = 1.5;
const contextWorth = 0.3;
const capitalised = /(?<=[\p{L}\d,;:)"'’] )\p{Lu}[\p{L}\d-]*/gu;

/** Content words by their first letters, as the coverage check has them, weighed by how few passages have them. */
export function indexPassages(passages: readonly Passage[]): PassageIndex {
  const holders = new Map<string, number[]>();
  for (const [position, passage] of passages.entries()) {
    for (const stem of contentStems([passage.documentTitle, ...passage.sectionPath, passage.text].join(' '))) {
      const known = holders.get(stem);
      if (known) known.push(position);
      else holders.set(stem, [position]);
    }
  }
  const cut = new Map<number, readonly CutSentence[]>();
  const sentencesIn = (position: number) => {
    const known = cut.get(position) ?? cutPassage(passages[position]);
    cut.set(position, known);
    return known;
  };
  return {
    near(claim) {
      const weights = weigh(claim, (stem) =>
        Math.log(1 + passages.length / Math.max(1, holders.get(stem)?.length ?? 0)),
      );
      const scores = new Map<number, number>();
      for (const [stem, weight] of weights)
        for (const position of holders.get(stem) ?? []) scores.set(position, (scores.get(position) ?? 0) + weight);
      const best = [...scores].sort((left, right) => right[1] - left[1] || left[0] - right[0]).slice(0, passagesRead);
      return best
        .flatMap(([position]) => sentencesIn(position))
        .map((sentence) => ({
          sentence,
          score: massOf(weights, sentence.stems) + contextWorth * massOf(weights, sentence.around),
        }))
        .filter(({ sentence }) => massOf(weights, sentence.stems) > 0)
        .sort((left, right) => right.score - left.score)
        .slice(0, sentencesKept)
        .map(({ sentence }) => sentence.candidate);
    },
    around: ({ passage }) => sentencesIn(passages.indexOf(passage)).map(({ candidate }) => candidate),
  };
}

interface CutSentence {
  readonly candidate: Candidate;
  readonly stems: ReadonlySet<string>;
  /** Of the context, without its own. */
  readonly around: ReadonlySet<string>;
}

function cutPassage(passage: Passage | undefined): CutSentence[] {
  return (passage ? candidatesOf(passage) : []).map((candidate) => {
    const stems = contentStems(candidate.text);
    return {
      candidate,
      stems,
      around: new Set([...contentStems(candidate.context)].filter((stem) => !stems.has(stem))),
    };
  });
}

function weigh(claim: string, rarity: (stem: string) => number): Map<string, number> {
  const names = contentStems([...claim.matchAll(capitalised)].map(([name]) => name).join(' '));
  return new Map(
    [...contentStems(claim)].map((stem): [string, number] => [
      stem,
      rarity(stem) * (/\d/.test(stem) ? figureWorth : names.has(stem) ? nameWorth : 1),
    ]),
  );
}

function massOf(weights: ReadonlyMap<string, number>, stems: ReadonlySet<string>): number {
  let mass = 0;
  for (const [stem, weight] of weights) if (stems.has(stem)) mass += weight;
  return mass;
}
