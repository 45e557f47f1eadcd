import type { HitFact } from '../hitFacts.ts';
import type { Passage } from '../passage.ts';
import type { ArmHit } from './fuse.ts';

/** By chunk id: which hits say the same. */
type Groups = ReadonlyMap<string, Pick<HitFact, 'group'>>;

/** An arm never gives more: one text that stands in 480 documents has had its turn. */
const mostAsked = 480;
const growth = 4;

interface ArmAnswer {
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

type Scored = Pick<Passage, 'documentId' | 'score'>;

/** Three of ten: a fact with its neighbours, and room for three documents at least. */
export const mostOfOneDocument = 3;
/**
 * A passage is comparable to one that it takes the place of when it scores at least this share of it: a judgement, not
 * a measurement.
 */
const comparableFrom = 0.6;

/**
 * The first `count` of some passages, but with no more than three of one document while others have comparable ones:
 * what one document says at length must not push out the second document that a question of several parts needs. The
 * worst surplus passage goes first. Order stays as it was.
 * @param passages best first
 */
export function diversify<Item extends Scored>(passages: readonly Item[], count: number): Item[] {
  const chosen = new Set(passages.slice(0, count));
  const held = countDocuments([...chosen]);
  const reserve = new Set(passages.slice(count));
  for (const surplus of [...chosen].reverse()) {
    if ((held.get(surplus.documentId) ?? 0) <= mostOfOneDocument) continue;
    const other = [...reserve].find((each) => (held.get(each.documentId) ?? 0) < mostOfOneDocument);
    if (!other || other.score < comparableFrom * surplus.score) continue;
    chosen.delete(surplus);
    chosen.add(other);
    reserve.delete(other);
    held.set(surplus.documentId, (held.get(surplus.documentId) ?? 0) - 1);
    held.set(other.documentId, (held.get(other.documentId) ?? 0) + 1);
  }
  return passages.filter((passage) => chosen.has(passage));
}

function countDocuments(passages: readonly Scored[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { documentId } of passages) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  return counts;
}
