import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STRUCTURE_BASE } from '../../../src/sandbox/structure.ts';
import { resources, startService, STUDIES, type Bundle, type Service } from './service.ts';

type Resource = Bundle['entry'][number]['resource'];

const LOCAL = /^202[56]-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const ZONED = /^202[56]-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const SPONSORS = { '22-001': 'SPN-2201-02', '23-014': 'SPN-2314-01', '24-006': 'SPN-2406-01' } as const;
const COMMON = [
  'resourceType',
  'id',
  'extension',
  'identifier',
  'status',
  'category',
  'code',
  'subject',
  'encounter',
  'effectiveDateTime',
  'issued',
  'performer',
];

let service: Service;
const labs = new Map<string, readonly Resource[]>();
const vitals = new Map<string, readonly Resource[]>();
beforeAll(async () => {
  service = await startService({ pageSize: 5000 });
  for (const study of STUDIES) {
    labs.set(study, await resources(service, study, 'labs'));
    vitals.set(study, await resources(service, study, 'vitals'));
  }
});
afterAll(() => service.sandbox.close());

function all(of: ReadonlyMap<string, readonly Resource[]>): readonly Resource[] {
  return [...of.values()].flat();
}

describe.each(STUDIES)('observations of %s (spec 2.2, 2.3)', (study) => {
  test.each([
    ['laboratory', 'Laboratory', labs],
    ['vital-signs', 'Vital Signs', vitals],
  ] as const)('%s: fields in order and fixed values', (code, display, of) => {
    for (const one of of.get(study) ?? []) {
      expect(Object.keys(one).slice(0, COMMON.length)).toEqual(COMMON);
      expect(one.extension).toEqual([
        { url: `${STRUCTURE_BASE}#IDB.Protocol`, valueString: study },
        { url: `${STRUCTURE_BASE}#SponsorID`, valueString: SPONSORS[study] },
      ]);
      expect(one.identifier).toEqual([{ system: `${STRUCTURE_BASE}#LAB_RESULTS.LR_RESULT_GUID`, value: one.id }]);
      expect([one.resourceType, one.status, one.category[0].text]).toEqual(['Observation', 'final', display]);
      expect(one.category[0].coding[0]).toMatchObject({ code, display });
      expect(one.code.coding[0].display).toBe(one.code.text);
      expect([one.subject.reference, one.performer[0].display]).toEqual([
        expect.stringMatching(/^Patient\/.*\d{4}$/),
        expect.stringMatching(/^Practitioner\/\d+$/),
      ]);
      expect([one.effectiveDateTime, one.issued]).toEqual([expect.stringMatching(LOCAL), expect.stringMatching(ZONED)]);
    }
  });

  test('visits come in the order of their dates within a subject', () => {
    const seen = new Map<string, string>();
    for (const one of labs.get(study) ?? []) {
      expect((seen.get(one.subject.reference) ?? '') <= one.effectiveDateTime).toBe(true);
      seen.set(one.subject.reference, one.effectiveDateTime);
    }
    const first = labs.get(study)?.[0]?.encounter.display;
    expect(first).toBe('Screening');
  });

  test('all dates are from January 2025 to October 2026', () => {
    const dates = [...(labs.get(study) ?? []), ...(vitals.get(study) ?? [])].flatMap((one) => [
      one.effectiveDateTime,
      one.issued.slice(0, 19),
    ]);
    expect(dates.filter((date) => date >= '2026-11-01' || date < '2025-01-01')).toEqual([]);
  });
});

