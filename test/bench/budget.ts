import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Figure } from './figures.ts';

/** The limit of each ratio, by part and name: what was measured last, plus a margin for the noise of a machine. */
const budgetSchema = z.record(z.string(), z.record(z.string(), z.number().positive()));

/**
 * Violations of `budget.json`: ratios that got worse, and ratios of a measured part that are missing. Milliseconds and megabytes differ
 * from machine to machine and are not judged, nor is what could not be measured here.
 */
export function overBudget(figures: readonly Figure[]): readonly string[] {
  const budget = budgetSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')));
  const parts = new Set(figures.map(({ part }) => part));
  return Object.entries(budget)
    .filter(([part]) => parts.has(part))
    .flatMap(([part, ratios]) => Object.entries(ratios).flatMap(([what, atMost]) => judge(figures, part, what, atMost)));
}

function judge(figures: readonly Figure[], part: string, what: string, atMost: number): readonly string[] {
  const value = figures.find((one) => one.part === part && one.what === what)?.value;
  if (value === undefined) return [`${part}, ${what}: was not measured under this name`];
  return value > atMost ? [`${part}, ${what}: ${value.toFixed(2)} ×, the budget is ${String(atMost)} ×`] : [];
}
