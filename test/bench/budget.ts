import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Figure } from './figures.ts';

/** The most that each ratio may be, by part and what it is: what was measured last, and what the noise of a machine adds. */
const budgetSchema = z.record(z.string(), z.record(z.string(), z.number().positive()));

/**
 * What of `budget.json` was not kept: ratios that got worse, and those of a measured part that are not there any more. Milliseconds and
 * megabytes differ from machine to machine and are not judged; nor is what could not be measured here.
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
