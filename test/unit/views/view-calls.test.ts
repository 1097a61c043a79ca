import { afterEach, beforeEach, expect, test } from 'vitest';
import { perGeneration } from '../../../src/core/query/per-generation.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { readerWithoutMemory } from '../../../src/core/query/reader-memory.ts';
import { viewHandlers } from '../../../src/core/calls/view-calls.ts';
import { usualLiverWindow } from '../../../src/shared/derive/hys-law.ts';
import { makeStudy, studyNumber, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
let handlers: ReturnType<typeof viewHandlers>;
beforeEach(() => {
  fixture = makeStudy();
  const tally = perGeneration(fixture.study, () => tallyResults(fixture.study));
  handlers = viewHandlers(async (_, question) => question(fixture.study, tally), readerWithoutMemory);
});
afterEach(() => {
  fixture.remove();
});

const [study, subjects] = [studyNumber, null];

function assessment(record_id: string, subject: string): FixtureRow {
  return { record_id, subject, assessment: 'Baseline', assessed: '2025-01-10T00:00:00' };
}

function result(record_id: string, subject: string, name: string, visit: string): FixtureRow {
  return { record_id, subject, test: name, visit, result_number: 20, unit: 'U/L', collected: '2025-01-15T08:00:00' };
}

/** The current answers of the calls that are cached. */
async function answers() {
  const coverage = await handlers['coverage.read']({ study, datasets: ['labs'], subjects });
  return {
    tests: (await handlers['tests.list']({ study, dataset: 'labs', subjects })).tests.map((one) => one.test).sort(),
    visits: [...(await handlers['visits.list']({ study })).visits].sort(),
    covered: coverage.cells.length,
    anchored: (await handlers['subjects.anchors']({ study, anchor: { kind: 'baseline' } })).anchors.length,
    assessed: (await handlers['responses.assessments']({ study, subjects })).assessments.map(({ key }) => key).sort(),
  };
}

test('cached answers are those of the newest generation', async () => {
  fixture.add('labs', [result('1', '0012', 'ALT', 'Screening')]);
  fixture.add('responses', [assessment('a', '0012')]);
  const before = { tests: ['ALT'], visits: ['Screening'], covered: 1, anchored: 1, assessed: ['a'] };
  expect([await answers(), await answers()]).toEqual([before, before]);
  fixture.add('labs', [result('2', '0013', 'AST', 'C1D1')], 2);
  fixture.add('responses', [assessment('b', '0013')], 2);
  expect(await answers()).toEqual({ tests: ['ALT', 'AST'], visits: ['C1D1', 'Screening'], covered: 2, anchored: 2, assessed: ['a', 'b'] });
});

test('each subject filter, dataset and anchor has its own answer', async () => {
  fixture.add('labs', [result('1', '0012', 'ALT', 'Screening')]);
  fixture.add('vitals', [result('2', '0013', 'Pulse', 'C1D1')]);
  fixture.add('responses', [assessment('a', '0012')]);
  const tests = async (dataset: 'labs' | 'vitals', of: string[] | null) =>
    (await handlers['tests.list']({ study, dataset, subjects: of })).tests.map((one) => one.test);
  expect([await tests('labs', null), await tests('vitals', null), await tests('labs', ['0013'])]).toEqual([['ALT'], ['Pulse'], []]);
  const anchored = async (label: string) =>
    (await handlers['subjects.anchors']({ study, anchor: { kind: 'visit', label } })).anchors.map(({ subject }) => subject);
  expect([await anchored('Screening'), await anchored('C1D1'), await anchored('C9D9')]).toEqual([['0012'], ['0013'], []]);
});

test('stepping through the assessments of single subjects displaces no cached answer', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `00${String(at)}`);
  fixture.add(
    'responses',
    names.map((name) => assessment(name, name)),
  );
  const ofAll = async () => handlers['responses.assessments']({ study, subjects });
  const before = await ofAll();
  for (const name of names) await handlers['responses.assessments']({ study, subjects: [name] });
  expect(await ofAll()).toBe(before);
});

