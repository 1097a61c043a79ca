import type { ResponseAssessment } from '../calls/views.ts';
import { compareTexts } from '../compare-texts.ts';
import { coursesOf, type AssessmentInCourse, type Course } from './response-course.ts';

export type InCourse = AssessmentInCourse<ResponseAssessment>;

/** One course of a subject; several courses are distinguished by case and baseline. */
export interface SubjectCourse {
  readonly subject: string;
  /** "01-701-1015", "01-701-1015 · case 4102", "01-701-1015 · case 4102, baseline 2", "01-701-1015 · baseline 2, not compared". */
  readonly label: string;
  readonly course: readonly InCourse[];
}

/**
 * The courses of each subject in order; subjects ordered by code units. Assessments without a subject ('') are compared with nothing,
 * because they may belong to several people.
 */
export function coursesBySubject(assessments: readonly ResponseAssessment[]): readonly SubjectCourse[] {
  return [...Map.groupBy(assessments, ({ subject }) => subject)]
    .sort(([left], [right]) => compareTexts(left, right))
    .flatMap(([subject, own]) => {
      if (subject === '') return [{ subject, label: '', course: own.flatMap((one) => coursesOf([one])).flatMap((one) => one.assessments) }];
      const courses = coursesOf(own);
      return courses.map((course) => ({ subject, label: labelOf(subject, course, courses), course: course.assessments }));
    });
}

/** What distinguishes a course from the others of its subject; null if there is only one. */
export function courseName(
  { caseId, ordinal, isOneOfSeveral, assessments }: Course<ResponseAssessment>,
  all: readonly Course<ResponseAssessment>[],
): string | null {
  const isOneCase = all.every((other) => other.caseId === caseId);
  const parts = [
    ...(isOneCase ? [] : [caseId === null ? 'no case' : `case ${caseId}`]),
    ...(isOneOfSeveral ? [`baseline ${String(ordinal)}`] : []),
    ...(assessments.some(({ isOfEitherBaseline }) => isOfEitherBaseline) ? ['not compared'] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

function labelOf(subject: string, course: Course<ResponseAssessment>, all: readonly Course<ResponseAssessment>[]): string {
  const name = courseName(course, all);
  return name === null ? subject : `${subject} · ${name}`;
}
