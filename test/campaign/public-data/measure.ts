import type { Mirrored } from './mirrored.ts';
import type { PublicService } from './service.ts';
import type { PublicStudy } from './studies.ts';

/** What a measure has to go by. */
export interface Measured {
  /** The folder of public data. */
  readonly folder: string;
  readonly studies: readonly PublicStudy[];
  readonly mirrored: Mirrored;
  /** That serves the studies. */
  readonly service: PublicService;
}

/** One comparison of what Carrel worked out with what others did. */
export interface Measure {
  readonly name: string;
  take(measured: Measured): Promise<Outcome>;
}

export interface Outcome {
  readonly figures: Readonly<Record<string, number | string>>;
  /** Targets that were missed, a sentence each. */
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
