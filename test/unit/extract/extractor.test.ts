import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datasets, type Dataset } from '../../../src/shared/datasets/datasets.ts';
import { cellsOf, extension, extract, issuesOf, lab, response, responseExtensions, STUDY } from './trial-entries.ts';

describe('a valid record', () => {
  test('fills its columns and raises no issue (spec 2.2)', () => {
    const extracted = extract('labs', lab());
    expect(extracted.issues).toEqual([]);
    expect(extracted.rows[0]).toMatchObject({ key: 'lab-1', undescribed: null });
    expect(cellsOf('labs', extracted)).toMatchObject({
      record_id: 'lab-1',
      subject: '0012',
      visit: 'C1D1',
      collected: '2025-09-03T08:05:00',
      collected_at: Date.UTC(2025, 8, 3, 8, 5),
      specimen_time_at: Date.UTC(2025, 8, 3, 6, 5),
      test: 'ALT',
      service_code: 'C1',
      result: '31',
      result_number: 31,
      unit: 'U/L',
      reference_range: '7 - 56',
      range_flag: 'NORMAL',
      study: STUDY,
      sponsor_study: 'SP-9',
      performer: '8841',
    });
    expect(cellsOf('labs', extracted)['result_number_sent']).toBeUndefined();
  });

  test('keeps the digits as sent beside the number (spec 2.2)', () => {
    const extracted = extract('labs', JSON.stringify(lab()).replace('"value":31', '"value":5.10'));
    expect(cellsOf('labs', extracted)).toMatchObject({ result: '5.10', result_number: 5.1, result_number_sent: '5.10' });
  });

  test.each([
    ['1e400', undefined, '1e400', ['number-out-of-range valueQuantity.value']],
    ['9007199254740993', 9007199254740992, '9007199254740993', []],
    ['-0', -0, '-0', []],
  ])('reads the number %s', (sent, number, digits, issues) => {
    const extracted = extract('labs', JSON.stringify(lab()).replace('"value":31', `"value":${sent}`));
    expect(cellsOf('labs', extracted)['result_number']).toEqual(number);
    expect(cellsOf('labs', extracted)).toMatchObject({ result_number_sent: digits, result: digits });
    expect(issuesOf(extracted)).toEqual(issues);
  });
});

describe('extensions (spec 2.4)', () => {
  const expected = { case_id: '77', current_value: 62.5 };
  const whole = cellsOf('responses', extract('responses', response()));

  test('are matched by the fragment of their URL', () => {
    expect(whole).toMatchObject(expected);
    expect(extract('responses', response()).issues).toEqual([]);
  });

  test('may come in any order, in any case and with any value key', () => {
    const others = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(others, { minLength: others.length }),
        fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }),
        (order, upper) => {
          const vary = (index: number) => {
            const { url, ...value } = responseExtensions[index] as { url: string };
            const [sent] = Object.values(value);
            const key = upper[index] === true ? 'valueCode' : (Object.keys(value)[0] ?? '');
            return { url: upper[index] === true ? url.replace(/#.*/, (fragment) => fragment.toUpperCase()) : url, [key]: sent };
          };
          // The two revision numbers are distinguished by their order alone.
          const extracted = extract('responses', response([...order.slice(0, 5).map(vary), vary(5), ...order.slice(5).map(vary), vary(6)]));
          expect(cellsOf('responses', extracted)).toEqual(whole);
          expect(extracted.issues).toEqual([]);
        },
      ),
    );
  });

  test('the first RevisionNumber is the case’s and the second the assessment’s', () => {
    const [first, second] = datasets.responses.columns.filter(
      (column) => 'paths' in column && column.paths[0].toLowerCase().startsWith('extension[#revisionnumber'),
    );
    expect([whole[first?.name ?? ''], whole[second?.name ?? '']].sort()).toEqual([1, 3]);
    const once = extract('responses', response(responseExtensions.filter((_, index) => index !== 6)));
    expect(Object.values(cellsOf('responses', once)).filter((cell) => cell === 3).length).toBe(1);
    const thrice = extract('responses', response([...responseExtensions, extension('RevisionNumber', { valueInteger: 9 })]));
    expect(issuesOf(thrice)).toEqual(['several-values extension[#RevisionNumber:2]']);
    expect(cellsOf('responses', thrice)).toEqual(whole);
  });

  test('the revision date is found by its value key, wherever it stands (index 6)', () => {
    const dated = { url: 'https://research.example/somewhere', valueDateTime: '2025-10-01T00:00:00' };
    for (const extensions of [
      [dated, ...responseExtensions],
      [...responseExtensions.slice(0, 6), dated, ...responseExtensions.slice(6)],
    ]) {
      const extracted = extract('responses', response(extensions));
      expect(extracted.issues).toEqual([]);
      expect(cellsOf('responses', extracted)).toMatchObject({ ...whole, assessment_revised: '2025-10-01T00:00:00' });
    }
  });

  test('an unknown extension is listed and kept', () => {
    const extracted = extract(
      'labs',
      lab({ extension: [extension('IDB.Protocol', { valueString: STUDY }), extension('Mystery', { valueString: 'x' })] }),
    );
    expect(issuesOf(extracted)).toEqual(['unknown-extension extension[#Mystery]']);
    expect(JSON.parse(extracted.rows[0]?.undescribed ?? '')).toEqual([
      { path: 'extension[#Mystery]', value: expect.stringContaining('"valueString":"x"') as string },
    ]);
  });

  test('are listed one by one in a place where none is described', () => {
    const extracted = extract(
      'labs',
      lab({ subject: { reference: 'Patient/1', extension: [extension('A', { valueCode: 'a' }), { noUrl: 1 }] } }),
    );
    expect(issuesOf(extracted)).toEqual(['unknown-extension subject.extension[#A]', 'wrong-type subject.extension']);
  });
});

