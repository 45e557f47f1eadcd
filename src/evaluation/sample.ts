import { groupBy } from './groupBy.ts';

/** Pseudo-random numbers in [0, 1) that are the same for the same seed on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A shuffled copy (Fisher-Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as Item, copy[last] as Item];
  }
  return copy;
}

/** `limit` items in their own order, each type with its share (at least one while there is room), drawn by `seed`. */
export function sampleByType<Item extends { readonly type: string }>(items: readonly Item[], limit: number, seed: number): Item[] {
  if (limit >= items.length) return [...items];
  const random = createRandom(seed);
  const byType = groupBy(items, ({ type }) => type);
  const strata = [...byType.values()].map((members) => ({ members, quota: (limit * members.length) / items.length }));
  const counts = apportion(strata.map(({ quota }) => quota), limit);
  const drawn = new Set(strata.flatMap(({ members }, index) => shuffled(members, random).slice(0, counts[index])));
  return items.filter((item) => drawn.has(item));
}

/** Whole numbers near the quotas that add up to `total`: one for everybody while there is room, the rest by largest remainder. */
export function apportion(quotas: readonly number[], total: number): number[] {
  const counts = quotas.map((quota) => Math.floor(quota));
  const byNeed = () => quotas
    .map((quota, index) => ({ index, need: quota - (counts[index] ?? 0) + (counts[index] === 0 ? 1 : 0) }))
    .sort((left, right) => right.need - left.need || left.index - right.index);
  for (let left = total - counts.reduce((sum, count) => sum + count, 0); left > 0; left -= 1) {
    const neediest = byNeed()[0];
    if (neediest) counts[neediest.index] = (counts[neediest.index] ?? 0) + 1;
  }
  return counts;
}
