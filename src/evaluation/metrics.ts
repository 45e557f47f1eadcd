/** Area under the ROC curve: how often a positive scores above a negative, ties counted half. Null when one side is empty. */
export function auroc(positives: readonly number[], negatives: readonly number[]): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  const all = [...positives.map((score) => ({ score, positive: true })), ...negatives.map((score) => ({ score, positive: false }))];
  all.sort((left, right) => left.score - right.score);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]?.score === all[start]?.score) end += 1;
    // Equal scores share the middle of their ranks (Mann-Whitney).
    const tied = all.slice(start, end).filter(({ positive }) => positive).length;
    rankSum += tied * ((start + 1 + end) / 2);
    start = end;
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}

/** Share of the relevant ones among the first `k`. Null without relevant ones. */
export function recallAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  if (relevant.size === 0) return null;
  return retrieved.slice(0, k).filter((id) => relevant.has(id)).length / relevant.size;
}

/** Whether all relevant ones are among the first `k`, as 1 or 0: a question that joins facts is lost when one is missing. Null without relevant ones. */
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

/** Normalised discounted cumulative gain with binary relevance (Järvelin and Kekäläinen 2002). Null without relevant ones. */
export function ndcgAt(k: number, retrieved: readonly string[], relevant: ReadonlySet<string>): number | null {
  if (relevant.size === 0) return null;
  const discount = (index: number) => 1 / Math.log2(index + 2);
  const gain = retrieved.slice(0, k).reduce((sum, id, index) => sum + (relevant.has(id) ? discount(index) : 0), 0);
  const ideal = Array.from({ length: Math.min(k, relevant.size) }, (_, index) => discount(index)).reduce((sum, value) => sum + value, 0);
  return gain / ideal;
}

/** The mean of what is there; null when nothing is. */
export function mean(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length;
}

/** The value at or below which `share` of the values lie (nearest rank). Null when there are none. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** `part / whole`, or null when the whole is empty. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

const z95 = 1.959964;

/** Wilson's 95 % interval of a share. Null when the whole is empty. */
export function wilson(part: number, whole: number): readonly [low: number, high: number] | null {
  if (whole === 0) return null;
  const share = part / whole;
  const centre = share + (z95 * z95) / (2 * whole);
  const spread = z95 * Math.sqrt((share * (1 - share)) / whole + (z95 * z95) / (4 * whole * whole));
  const scale = 1 + (z95 * z95) / whole;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** A forecast and what came true. */
export interface Forecast {
  /** 0..1. */
  readonly probability: number;
  readonly happened: boolean;
}

/** Expected calibration error over bins of equal mass. Null without forecasts. */
export function calibrationError(forecasts: readonly Forecast[], bins = 15): number | null {
  if (forecasts.length === 0) return null;
  const sorted = forecasts.toSorted((left, right) => left.probability - right.probability);
  let error = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const inBin = sorted.slice(Math.floor((bin * sorted.length) / bins), Math.floor(((bin + 1) * sorted.length) / bins));
    const said = mean(inBin.map(({ probability }) => probability)) ?? 0;
    const seen = mean(inBin.map(({ happened }) => Number(happened))) ?? 0;
    error += (inBin.length / sorted.length) * Math.abs(said - seen);
  }
  return error;
}

/** Mean squared distance of forecast and truth. Null without forecasts. */
export function brier(forecasts: readonly Forecast[]): number | null {
  return mean(forecasts.map(({ probability, happened }) => (probability - Number(happened)) ** 2));
}
