import type { ResponseAssessment, TestResult } from '../../../../src/shared/calls/views.ts';

export function day(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** A lab result of 2025-09-12 with the given fields replaced; `date` sets both `collected` and `at`. */
export function result(more: Partial<TestResult> & { readonly date?: string }): TestResult {
  const { date = '2025-09-12', ...cells } = more;
  const value = cells.value === undefined ? 24 : cells.value;
  return {
    key: `${cells.test ?? 'ALT'}-${date}`,
    subject: '0012',
    test: 'ALT',
    code: 'ALT',
    visit: null,
    collected: date,
    at: day(date),
    value,
    comparator: null,
    bound: null,
    result: value === null ? null : String(value),
    unit: 'U/L',
    flag: null,
    low: null,
    high: null,
    carriedForward: false,
    gradeLow: null,
    gradeHigh: null,
    notGraded: null,
    ...cells,
  };
}

/** An assessment of case 7 with a target sum in mm. */
export function assessment(date: string | null, sum: number | null, more: Partial<ResponseAssessment> = {}): ResponseAssessment {
  return {
    key: `a-${String(date)}`,
    subject: '0012',
    caseId: '7',
    assessment: null,
    timepoint: null,
    assessed: date,
    at: date === null ? null : day(date),
    span: date === null ? null : { from: day(date), to: day(date) + 86_400_000 },
    implausible: null,
    isBaseline: false,
    sum,
    lesions: null,
    conclusion: null,
    code: null,
    sent: { baseline: null, previous: null, nadir: null },
    notDerivedBecause: null,
    ...more,
  };
}

/** The visit dates of a six-month course. */
export const visitDates = [
  '2025-09-03',
  '2025-09-12',
  '2025-10-03',
  '2025-10-24',
  '2025-11-14',
  '2025-12-05',
  '2026-01-05',
  '2026-02-02',
  '2026-03-02',
];
