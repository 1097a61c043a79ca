import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkedStudy } from '../../../src/core/checks/checked-study.ts';
import { perGeneration, type PerGeneration } from '../../../src/core/query/per-generation.ts';
import type { ResultTally } from '../../../src/core/views/result-tally.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

const glucose = { subject: '0012', test: 'Glucose', result_number: 5, unit: 'mg/dL' };
const asked = { check: 'several-units', dataset: 'labs', subjects: null, limit: 10 } as const;
const at = '2026-11-20T15:00:00.000Z';
const [first, second] = ['3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a001', '3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a002'] as const;

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { ...glucose, record_id: 'a' },
    { ...glucose, record_id: 'b' },
    { ...glucose, record_id: 'c', unit: '%' },
    { ...glucose, record_id: 'd', unit: 'mmol/L', subject: '0013' },
  ]);
});
afterEach(() => {
  fixture.remove();
});

function tally(): PerGeneration<ResultTally> {
  return perGeneration(fixture.study, () => tallyResults(fixture.study));
}

function mark(id: string, keys: readonly string[], generation = 1): void {
  const value = JSON.stringify({ check: 'several-units', dataset: 'labs', generation, at, keys });
  fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('looked-at', '${id}', '${value}', '${at}')`);
}

/** Each record found, with the mark on it. */
async function looked(): Promise<readonly (readonly [string, string | null])[]> {
  const { records } = await checkedStudy(fixture.study, tally()).records(asked);
  return records.map(({ key, looked: one }) => [key, one?.mark ?? null] as const);
}

async function lines(subjects: readonly string[] | null = null) {
  const { checks } = await checkedStudy(fixture.study, tally()).summary({ subjects: subjects === null ? null : [...subjects] });
  return checks.filter(({ check }) => check === 'several-units');
}

describe('the mark "looked at"', () => {
  test('closes only its own records and lists them after the open ones', async () => {
    expect(await lines()).toMatchObject([{ check: 'several-units', dataset: 'labs', records: 2, open: 2, subjects: 2 }]);
    mark(first, ['c', 'gone']);
    expect(await lines()).toMatchObject([{ check: 'several-units', dataset: 'labs', records: 2, open: 1, subjects: 2 }]);
    expect(await looked()).toEqual([
      ['d', null],
      ['c', first],
    ]);
  });

  test('is read again by a study that has already been checked', async () => {
    const checked = checkedStudy(fixture.study, tally());
    expect((await checked.summary({ subjects: null })).checks[0]?.open).toBe(2);
    mark(first, ['c', 'd']);
    expect((await checked.summary({ subjects: null })).checks[0]?.open).toBe(0);
    fixture.change('DELETE FROM annotation');
    expect((await checked.summary({ subjects: null })).checks[0]?.open).toBe(2);
  });

  test('no longer applies to a record that has changed, until that is marked again', async () => {
    mark(first, ['c', 'd']);
    fixture.change(`UPDATE labs_row SET _changed = 2 WHERE record_id = 'c'`);
    expect(await looked()).toEqual([
      ['c', null],
      ['d', first],
    ]);
    mark(second, ['c'], 2);
    expect(new Map(await looked())).toEqual(
      new Map([
        ['c', second],
        ['d', first],
      ]),
    );
  });

  test('of one check does not apply to another', async () => {
    const value = JSON.stringify({ check: 'range-not-read', dataset: 'labs', generation: 1, at, keys: ['c'] });
    fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('looked-at', '${first}', '${value}', '${at}')`);
    expect((await lines())[0]?.open).toBe(2);
  });
});

test('a subject filter counts and lists only the records of its subjects', async () => {
  expect(await lines(['0013'])).toMatchObject([{ check: 'several-units', dataset: 'labs', records: 1, open: 1, subjects: 1 }]);
  const { of, records } = await checkedStudy(fixture.study, tally()).records({ ...asked, subjects: ['0013'] });
  expect([of, records.map(({ key }) => key)]).toEqual([1, ['d']]);
});

test('the subjects of a line are listed each once, without records that name nobody, as the line counts them', async () => {
  fixture.add('labs', [
    { ...glucose, record_id: 'e', unit: '%' },
    { ...glucose, record_id: 'f', unit: '%', subject: '' },
    { ...glucose, record_id: 'g', unit: '%', subject: null },
  ]);
  const of = { check: 'several-units', dataset: 'labs' } as const;
  const { subjects } = await checkedStudy(fixture.study, tally()).subjects({ ...of, subjects: null });
  expect(subjects.toSorted()).toEqual(['0012', '0013']);
  expect(await lines()).toMatchObject([{ subjects: 2 }]);
  expect((await checkedStudy(fixture.study, tally()).subjects({ ...of, subjects: ['0013'] })).subjects).toEqual(['0013']);
});