test('days from imported dates are read each time, since they change without a sync', async () => {
  const anchored = async () => (await handlers['subjects.anchors']({ study, anchor: { kind: 'reference' } })).anchors.length;
  expect(await anchored()).toBe(0);
  const dates = JSON.stringify({ dates: [{ subject: '0012', date: '2025-01-01' }] });
  fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('reference-dates', 'one', '${dates}', '2026-11-20T08:00:00Z')`);
  expect(await anchored()).toBe(1);
});

test('the default anchor is the first visit of treatment that half of the subjects have, in any spelling, else the baseline', async () => {
  fixture.add('responses', [assessment('a', '0012'), assessment('b', '0013'), assessment('c', '0014')]);
  expect((await handlers['anchors.default']({ study })).anchor).toEqual({ kind: 'baseline' });
  fixture.add('labs', [result('1', '0012', 'ALT', 'Screening'), result('2', '0012', 'ALT', 'C1D1')], 2);
  expect((await handlers['anchors.default']({ study })).anchor).toEqual({ kind: 'baseline' });
  fixture.add('vitals', [result('3', '0013', 'Pulse', 'Cycle 1 Day 1')], 3);
  const { anchor, subjects: all } = await handlers['anchors.default']({ study });
  expect(anchor).toEqual({ kind: 'visit', label: 'C1D1' });
  expect(all).toEqual(['0012', '0013', '0014']);
  const { anchors } = await handlers['subjects.anchors']({ study, anchor: { kind: 'visit', label: 'C1D1' } });
  expect(anchors.map(({ subject }) => subject)).toEqual(['0012', '0013']);
});

test('a visit named Baseline is that of the results, not the assessment of the same name', async () => {
  fixture.add('responses', [assessment('a', '0012'), assessment('b', '0013')]);
  fixture.add('vitals', [result('3', '0012', 'Pulse', 'BASELINE')], 2);
  const { anchors } = await handlers['subjects.anchors']({ study, anchor: { kind: 'visit', label: 'BASELINE' } });
  expect(anchors).toEqual([{ subject: '0012', day: 20_103 }]);
});

test('there is no default anchor if there is nothing to count days from', async () => {
  fixture.add('labs', [result('1', '0012', 'ALT', 'Screening')]);
  expect((await handlers['anchors.default']({ study })).anchor).toBeNull();
});

test('the liver screen of a study that was never mirrored is that of a study without results', async () => {
  const never = viewHandlers(async (_study, _question, without) => without, readerWithoutMemory);
  const asked = { study, subjects, window: usualLiverWindow };
  expect(await never['results.liver'](asked)).toEqual({ ...(await handlers['results.liver'](asked)), generation: 0 });
});

test.for(['labs', 'vitals'] as const)(
  'late %s that would stretch the axis of trends are listed by record, so that the count can open them',
  async (dataset) => {
    const days = Array.from({ length: 20 }, (_, at) => at + 1);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const at = (subject: string, day: number, more: FixtureRow = {}): FixtureRow => ({
      ...result(`${subject} ${String(day)}`, subject, 'ALT', day === 1 ? 'C1D1' : 'later'),
      collected: new Date(Date.UTC(2025, 0, day, 8)).toISOString().slice(0, 16),
      ...more,
    });
    fixture.add(dataset, [
      ...names.flatMap((subject) => days.map((day) => at(subject, day))),
      at('a', 400),
      // Texts are left out and counted as texts, not as late.
      at('b', 400, { result_number: null, result: 'hemolysed' }),
      // So are carried-forward values, which only vitals have.
      ...(dataset === 'vitals' ? [at('c', 400, { carried_forward: 'Y' })] : []),
    ]);
    const asked = { study, dataset, tests: ['ALT'], subjects, anchor: { kind: 'visit', label: 'C1D1' } } as const;
    const { trends } = await handlers['results.trends']({ ...asked, tests: ['ALT'] });
    expect(trends.late).toEqual({ day: 20, results: 1, keys: ['a 400'], isDrawn: false });
    const whole = await handlers['results.trends']({ ...asked, tests: ['ALT'], wholeTime: true });
    expect(whole.trends.late).toEqual({ day: 20, results: 1, keys: ['a 400'], isDrawn: true });
  },
);
