import type { SubjectCourse } from '../../shared/derive/subject-courses.ts';
import { bestReportedResponse, withinWindow, type ResponseCode } from '../../shared/derive/response-course.ts';

/** Returns the best response signed after the baseline, up to and including the first progression; null if there is none. */
export function bestReported({ course }: SubjectCourse): ResponseCode | null {
  const assessments = course.map(({ assessment }) => assessment);
  return bestReportedResponse(withinWindow(assessments, 'to-progression').map(({ code }) => code));
}
