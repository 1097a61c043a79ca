import { describe, expect, test } from 'vitest';
import { parseBundle } from '../../../src/core/bundle/bundle.ts';
import { compileExtractor } from '../../../src/core/extract/extractor.ts';
import { parsePath } from '../../../src/core/extract/path.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { cellsOf, extension, extract, issuesOf, lab, response, responseExtensions, STUDY } from './trial-entries.ts';

function group(members: readonly unknown[], identifiers: readonly unknown[] = [{ use: 'usual', value: STUDY }], more: object = {}) {
  return { resourceType: 'Group', identifier: identifiers, type: 'person', member: members, ...more };
}

const member = (id: unknown) => ({ entity: { reference: id } });

describe('a key', () => {
  test('of 1,024 characters is taken, of a record and of a member', () => {
    const [id, longer] = ['x'.repeat(1024), 'x'.repeat(1025)];
    expect(extract('labs', lab({ id })).rows[0]?.key).toBe(id);
    const { rows, issues } = extract('subjects', group([member(`Patient/${id}`), member(`Patient/${longer}`)]));
    expect(rows.map(({ key }) => key)).toEqual([id]);
    expect(issues).toEqual([{ key: null, rule: 'too-large', path: 'member[].entity.reference', quarantined: true }]);
  });

  test('that is empty or missing is none', () => {
    const { rows, issues } = extract('subjects', group([member('Patient/'), member(undefined), member('Patient/1')]));
    expect(rows.map(({ key }) => key)).toEqual(['1']);
    expect(issues.filter(({ rule }) => rule === 'no-key')).toEqual(
      [1, 2].map(() => ({ key: null, rule: 'no-key', path: 'member[].entity.reference', quarantined: true })),
    );
  });
});

describe('what is repeated with each member of a Group', () => {
  const rows = (identifiers: readonly unknown[], more: object = {}): number =>
    extract('subjects', group([member('Patient/1')], identifiers, more)).rows.length;

  test('has at most a hundred values besides the first of each field', () => {
    const values = (of: number) => Array.from({ length: of }, () => ({ value: STUDY }));
    expect([rows(values(101)), rows(values(102))]).toEqual([1, 0]);
  });

  test('has at most 4,096 characters, in the first values and in all others', () => {
    const first = STUDY.length + 'person'.length;
    const use = (characters: number): string => 'u'.repeat(characters - first);
    expect([rows([{ use: use(4096), value: STUDY }]), rows([{ use: use(4097), value: STUDY }])]).toEqual([1, 0]);
    const further = (characters: number) => [{ value: STUDY }, { use: 'u' }, { use: use(characters - 1) }];
    expect([rows(further(4096)), rows(further(4097))]).toEqual([1, 0]);
  });

  test('counts the digits of a number as sent', () => {
    const of = (digits: number): number =>
      extract(
        'subjects',
        JSON.stringify(group([member('Patient/1')], [{ value: STUDY, use: 5 }])).replace(':5', `:1.${'0'.repeat(digits)}`),
      ).rows.length;
    const others = STUDY.length + 'person'.length + '1.'.length;
    expect([of(4096 - others), of(4097 - others)]).toEqual([1, 0]);
  });
});

describe('a Group', () => {
  test('is of another study if any of its identifiers is', () => {
    const { rows, issues } = extract('subjects', group([member('Patient/1')], [{ value: STUDY }, { value: '99-999' }]));
    expect(rows).toEqual([]);
    expect(issues).toEqual([{ key: null, rule: 'other-study', path: 'identifier[].value', quarantined: true }]);
  });

  test('is of no other study without an identifier', () => {
    expect(extract('subjects', group([member('Patient/1')], [])).rows).toHaveLength(1);
  });

  test('with a name twice is listed once, whether in itself or in a member', () => {
    const text = JSON.stringify(group([member('Patient/1')]));
    const duplicates = (sent: string) => issuesOf(extract('subjects', sent)).filter((issue) => issue === 'duplicate-field ');
    expect(duplicates(text)).toEqual([]);
    expect(duplicates(text.replace('"type":', '"type":"x","type":'))).toHaveLength(1);
    expect(duplicates(text.replace('"reference":', '"reference":"x","reference":'))).toHaveLength(1);
  });

  test('lists a member that is not an object, and takes the others', () => {
    const extracted = extract('subjects', group([7, member('Patient/1')]));
    expect(extracted.rows.map(({ key }) => key)).toEqual(['1']);
    expect(issuesOf(extracted)).toEqual(['no-key member[].entity.reference']);
  });
});

