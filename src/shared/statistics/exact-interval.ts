/** A proportion with its interval; all between 0 and 1. */
export interface ShareInterval {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Bisection steps on an interval of length 1, beyond the precision of a double. */
const halvings = 60;

/**
 * The exact two-sided interval of a binomial proportion (Clopper and Pearson, Biometrika 26, 1934). At its lower end the probability of as
 * many successes or more is half of `1 - level`; at its upper end that of as many or fewer is. Null if there are no trials.
 */
export function exactInterval(successes: number, of: number, level = 0.95): ShareInterval | null {
  if (of === 0) return null;
  const tail = (1 - level) / 2;
  return {
    share: successes / of,
    low: successes === 0 ? 0 : shareWhere((share) => atLeast(successes, of, share) < tail),
    high: successes === of ? 1 : shareWhere((share) => 1 - atLeast(successes + 1, of, share) > tail),
  };
}

/** The share up to which a condition holds, given that it holds from 0. */
function shareWhere(holds: (share: number) => boolean): number {
  let [from, to] = [0, 1];
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** The probability of `successes` or more. Sums the smaller tail, so that small probabilities keep their precision. */
function atLeast(successes: number, of: number, share: number): number {
  if (share <= 0) return successes === 0 ? 1 : 0;
  if (share >= 1) return 1;
  if (successes > of * share) return sumOfTerms(successes, of, { of, share });
  return 1 - sumOfTerms(0, successes - 1, { of, share });
}

function sumOfTerms(from: number, to: number, { of, share }: { readonly of: number; readonly share: number }): number {
  let sum = 0;
  for (let successes = from; successes <= to; successes++)
    sum += Math.exp(logBinomial(of, successes) + successes * Math.log(share) + (of - successes) * Math.log1p(-share));
  return sum;
}

/** The logarithm of the binomial coefficient. */
function logBinomial(of: number, chosen: number): number {
  return logFactorial(of) - logFactorial(chosen) - logFactorial(of - chosen);
}

const factorials = [0];

function logFactorial(of: number): number {
  for (let next = factorials.length; next <= of; next++) factorials.push((factorials[next - 1] ?? 0) + Math.log(next));
  return factorials[of] ?? 0;
}
