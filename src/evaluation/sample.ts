import { createRandom, groupBy, shuffled } from '../stats.ts';

/** `limit` items in their own order, each type with its share (at least one while there is room), drawn by `seed`. */
export function sampleByType<Item extends { readonly type: string }>(
  items: readonly Item[],
  limit: number,
  seed: number,
): Item[] {
  if (limit >= items.length) return [...items];
  const random = createRandom(seed);
  const byType = groupBy(items, ({ type }) => type);
  const strata = [...byType.values()].map((members) => ({ members, quota: (limit * members.length) / items.length }));
  const counts = apportion(
    strata.map(({ quota }) => quota),
    limit,
  );
  const drawn = new Set(strata.flatMap(({ members }, index) => shuffled(members, random).slice(0, counts[index])));
  return items.filter((item) => drawn.has(item));
}

/**
 * Whole numbers near the quotas that add up to `total`: one for everybody while there is room, the rest by largest
 * remainder.
 */
export function apportion(quotas: readonly number[], total: number): number[] {
  const counts = quotas.map((quota) => Math.floor(quota));
  const byNeed = () =>
    quotas
      .map((quota, index) => ({ index, need: quota - (counts[index] ?? 0) + (counts[index] === 0 ? 1 : 0) }))
      .sort((left, right) => right.need - left.need || left.index - right.index);
  for (let left = total - counts.reduce((sum, count) => sum + count, 0); left > 0; left -= 1) {
    const neediest = byNeed()[0];
    if (neediest) counts[neediest.index] = (counts[neediest.index] ?? 0) + 1;
  }
  return counts;
}
