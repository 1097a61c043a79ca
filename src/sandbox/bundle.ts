import type { RecordText } from './data/dataset.ts';
import { writeJson, type Json } from './json.ts';
import type { PagePlan } from './page-plan.ts';
import { DATA_PATH, type Resource } from './route.ts';
import { structure } from './structure.ts';

/** The search that a Bundle answers. */
export interface Search {
  readonly baseUrl: string;
  readonly resource: Resource;
  readonly study: string;
  /** Observations only. */
  readonly category: string | null;
  /** The record that a fullUrl asks for; `null` for all. */
  readonly id: string | null;
}

/** Writes the searchset Bundle of one page (spec 2). */
export function writeBundle(search: Search, plan: PagePlan, records: readonly RecordText[]): string {
  const head = writeJson({
    resourceType: 'Bundle',
    identifier: { system: structure('IDB.Protocol'), value: search.study },
    type: 'searchset',
    total: plan.total,
    link: links(search, plan),
  });
  const all = searchUrl(search, search.resource);
  const entries = records.map(({ id, json }) => {
    // A Group's fullUrl carries no _Id.
    const fullUrl = id === null ? all : `${all}&_Id=${encodeURIComponent(id)}`;
    return `{"fullUrl":${JSON.stringify(fullUrl)},"resource":${json}}`;
  });
  return `${head.slice(0, -1)},"entry":[${entries.join(',')}]}`;
}

/** `next` is missing on the last page; the others are always there. */
export function links(search: Search, plan: PagePlan): readonly Json[] {
  const targets: (readonly [string, number])[] = [
    ['self', plan.page],
    ['first', 1],
    ['last', plan.pages],
  ];
  if (plan.page < plan.pages) targets.push(['next', plan.page + 1]);
  const filter = search.id === null ? '' : `&_Id=${encodeURIComponent(search.id)}`;
  return targets.map(([relation, page], i) => ({
    relation,
    url: `${searchUrl(search, spelling(search.resource, plan.page + i))}${filter}&page=${page}`,
  }));
}

/** `observation` and `group` appear in both letter cases in the returned links (spec 4.2); which one varies by link and page. */
function spelling(resource: Resource, n: number): string {
  const bothCases = resource === 'Observation' || resource === 'Group';
  return bothCases && n % 2 === 1 ? resource.toLowerCase() : resource;
}

function searchUrl(search: Search, name: string): string {
  const category = search.category === null ? '' : `&category=${search.category}`;
  return `${search.baseUrl}${DATA_PATH}${name}?researchstudy=${encodeURIComponent(search.study)}${category}`;
}
