import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATASETS, keyOf, startService, STUDIES, walk, type DatasetName, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ pageSize: 5000 });
});
afterAll(() => service.sandbox.close());

type Records = ReadonlyMap<string, string>;

/** Each state is read once and kept for further comparisons. */
const read = new Map<string, Promise<Records>>();

function recordsAt(revision: number, study: string, dataset: DatasetName): Promise<Records> {
  const key = `${revision} ${study} ${dataset}`;
  const found = read.get(key) ?? readRecords(revision, study, dataset);
  read.set(key, found);
  return found;
}

async function readRecords(revision: number, study: string, dataset: DatasetName): Promise<Records> {
  service.sandbox.setRevision(revision);
  const entries = (await walk(service, study, dataset)).flatMap(({ bundle }) => bundle.entry);
  if (dataset !== 'subjects') return new Map(entries.map(({ resource }) => [keyOf(resource), JSON.stringify(resource)]));
  const members = entries[0]?.resource.member as { entity: { reference: string } }[];
  return new Map(members.map(({ entity }) => [entity.reference, 'member']));
}

function compare(before: Records, after: Records): { added: number; changed: number; vanished: number } {
  return {
    added: [...after.keys()].filter((key) => !before.has(key)).length,
    changed: [...after].filter(([key, text]) => before.has(key) && before.get(key) !== text).length,
    vanished: [...before.keys()].filter((key) => !after.has(key)).length,
  };
}

describe.each(STUDIES)('revisions of %s', (study) => {
  test.each(['medications', 'labs', 'vitals'] as const)(
    '%s: each revision adds, changes and withdraws records, and keeps most',
    async (dataset) => {
      for (const revision of [1, 2]) {
        const before = await recordsAt(revision - 1, study, dataset);
        const difference = compare(before, await recordsAt(revision, study, dataset));
        expect(Math.min(difference.added, difference.changed, difference.vanished)).toBeGreaterThan(0);
        expect(difference.changed + difference.vanished).toBeLessThan(before.size / 20);
      }
    },
  );

  test('subjects: two join and one leaves from revision 1 to revision 2', async () => {
    const difference = compare(await recordsAt(1, study, 'subjects'), await recordsAt(2, study, 'subjects'));
    expect(difference).toEqual({ added: 2, changed: 0, vanished: 1 });
  });

  test('going back restores the base data', async () => {
    for (const dataset of DATASETS) {
      const base = await recordsAt(0, study, dataset);
      await readRecords(2, study, dataset);
      expect(compare(base, await readRecords(0, study, dataset))).toEqual({ added: 0, changed: 0, vanished: 0 });
    }
  });
});

test.each(['22-001', '23-014'])('responses of %s: assessments are added, read again and withdrawn', async (study) => {
  for (const revision of [1, 2]) {
    const difference = compare(await recordsAt(revision - 1, study, 'responses'), await recordsAt(revision, study, 'responses'));
    expect(Math.min(difference.added, difference.changed, difference.vanished)).toBeGreaterThan(0);
  }
});

test('a study without response assessments never gets any', async () => {
  expect((await recordsAt(2, '24-006', 'responses')).size).toBe(0);
});

describe('control endpoint', () => {
  const set = (query: string, method = 'POST'): Promise<Response> => fetch(`${service.baseUrl}/sandbox/revision${query}`, { method });

  test('changes the data of a running service', async () => {
    const before = await recordsAt(0, '23-014', 'labs');
    expect(await (await set('?value=1')).json()).toEqual({ revision: 1 });
    const entries = (await walk(service, '23-014', 'labs')).flatMap(({ bundle }) => bundle.entry);
    expect(entries.some(({ resource }) => before.get(keyOf(resource)) !== JSON.stringify(resource))).toBe(true);
  });

  test.each([
    ['', 'POST', 400],
    ['?value=-1', 'POST', 400],
    ['?value=many', 'POST', 400],
    ['?value=1', 'GET', 405],
  ])('%s by %s is %i', async (query, method, status) => {
    expect((await set(query, method)).status).toBe(status);
  });
});

test('pre-generated pages follow the revision', async () => {
  const eager = await startService({ pregenerate: true, studies: ['24-006'], pageSize: 5000 });
  const base = await walk(eager, '24-006', 'labs');
  eager.sandbox.setRevision(1);
  expect((await walk(eager, '24-006', 'labs'))[0]?.text).not.toBe(base[0]?.text);
  await eager.sandbox.close();
});

test('the latest revision stays within the dates of the studies', async () => {
  service.sandbox.setRevision(99);
  for (const dataset of ['medications', 'labs', 'vitals', 'responses'] as const) {
    const text = (await walk(service, '22-001', dataset)).map((page) => page.text).join('');
    const dates = [...text.matchAll(/"(\d{4}-\d\d-\d\d)T/g)].map((match) => match[1] ?? '').sort();
    expect((dates.at(-1) ?? '') < '2026-11-01').toBe(true);
  }
});
