import { z } from 'zod';
import { notchOf, type Figure } from './figures.ts';

const measuredSchema = z.object({
  /** The median of the rounds' ratios. */
  ratio: z.number().positive(),
  /** Half the width of the notch around it. */
  spread: z.number().nonnegative(),
});

/** What each ratio was when it was last recorded, by part and name (`budget.json`). */
export const budgetSchema = z.record(z.string(), z.record(z.string(), measuredSchema));
export type Budget = z.infer<typeof budgetSchema>;

/** A smaller difference is never called worse, however small the spread happens to be. */
const leastRegression = 0.05;
/** The regression that a run should be able to show. */
const wantedRegression = 0.1;

/** How the ratios of a run compare to the budget, in sentences. */
export interface Comparison {
  /** Ratios that are worse by more than the spread of both measurements, and recorded ratios of a measured part that are missing. */
  readonly worse: readonly string[];
  /** Ratios whose spread would hide a regression of 10 %. */
  readonly unclear: readonly string[];
}

/**
 * Compares ratios only: milliseconds and megabytes differ from machine to machine. What could not be measured here is left out, and so are
 * parts that were not measured.
 */
export function compareTo(budget: Budget, figures: readonly Figure[]): Comparison {
  const parts = new Set(figures.map(({ part }) => part));
  const [worse, unclear]: [string[], string[]] = [[], []];
  for (const [part, ratios] of Object.entries(budget)) {
    if (!parts.has(part)) continue;
    for (const [what, { ratio, spread }] of Object.entries(ratios)) {
      const name = `${part}, ${what}`;
      const figure = figures.find((one) => one.part === part && one.what === what);
      if (figure === undefined) {
        worse.push(`${name}: was not measured under this name`);
        continue;
      }
      const { value, rounds = [] } = figure;
      if (Number.isNaN(value)) continue;
      const notch = notchOf(rounds);
      const hidden = (spread + notch) / ratio;
      if (value - ratio > Math.max(spread + notch, leastRegression * ratio))
        worse.push(`${name}: ${described(value, notch)}, the budget is ${described(ratio, spread)}`);
      else if (hidden > wantedRegression)
        unclear.push(`${name}: ${described(value, notch)}, a regression of ${String(Math.round(100 * hidden))} % would not show`);
    }
  }
  return { worse, unclear };
}

/** The budget with the ratios of a run in place of what it had for its parts. What could not be measured here stays as it was. */
export function recordedIn(budget: Budget, figures: readonly Figure[]): Budget {
  const next: Budget = { ...budget };
  for (const part of new Set(figures.map((one) => one.part))) {
    const ratios = figures.filter(
      (one) => one.part === part && one.unit === '×' && (one.rounds ?? []).length > 1 && !Number.isNaN(one.value),
    );
    if (ratios.length === 0) continue;
    const missing = figures.filter((one) => one.part === part && Number.isNaN(one.value)).map(({ what }) => what);
    next[part] = {
      ...Object.fromEntries(Object.entries(budget[part] ?? {}).filter(([what]) => missing.includes(what))),
      ...Object.fromEntries(
        ratios.map(({ what, value, rounds = [] }) => [what, { ratio: rounded(value), spread: rounded(notchOf(rounds)) }]),
      ),
    };
  }
  return next;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function described(ratio: number, spread: number): string {
  return `${ratio.toFixed(2)} × ± ${spread.toFixed(2)}`;
}
