import type { Passage } from '../../retrieval/passage.ts';
import { candidatesOf, type Candidate } from '../sentences/candidates.ts';
import { contentStems } from '../checks/coverage.ts';

/** Finds the sentences of some passages that speak of what a claim speaks of. */
export interface PassageIndex {
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