test('a study number sent as a number is compared with its digits', () => {
  const rulesOf = (study: string, valueInteger: number) => {
    const [entry] = parseBundle(
      Buffer.from(
        `{"resourceType":"Bundle","type":"searchset","entry":[{"resource":${JSON.stringify(lab({ extension: [extension('IDB.Protocol', { valueInteger })] }))}}]}`,
      ),
    ).entries;
    return entry === undefined
      ? null
      : compileExtractor(datasets.labs)
          .extract(entry, study)
          .issues.map(({ rule }) => rule);
  };
  expect([rulesOf('22', 22), rulesOf('22', 23)]).toEqual([[], ['other-study']]);
});

describe('the sign of a result', () => {
  const resultOf = (comparator: unknown, sent: object = { value: 31 }) => {
    const extracted = extract('labs', lab({ valueQuantity: { ...sent, unit: 'U/L', comparator } }));
    const { result, result_number } = cellsOf('labs', extracted);
    return [result, result_number, issuesOf(extracted)];
  };

  test('is put before the number, which is then none of the column', () => {
    const issues = ['unknown-field valueQuantity.comparator'];
    expect(resultOf('<')).toEqual(['<31', undefined, issues]);
    expect(resultOf(' >= ')).toEqual(['>=31', undefined, issues]);
    expect(resultOf('ca')).toEqual(['ca 31', undefined, issues]);
  });

  test('is none if it is blank, or if nothing was sent with it', () => {
    expect(resultOf('  ').slice(0, 2)).toEqual(['31', 31]);
    expect(resultOf('<', {}).slice(0, 2)).toEqual([undefined, undefined]);
  });
});

describe('a number in an extension', () => {
  const sent = (value: Record<string, unknown>) => {
    const extensions = responseExtensions.map((one) => (one.url.endsWith('#CurrentValue') ? extension('CurrentValue', value) : one));
    const extracted = extract('responses', response(extensions));
    const { current_value, current_value_sent } = cellsOf('responses', extracted);
    return [current_value, current_value_sent, issuesOf(extracted)];
  };
  const wrong = ['wrong-type extension[#CurrentValue]'];

  test.each([
    ['62.5', 62.5, undefined],
    ['-0.5', -0.5, undefined],
    ['62.50', 62.5, '62.50'],
    ['1e3', 1000, '1e3'],
    ['9007199254740993', 9_007_199_254_740_992, '9007199254740993'],
  ])('may be the text %s, whose digits are kept', (text, number, digits) => {
    expect(sent({ valueString: text })).toEqual([number, digits, []]);
  });

  test.each(['062', '.5', '5.', '+5', '5 mm', '', 'NaN'])('may not be the text "%s"', (text) => {
    expect(sent({ valueString: text })).toEqual([undefined, undefined, wrong]);
  });

  test('may not be true or false', () => {
    expect(sent({ valueBoolean: true })).toEqual([undefined, undefined, wrong]);
  });

  test('of which there are several is the first, and an issue is listed', () => {
    const twice = [...responseExtensions, extension('CurrentValue', { valueDecimal: 7 })];
    const extracted = extract('responses', response(twice));
    expect(cellsOf('responses', extracted)['current_value']).toBe(62.5);
    expect(issuesOf(extracted)).toEqual(['several-values extension[#CurrentValue]']);
  });

  test('is the only one if another field has several values', () => {
    const twice = [...responseExtensions, extension('Unit', { valueString: 'mm' })];
    expect(issuesOf(extract('responses', response(twice)))).toEqual(['several-values extension[#Unit]']);
  });
});

