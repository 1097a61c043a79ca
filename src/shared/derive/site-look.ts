import type { SiteGroup, SubjectWork } from './site-work.ts';

/** What is looked at. */
export const siteLookKinds = ['digits', 'spread', 'repeats', 'late', 'weekends'] as const;
export type SiteLookKind = (typeof siteLookKinds)[number];

/** One look at one site, beside all other sites that can be looked at in the same way. */
export interface SiteLook {
  readonly site: string;
  readonly kind: SiteLookKind;
  /** Null: of all labs and vital signs. */
  readonly group: SiteGroup | null;
  /** The unit of last digits as sent, where the group's are in several. */
  readonly unit: string | null;
  readonly subjects: readonly string[];
  /** Last digits; pairs of successive numbers; records that are old enough; days with records. */
  readonly records: number;
  /** Of these, those that are meant; for `spread` the site's spread as a multiple of what is usual. */
  readonly share: number;
  readonly others: number;
  /** The digits that are more frequent than elsewhere, of `digits`. */
  readonly digits: readonly number[];
  /** The chance that so many subjects, drawn from all, differ as much, adjusted for the number of looks (Holm). */
  readonly chance: number;
  readonly isAsked: boolean;
}

/** Subjects with what is measured of them, and how a set of them differs from the others. */
export interface Compared {
  readonly kind: SiteLookKind;
  readonly group: SiteGroup | null;
  readonly unit: string | null;
  readonly subjects: readonly string[];
  /** By subject. */
  readonly records: readonly number[];
  /** How sets of a size are compared. */
  readonly comparing: (size: number) => Comparing;
}

export interface Comparing {
  /** The larger, the more does the set of the first `size` places differ from the others in the way that is asked about. */
  readonly measure: (places: Int32Array) => number;
  readonly shown: (own: readonly number[]) => Pick<SiteLook, 'share' | 'others' | 'digits'>;
}

export type Sited = readonly (readonly [subject: string, work: SubjectWork])[];

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
