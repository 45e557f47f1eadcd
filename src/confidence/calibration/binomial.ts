/** P(Bin(n, rate) <= k), 0..1, by I_{1-rate}(n - k, k + 1). Does not sum n terms, so n may be 1e5. */
export function binomialTail(k: number, n: number, rate: number): number {
  if (k < 0) return 0;
  if (k >= n || rate <= 0) return 1;
  return rate >= 1 ? 0 : incompleteBeta(1 - rate, n - k, k + 1);
}

/**
 * The greatest rate that is consistent with `wrong` of `answered` at level `delta`: Beta^-1(1 - delta; wrong + 1,
 * answered - wrong), one-sided (Clopper and Pearson 1934). 1 if nothing was answered.
 */
export function upperBound(wrong: number, answered: number, delta: number): number {
  if (wrong >= answered) return 1;
  let [low, high] = [wrong / answered, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (binomialTail(wrong, answered, middle) > delta) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * I_x(a, b), the regularised incomplete beta function, by its continued fraction (Numerical Recipes 6.4). Relative
 * error about 1e-9 at a + b = 1e5.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges quickly only on this side; the other side is its mirror image.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Lentz's method as modified by Thompson and Barnett. It takes O(sqrt(max(a, b))) steps. */
function betaFraction(x: number, a: number, b: number): number {
  const away = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return fraction;
}

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Gamma(x) for x >= 1, by the approximation of Lanczos (g = 7, n = 9). */
function logGamma(x: number): number {
  const shifted = x - 1;
  const series = lanczos.reduce(
    (sum, coefficient, index) => sum + coefficient / (shifted + index + 1),
    0.99999999999980993,
  );
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series);
}