describe('laboratory results', () => {
  test('issued is the specimen time with the offset of the site, summer time included', () => {
    const offsets = new Set<string>();
    for (const one of all(labs)) {
      expect(one.issued.slice(0, 19)).toBe(one.effectiveDateTime);
      offsets.add(one.issued.slice(19));
    }
    expect([...offsets].sort()).toEqual(['+01:00', '+02:00', '+05:30', '-04:00', '-05:00']);
  });

  test('a result is a number with a unit, a unit alone, a text, or missing, and never two of them', () => {
    const shapes = new Map<string, number>();
    for (const one of all(labs)) {
      const shape =
        [one.valueQuantity && Object.keys(one.valueQuantity).join('+'), one.valueString && 'text'].filter(Boolean).join(' ') || 'missing';
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    }
    expect([...shapes.keys()].sort()).toEqual(['missing', 'text', 'unit', 'value+unit']);
  });

  test('the service code is absent for some tests and never empty', () => {
    const codes = all(labs).map((one) => one.code.coding[0].code as string | undefined);
    expect(codes.includes(undefined)).toBe(true);
    expect(codes.every((code) => code === undefined || /^\d+$/.test(code))).toBe(true);
  });

  test.each([
    ['spaced', /^\d+(\.\d+)? - \d+(\.\d+)?$/],
    ['tight', /^\d+(\.\d+)?-\d+(\.\d+)?$/],
    ['decimal comma', /^\d+,\d+ - \d+,\d+$/],
    ['below', /^< \d/],
    ['at most', /^<=\d/],
    ['at least', /^>= \d/],
    ['negative lower limit', /^-2(\.0)? ?- ?3/],
    ['with its unit', /^0-0\.2 10\*3\/uL$/],
    ['text', /^Negative$/],
  ])('some reference ranges are spelled %s', (_name, spelling) => {
    expect(all(labs).some((one) => spelling.test(one.referenceRange?.[0].text ?? ''))).toBe(true);
  });

  test('some have no range, some results are below quantification, and text results vary', () => {
    expect(all(labs).some((one) => one.referenceRange === undefined)).toBe(true);
    const texts = new Set(all(labs).map((one) => one.valueString));
    for (const text of ['Negative', 'Trace', '1+', '<0.3', '<0.01']) expect(texts).toContain(text);
  });

  test('numbers keep their trailing zeros in the raw text', async () => {
    const text = await (
      await service.get('/svc-apim/external/v2/crit/svc/api/observation?researchstudy=22-001&category=laboratory')
    ).text();
    expect(text).toMatch(/"valueQuantity":\{"value":\d+\.\d0,/);
  });

  test('there are more than 25 tests, and creatinine comes in two units', () => {
    const units = new Map<string, Set<string>>();
    for (const one of all(labs)) {
      const known = units.get(one.code.text) ?? new Set<string>();
      units.set(one.code.text, one.valueQuantity === undefined ? known : known.add(one.valueQuantity.unit));
    }
    expect(units.size).toBeGreaterThan(25);
    expect([...(units.get('Creatinine, serum') ?? [])].sort()).toEqual(['mg/dL', 'umol/L']);
  });

  test('liver values rise together, a few far enough for a potential Hy’s law case', () => {
    const draws = new Map<string, Map<string, number>>();
    for (const one of labs.get('22-001') ?? []) {
      const key = `${one.subject.reference} ${one.effectiveDateTime}`;
      if (one.valueQuantity?.value !== undefined)
        draws.set(key, (draws.get(key) ?? new Map<string, number>()).set(one.code.text, one.valueQuantity.value));
    }
    const high = [...draws].filter(([, values]) => (values.get('ALT (SGPT)') ?? 0) >= 3 * 56);
    const both = high.filter(([, values]) => (values.get('AST (SGOT)') ?? 0) >= 1.5 * 40);
    const cases = high.filter(([, values]) => (values.get('Bilirubin, Total') ?? 0) >= 2 * 1.2);
    expect(both.length / high.length).toBeGreaterThan(0.8);
    const subjects = new Set(cases.map(([key]) => key.split(' ')[0]));
    expect(subjects.size).toBeGreaterThanOrEqual(2);
    expect(subjects.size).toBeLessThan(8);
  });
});

describe('vital signs', () => {
  const LISTED = [
    'Blood Pressure BP Systolic',
    'Blood Pressure Diastolic',
    'Blood Pressure Positioning',
    'BSA m2',
    'Height (centimeters)',
    'Last recorded Height',
    'Pulse Ox (SpO2)',
    'Pulse/Heart Rate',
    'Resp Rate',
    'Temperature F',
    'Temperature Temp C',
    'Weight (kilograms)',
  ];

  test.each(STUDIES)('%s has all twelve listed item types and one more', (study) => {
    const names = new Set((vitals.get(study) ?? []).map((one) => one.code.text));
    expect(LISTED.filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBe(13);
  });

  test('some codes are empty strings, none is absent', () => {
    const codes = new Set(all(vitals).map((one) => one.code.coding[0].code === ''));
    expect(codes).toEqual(new Set([true, false]));
    expect(all(vitals).every((one) => typeof one.code.coding[0].code === 'string')).toBe(true);
  });

  test('issued is the entry into the warehouse, later than the measurement', () => {
    expect(all(vitals).every((one) => one.issued.slice(0, 19) > one.effectiveDateTime)).toBe(true);
  });

  test('only positioning has no quantity but a text, and every quantity names the unit system', () => {
    for (const one of all(vitals)) {
      const isPositioning = one.code.text === 'Blood Pressure Positioning';
      expect([one.valueQuantity === undefined, typeof one.valueString === 'string']).toEqual([isPositioning, isPositioning]);
      if (one.valueQuantity !== undefined) expect(one.valueQuantity.system).toBe(`${STRUCTURE_BASE}#VITAL_SIGNS.UNIT`);
    }
  });

  test.each([
    ['Blood Pressure BP Systolic', 80, 200],
    ['Blood Pressure Diastolic', 40, 120],
    ['BSA m2', 1.2, 2.8],
    ['Height (centimeters)', 140, 205],
    ['Pulse Ox (SpO2)', 90, 100],
    ['Pulse/Heart Rate', 40, 120],
    ['Resp Rate', 8, 28],
    ['Temperature F', 95, 103],
    ['Temperature Temp C', 35, 40],
    ['Weight (kilograms)', 38, 140],
  ])('%s lies between %d and %d', (name, low, high) => {
    const values = all(vitals)
      .filter((one) => one.code.text === name)
      .flatMap((one) => one.valueQuantity.value ?? []);
    expect(values.filter((value) => value < low || value > high)).toEqual([]);
  });

  test('the systolic pressure is above the diastolic one of the same minute', () => {
    const minute = (one: Resource): string => `${String(one.subject.reference)} ${String(one.effectiveDateTime)}`;
    const systolic = new Map(
      all(vitals)
        .filter((one) => one.code.text === LISTED[0])
        .map((one) => [minute(one), one.valueQuantity.value]),
    );
    const pairs = all(vitals).filter((one) => one.code.text === LISTED[1] && systolic.has(minute(one)));
    expect(pairs.length).toBeGreaterThan(0);
    const wrong = pairs.filter((one) => systolic.get(minute(one)) <= one.valueQuantity.value);
    expect(wrong).toEqual([]);
  });
});
