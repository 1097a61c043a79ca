import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assess, targetProgression, type Reading } from '../../../src/sandbox/data/recist.ts';
import { STRUCTURE_BASE } from '../../../src/sandbox/structure.ts';
import { resources, startService, type Bundle, type Service } from './service.ts';

type Resource = Bundle['entry'][number]['resource'];

/** Extensions with their value key, in the order of spec 2.4; index 6 is absent. */
const EXTENSIONS = [
  ['IDB.Protocol', 'valueString'],
  ['SponsorId', 'valueString'],
  ['CaseId', 'valueInteger'],
  ['TrialName', 'valueString'],
  ['TrialArmName', 'valueString'],
  ['RevisionNumber', 'valueInteger'],
  ['RevisionNumber', 'valueInteger'],
  ['Name', 'valueString'],
  ['Timepoint', 'valueInteger'],
  ['CumulativeQuantityId', 'valueString'],
  ['CurrentValue', 'valueDecimal'],
  ['Unit', 'valueString'],
  ['ChangeFromPrevious', 'valueString'],
  ['ChangeFromBaseline', 'valueString'],
  ['ChangeFromNadir', 'valueString'],
] as const;
const WITHOUT_SUM = EXTENSIONS.filter(([name]) => name !== 'CurrentValue' && name !== 'Unit');
const CONCLUSIONS = [
  'Non-CR/Non-PD',
  'Progressive Disease',
  'Undefined',
  'Partial Response',
  'Not Evaluable',
  'Complete Response',
  'Stable Disease',
  'No',
  'Yes',
];

let service: Service;
const reports = new Map<string, readonly Resource[]>();
beforeAll(async () => {
  service = await startService();
  for (const study of ['22-001', '23-014']) reports.set(study, await resources(service, study, 'responses'));
});
afterAll(() => service.sandbox.close());

function extension(report: Resource, name: string): string | number | undefined {
  const found = report.extension.find((one: Resource) => one.url === `${STRUCTURE_BASE}#${name}`);
  return found === undefined ? undefined : (Object.values(found)[1] as string | number);
}

