/**
 * The bias of the logarithm of a variance: ψ(ν/2) − ln(ν/2) with ν degrees of freedom (Bartlett and Kendall, Supplement to the Journal of
 * the Royal Statistical Society 8, 1946). Below 0.
 */
export function logVarianceBias(freedom: number): number {
  return digamma(freedom / 2) - Math.log(freedom / 2);
}

/**
 * Degrees of freedom of half the mean square of successive differences of `values` numbers: those of the variance with the same standard
 * error (von Neumann, Kent, Bellinson and Hart, Annals of Mathematical Statistics 12, 1941).
 */
export function successiveFreedom(values: number): number {
  return (2 * (values - 1) ** 2) / (3 * values - 4);
}

/** From this value on, the series below is exact to the digits of a double. */
const far = 12;

/** ψ by its recurrence and asymptotic series (Abramowitz and Stegun 6.3.5 and 6.3.18), for numbers above 0. */
export function digamma(of: number): number {
  let [at, sum] = [of, 0];
  for (; at < far; at++) sum -= 1 / at;
  const square = 1 / (at * at);
  const series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square * (1 / 132)))));
  return sum + Math.log(at) - 1 / (2 * at) - series;
}
