import type { SubjectCourse } from '../../shared/derive/subject-courses.ts';
import { bestReportedResponse, withinWindow, type ResponseCode } from '../../shared/derive/response-course.ts';

/** The best response that was signed after the baseline, up to and including the first progression; null where none was. */
export function bestReported({ course }: SubjectCourse): ResponseCode | null {
  const assessments = course.map(({ assessment }) => assessment);
  return bestReportedResponse(withinWindow(assessments, 'to-progression').map(({ code }) => code));
}