describe.each(['22-001', '23-014'])('diagnostic reports of %s (spec 2.4)', (study) => {
  const all = (): readonly Resource[] => reports.get(study) ?? [];

  test('no top-level id; fields in order; fixed values', () => {
    for (const one of all()) {
      expect(Object.keys(one)).toEqual([
        'resourceType',
        'extension',
        'identifier',
        'status',
        'category',
        'subject',
        'effectiveDateTime',
        'result',
        'conclusion',
      ]);
      expect(one.identifier).toEqual([{ system: `${STRUCTURE_BASE}#AssessmentId`, value: expect.stringMatching(/^\d+$/) }]);
      expect([one.status, one.category[0].text]).toEqual(['final', 'Radiology']);
      expect(one.category[0].coding[0]).toMatchObject({ code: 'RAD', display: 'Radiology' });
      expect(one.effectiveDateTime).toMatch(/^202[56]-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(CONCLUSIONS).toContain(one.conclusion);
    }
  });

  test('fifteen extensions in the order of the table, index 6 absent; no sum leaves CurrentValue and Unit out', () => {
    const shapes = new Set(
      all().map((one) => {
        const names = one.extension.map((each: Resource) => [each.url.slice(STRUCTURE_BASE.length + 1), Object.keys(each)[1]]);
        expect(names).toEqual(extension(one, 'CurrentValue') === undefined ? WITHOUT_SUM : EXTENSIONS);
        return names.length;
      }),
    );
    expect(shapes).toEqual(new Set([15, 13]));
  });

  test('fixed and counted extension values', () => {
    for (const one of all()) {
      const timepoint = extension(one, 'Timepoint');
      expect(extension(one, 'TrialArmName')).toBe('RECIST 1.1');
      expect(extension(one, 'CumulativeQuantityId')).toBe('targetsum');
      expect(extension(one, 'Name')).toBe(timepoint === 0 ? 'Baseline' : `Follow-up ${String(timepoint)}`);
      expect(Number(timepoint)).toBeLessThanOrEqual(25);
    }
  });

  test('lesions are named by case, assessment and label', () => {
    for (const one of all()) {
      for (const { reference, display } of one.result) {
        const own = `${String(extension(one, 'CaseId'))}-${one.identifier[0].value}-`;
        expect(display.startsWith(own)).toBe(true);
        expect(display.slice(own.length)).toMatch(/^(T|NT|NL)\d\d$/);
        expect(reference).toBe(`Observation?researchstudy=${study}&category=imaging&id=${display}`);
      }
    }
  });

  test('sums, changes and conclusions agree within every case', () => {
    const cases = new Map<unknown, Resource[]>();
    for (const one of all()) cases.set(extension(one, 'CaseId'), [...(cases.get(extension(one, 'CaseId')) ?? []), one]);
    for (const course of cases.values()) checkCourse(course);
  });
});

/** Recomputes a course from its written sums alone, independently of the code that made it. */
function checkCourse(course: readonly Resource[]): void {
  const sums = course.map((one) => extension(one, 'CurrentValue') as number | undefined);
  course.forEach((one, i) => {
    const sum = sums[i];
    const earlier = sums.slice(0, i).filter((each) => each !== undefined);
    const nadir = earlier.length === 0 ? undefined : Math.min(...earlier);
    expect(extension(one, 'Timepoint')).toBe(i);
    expect(i === 0 || course[i - 1].effectiveDateTime < one.effectiveDateTime).toBe(true);
    expect(extension(one, 'ChangeFromPrevious')).toBe(changeText(sum, sums[i - 1]));
    expect(extension(one, 'ChangeFromBaseline')).toBe(i === 0 ? '--' : changeText(sum, sums[0]));
    expect(extension(one, 'ChangeFromNadir')).toBe(changeText(sum, nadir));
    expect(allowed(one, i, sum, sums[0], nadir)).toContain(one.conclusion);
  });
}

function changeText(value: number | undefined, from: number | undefined): string {
  if (value === undefined || from === undefined) return '--';
  const change = Math.round((value - from) * 10) / 10;
  return `${change > 0 ? '+' : ''}${change.toFixed(1)} mm`;
}

/** The conclusions that the target sum allows; choosing among them takes more than the report holds. */
function allowed(
  one: Resource,
  i: number,
  sum: number | undefined,
  baseline: number | undefined,
  nadir: number | undefined,
): readonly string[] {
  if (i === 0) return ['Undefined'];
  if (baseline === undefined) return ['Non-CR/Non-PD', 'Complete Response', 'Progressive Disease'];
  if (sum === undefined || nadir === undefined) return ['Not Evaluable'];
  const newLesion = one.result.some(({ display }: Resource) => /-NL\d\d$/.test(display));
  if (newLesion || targetProgression(Math.round(sum * 10), Math.round(nadir * 10))) return ['Progressive Disease', 'Yes'];
  // Non-target lesions may progress at any sum.
  if (sum <= 0.3 * baseline) return ['Partial Response', 'Complete Response'];
  return sum <= baseline * 0.7 + 1e-9
    ? ['Partial Response', 'Progressive Disease', 'No']
    : ['Stable Disease', 'Progressive Disease', 'No', 'Yes'];
}

test('the special courses occur', () => {
  const all = [...reports.values()].flat();
  const conclusions = new Set(all.map((one) => one.conclusion));
  expect([...conclusions].sort()).toEqual([...CONCLUSIONS].sort());
  const complete = all.filter((one) => one.conclusion === 'Complete Response').map((one) => extension(one, 'CurrentValue'));
  expect([complete.some((sum) => sum === 0), complete.some((sum) => Number(sum) > 0), complete.some((sum) => sum === undefined)]).toEqual([
    true,
    true,
    true,
  ]);
  const falling = all.filter(
    (one) => one.conclusion === 'Progressive Disease' && String(extension(one, 'ChangeFromNadir')).startsWith('-'),
  );
  expect(falling.length).toBeGreaterThan(0);
  const perSubject = new Map<string, Set<unknown>>();
  for (const one of reports.get('22-001') ?? [])
    perSubject.set(one.subject.reference, (perSubject.get(one.subject.reference) ?? new Set()).add(extension(one, 'CaseId')));
  expect(Math.max(...[...perSubject.values()].map((cases) => cases.size))).toBe(2);
});

describe('RECIST 1.1 arithmetic', () => {
  const target = (sum: number | null, more: Partial<Reading> = {}): Reading => ({
    sum,
    targetsGone: false,
    nonTargets: 'none',
    newLesion: false,
    evaluable: true,
    ...more,
  });
  const last = (...readings: readonly Reading[]): string | undefined => assess(readings).at(-1)?.conclusion;

  test.each([
    [500, 600, true],
    [500, 599, false],
    [200, 249, false],
    [200, 250, true],
    [100, 149, false],
    [0, 50, true],
  ])('nadir %d, sum %d (tenths of a millimetre): progression %s', (nadir, sum, progression) => {
    expect(targetProgression(sum, nadir)).toBe(progression);
  });

  test('progression is measured from the nadir, not from the baseline', () => {
    expect(last(target(1000), target(500), target(620))).toBe('Progressive Disease');
    expect(last(target(1000), target(1190))).toBe('Stable Disease');
  });

  test('exactly 30 % below baseline is a partial response', () => {
    expect(last(target(1000), target(700))).toBe('Partial Response');
    expect(last(target(1000), target(701))).toBe('Stable Disease');
  });

  test('a new lesion or non-target progression is progression at any sum', () => {
    expect(last(target(1000), target(300, { newLesion: true }))).toBe('Progressive Disease');
    expect(last(target(1000), target(300, { nonTargets: 'progressed' }))).toBe('Progressive Disease');
  });

  test('small nodes leave a sum above 0 in a complete response; remaining non-target lesions make it partial', () => {
    expect(last(target(1000), target(90, { targetsGone: true }))).toBe('Complete Response');
    expect(last(target(1000), target(90, { targetsGone: true, nonTargets: 'present' }))).toBe('Partial Response');
  });

  test('after an assessment without a sum there is no change from previous, and the nadir stays', () => {
    const [, , third] = assess([target(1000), target(null, { evaluable: false }), target(800)]);
    expect(third).toMatchObject({ fromPrevious: null, fromBaseline: -200, fromNadir: -200, conclusion: 'Stable Disease' });
  });
});
