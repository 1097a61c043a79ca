import { errorAnswer, JSON_TYPE, type SandboxAnswer, type SandboxRequest } from './answer.ts';
import { refuseStudy } from './authorize.ts';
import type { PageSource } from './page-source.ts';
import { pageNumber } from './page-plan.ts';
import { datasetOf, type Resource } from './route.ts';

/** Answers a search of one resource type (spec 4); the caller is known by now. `instead`: the page that is sent whichever was asked for. */
export function answerSearch(
  request: SandboxRequest,
  resource: Resource,
  granted: readonly string[],
  pages: PageSource,
  instead?: number,
): SandboxAnswer {
  if (request.method !== 'GET') return errorAnswer(405, 'method_not_allowed', 'Every search is a GET.');
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const [study, ...further] = query.getAll('researchstudy');
  if (study === undefined || study === '' || further.length > 0) {
    return errorAnswer(400, 'missing_researchstudy', 'The parameter researchstudy is required, once.');
  }
  const category = resource === 'Observation' ? query.getAll('category').join() : null;
  const name = datasetOf(resource, category);
  if (name === null) return errorAnswer(400, 'unknown_category', 'The parameter category is required: laboratory or vital-signs.');
  const page = pageNumber(query.getAll('page'));
  if (page === null) return errorAnswer(400, 'bad_page', 'The parameter page is a whole number from 1 on.');
  const refused = refuseStudy(study, granted);
  if (refused !== null) return refused;
  const body = pages.body({ baseUrl: request.baseUrl, resource, study, category, id: query.get('_Id') }, name, instead ?? page);
  if (body === null) return errorAnswer(404, 'no_such_page', 'The search has no page of that number.');
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body };
}
