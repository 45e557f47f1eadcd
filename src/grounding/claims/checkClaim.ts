import type { Passage } from '../../retrieval/passage.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import { type Candidate, candidatesOf } from '../sentences/candidates.ts';
import type { ClaimStatus } from '../claim.ts';
import { checked, type VerifiedClaim } from './verifyClaim.ts';

/** What the passages say about a claim. */
export interface ClaimVerdict {
  readonly status: ClaimStatus;
  /**
   * The quotes that decide the status, best first; for an unsupported claim, the closest one. Empty if no sentence
   * shares a word with the claim.
   */
  readonly evidence: readonly VerifiedClaim[];
}

const quotesGiven = 3;
/** Only adjacent sentences are joined into one quote: at most this many, from this many starting points. */
const longestJoin = 3;
const sentencesJoined = 3;
const longestQuote = 700;

/**
 * Verifies a claim against the sentences closest to it. If none supports it alone, neighbours are joined into one
 * quote. A supporting quote decides; otherwise a contradicting one does. A joined quote never contradicts, because a
 * negation may belong to its other half. It supports only a claim in its own words, or one whose every clause single
 * sentences also support: "the small one costs 11" must not be assembled from two prices.
 */
export function checkClaim(claim: string, index: PassageIndex): ClaimVerdict {
  const near = index.near(claim);
  const alone = near.map((candidate) => verify(claim, placeOf(candidate, claim, index)));
  const supporting = alone.filter((verdict) => verdict.status === 'SUPPORTED');
  if (supporting.length > 0) return { status: 'SUPPORTED', evidence: distinct(supporting).slice(0, quotesGiven) };
  const contradicting = alone.filter((verdict) => verdict.status === 'CONTRADICTED');
  const joined = joinedSupport(claim, near, index);
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

/** A span of a passage, by its position in the version. */
interface Place {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
}

const pronounFirst = /^(?:it|its|they|their|he|his|she|her)\b/i;

/**
 * The sentence, together with the one before if it begins with a pronoun that refers to it. "She trained in Bern" alone
 * would prove it of anyone.
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
  return placeText(whole).includes('\n') || end - whole.start > longestQuote ? alone : whole;
}

/**
 * Verifies against whole sentences. A sentence too short for a quote proves a claim if it has every word of the claim.
 */
function verify(claim: string, place: Place): VerifiedClaim {
  const verdict = checked({ text: claim, chunkId: place.passage.chunkId, quote: placeText(place) }, [place.passage]);
  const failed = verdict.checks.filter(({ passed }) => !passed);
  if (!verdict.proof || verdict.support < 1 || failed.some(({ name }) => name !== 'QUOTE')) return verdict;
  return {
    ...verdict,
    status: 'SUPPORTED',
    checks: verdict.checks.map((check) => (check.name === 'QUOTE' ? { ...check, passed: true, detail: null } : check)),
  };
}

function placeText({ passage, start, end }: Place): string {
  return passage.text.slice(start - passage.sourceSpan.start, end - passage.sourceSpan.start);
}

/**
 * The shortest joined quote that supports the claim, with more support than its nearest sentence alone. A join that
 * adds nothing would only make a short quote longer.
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
    if (verdict.status !== 'SUPPORTED' || verdict.support <= support) continue;
    if (verdict.wording === 'VERBATIM' || clausesHold(claim, index)) return verdict;
  }
  return undefined;
}

/**
 * Spans of two and three adjacent sentences in one paragraph. Rows and items are never joined, because each is about
 * another thing.
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
      if (place.end - place.start <= longestQuote && !placeText(place).includes('\n')) found.push(place);
    }
  }
  return found;
}

const clauseMark = /[,;]?\s+(?:and|und|et|y|e|en|i|и)\s+|;\s+/u;
/** Words that apply to all clauses. A clause that is cut off from them says something else. */
const spansClauses =
  /\b(?:not|no|never|none|neither|nor|only|unless|except|without|if|when|must|may|all|every|each|both)\b|n['’]t\b/i;

/**
 * Whether single sentences support each of several clauses. A clause without a digit must be a sentence word for word:
 * its subject alone, "the small box", is in many.
 */
function clausesHold(claim: string, index: PassageIndex): boolean {
  const clauses = claim.split(clauseMark);
  if (clauses.length < 2 || spansClauses.test(claim)) return false;
  return clauses.every((clause) =>
    index.near(clause).some((candidate) => {
      const { status, wording } = verify(clause, placeOf(candidate, clause, index));
      return status === 'SUPPORTED' && (wording === 'VERBATIM' || /\d/.test(clause));
    }),
  );
}

/** Passages overlap, so the same place is kept only once. */
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

/** Finds the sentences of some passages that are about the same as a claim. */
interface PassageIndex {
  /** Best first; without those that share no content word with the claim. */
  near(claim: string): readonly Candidate[];
  /** All sentences of the candidate's passage, in reading order. */
  around(candidate: Candidate): readonly Candidate[];
}

/**
 * Only these passages are cut into sentences: cutting 2.5 million characters takes 7 s; weighting their words takes
 * less than 1 s.
 */
const passagesRead = 8;
const sentencesKept = 6;
/**
 * A number or a name says more about what is meant than a word does. Title, headings and the previous sentence say less
 * than the sentence itself.
 */
const figureWorth = 2;
const nameWorth = 1.5;
const contextWorth = 0.3;
const capitalised = /(?<=[\p{L}\d,;:)"'’] )\p{Lu}[\p{L}\d-]*/gu;

/** Indexes passages by stems as in the coverage check, weighted by how few passages contain them. */
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
  /** Stems of the context that the sentence itself does not have. */
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
