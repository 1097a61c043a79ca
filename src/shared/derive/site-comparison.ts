import type { SiteGroup, SubjectWork } from './site-work.ts';

/** What sites are compared by. */
export const siteComparisonKinds = ['digits', 'spread', 'repeats', 'late', 'weekends'] as const;
export type SiteComparisonKind = (typeof siteComparisonKinds)[number];

/** A comparison of one site with all other sites that can be compared in the same way. */
export interface SiteComparison {
  readonly site: string;
  readonly kind: SiteComparisonKind;
  /** Null: all labs and vital signs. */
  readonly group: SiteGroup | null;
  /** For last digits: the unit as sent, if the group's results come in several. */
  readonly unit: string | null;
  readonly subjects: readonly string[];
  /** Number of last digits, of pairs of successive numbers, of records old enough, or of days with records. */
  readonly records: number;
  /** The share of these with the property; for `spread`, the site's spread as a multiple of the usual one. */
  readonly share: number;
  readonly others: number;
  /** For `digits`: the digits that are more frequent than elsewhere. */
  readonly digits: readonly number[];
  /** The chance that as many subjects, drawn from all, differ as much, adjusted for the number of comparisons (Holm). */
  readonly chance: number;
  readonly isAsked: boolean;
}

/** Subjects with their measurements, and how a set of them differs from the others. */
export interface Compared {
  readonly kind: SiteComparisonKind;
  readonly group: SiteGroup | null;
  readonly unit: string | null;
  readonly subjects: readonly string[];
  /** By subject. */
  readonly records: readonly number[];
  /** How sets of a given size are compared. */
  readonly comparing: (size: number) => Comparing;
}

export interface Comparing {
  /** How much the set of the first `size` indexes differs from the others in the tested way; larger means more. */
  readonly measure: (places: Int32Array) => number;
  readonly shown: (own: readonly number[]) => Pick<SiteComparison, 'share' | 'others' | 'digits'>;
}

export type Sited = readonly (readonly [subject: string, work: SubjectWork])[];

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
