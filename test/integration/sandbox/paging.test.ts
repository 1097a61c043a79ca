import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { links } from '../../../src/sandbox/bundle.ts';
import { planPage } from '../../../src/sandbox/page-plan.ts';
import { STRUCTURE_BASE } from '../../../src/sandbox/structure.ts';
import { DATA_PATH, DATASETS, keyOf, SEARCHES, searchPath, startService, STUDIES, walk, type Bundle, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ pageSize: 150, subjects: 20 });
});
afterAll(() => service.sandbox.close());

const EVERY_SET = STUDIES.flatMap((study) => DATASETS.map((dataset) => [study, dataset] as const));

describe.each(EVERY_SET)('%s %s', (study, dataset) => {
  test('the pages add up to the total and hold every record once', async () => {
    const pages = await walk(service, study, dataset);
    const entries = pages.flatMap(({ bundle }) => bundle.entry);
    const total = pages[0]?.bundle.total;
    expect(pages.every(({ bundle }) => bundle.total === total)).toBe(true);
    expect(entries.length).toBe(total);
    expect(new Set(entries.map(({ resource }) => keyOf(resource))).size).toBe(total);
    expect(pages.slice(0, -1).every(({ bundle }) => bundle.entry.length === 150)).toBe(true);
  });

  test('every bundle has its fields, links and fullUrls', async () => {
    const pages = await walk(service, study, dataset);
    pages.forEach(({ bundle }, i) => {
      expect(Object.keys(bundle)).toEqual(['resourceType', 'identifier', 'type', 'total', 'link', 'entry']);
      expect(bundle).toMatchObject({
        resourceType: 'Bundle',
        type: 'searchset',
        identifier: { system: `${STRUCTURE_BASE}#IDB.Protocol`, value: study },
      });
      expectLinks(bundle, study, dataset, i + 1, pages.length);
      expectFullUrls(bundle, study, dataset);
    });
  });
});

function expectLinks(bundle: Bundle, study: string, dataset: keyof typeof SEARCHES, page: number, pages: number): void {
  const relations = page < pages ? ['self', 'first', 'last', 'next'] : ['self', 'first', 'last'];
  expect(bundle.link.map(({ relation }) => relation)).toEqual(relations);
  const wanted = [page, 1, pages, page + 1];
  bundle.link.forEach(({ url }, i) => {
    const parsed = new URL(url);
    expect(parsed.origin).toBe(service.baseUrl);
    expect(parsed.pathname.toLowerCase()).toBe((DATA_PATH + SEARCHES[dataset].path).toLowerCase());
    expect(parsed.searchParams.get('researchstudy')).toBe(study);
    expect(parsed.searchParams.get('category')).toBe(SEARCHES[dataset].category);
    expect(parsed.searchParams.getAll('page')).toEqual([String(wanted[i])]);
  });
}

function expectFullUrls(bundle: Bundle, study: string, dataset: keyof typeof SEARCHES): void {
  for (const { fullUrl, resource } of bundle.entry) {
    const parsed = new URL(fullUrl);
    expect(parsed.pathname.toLowerCase()).toBe((DATA_PATH + SEARCHES[dataset].path).toLowerCase());
    expect(parsed.searchParams.get('researchstudy')).toBe(study);
    expect(parsed.searchParams.get('category')).toBe(SEARCHES[dataset].category);
    expect(parsed.searchParams.get('_Id')).toBe(dataset === 'subjects' ? null : keyOf(resource));
  }
}

test('observation and group appear in both letter cases in the returned links', async () => {
  for (const dataset of ['labs', 'vitals', 'subjects'] as const) {
    const urls = (await walk(service, '22-001', dataset)).flatMap(({ bundle }) => bundle.link.map(({ url }) => new URL(url).pathname));
    expect(new Set(urls.map((path) => path.slice(DATA_PATH.length))).size).toBe(2);
  }
});

test.each([
  'observation',
  'Observation',
  'group',
  'Group',
  'MedicationStatement',
  'medicationStatement',
  'DiagnosticReport',
  'diagnosticreport',
])('the path %s is answered', async (name) => {
  expect((await service.get(`${DATA_PATH}${name}?researchstudy=22-001&category=laboratory`)).status).toBe(200);
});

test('a page requested alone equals the same page of the walk', async () => {
  const pages = await walk(service, '22-001', 'labs');
  for (const page of [pages.length, 7, 1]) {
    expect(await (await service.get(searchPath('22-001', 'labs', page))).text()).toBe(pages[page - 1]?.text);
  }
});

test('a fullUrl finds its one record', async () => {
  const entry = (await walk(service, '23-014', 'vitals'))[2]?.bundle.entry[50];
  const answered = await fetch(entry?.fullUrl ?? '', { headers: service.headers });
  const bundle = (await answered.json()) as Bundle;
  expect([bundle.total, bundle.entry[0]?.resource]).toEqual([1, entry?.resource]);
});

test('an empty result has total 0, no entry and one page', async () => {
  const bundle = (await walk(service, '24-006', 'responses'))[0]?.bundle;
  expect([bundle?.total, bundle?.entry, bundle?.link.length]).toEqual([0, [], 3]);
});

test.each([
  [0, 10, 1, { page: 1, pages: 1, total: 0, from: 0, to: 0 }],
  [0, 10, 2, null],
  [20, 10, 2, { page: 2, pages: 2, total: 20, from: 10, to: 20 }],
  [21, 10, 3, { page: 3, pages: 3, total: 21, from: 20, to: 21 }],
  [21, 10, 4, null],
])('%i records in pages of %i, page %i', (total, size, page, plan) => {
  expect(planPage(total, size, page)).toEqual(plan);
});

test('a study number is escaped in the links', () => {
  const search = { baseUrl: 'http://x', resource: 'Group', study: 'A&B', category: null, id: null } as const;
  expect(JSON.stringify(links(search, { page: 1, pages: 1, total: 1, from: 0, to: 1 }))).toContain('researchstudy=A%26B&page=1');
});

test('pre-generated and gzipped pages hold the same bytes', async () => {
  const eager = await startService({ pageSize: 300, pregenerate: true, gzip: true, subjects: 6 });
  const lazy = await startService({ pageSize: 300, subjects: 6 });
  for (const dataset of DATASETS) {
    const [a, b] = await Promise.all([walk(eager, '22-001', dataset), walk(lazy, '22-001', dataset)]);
    expect(a.map(({ text }) => text.replaceAll(eager.baseUrl, ''))).toEqual(b.map(({ text }) => text.replaceAll(lazy.baseUrl, '')));
  }
  const encoded = await eager.get(searchPath('22-001', 'labs'), { ...eager.headers, 'accept-encoding': 'gzip' });
  const plain = await eager.get(searchPath('22-001', 'labs'), { ...eager.headers, 'accept-encoding': 'gzip;q=0, br' });
  const never = await lazy.get(searchPath('22-001', 'labs'), { ...lazy.headers, 'accept-encoding': 'gzip' });
  expect([encoded, plain, never].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null, null]);
  await Promise.all([encoded.text(), plain.text(), never.text(), eager.sandbox.close(), lazy.sandbox.close()]);
});
