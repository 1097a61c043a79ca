import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { mostPivotTests } from '../pivot.ts';
import { selectionSchema, sortSchema } from '../query.ts';
import { ctcaeVersions } from '../terms/term-kinds.ts';

const study = z.string().min(1).max(128);
const count = z.int().min(0);
/** The subject filter; null: all subjects. */
const subjects = z.array(z.string().max(256)).max(200_000).nullable();
/** Milliseconds of the wall clock as if it were UTC; null where a date is missing or cannot be read. */
const at = z.number().nullable();

/** One dataset in the overview. Dates as sent; null where no record has one that can be read and can be its own. */
const datasetOverview = z.strictObject({
  dataset: z.enum(datasetNames),
  /** False: it was never mirrored, so nothing is known of it. */
  mirrored: z.boolean(),
  records: count,
  /** Subjects that have records in it; of the subjects dataset: the members of the Group. */
  subjects: count,
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** Records whose date lies before 1990 or after the pass: no first or last one. Without `history`. */
  implausible: count,
  /** Medications that started before 1990, but not before 1920: no first one either, and no mistake. */
  history: count,
});

const overview = z.strictObject({
  generation: count,
  /** All subjects that are known: members of the Group, and those that records name. */
  subjects: count,
  datasets: z.array(datasetOverview),
});

/** A subject with results after its last response assessment; dates in milliseconds of the wall clock as if it were UTC. */
const waitingSubject = z.strictObject({
  subject: z.string(),
  /** Of a partial date the last moment that it may mean. Null: it has no assessment with a date. */
  assessed: at,
  lastLab: at,
  lastVital: at,
  /** Whole days from the day of the assessment to that of the last result; null without an assessment. */
  days: count.nullable(),
});
export type WaitingSubject = z.output<typeof waitingSubject>;

const byTestDataset = z.strictObject({ labs: count, vitals: count });

/** How many records a subject has at each visit: `visits` and `subjects` are named once, cells by their places. */
const coverage = z.strictObject({
  generation: count,
  /** In the order that somebody decided on, else in which most subjects have them, which is ours; `day`: the median of how many days after a subject's first record its first one at the visit is. */
  visits: z.array(z.strictObject({ visit: z.string(), subjects: count, day: z.number().nullable() })),
  subjects: z.array(z.string()),
  /** `first`, `last`: of the dates that can be those of a record. */
  cells: z.array(
    z.strictObject({ subject: count, visit: count, records: count, labs: count, vitals: count, outside: count, first: at, last: at }),
  ),
  /** Planned visits without records of a subject that has later ones, where most who were due have some (`derive/visit-gaps`). */
  gaps: z.array(z.strictObject({ subject: count, visit: count })),
  /** How many subjects of the study are asked for, and who of them has none of the records that are counted. */
  members: count,
  without: z.array(z.string()),
  /** Records without a visit, or that name no subject; beneath, each kind by dataset. */
  unscheduled: count,
  withoutVisit: byTestDataset,
  nameless: byTestDataset,
});

/** One response assessment, as charts and checks need it; sums and changes in mm. */
const responseAssessment = z.strictObject({
  key: z.string(),
  subject: z.string(),
  caseId: z.string().nullable(),
  assessment: z.string().nullable(),
  timepoint: z.number().nullable(),
  assessed: z.string().nullable(),
  /** Of a date to the day or the minute that can be one, by its local parts; null for a partial, missing or impossible one. */
  at,
  /** All that the date may mean, in milliseconds of the wall clock: a partial one is a month or a year. Null where it says nothing. */
  span: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  /** Why the date says nothing although it is one; null for every other. */
  implausible: z.enum(['before-1990', 'after-pass']).nullable(),
  isBaseline: z.boolean(),
  /** Null where there is no target sum in mm by RECIST 1.1. */
  sum: z.number().nullable(),
  /** Labels of the lesions that the sum is made of, in order; null where none is named. */
  lesions: z.array(z.string()).nullable(),
  conclusion: z.string().nullable(),
  /** RSSTRESC; null where the conclusion is none. */
  code: z.string().nullable(),
  /** The changes that the service sent. */
  sent: z.strictObject({ baseline: z.number().nullable(), previous: z.number().nullable(), nadir: z.number().nullable() }),
  notDerivedBecause: z.string().nullable(),
});
export type ResponseAssessment = z.output<typeof responseAssessment>;

