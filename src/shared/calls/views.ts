import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { mostPivotTests } from '../pivot.ts';
import { selectionSchema, sortSchema } from '../query.ts';
import { ctcaeVersions } from '../terms/term-kinds.ts';
import { subjectFilterSchema } from '../subject-schema.ts';

const study = z.string().min(1).max(128);
const count = z.int().min(0);
/** The subject filter; null for all subjects. */
const subjects = subjectFilterSchema;
/** Milliseconds of wall-clock time as if it were UTC; null if a date is missing or cannot be read. */
const at = z.number().nullable();

/** One dataset in the overview. Dates as sent; null if no record has a readable, plausible date. */
const datasetOverview = z.strictObject({
  dataset: z.enum(datasetNames),
  /** False: never mirrored, so nothing is known about it. */
  mirrored: z.boolean(),
  records: count,
  /** Subjects with records in it; for the subjects dataset: the members of the Group. */
  subjects: count,
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** Records dated before 1990 or after the pass; `first` and `last` ignore them. Without `history`. */
  implausible: count,
  /** Medications that started before 1990 but not before 1920: also ignored by `first`, but not an error. */
  history: count,
});

const overview = z.strictObject({
  generation: count,
  /** All known subjects: members of the Group, and those named by records. */
  subjects: count,
  datasets: z.array(datasetOverview),
});

/** A subject with results after its last response assessment. Dates in milliseconds of wall-clock time as if it were UTC. */
const waitingSubject = z.strictObject({
  subject: z.string(),
  /** For a partial date, the last moment it may mean. Null without a dated assessment. */
  assessed: at,
  lastLab: at,
  lastVital: at,
  /** Whole days from the day of the assessment to that of the last result; null without an assessment. */
  days: count.nullable(),
});
export type WaitingSubject = z.output<typeof waitingSubject>;

const byTestDataset = z.strictObject({ labs: count, vitals: count });

/** The number of records of each subject at each visit. `visits` and `subjects` are listed once; cells refer to them by index. */
const coverage = z.strictObject({
  generation: count,
  /**
   * In the order a person decided on, otherwise in the order derived by Carrel: that of most subjects. `day`: the median, over subjects, of
   * days from the first record to the first one at the visit.
   */
  visits: z.array(z.strictObject({ visit: z.string(), subjects: count, day: z.number().nullable() })),
  subjects: z.array(z.string()),
  /** `first`, `last`: among plausible dates. */
  cells: z.array(
    z.strictObject({ subject: count, visit: count, records: count, labs: count, vitals: count, outside: count, first: at, last: at }),
  ),
  /** Planned visits without records of a subject that has later ones, if most subjects that were due have some (`derive/visit-gaps`). */
  gaps: z.array(z.strictObject({ subject: count, visit: count })),
  /** Number of the study's subjects that were requested, and those without any counted record. */
  members: count,
  without: z.array(z.string()),
  /** Records without a visit, and records that name no subject; below, each kind by dataset. */
  unscheduled: count,
  withoutVisit: byTestDataset,
  nameless: byTestDataset,
});

/** One response assessment for charts and checks. Sums and changes in mm. */
const responseAssessment = z.strictObject({
  key: z.string(),
  subject: z.string(),
  caseId: z.string().nullable(),
  assessment: z.string().nullable(),
  timepoint: z.number().nullable(),
  assessed: z.string().nullable(),
  /** Of a plausible date with at least a day, by its local parts; null if it is partial, missing or impossible. */
  at,
  /** The time that the date may mean, in milliseconds of wall-clock time: a month or a year if partial. Null if it is unusable. */
  span: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  /** Why a valid date is not used; null for all others. */
  implausible: z.enum(['before-1990', 'after-pass']).nullable(),
  isBaseline: z.boolean(),
  /** Null without a RECIST 1.1 target sum in mm. */
  sum: z.number().nullable(),
  /** Labels of the lesions in the sum, in order; null if none is named. */
  lesions: z.array(z.string()).nullable(),
  conclusion: z.string().nullable(),
  /** RSSTRESC; null if the conclusion is not one. */
  code: z.string().nullable(),
  /** The changes that the service sent. */
  sent: z.strictObject({ baseline: z.number().nullable(), previous: z.number().nullable(), nadir: z.number().nullable() }),
  notDerivedBecause: z.string().nullable(),
});
export type ResponseAssessment = z.output<typeof responseAssessment>;

const number = z.number().nullable();
const text = z.string().nullable();
const grade = z.int().min(0).max(4).nullable();
/** One result of a test, for trends, shifts and the subject's page. */
const testResult = z.strictObject({
  key: z.string(),
  subject: z.string(),
  test: z.string(),
  /** LBTESTCD or VSTESTCD; null if the reviewed lists have none. */
  code: text,
  visit: text,
  collected: text,
  at,
  /** The number as sent, in `unit`; null for texts. */
  value: number,
  /** Of a result known only to be beyond a limit: the comparator and the limit, in `unit`. */
  comparator: z.enum(['<', '<=', '>', '>=']).nullable(),
  bound: number,
  /** As received. */
  result: text,
  unit: text,
  flag: z.enum(['LOW', 'NORMAL', 'HIGH']).nullable(),
  /** Limits of its own range; null if there is none. */
  low: number,
  high: number,
  /** It repeats an earlier measurement, and is left out of trends and baselines. */
  carriedForward: z.boolean(),
  /** CTCAE grade in each direction, as in the record's columns; null if that direction has none. */
  gradeLow: grade,
  gradeHigh: grade,
  /** Why a result of a graded test has no grade; null for all others. */
  notGraded: text,
});
export type TestResult = z.output<typeof testResult>;

