/** P(D > gap) of the Kolmogorov-Smirnov statistic at an effective size (n m / (n + m) for two samples), by the series with Stephens' correction (1970). */
export function kolmogorovTail(gap: number, size: number): number {
  const root = Math.sqrt(size);
  const lambda = (root + 0.12 + 0.11 / root) * gap;
  // Below, the series does not converge, and the tail is 1 to six digits.
  if (lambda < 0.3) return 1;
  let tail = 0;
  for (let term = 1; term <= 100; term += 1) tail += 2 * (-1) ** (term - 1) * Math.exp(-2 * term ** 2 * lambda ** 2);
  return Math.min(1, Math.max(0, tail));
}