test('the doses of a list have their digits as sent', () => {
  const dose = (value: string): string => `{"doseAndRate":[{"doseQuantity":{"value":${value},"unit":"mg"}}]}`;
  const sent = `{"resourceType":"MedicationStatement","id":"m","dosage":[${dose('5.10')},${dose('12345678901234567890')}]}`;
  expect(cellsOf('medications', extract('medications', sent))['doses']).toBe('["5.10 mg","12345678901234567890 mg"]');
});

describe('an extension', () => {
  test('with a further field or a value that is no scalar is listed', () => {
    const odd = responseExtensions.map((one) => (one.url.endsWith('#Unit') ? { ...one, id: 'x', valueCoding: { code: 'y' } } : one));
    const extracted = extract('responses', response(odd));
    expect(cellsOf('responses', extracted)['unit']).toBe('mm');
    expect(issuesOf(extracted)).toEqual(['unknown-field extension[#Unit].id', 'wrong-type extension[#Unit]']);
    expect(JSON.parse(extracted.rows[0]?.undescribed ?? '')).toEqual([
      { path: 'extension[#Unit].id', value: '"x"' },
      { path: 'extension[#Unit]', value: '{"code":"y"}' },
    ]);
  });

  test('is not taken for a date that was found before', () => {
    const dated = (at: string) => ({ url: 'https://research.example/somewhere', valueDateTime: at });
    const extracted = extract('responses', response([...responseExtensions, dated('2025-10-01'), dated('2025-10-02')]));
    expect(cellsOf('responses', extracted)['assessment_revised']).toBe('2025-10-01');
    expect(issuesOf(extracted)).toEqual(['unknown-extension extension[#https://research.example/somewhere]']);
  });
});

test('a resource must name its own type itself', () => {
  const extracted = extract(
    'labs',
    JSON.stringify(lab()).replace('"resourceType":"Observation"', '"__proto__":{"resourceType":"Observation"}'),
  );
  expect(extracted).toMatchObject({ rows: [], issues: [{ rule: 'other-resource-type', path: 'resourceType', quarantined: true }] });
});

test('the field that repeats is named without its brackets, and a dataset without one has none', () => {
  expect([compileExtractor(datasets.subjects).repeated, compileExtractor(datasets.labs).repeated]).toEqual(['member', null]);
});

describe('a declared path', () => {
  const step = { every: false, extension: null, valueKey: null };

  test('is read step by step', () => {
    expect(parsePath('code.coding[].display')).toEqual([
      { ...step, name: 'code' },
      { ...step, name: 'coding', every: true },
      { ...step, name: 'display' },
    ]);
  });

  test('names an extension by its fragment, in lower case, and which of several', () => {
    expect(parsePath('extension[#IDB.Protocol]')).toEqual([
      { ...step, name: 'extension', extension: { fragment: 'idb.protocol', occurrence: 1 } },
    ]);
    expect(parsePath('extension[#RevisionNumber:2]')).toEqual([
      { ...step, name: 'extension', extension: { fragment: 'revisionnumber', occurrence: 2 } },
    ]);
  });

  test('names an extension by its value key', () => {
    expect(parsePath('extension[valueDateTime]')).toEqual([{ ...step, name: 'extension', valueKey: 'valueDateTime' }]);
  });

  test.each(['.code', 'code..text', 'code[', 'code[#]', 'code]'])('is refused if it is not one: %s', (path) => {
    expect(() => parsePath(path)).toThrow(new TypeError(`"${path}" is not a source path.`));
  });
});