/** A test of a dataset with its units, most frequent first. */
const testSummary = z.strictObject({
  test: z.string(),
  code: text,
  records: count,
  /** Records with a numeric result. */
  numbers: count,
  subjects: count,
  units: z.array(z.strictObject({ unit: text, records: count })),
});
export type TestSummary = z.output<typeof testSummary>;

const testDataset = z.enum(['labs', 'vitals']);

/** One subject at one visit on one day. `cells` in the order of the requested tests, null without a result. */
const pivotRow = z.strictObject({
  subject: z.string(),
  visit: text,
  /**
   * The calendar day of its results as written; a partial or unreadable date as sent; null without one. Rows of a subject are sorted by
   * `at`.
   */
  collected: text,
  at,
  cells: z.array(
    z
      .strictObject({
        result: text,
        value: number,
        unit: text,
        flag: z.enum(['LOW', 'NORMAL', 'HIGH']).nullable(),
        /** The cell shows the last result by time. `all`: if there are several, all of them by time. */
        results: count,
        all: z.array(z.strictObject({ key: z.string(), result: text })),
        key: z.string(),
      })
      .nullable(),
  ),
});

/** A test as a column of that table; see `PivotTest` in `shared/pivot.ts`. */
const pivotTest = z.strictObject({ test: z.string(), code: text, unit: text, units: count });
export type PivotRow = z.output<typeof pivotRow>;

export const viewCalls = {
  /**
   * One row per subject, visit and day of the selected results; each result is in exactly one cell. Counts: `of` rows, `subjects`,
   * `results`, `several` cells with more than one result, and `undated` rows of results without a date. Sorts by `subject`, `visit`,
   * `collected` and the test names from `pivotNames`. Throws USAGE for a dataset other than labs and vitals.
   */
  'pivot.read': {
    host: 'reader',
    input: z.strictObject({
      study,
      selection: selectionSchema,
      tests: z.array(z.string().max(4096)).min(1).max(mostPivotTests),
      sort: z.array(sortSchema).max(8),
      offset: z.int().min(0),
      limit: z.int().min(1).max(1000),
    }),
    output: z.strictObject({
      generation: count,
      of: count,
      subjects: count,
      results: count,
      several: count,
      undated: count,
      tests: z.array(pivotTest),
      rows: z.array(pivotRow),
    }),
  },
  /** The subjects with rows in a selection, ordered by code units; null: every subject named by any dataset. */
  'subjects.list': {
    host: 'reader',
    input: z.strictObject({ study, selection: selectionSchema.nullable() }),
    output: z.strictObject({ generation: count, subjects: z.array(z.string()) }),
  },
  /** The tests with results of these subjects, most frequent first. */
  'tests.list': {
    host: 'reader',
    input: z.strictObject({ study, dataset: testDataset, subjects }),
    output: z.strictObject({ generation: count, tests: z.array(testSummary) }),
  },
  /**
   * Results of these tests (null: all), by subject and date, at most `limit`; `of`: total number; `ctcae`: the version they are graded by.
   */
  'tests.results': {
    host: 'reader',
    input: z.strictObject({
      study,
      dataset: testDataset,
      tests: z.array(z.string().max(4096)).max(200).nullable(),
      subjects,
      limit: z.int().min(1).max(200_000),
    }),
    output: z.strictObject({ generation: count, ctcae: z.enum(ctcaeVersions), of: count, results: z.array(testResult) }),
  },
  'overview.read': { host: 'reader', input: z.strictObject({ study, subjects }), output: overview },
  /**
   * Subjects whose last lab result or vital sign is later than their last signed response assessment, or who have none; longest wait first.
   */
  'overview.waiting': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: count, subjects: z.array(waitingSubject) }),
  },
  /**
   * The visits of labs and vital signs in the order of `coverage.read`, unscheduled ones last. `choices`: with the number of subjects that
   * have results there.
   */
  'visits.list': {
    host: 'reader',
    input: z.strictObject({ study }),
    output: z.strictObject({
      generation: count,
      visits: z.array(z.string()),
      choices: z.array(z.strictObject({ visit: z.string(), labs: count, vitals: count })),
    }),
  },
  /** Medications carry no visit. */
  'coverage.read': {
    host: 'reader',
    input: z.strictObject({
      study,
      datasets: z
        .array(z.enum(['labs', 'vitals']))
        .min(1)
        .max(2),
      subjects,
    }),
    output: coverage,
  },
  /** All assessments of the subjects, by subject and date. */
  'responses.assessments': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: count, assessments: z.array(responseAssessment) }),
  },
} as const;