describe('deviations from the interface', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['a missing required field', { subject: undefined }, ['missing-field subject.reference']],
    ['a coding that is not an array', { code: { coding: { code: 'C1' }, text: 'ALT' } }, ['wrong-type code.coding']],
    ['an item that is not an object', { category: ['laboratory'] }, ['wrong-type category[]']],
    ['a text where a number is described', { valueQuantity: { value: '31', unit: 'U/L' } }, ['wrong-type valueQuantity.value']],
    ['a number where a text is described', { encounter: { display: 7 } }, ['wrong-type encounter.display']],
    ['null', { encounter: null }, ['wrong-type encounter']],
    ['an object where a text is described', { status: { code: 'final' } }, ['wrong-type status', 'missing-field status']],
    ['an unknown field', { device: { display: 'x' } }, ['unknown-field device']],
    ['an unknown nested field', { valueQuantity: { value: 31, unit: 'U/L', comparator: '<' } }, ['unknown-field valueQuantity.comparator']],
    ['an unlisted value', { status: 'amended' }, ['unexpected-value status']],
    ['an invalid date', { effectiveDateTime: '2026-02-30' }, ['unparsable-date effectiveDateTime']],
    ['half a surrogate pair', { encounter: { display: '\ud800' } }, ['invalid-text encounter.display']],
    ['several values', { valueQuantity: [{ value: 1 }] }, ['wrong-type valueQuantity']],
  ])('%s is listed and the record is shown', (_name, change, issues) => {
    const extracted = extract('labs', lab(change));
    expect(extracted.rows).toHaveLength(1);
    for (const issue of issues) expect(issuesOf(extracted)).toContain(issue);
    expect(extracted.issues.every(({ key, quarantined }) => key === 'lab-1' && !quarantined)).toBe(true);
  });

  test('half a surrogate pair as a sign is replaced, as the database would, so that the row still matches its page', () => {
    const cells = cellsOf('labs', extract('labs', lab({ valueQuantity: { value: 31, unit: 'U/L', comparator: '\ud800' } })));
    expect(cells['result']).toBe('\ufffd31');
  });

  test.each([
    ['2026-02-30T10:00:00', null],
    ['2025-09-03T24:00:00', null],
    ['2016-12-31T23:59:60Z', null],
    ['0001-01-01T00:00:00', -62135596800000],
    ['2025-09-03T08:05:00.123456789', 1756886700123],
    ['2025-09-03T08:05:00-05:00', 1756886700000],
    ['2025-09-03T08:05:00Z', 1756886700000],
    ['garbage', null],
  ])('the date %s is kept as sent', (sent, at) => {
    const cells = cellsOf('labs', extract('labs', lab({ effectiveDateTime: sent })));
    expect([cells['collected'], cells['collected_at'] ?? null]).toEqual([sent, at]);
  });

  test('a duplicate name is listed, and its last value is shown', () => {
    const extracted = extract('labs', JSON.stringify(lab()).replace('"status":"final"', '"status":"first","status":"final"'));
    expect(issuesOf(extracted)).toEqual(['duplicate-field ']);
    expect(cellsOf('labs', extracted)['status']).toBe('final');
  });

  test('a value of the wrong type is kept beside the row', () => {
    const extracted = extract('labs', lab({ encounter: { display: 7 } }));
    expect(extracted.rows[0]?.undescribed).toBe('[{"path":"encounter.display","value":"7"}]');
    expect(cellsOf('labs', extracted)['visit']).toBeUndefined();
  });
});

describe('quarantine', () => {
  test.each([
    ['no resource', 'null', 'no-resource', null],
    ['a resource that is not an object', '[1]', 'no-resource', null],
    ['another type', { resourceType: 'Patient' }, 'other-resource-type', null],
    ['no type', { id: 'x' }, 'other-resource-type', null],
    ['no key', lab({ id: undefined, identifier: undefined }), 'no-key', null],
    ['an empty key', lab({ id: '', identifier: undefined }), 'no-key', null],
    ['a key of the wrong type', lab({ id: 7 }), 'no-key', null],
    ['another study', lab({ extension: [extension('IDB.Protocol', { valueString: '99-999' })] }), 'other-study', 'lab-1'],
    [
      'two studies, one of them different',
      lab({ extension: [extension('IDB.Protocol', { valueString: STUDY }), extension('IDB.Protocol', { valueString: '99-999' })] }),
      'other-study',
      'lab-1',
    ],
  ])('%s', (_name, resource, rule, key) => {
    const extracted = extract('labs', resource);
    expect(extracted.rows).toEqual([]);
    expect(extracted.issues).toEqual([expect.objectContaining({ rule, key, quarantined: true })]);
  });
});

