/** Datasets whose records are results of tests, each at a visit. */
export type TestDataset = 'labs' | 'vitals';

/** A subject's results at one visit; dates in milliseconds of the wall clock as if it were UTC. */
export interface VisitTally {
  /** Null where none was sent. */
  readonly visit: string | null;
  readonly records: number;
  /** Of those that lie outside their own range. */
  readonly outside: number;
  /** Of the dates that can be those of a record. */
  readonly first: number | null;
  readonly last: number | null;
  /** Records whose date lies before 1990 or after the pass that brought it: no part of `first` and `last`. */
  readonly implausible: number;
}

/** A subject's results of one test with one combination of shared cells, which has the unit and the test's code. */
export interface TestTally {
  readonly test: string;
  readonly shared: number;
  readonly records: number;
  /** Of those that are numbers. */
  readonly numbers: number;
}

export interface SubjectTally {
  /** Null: records that name none; there may be two of these, where some have an empty name. */
  readonly subject: string | null;
  readonly visits: readonly VisitTally[];
  readonly tests: readonly TestTally[];
}

/** How many results each subject has, by visit and by test: what overview, coverage and the lists of tests are added up from. */
export type ResultTally = Readonly<Record<TestDataset, readonly SubjectTally[]>>;

/** The tallies of these subjects; null: of everybody, and of records that name nobody. */
export function talliesOf(tally: readonly SubjectTally[], subjects: readonly string[] | null): readonly SubjectTally[] {
  if (subjects === null) return tally;
  const asked = new Set<string | null>(subjects);
  return tally.filter(({ subject }) => asked.has(subject));
}

export function recordsIn({ visits }: SubjectTally): number {
  return visits.reduce((sum, { records }) => sum + records, 0);
}