const number = z.number().nullable();
const text = z.string().nullable();
const grade = z.int().min(0).max(4).nullable();
/** One result of a test, as trends, shifts and the subject's page need it. */
const testResult = z.strictObject({
  key: z.string(),
  subject: z.string(),
  test: z.string(),
  /** LBTESTCD or VSTESTCD; null where the reviewed lists have none. */
  code: text,
  visit: text,
  collected: text,
  at,
  /** The number as sent, in `unit`; null for texts. */
  value: number,
  /** Of a result that is only known to lie beyond a bound: its sign and the bound, in `unit`. */
  comparator: z.enum(['<', '<=', '>', '>=']).nullable(),
  bound: number,
  /** As received. */
  result: text,
  unit: text,
  flag: z.enum(['LOW', 'NORMAL', 'HIGH']).nullable(),
  /** Limits of its own range; null where there is none. */
  low: number,
  high: number,
  /** It repeats an earlier measurement, and is kept out of trends and baselines. */
  carriedForward: z.boolean(),
  /** CTCAE grade in each direction, as the record's columns have it; null where that direction has none. */
  gradeLow: grade,
  gradeHigh: grade,
  /** Why it has no grade although its test is graded; null for every other. */
  notGraded: text,
});
export type TestResult = z.output<typeof testResult>;

/** A test of a dataset, with the units that it comes in; the most frequent first. */
const testSummary = z.strictObject({
  test: z.string(),
  code: text,
  records: count,
  /** Of those that are numbers. */
  numbers: count,
  subjects: count,
  units: z.array(z.strictObject({ unit: text, records: count })),
});
export type TestSummary = z.output<typeof testSummary>;

const testDataset = z.enum(['labs', 'vitals']);

/** One subject at one visit on one day; `cells` in the order of the tests asked for, null where there is no result. */
const pivotRow = z.strictObject({
  subject: z.string(),
  visit: text,
  /** The calendar day of its results as written; a date that is partial or cannot be read as sent, null without one. Rows of a subject come in the order of `at`. */
  collected: text,
  at,
  cells: z.array(
    z
      .strictObject({
        result: text,
        value: number,
        unit: text,
        flag: z.enum(['LOW', 'NORMAL', 'HIGH']).nullable(),
        /** The one shown is the last by time; `all`: where there are several, all of them by time. */
        results: count,
        all: z.array(z.strictObject({ key: z.string(), result: text })),
        key: z.string(),
      })
      .nullable(),
  ),
});

/** A test as a column of that table; `shared/pivot.ts` says what each part is. */
const pivotTest = z.strictObject({ test: z.string(), code: text, unit: text, units: count });
export type PivotRow = z.output<typeof pivotRow>;

export const viewCalls = {
  /**
   * One row a subject, visit and day of the selected results of the tests, each of which is in exactly one cell; `of` rows of `subjects`
   * subjects with `results` results in all, of which `several` cells have more than one; `undated` rows are of results without a date. Sorted by `subject`, `visit`, `collected` and the names that `pivotNames` gives the tests. USAGE for a
   * selection of another dataset than labs and vitals.
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
  /** The subjects that have rows in a selection, by their characters; null: every subject that any dataset names. */
  'subjects.list': {
    host: 'reader',
    input: z.strictObject({ study, selection: selectionSchema.nullable() }),
    output: z.strictObject({ generation: count, subjects: z.array(z.string()) }),
  },
  /** The tests that these subjects have results of; the most frequent first. */
  'tests.list': {
    host: 'reader',
    input: z.strictObject({ study, dataset: testDataset, subjects }),
    output: z.strictObject({ generation: count, tests: z.array(testSummary) }),
  },
  /** Results of these tests (null: of all), by subject and date; `of`: how many there are, of which `limit` come at most; `ctcae`: what they are graded by. */
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
  /** Subjects whose last lab or vital sign is later than their last signed response assessment, or who have none; the longest wait first. */
  'overview.waiting': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: count, subjects: z.array(waitingSubject) }),
  },
  /** The visits of labs and vital signs in the order of `coverage.read`, unscheduled ones at the end; `choices`: with how many subjects have results there. */
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
  /** Every assessment of the subjects, by subject and date. */
  'responses.assessments': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: count, assessments: z.array(responseAssessment) }),
  },
} as const;
