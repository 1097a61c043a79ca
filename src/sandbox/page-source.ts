import { writeBundle, type Search } from './bundle.ts';
import { onlyRecord, type Dataset } from './data/dataset.ts';
import { BUILDERS, type DatasetName } from './data/datasets.ts';
import { openStudy, type StudyData } from './data/study-data.ts';
import type { SandboxOptions } from './options.ts';
import { planPage } from './page-plan.ts';

/** Writes pages of the studies at one revision. */
export interface PageSource {
  /** The body of a page, or `null` for a page after the last. */
  body(search: Search, name: DatasetName, page: number): Buffer | null;
}

const SEARCHES: readonly (readonly [DatasetName, Search['resource'], string | null])[] = [
  ['subjects', 'Group', null],
  ['medications', 'MedicationStatement', null],
  ['labs', 'Observation', 'laboratory'],
  ['vitals', 'Observation', 'vital-signs'],
  ['responses', 'DiagnosticReport', null],
];

/** Opens studies and datasets when they are first asked for; a page is written anew each time. */
export function openPages(options: SandboxOptions, revision: number): PageSource {
  const studies = new Map<string, StudyData>();
  const datasets = new Map<string, Dataset>();
  const dataset = (number: string, name: DatasetName): Dataset => {
    const study = memoized(studies, number, () => openStudy(number, { ...options, revision }));
    return memoized(datasets, `${number}/${name}`, () => BUILDERS[name](study));
  };
  return {
    body(search, name, page) {
      const all = dataset(search.study, name);
      const data = search.id === null ? all : onlyRecord(all, search.id);
      const plan = planPage(data.total, options.pageSize, page);
      return plan === null ? null : Buffer.from(writeBundle(search, plan, data.records(plan.from, plan.to)));
    },
  };
}

/** Writes every page of every study now, for this base address; afterwards only looks them up. */
export function pregenerate(source: PageSource, studies: readonly string[], baseUrl: string): PageSource {
  const bodies = new Map<string, Buffer>();
  for (const study of studies) {
    for (const [name, resource, category] of SEARCHES) {
      const search: Search = { baseUrl, resource, study, category, id: null };
      for (let page = 1, body = source.body(search, name, 1); body !== null; body = source.body(search, name, ++page)) {
        bodies.set(`${study}/${name}/${page}`, body);
      }
    }
  }
  return {
    body(search, name, page) {
      if (search.baseUrl !== baseUrl || search.id !== null) return source.body(search, name, page);
      return bodies.get(`${search.study}/${name}/${page}`) ?? null;
    },
  };
}

function memoized<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
