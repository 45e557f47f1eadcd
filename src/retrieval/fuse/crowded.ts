import type { ArmHit } from './fuse.ts';
import type { HitFact } from '../hitFacts.ts';

/** By chunk id: which hits say the same. */
type Groups = ReadonlyMap<string, Pick<HitFact, 'group'>>;

/** An arm never gives more: one text that stands in 480 documents has had its turn. */
const mostAsked = 480;
const growth = 4;

export interface ArmAnswer {
  readonly hits: readonly ArmHit[];
  /** How many hits it was asked for. */
  readonly asked: number;
}

/** How many texts an arm is to give, whatever copies it finds: half of what the settings ask for, and a whole page. */
export function wantedTexts(candidates: number, topK: number): number {
  return Math.max(Math.ceil(candidates / 2), Math.min(candidates, topK));
}

/**
 * What to ask an arm for when copies of a few texts fill it; null when it has enough, or all there is. Asked again and
 * not asked for more from the start: copies that matter are rare, and an arm's time grows with what it returns.
 */
export function widerLimit({ hits, asked }: ArmAnswer, facts: Groups, wanted: number): number | null {
  const texts = new Set(hits.map((hit) => textOf(hit, facts))).size;
  const full = hits.length >= asked && asked < mostAsked;
  return full && texts < hits.length && texts < wanted ? Math.min(mostAsked, asked * growth) : null;
}

/** The hits up to the last of the first `count` texts: what a wider search brought beyond them was not asked for. */
export function firstTexts(hits: readonly ArmHit[], facts: Groups, count: number): readonly ArmHit[] {
  const seen = new Set<string>();
  const end = hits.findIndex((hit) => seen.add(textOf(hit, facts)).size > count);
  return end === -1 ? hits : hits.slice(0, end);
}

function textOf({ chunkId }: ArmHit, facts: Groups): string {
  return facts.get(chunkId)?.group ?? chunkId;
}
