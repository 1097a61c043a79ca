import { z } from 'zod';
import { liverDirections } from '../derive/hys-law.ts';
import { liverCodes } from '../derive/liver-screening.ts';
import { siteComparisonKinds } from '../derive/site-comparison.ts';
import { siteGroups } from '../derive/site-work.ts';
import { shiftCategories } from '../derive/subject-summary.ts';
import { anchorSchema } from '../protection-schemas.ts';
import { ctcaeVersions } from '../terms/term-kinds.ts';
import { subjectFilterSchema } from '../subject-schema.ts';

const study = z.string().min(1).max(128);
const count = z.int().min(0);
const subjects = subjectFilterSchema;
const test = z.string().max(4096);
const number = z.number().nullable();
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const side = z.literal([-1, 0, 1]);
/** `LeftOutRecords` */
const records = z.strictObject({ count, keys: list(z.string()) });
/** `NoPoints` */
const noPoints = { nameless: records, texts: records, carriedForward: records };

/** The anchor of the days; null for none, which leaves every subject without an anchor. */
const anchor = anchorSchema.nullable();

/** `SeriesPoint` */
const point = z.strictObject({
  ...{ weeks: z.number(), at: z.number(), day: z.int(), value: z.number(), beyond: side, flag: side.nullable() },
  grade: z.int().min(-4).max(4).nullable(),
});

/** `UnitConversion` */
const conversion = z.strictObject({
  from: z.string(),
  to: z.string(),
  factor: z.number(),
  offset: z.number(),
  source: z.string(),
});

/** `SubjectSeries` */
const subjectSeries = list(z.strictObject({ subject: z.string(), points: list(point) }));

/** `TestSeries` */
const testSeries = z.strictObject({
  unit: z.string(),
  series: subjectSeries,
  results: count,
  converted: list(z.strictObject({ by: conversion, results: count })),
  otherUnits: list(z.strictObject({ unit: z.string(), results: records })),
  apart: subjectSeries,
  range: z.strictObject({ low: number, high: number, results: count, of: count }).nullable(),
  severe: records,
  ungraded: records,
  otherCodes: records,
  undated: records,
  unanchored: list(z.string()),
  ofUnanchored: records,
});

/** `SeriesBin` */
const bin = z.strictObject({
  from: z.number(),
  weeks: z.number(),
  subjects: count,
  median: z.number(),
  lower: z.number(),
  upper: z.number(),
  least: z.number(),
  greatest: z.number(),
});

const pair = z.tuple([z.number(), z.number()]).readonly();

/** `Trends` */
const trends = z.strictObject({
  trends: list(
    z.strictObject({
      test: z.string(),
      of: testSeries,
      bins: list(bin),
      extent: z.strictObject({ weeks: pair, values: pair }).nullable(),
      outside: count,
      ranged: count,
      beyond: count,
      moved: z.strictObject({ subjects: count, percent: z.number() }).nullable(),
      clippedAt: number,
      clipped: count,
      ...noPoints,
    }),
  ),
  step: z.number(),
  subjects: count,
  results: count,
  whole: z.boolean(),
  late: z.strictObject({ day: z.int(), results: count, keys: list(z.string()).nullable(), isDrawn: z.boolean() }).nullable(),
});

const category = z.enum(shiftCategories);

/** `ShownValue` */
const shownValue = z.strictObject({ value: z.number(), unit: z.string(), beyond: side }).nullable();

/** `Shifts` */
const shifts = z.strictObject({
  test: z.string(),
  unit: z.string(),
  subjects: list(
    z.strictObject({
      subject: z.string(),
      baseline: category,
      worst: z.strictObject({ low: category, high: category }),
      values: z.strictObject({ baseline: shownValue, low: shownValue, high: shownValue }),
    }),
  ),
  otherUnits: records,
  bounds: count,
  otherCodes: records,
  undated: records,
  unanchored: list(z.string()),
  ofUnanchored: records,
  leftOut: z.strictObject(noPoints),
});

/** `LiverWindow` */
const liverWindow = z.strictObject({ withinDays: z.int().min(0).max(3650), direction: z.enum(liverDirections) });

/** `Peak` */
const peak = z.strictObject({ times: z.number(), beyond: side }).nullable();

/** `PeakResult` */
const peakResult = z
  .strictObject({ times: z.number(), beyond: side, code: z.enum(liverCodes), key: z.string(), day: z.int().nullable() })
  .nullable();

/** `LiverScreening` */
const screening = z.strictObject({
  window: liverWindow,
  subjects: list(
    z.strictObject({
      subject: z.string(),
      screen: z.strictObject({
        peakTransaminase: number,
        peakBilirubin: number,
        quadrant: z.enum(['below', 'transaminase', 'bilirubin', 'both']).nullable(),
        withinDays: z.boolean().nullable(),
        ratio: number,
        cholestasis: z.boolean().nullable(),
      }),
      atPeak: z.strictObject({ transaminase: peakResult, bilirubin: peakResult }),
      peaks: z.strictObject({ ALT: peak, AST: peak, BILI: peak, ALP: peak }),
    }),
  ),
  withoutLimit: records,
  otherCode: records,
  undated: records,
  leftOut: z.strictObject(noPoints),
  results: count,
});

