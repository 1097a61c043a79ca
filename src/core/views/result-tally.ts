/** Datasets whose records are results of tests, each at a visit. */
export type TestDataset = 'labs' | 'vitals';

/** A subject's results at one visit; dates in milliseconds of local time, read as if it were UTC. */
export interface VisitTally {
  /** Null if no visit was sent. */
  readonly visit: string | null;
  readonly records: number;
  /** Results outside their own range. */
  readonly outside: number;
  /** The earliest and the latest of the dates plausible for a record. */
  readonly first: number | null;
  readonly last: number | null;
  /** Records whose date is before 1990 or after the pass that brought it; not included in `first` and `last`. */
  readonly implausible: number;
}

/** A subject's results of one test with one combination of shared cells, which contains the unit and the test's code. */
export interface TestTally {
  readonly test: string;
  readonly shared: number;
  readonly records: number;
  /** Results that are numbers. */
  readonly numbers: number;
}

export interface SubjectTally {
  /** Null for records without a subject; there may be two such entries if some records have an empty name. */
  readonly subject: string | null;
  readonly visits: readonly VisitTally[];
  readonly tests: readonly TestTally[];
}

/** How many results each subject has, by visit and by test: the source of the overview, the coverage and the lists of tests. */
export type ResultTally = Readonly<Record<TestDataset, readonly SubjectTally[]>>;

/** Returns the tallies of these subjects; null for all subjects and records without a subject. */
export function talliesOf(tally: readonly SubjectTally[], subjects: readonly string[] | null): readonly SubjectTally[] {
  if (subjects === null) return tally;
  const asked = new Set<string | null>(subjects);
  return tally.filter(({ subject }) => asked.has(subject));
}

export function recordsIn({ visits }: SubjectTally): number {
  return visits.reduce((sum, { records }) => sum + records, 0);
}
