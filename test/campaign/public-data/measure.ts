import type { Mirrored } from './mirrored.ts';
import type { PublicService } from './service.ts';
import type { PublicStudy } from './studies.ts';

/** The input of a measure. */
export interface Measured {
  /** The folder of public data. */
  readonly folder: string;
  readonly studies: readonly PublicStudy[];
  readonly mirrored: Mirrored;
  /** The service of the studies. */
  readonly service: PublicService;
}

/** One comparison of Carrel's results with those of others. */
export interface Measure {
  readonly name: string;
  take(measured: Measured): Promise<Outcome>;
}

export interface Outcome {
  readonly figures: Readonly<Record<string, number | string>>;
  /** Missed targets, one sentence each. */
  readonly failures: readonly string[];
}

/** A share in words: `46 of 47 (97.9 %)`. */
export function share(part: number, whole: number): string {
  return `${part} of ${whole} (${whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)} %)`;
}

/** Counts of equal texts, the most frequent first: `ALB 12, BUN 3`. */
export function tally(texts: readonly string[], most = 20): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
  const reported = sorted.slice(0, most).map(([text, count]) => `${text} ${count}`);
  return sorted.length > most ? `${reported.join(', ')} and ${sorted.length - most} more` : reported.join(', ');
}
