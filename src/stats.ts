/** Items grouped by key, in order of first appearance. (`Map.groupBy` requires Node 21.) */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Index of the first of some ascending numbers that is `least` or more; their count if none is. By binary search. */
export function firstFrom(ascending: ArrayLike<number>, least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pseudo-random numbers in [0, 1). The same seed gives the same numbers on every machine (mulberry32). */
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

/** The mean of the values that are not null; null if there are none. */
export function mean(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length;
}

/** The smallest value that at least `share` of the values do not exceed (nearest rank). Null if there are no values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

interface BootstrapOptions<Item> {
  /**
   * Items of one family are drawn together: their outcomes depend on each other, and drawing them individually would
   * make the interval too narrow.
   */
  readonly familyOf: (item: Item) => string;
  readonly seed: number;
  /** Default 1,000. */
  readonly times?: number;
}

/**
 * The 95 % percentile interval of a statistic (Efron 1979; cluster bootstrap, Field and Welsh 2007). Families are drawn
 * with replacement, as many as there are. Draws for which the statistic is null are left out; the result is null if all
 * are.
 */
export function bootstrapInterval<Item>(
  items: readonly Item[],
  statistic: (drawn: readonly Item[]) => number | null,
  { familyOf, seed, times = 1000 }: BootstrapOptions<Item>,
): readonly [low: number, high: number] | null {
  const families = [...groupBy(items, familyOf).values()];
  const random = createRandom(seed);
  const draw = () => {
    const drawn: Item[] = [];
    for (let left = families.length; left > 0; left -= 1)
      drawn.push(...(families[Math.floor(random() * families.length)] ?? []));
    return drawn;
  };
  const values = Array.from({ length: times }, () => statistic(draw())).filter((value) => value !== null);
  const [low, high] = [percentile(values, 0.025), percentile(values, 0.975)];
  return low === null || high === null ? null : [low, high];
}

interface Rate {
  /** @param at milliseconds */
  note(done: number, at: number): void;
  /** Units a second lately; 0 while too little is known. */
  perSecond(): number;
}

/** What was done within this time says how fast it goes on. */
const recentMillis = 10_000;
/** A rate over less says little. */
const leastMillis = 1_000;
/** Of slow units, so many count, however long they took. */
const leastNotes = 3;

/** The rate of a task over its last seconds, without its first unit: that may have waited a minute for a model. */
export function createRate(): Rate {
  const notes: { readonly done: number; readonly at: number }[] = [];
  return {
    note: (done, at) => {
      if (done === 0 || notes.at(-1)?.done === done) return;
      notes.push({ done, at });
      while (notes.length > leastNotes && at - (notes[1]?.at ?? at) >= recentMillis) notes.shift();
    },
    perSecond: () => {
      const [first, last] = [notes[0], notes.at(-1)];
      if (!first || !last || last.at - first.at < leastMillis) return 0;
      return ((last.done - first.done) * 1_000) / (last.at - first.at);
    },
  };
}