const grade = z.int().min(0).max(4).nullable();

/** One test in one direction: the subjects with a graded result. */
const gradedTest = z.strictObject({
  /** LBTESTCD. */
  code: z.string(),
  direction: z.enum(['low', 'high']),
  /** CTCAE's term. */
  term: z.string(),
  subjects: list(
    z.strictObject({
      subject: z.string(),
      /** Of the last graded result on or before the anchor's day; null if there is none. */
      baseline: grade,
      /** The highest grade after it; null if there is none. */
      worst: grade,
      /** Key of the first result with that grade. */
      record: z.string().nullable(),
    }),
  ),
});

/** `SiteComparison`, and the records that it opens. */
const siteComparison = z.strictObject({
  site: z.string(),
  kind: z.enum(siteComparisonKinds),
  group: z.enum(siteGroups).nullable(),
  unit: z.string().nullable(),
  subjects: list(z.string()),
  records: count,
  share: z.number(),
  others: z.number(),
  digits: list(z.int()),
  chance: z.number(),
  isAsked: z.boolean(),
  opens: z.strictObject({
    dataset: z.enum(['labs', 'vitals']),
    /** Test codes; empty for any test. */
    codes: list(z.string()),
    /** The counted records, if they can be named; empty for all records of the subjects. */
    records,
  }),
});

/** Data of figures over many results, computed by the reader once per question and generation. */
export const resultFigureCalls = {
  /**
   * Tests over time. With very many results, only the greatest of each subject is returned. A few late results that would stretch the axis
   * are left out, unless the whole time is requested.
   */
  'results.trends': {
    host: 'reader',
    input: z.strictObject({
      study,
      dataset: z.enum(['labs', 'vitals']),
      tests: z.array(test).min(1).max(40),
      subjects,
      anchor,
      wholeTime: z.boolean().optional(),
    }),
    output: z.strictObject({ generation: count, trends }),
  },
  /** Shifts of one lab test from its baseline. */
  'results.shifts': {
    host: 'reader',
    input: z.strictObject({ study, test, subjects, anchor }),
    output: z.strictObject({ generation: count, shifts }),
  },
  /** The worst CTCAE grade of each subject after the anchor, by test and direction. */
  'results.grades': {
    host: 'reader',
    input: z.strictObject({ study, subjects, anchor }),
    output: z.strictObject({
      generation: count,
      version: z.enum(ctcaeVersions),
      tests: list(gradedTest),
      /** Results after the anchor without a grade in a direction in which their test is graded. */
      ungraded: records,
      undated: records,
      nameless: records,
      unanchored: list(z.string()),
      ofUnanchored: records,
    }),
  },
  /** ALT and AST against total bilirubin, with alkaline phosphatase. */
  'results.liver': {
    host: 'reader',
    input: z.strictObject({ study, subjects, window: liverWindow }),
    output: z.strictObject({
      generation: count,
      /** The tests of the screen, by their codes; empty if none has numeric results. */
      tests: list(z.strictObject({ test: z.string(), code: z.string() })),
      screening,
    }),
  },
  /** Comparisons of the study's sites: how sites were derived, and each comparison with the question it raises. */
  'results.sites': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({
      generation: count,
      /** `SitesFrom` */
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('part'), part: count, of: count }),
        z.strictObject({ kind: z.literal('prefix'), characters: count }),
        z.strictObject({ kind: z.literal('performer') }),
        z.strictObject({ kind: z.literal('none') }),
      ]),
      /** Sites of the requested subjects, and the first of them. */
      sites: count,
      example: z.string().nullable(),
      subjects: count,
      /** How many of these subjects have no site. */
      without: count,
      /** Empty with fewer than two sites. */
      looks: list(siteComparison),
      /** Comparisons for which sites have too few subjects or records. */
      tooFew: count,
      /** Whether the ledger holds changes of labs or vital signs. */
      isLedgerKnown: z.boolean(),
    }),
  },
  /** The default anchor of the days, null if there is none, and all subjects of the study, to show who has no anchor. */
  'anchors.default': {
    host: 'reader',
    input: z.strictObject({ study }),
    output: z.strictObject({ generation: count, anchor, subjects: z.array(z.string()) }),
  },
  /** The day that each subject's days are counted from, as days since 1970-01-01; subjects without one are omitted. */
  'subjects.anchors': {
    host: 'reader',
    input: z.strictObject({ study, anchor: anchorSchema }),
    output: z.strictObject({ generation: count, anchors: z.array(z.strictObject({ subject: z.string(), day: z.int() })) }),
  },
} as const;