describe('a Group (spec 2.5)', () => {
  const group = (members: readonly unknown[], more: Record<string, unknown> = {}) => ({
    resourceType: 'Group',
    identifier: [{ use: 'usual', system: 'x#IDB.Protocol', value: STUDY }],
    type: 'person',
    member: members.map((reference) => ({ entity: { reference } })),
    ...more,
  });

  test('gives one row per member, repeated members once', () => {
    const extracted = extract('subjects', group(['Patient/1', 'Patient/2', 'Patient/1']));
    expect(extracted.rows.map(({ key }) => key)).toEqual(['1', '2']);
    expect(cellsOf('subjects', extracted, 1)).toMatchObject({ subject: '2', study: STUDY });
    expect(extracted.issues).toEqual([{ key: '1', rule: 'repeated-member', path: 'member[]', quarantined: false }]);
  });

  test('without members gives no row and no issue', () => {
    expect(extract('subjects', group([]))).toEqual({ rows: [], issues: [] });
    expect(extract('subjects', group([], { member: undefined }))).toEqual({ rows: [], issues: [] });
  });

  test('lists its own issues once, and those of a member with that member', () => {
    const extracted = extract('subjects', group(['Patient/1', '2', 7, 'Patient/4'], { type: 'animal', extra: 1 }));
    expect(extracted.issues.map(({ key, rule, path }) => `${key ?? '-'} ${rule} ${path}`).sort()).toEqual([
      '- no-key member[].entity.reference',
      '- unexpected-value type',
      '- unknown-field extra',
      '2 unexpected-value member[].entity.reference',
    ]);
    expect(extracted.rows.map(({ key, undescribed }) => [key, undescribed])).toEqual([
      ['1', null],
      ['2', null],
      ['4', null],
    ]);
  });

  test('of another study is quarantined whole', () => {
    expect(extract('subjects', group(['Patient/1'], { identifier: [{ value: '99-999' }] }))).toMatchObject({
      rows: [],
      issues: [{ rule: 'other-study', quarantined: true }],
    });
  });
});

describe('hostile records', () => {
  const names = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'extension',
    'resourceType',
    'id',
    'code',
    'coding',
    'url',
    'value',
    'valueQuantity',
    'member',
    'entity',
    'x'.repeat(3000),
  );
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(null, true, 0, -0, 1e21, '', '\ud800', '__proto__', 'a\u0000b'),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie('node')), { maxLength: 5 }).map((fields) => Object.fromEntries(fields)),
    ),
  })).node;

  const builtIn = Object.getOwnPropertyNames(Object.prototype);
  test.each(Object.values(datasets).map((dataset): [string, Dataset] => [dataset.name, dataset]))(
    '%s reads any value in any place',
    (_name, dataset) => {
      const described =
        dataset.repeated === undefined
          ? { ...lab(), ...response(), resourceType: dataset.resourceType }
          : { resourceType: 'Group', member: [{ entity: { reference: 'Patient/1' } }] };
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.constantFrom(...Object.keys(described), '__proto__', 'toString'), value), { maxLength: 4 }),
          (changes) => {
            const fields = [
              ...Object.entries(described).filter(([name]) => !changes.some(([changed]) => changed === name)),
              ...changes.filter(([name]) => name !== 'resourceType'),
            ];
            const text = `{${fields.map(([name, sent]) => `${JSON.stringify(name)}:${JSON.stringify(sent)}`).join(',')}}`;
            const extracted = extract(dataset, text);
            // A Group may have no members.
            if (dataset.repeated === undefined) expect(extracted.rows.length + extracted.issues.length).toBeGreaterThan(0);
            for (const row of extracted.rows) {
              expect(row.key).not.toBe('');
              for (const cell of row.cells) expect(cell === null || typeof cell === 'string' || typeof cell === 'number').toBe(true);
            }
            for (const { path } of extracted.issues) expect(path.length).toBeLessThanOrEqual(400);
            expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(builtIn);
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  test('codes, units and subjects named like built-in properties are texts', () => {
    const cells = cellsOf(
      'labs',
      extract(
        'labs',
        lab({
          subject: { reference: 'Patient/__proto__' },
          valueQuantity: { value: 1, unit: 'constructor' },
          encounter: { display: 'toString' },
        }),
      ),
    );
    expect(cells).toMatchObject({ subject: '__proto__', unit: 'constructor', visit: 'toString' });
  });
});
