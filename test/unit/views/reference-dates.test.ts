import { afterEach, beforeEach, expect, test } from 'vitest';
import { perGeneration } from '../../../src/core/query/per-generation.ts';
import { listAnchors } from '../../../src/core/views/list-anchors.ts';
import { resultFigures } from '../../../src/core/views/result-figures.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { calendarDay } from '../../../src/shared/derive/study-day.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function importDates(dates: readonly { readonly subject: string; readonly date: string }[], at: string): void {
  fixture.change(
    `INSERT OR REPLACE INTO annotation (kind, name, value, at) VALUES ('reference-dates', 'one', '${JSON.stringify({ dates })}', '${at}')`,
  );
}

test('uses imported dates as anchors, and has none before an import', () => {
  const anchors = () => listAnchors(fixture.study, { kind: 'reference' }).anchors;
  expect(anchors()).toEqual([]);
  importDates([{ subject: '0012', date: '2025-09-12' }], '2026-11-20T08:00:00Z');
  expect(anchors()).toEqual([{ subject: '0012', day: calendarDay('2025-09-12') }]);
});

test('ignores dates before 1990 or after the newest pass', () => {
  fixture.change("UPDATE state SET as_of = '2026-11-20T08:00:00.000Z' WHERE dataset = 'vitals'");
  importDates(
    [
      { subject: '0011', date: '1900-01-01' },
      { subject: '0012', date: '1989-12-31' },
      { subject: '0013', date: '1990-01-01' },
      { subject: '0014', date: '2026-11-20' },
      { subject: '0015', date: '2026-11-22' },
      { subject: '0016', date: '9999-12-31' },
    ],
    '2026-11-20T08:00:00Z',
  );
  expect(listAnchors(fixture.study, { kind: 'reference' }).anchors.map(({ subject }) => subject)).toEqual(['0013', '0014']);
});

test('recomputes a figure when other dates are imported, even without a sync', async () => {
  const result = { record_id: '1', subject: '0012', test: 'ALT', collected: '2025-01-15T00:00:00', result_number: 20, unit: 'U/L' };
  fixture.add('labs', [result]);
  const figures = resultFigures(
    fixture.study,
    perGeneration(fixture.study, () => tallyResults(fixture.study)),
  );
  const weeks = async () => {
    const { trends } = await figures.trends({ dataset: 'labs', tests: ['ALT'], subjects: null, anchor: { kind: 'reference' } });
    return trends.trends[0]?.of.series[0]?.points[0]?.weeks ?? null;
  };
  expect(await weeks()).toBeNull();
  importDates([{ subject: '0012', date: '2025-01-01' }], '2026-11-20T08:00:00Z');
  expect(await weeks()).toBe(2);
  importDates([{ subject: '0012', date: '2025-01-08' }], '2026-11-20T09:00:00Z');
  expect(await weeks()).toBe(1);
});
