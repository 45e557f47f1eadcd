import type { Passage } from '../passage.ts';

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
