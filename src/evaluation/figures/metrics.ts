/** Share of the relevant ones among the first `k`. Null without relevant ones. */
export function recallAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  if (relevant.size === 0) return null;
  return retrieved.slice(0, k).filter((id) => relevant.has(id)).length / relevant.size;
}

/**
 * Whether all relevant ones are among the first `k`, as 1 or 0: a question that joins facts is lost when one is
 * missing. Null without relevant ones.
 */
export function allAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  const recall = recallAt(k, retrieved, relevant);
  return recall === null ? null : Number(recall === 1);
}

/** 1 over the rank of the first relevant one, 0 when there is none. Null without relevant ones. */
export function reciprocalRank(retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  if (relevant.size === 0) return null;
  const index = retrieved.findIndex((id) => relevant.has(id));
  return index === -1 ? 0 : 1 / (index + 1);
}

/**
 * Normalised discounted cumulative gain with binary relevance (Järvelin and Kekäläinen 2002). Null without relevant
 * ones.
 */
export function ndcgAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  return gradedNdcgAt(k, retrieved, new Map([...relevant].map((id) => [id, 1])));
}

/**
 * The same with grades above 0: the gain is the grade itself, as in trec_eval (and so in BEIR's pytrec_eval), and not
 * 2^grade - 1. Null without relevant ones.
 */
export function gradedNdcgAt(
  k: number,
  retrieved: readonly string[],
  grades: ReadonlyMap<string, number>,
): number | null {
  if (grades.size === 0) return null;
  const discounted = (gains: readonly number[]) =>
    gains.slice(0, k).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
  const ideal = [...grades.values()].sort((left, right) => right - left);
  return discounted(retrieved.map((id) => grades.get(id) ?? 0)) / discounted(ideal);
}

/** `part / whole`, or null when the whole is empty. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
