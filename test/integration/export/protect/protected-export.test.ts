import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../../src/core/export/export-file.ts';
import type { ExportPart } from '../../../../src/core/export/export-plan.ts';
import type { Protection } from '../../../../src/core/vault/settings/recipients.ts';
import type { DatasetName } from '../../../../src/shared/datasets/datasets.ts';
import { everything, makeStudy, type StudyFixture } from '../../../unit/query/study-fixture.ts';
import { made, planOf, type Asked } from '../../../unit/export/plan.ts';
import { readWorkbook } from '../../../unit/export/read-workbook.ts';
import { readCsv } from '../../../unit/export/rfc4180.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add(
    'subjects',
    ['0001', '0002', '0003', '0004'].map((subject) => ({ subject, unique_subject: `22-001-${subject}`, study: '22-001' })),
  );
  fixture.add('labs', [
    {
      record_id: 'l1',
      subject: '0001',
      visit: 'C1D1',
      collected: '2025-03-02T10:00:00',
      result: '5.10',
      result_number: '5.10',
      performer: '8841',
    },
    { record_id: 'l2', subject: '0001', visit: 'Screening', collected: '2025-03-01', result: 'as for 0001', result_number: null },
    { record_id: 'l3', subject: '0002', visit: 'C1D1', collected: '2024-12-31T23:59:59', result: '<5', result_number: null },
    { record_id: 'l4', subject: '0002', visit: 'C1D1', collected: '2025-01', result: 'on 3 Jan 2025', result_number: null },
    { record_id: 'l5', subject: '0003', visit: 'C1D2', collected: '2025-05-05', result: 'mixed up with 0002', result_number: null },
    { record_id: 'l6', subject: '0003', visit: null, collected: null, result: 'read by 8841', performer: '8841' },
  ]);
  fixture.add('medications', [
    { record_id: 'm1', subject: '0001', started: '2025-02-20', ended: '2025-03-04', directions: 'Mrs Doe: one a day', omop_record: '77-x' },
  ]);
  fixture.add('responses', [
    {
      record_id: 'a1',
      subject: '0001',
      assessment: 'Baseline',
      assessed: '2025-03-03T09:00:00',
      case_id: '4100',
      lesions: ['4100-a1-T01', '4100-a1-T02'],
    },
    { record_id: 'a2', subject: '0001', assessment: 'Follow-up 1', assessed: '2025-05-03T09:00:00', case_id: '4100', lesions: [] },
  ]);
});
afterEach(() => {
  fixture.remove();
});

const protection: Protection = { recipient: 'Acme', anchor: { kind: 'first-record' }, salt: Buffer.alloc(32, 1) };

async function run(asked: Partial<Asked> & { readonly dataset?: DatasetName } = {}, reported: Partial<Protection> = {}, name = 'out.csv') {
  const { dataset = 'labs', ...more } = asked;
  const path = join(fixture.folder, name);
  const plan = planOf({ selection: everything(dataset), ...more, protection: { ...protection, ...reported } });
  const outcome = await exportFile(fixture.study, plan, { path, replace: true, made });
  return { outcome, path };
}

/** The records of a CSV file by their headings. */
async function rows(...args: Parameters<typeof run>): Promise<readonly Readonly<Record<string, string>>[]> {
  const [header = [], ...records] = readCsv(readFileSync((await run(...args)).path, 'utf8'));
  return records.map((record) => Object.fromEntries(header.map(({ text }, at) => [text, record[at]?.text ?? ''])));
}

const subjectHeading = 'Subject (pseudonym)';

describe('pseudonyms', () => {
  test('are the same for a subject in every dataset, and differ by recipient', async () => {
    const seen: string[][] = [];
    for (const reported of [{}, {}, { salt: Buffer.alloc(32, 2) }]) {
      const ofLabs = (await rows({ columns: ['subject', 'record_id'], sort: [{ column: 'record_id', descending: false }] }, reported)).map(
        (row) => row[subjectHeading] ?? '',
      );
      const ofMedications = await rows({ dataset: 'medications', columns: ['subject', 'unique_subject'] }, reported);
      const ofSubjects = (await rows({ dataset: 'subjects' }, reported)).map((row) => row[subjectHeading] ?? '');
      expect(new Set(ofLabs).size).toBe(3);
      expect(new Set(ofSubjects).size).toBe(4);
      expect(ofLabs.every((pseudonym) => ofSubjects.includes(pseudonym))).toBe(true);
      expect(ofLabs).toContain(ofMedications[0]?.[subjectHeading]);
      seen.push([...ofSubjects].sort());
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]?.some((pseudonym) => seen[0]?.includes(pseudonym))).toBe(false);
  });

  test('are the same for the unique subject as for the subject', async () => {
    const [row] = await rows({ dataset: 'subjects', columns: ['subject', 'unique_subject'] });
    expect(row?.[subjectHeading]).toMatch(/^P-/);
    expect(row?.['Unique subject (pseudonym)']).toBe(row?.[subjectHeading]);
  });

  test('have their own prefix for records, cases and lesions, and replace lists item by item', async () => {
    const [first, second] = await rows({
      dataset: 'responses',
      columns: ['record_id', 'case_id', 'lesions'],
      sort: [{ column: 'assessed', descending: false }],
    });
    expect(first?.['Assessment id (pseudonym)']).toMatch(/^R-\w{13}$/);
    expect(first?.['Case (pseudonym)']).toMatch(/^C-\w{13}$/);
    expect(first?.['Case (pseudonym)']).toBe(second?.['Case (pseudonym)']);
    expect(first?.['Lesions (pseudonym)']).toMatch(/^L-\w{13}; L-\w{13}$/);
    expect(second?.['Lesions (pseudonym)']).toBe('');
  });

  test.each([
    ['plain', 'Subject (pseudonym),Collected (day)'],
    ['sdtm', 'SUBJID (pseudonym),Collected (day)'],
    ['source', 'subject.reference (pseudonym),effectiveDateTime (day)'],
  ] as const)('the %s headings mark pseudonyms and days', async (vocabulary, header) => {
    const { path } = await run({ vocabulary, columns: ['subject', 'collected'] });
    expect(readFileSync(path, 'utf8').split('\r\n')[0]).toBe(header);
  });
});

test('labels mark pseudonyms and days as headings do', async () => {
  const { path } = await run({ vocabulary: 'sdtm', columns: ['subject', 'collected'], format: 'dataset-json' }, {}, 'labs.json');
  const { columns } = JSON.parse(readFileSync(path, 'utf8')) as { readonly columns: readonly object[] };
  expect(columns).toMatchObject([
    { name: 'SUBJID', label: 'Subject (pseudonym)', dataType: 'string' },
    { name: 'COLLECTE', label: 'Collected (day)', dataType: 'decimal' },
  ]);
  const transport = await run({ vocabulary: 'sdtm', columns: ['subject', 'collected'], format: 'xpt' }, {}, 'labs.xpt');
  const bytes = readFileSync(transport.path);
  for (const text of ['SUBJID  Subject (pseudonym)', 'COLLECTECollected (day)']) expect(bytes.includes(text)).toBe(true);
});

describe('days', () => {
  const days = async (asked: Parameters<typeof run>[0], reported: Partial<Protection> = {}): Promise<readonly (string | undefined)[]> => {
    const by = await rows({ columns: ['visit', 'collected'], ...asked }, reported);
    return by.map((row) => `${row['Visit'] ?? ''} ${row['Collected (day)'] ?? ''}`).toSorted();
  };

  test('are counted from the subject’s first date in all datasets, whatever is selected', async () => {
    const where = [{ column: 'subject', op: '=' as const, values: ['0001'] }];
    // The medication began on 2025-02-20, nine days before March.
    expect(await days({ selection: { ...everything('labs'), where } })).toEqual(['C1D1 11', 'Screening 10']);
    expect((await rows({ dataset: 'medications', columns: ['started', 'ended'] }))[0]).toEqual({
      'Started (day)': '1',
      'Ended (day)': '13',
    });
  });

  test('are counted from the first date of a visit: 1 on it, −1 the day before, none without that visit', async () => {
    expect(await days({}, { anchor: { kind: 'visit', label: 'C1D1' } })).toEqual([
      ' ',
      'C1D1 ',
      'C1D1 1',
      'C1D1 1',
      'C1D2 ',
      'Screening -1',
    ]);
    const { outcome } = await run({}, { anchor: { kind: 'visit', label: 'C1D1' } });
    // A partial date, and a subject without that visit. A missing date does not count.
    expect(outcome).toMatchObject({ undated: 2 });
  });

  test('are counted from the baseline assessment', async () => {
    expect(await days({}, { anchor: { kind: 'baseline' } })).toEqual([' ', 'C1D1 ', 'C1D1 ', 'C1D1 -1', 'C1D2 ', 'Screening -2']);
    const assessed = await rows({ dataset: 'responses', columns: ['assessed'] }, { anchor: { kind: 'baseline' } });
    expect(assessed.map((row) => row['Assessed (day)'])).toEqual(['1', '62']);
  });

  describe('an impossible date is not an anchor', () => {
    const subject = '0004';
    const atBaseline = (record_id: string, collected: string) => ({ record_id, subject, visit: 'BASELINE', collected });
    const reported: Partial<Protection> = { anchor: { kind: 'visit', label: 'BASELINE' } };
    const own = async (more: Partial<Protection> = reported) =>
      days({ selection: { ...everything('labs'), where: [{ column: 'subject', op: '=', values: [subject] }] } }, more);
    beforeEach(() => {
      fixture.add('labs', [{ record_id: 'w2', subject, visit: 'WEEK 2', collected: '2025-02-15' }]);
      fixture.change("UPDATE state SET as_of = '2025-06-30T12:00:00Z'");
    });

    test.each(['1913-02-01', '2031-02-01', '2025-07-02'])('%s: days are counted from the other date of the visit', async (wrong) => {
      fixture.add('labs', [atBaseline('b1', wrong), atBaseline('b2', '2025-02-01')]);
      expect(await own()).toContain('BASELINE 1');
      expect(await own()).toContain('WEEK 2 15');
    });

    test.each(['1913-02-01', '2031-02-01'])(
      '%s as the only date of the visit: the subject’s records leave without a day, and are counted',
      async (wrong) => {
        fixture.add('labs', [atBaseline('b1', wrong), { ...atBaseline('b2', '2025-02-01'), subject: '0001' }]);
        expect(await own()).toEqual(['BASELINE ', 'WEEK 2 ']);
        const { outcome } = await run({ columns: ['collected'] }, reported);
        expect(outcome).toMatchObject({ rows: 9, undated: 5 });
      },
    );

    test('the first date of all must be possible', async () => {
      fixture.add('labs', [atBaseline('b1', '1913-02-01')]);
      expect(await own({})).toContain('WEEK 2 1');
    });

    test.each(['1900-01-01', '9999-12-31', '1931-05-02'])(
      '%s on another record gets no day, which would reveal the anchor',
      async (wrong) => {
        fixture.add('labs', [atBaseline('b1', '2025-02-01'), { ...atBaseline('b2', wrong), visit: 'Screening' }]);
        expect(await own()).toEqual(['BASELINE 1', 'Screening ', 'WEEK 2 15']);
        const sorted = await rows({ columns: ['collected'], sort: [{ column: 'collected', descending: true }] }, reported);
        expect(sorted.at(-1)?.['Collected (day)']).toBe('');
      },
    );

    test('refuses the export with the reason if no subject has another date', async () => {
      fixture.add('labs', [atBaseline('b1', '1913-02-01')]);
      await expect(own()).rejects.toThrow('a visit of that name and a whole date from 1990 to the last sync');
    });
  });

  test('an anchor that is nowhere in the study is a USAGE error', async () => {
    await expect(run({}, { anchor: { kind: 'visit', label: 'C9D1' } })).rejects.toMatchObject({ code: 'USAGE' });
    fixture.change("UPDATE responses_row SET assessment = 'Other'");
    await expect(run({}, { anchor: { kind: 'baseline' } }, 'other.csv')).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('withheld and dropped data', () => {
  test('empties texts that hold a subject, a site person or a date, and counts each once even if a format reads twice', async () => {
    const by = await rows({ columns: ['result', 'visit'] });
    expect(by.map((row) => row['Result']).toSorted()).toEqual(['', '', '', '', '5.10', '<5']);
    for (const format of ['csv', 'xlsx', 'xpt', 'dataset-json'] as const) {
      const { outcome } = await run({ columns: ['result', 'collected'], format }, {}, `out.${format}`);
      expect(outcome).toMatchObject({ withheld: 4, undated: 1, rows: 6 });
    }
  });

  test('drops persons and free texts even if their columns are named', async () => {
    expect(Object.keys((await rows({ columns: ['performer', 'result', 'reference_range'] }))[0] ?? {})).toEqual(['Result']);
    expect(
      Object.keys((await rows({ dataset: 'medications', columns: ['directions', 'dose', 'method', 'drug_source'] }))[0] ?? {}),
    ).toEqual(['Dose']);
    await expect(run({ columns: ['performer', 'reference_range'] })).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('refuses to protect the resources as the service sent them', async () => {
    await expect(run({ format: 'ndjson' })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('the order of the rows', () => {
  const order = async (sort: ExportPart['sort'], reported: Partial<Protection> = {}) =>
    (await rows({ columns: ['subject', 'collected', 'record_id', 'result'], sort }, reported)).map((row) => [
      row[subjectHeading],
      row['Collected (day)'],
      row['Record id (pseudonym)'],
    ]);

  test('is by pseudonym, then day, then the record’s pseudonym by default', async () => {
    for (let at = 0; at < 4; at++) {
      const found = await order([], { salt: Buffer.alloc(32, at) });
      const sorted = found.toSorted(([a = '', dayA = '', idA = ''], [b = '', dayB = '', idB = '']) => {
        const last = (day: string): number => (day === '' ? Infinity : Number(day));
        return a < b ? -1 : a > b ? 1 : last(dayA) < last(dayB) ? -1 : last(dayA) > last(dayB) ? 1 : idA < idB ? -1 : 1;
      });
      expect(found).toEqual(sorted);
    }
  });

  test('by subject or date uses the pseudonym or day that replaces it', async () => {
    const subjects = (await order([{ column: 'subject', descending: true }])).map(([subject]) => subject ?? '');
    expect(subjects).toEqual(subjects.toSorted().toReversed());
    const days = (await order([{ column: 'collected', descending: true }])).map(([, day]) => day ?? '').filter((day) => day !== '');
    expect(days.map(Number)).toEqual(days.map(Number).toSorted((a, b) => b - a));
  });

  test('by a column that does not leave is refused', async () => {
    await expect(run({ sort: [{ column: 'performer', descending: false }] })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('the evidence', () => {
  test('names recipient, anchor, derivations and left-out columns, but no filter value and no digest that a guess could confirm', async () => {
    const where = [{ column: 'subject', op: '=' as const, values: ['0002'] }];
    await run(
      { selection: { ...everything('labs'), where, search: 'zzz' }, columns: ['subject', 'collected', 'performer'] },
      { anchor: { kind: 'visit', label: 'C1D1' } },
    );
    const text = readFileSync(join(fixture.folder, 'out.csv.carrel.json'), 'utf8');
    const evidence: unknown = JSON.parse(text);
    expect(evidence).toMatchObject({
      protection: { recipient: 'Acme', daysFrom: 'the first date of visit “C1D1”' },
      terms: { digest: null },
      datasets: [
        {
          filters: ['Subject = …', 'Texts of the record contain …'],
          leftOut: ['Performer'],
          columns: [
            {
              name: 'subject',
              heading: 'Subject (pseudonym)',
              kind: 'text',
              source: ['subject.reference'],
              derivation: 'Pseudonym for Acme of: subject.reference',
            },
            {
              name: 'collected_day',
              heading: 'Collected (day)',
              kind: 'number',
              derivation: expect.stringMatching(/^Days from the first date of visit “C1D1”: .*effectiveDateTime$/),
            },
          ],
        },
      ],
    });
    expect(text).not.toMatch(/0002|zzz|8841/);
  });

  test('does not name a visit that holds a date', async () => {
    fixture.change("UPDATE labs_row SET visit = 'Unscheduled 2025-03-02' WHERE visit = 'C1D1'");
    const { path } = await run({}, { anchor: { kind: 'visit', label: 'Unscheduled 2025-03-02' } });
    expect(readFileSync(`${path}.carrel.json`, 'utf8')).not.toContain('2025-03-02');
    expect(readFileSync(path, 'utf8')).not.toContain('2025-03-02');
  });

  test('does not name a visit that not every study has', async () => {
    fixture.change("UPDATE labs_row SET visit = 'Visit of Mrs Doe' WHERE visit = 'C1D1'");
    const { path } = await run({}, { anchor: { kind: 'visit', label: 'Visit of Mrs Doe' } });
    expect(readFileSync(`${path}.carrel.json`, 'utf8')).toContain('the first date of a visit that was named');
    expect(readFileSync(`${path}.carrel.json`, 'utf8')).not.toContain('Doe');
  });

  test('of a workbook is on the About sheet and in the codebook', async () => {
    const sheets = readWorkbook((await run({ format: 'xlsx', columns: ['subject', 'collected', 'performer'] }, {}, 'out.xlsx')).path);
    const texts = Object.fromEntries(sheets.map(({ name, cells }) => [name, Object.values(cells).map(String)]));
    expect(texts['About this export']).toEqual(expect.arrayContaining(['Pseudonyms for', 'Acme', 'Columns left out', 'Performer']));
    expect(texts['Codebook']).toEqual(
      expect.arrayContaining(['Subject (pseudonym)', 'Pseudonym for Acme of: subject.reference', 'Collected (day)']),
    );
    expect(sheets[0]?.cells['B2']).toEqual(expect.any(Number));
  });
});

describe('a number that may be a date, a timestamp or a personal id', () => {
  const columns = ['result_number', 'standard_result', 'range_high', 'times_upper_limit'];
  beforeEach(() => {
    fixture.add(
      'labs',
      (
        [
          ['20250529', 20_250.529, 40],
          ['1766707200', 1_766_707.2, 40],
          ['24.5', 24.5, 20_251_226],
          ['31', 31, 40],
          ['1200000', 1200, 40],
        ] as const
      ).map(([sent, standard, high], at) => ({
        ...{ record_id: `n${String(at)}`, subject: '0004', collected: '2025-03-01', result: sent, result_number: sent },
        ...{ standard_result: standard, range_high: high, times_upper_limit: 2 },
      })),
    );
  });
  const selection = { ...everything('labs'), subjects: ['0004'] };

  test('is withheld together with the values derived in its row, while other numbers leave', async () => {
    const found = await rows({ columns, selection });
    expect(found.map((row) => Object.values(row).join(' ')).toSorted()).toEqual([
      '   ',
      '   ',
      '1200000 1200 40 2',
      '24.5   ',
      '31 31 40 2',
    ]);
  });

  test('does not order the rows either', async () => {
    const found = await rows({ columns: ['standard_result'], selection, sort: [{ column: 'standard_result', descending: true }] });
    expect(found.map((row) => Object.values(row).join())).toEqual(['1200', '31', '', '', '']);
  });
});

describe('a number leaves depending on its digits and on the text that it was read from', () => {
  const selection = { ...everything('labs'), subjects: ['0004'] };
  const lab = (record_id: string, cells: object) => ({ record_id, subject: '0004', collected: '2025-03-01', ...cells });

  test('not with the digits of a personal id after its point, after zeros or in its exponent', async () => {
    const sent = ['0.8841907', '24.00000000000000000008841907', '1e-8841907', '0e8841907', '193105.02', '0.25'];
    fixture.add(
      'labs',
      sent.map((digits, at) => lab(`n${String(at)}`, { result: digits, result_number: digits })),
    );
    expect((await rows({ columns: ['result', 'result_number'], selection })).map((row) => Object.values(row).join(' ')).toSorted()).toEqual(
      [...Array.from({ length: 5 }, () => ' '), '0.25 0.25'],
    );
  });

  test('bounds, limits and values derived from them leave, and order the rows, only where their text may leave', async () => {
    const columns = ['result_bound', 'range_high', 'normal_high', 'times_upper_limit'];
    const worked = { result_number: null, result_bound: 97, range_high: 40, normal_high: 40, times_upper_limit: 2.425 };
    fixture.add('labs', [
      lab('b1', { ...worked, result: '<97', reference_range: '7 - 40' }),
      lab('b2', { ...worked, result: '<97-year-old', reference_range: '7 - 40' }),
      lab('b3', { ...worked, result: '<97', reference_range: '7 - 40 Acacia Avenue' }),
    ]);
    const reported = async (sort: ExportPart['sort']) =>
      (await rows({ columns, selection, sort })).map((row) => Object.values(row).join(' '));
    expect((await reported([])).toSorted()).toEqual([' 40 40 ', '97   ', '97 40 40 2.425']);
    expect((await reported([{ column: 'times_upper_limit', descending: true }]))[0]).toBe('97 40 40 2.425');
    expect((await reported([{ column: 'range_high', descending: false }]))[2]).toBe('97   ');
  });

  test('a counting number leaves only if it is whole and small', async () => {
    fixture.add(
      'responses',
      ['8841', '1.5', '3'].map((sent, at) => ({
        ...{
          record_id: `t${String(at)}`,
          subject: '0004',
          assessed: '2025-03-01',
          timepoint: sent,
          case_revision: sent,
          assessment_revision: sent,
        },
      })),
    );
    const found = await rows({
      ...{ dataset: 'responses', columns: ['timepoint', 'case_revision', 'assessment_revision'] },
      selection: { ...everything('responses'), subjects: ['0004'] },
    });
    expect(found.map((row) => Object.values(row).join(' ')).toSorted()).toEqual(['  ', '  ', '3 3 3']);
  });

  test('a change leaves only if the text that it was read from may', async () => {
    fixture.add(
      'responses',
      ['-5.0 mm', '-5.0000008841907 mm'].map((text, at) => ({
        ...{ record_id: `c${String(at)}`, subject: '0004', assessed: '2025-03-01', current_value: '40' },
        ...{ change_from_baseline_text: text, change_from_baseline: -5, baseline_sum: 45, percent_change_from_baseline: -11.1 },
      })),
    );
    const found = await rows({
      ...{
        dataset: 'responses',
        columns: ['change_from_baseline_text', 'change_from_baseline', 'baseline_sum', 'percent_change_from_baseline'],
      },
      selection: { ...everything('responses'), subjects: ['0004'] },
    });
    expect(found.map((row) => Object.values(row).join('|')).toSorted()).toEqual(['-5.0 mm|-5|45|-11.1', '|||']);
  });
});

test('sorts rows with a withheld text as if they had none', async () => {
  const sorted = await rows({ columns: ['result'], sort: [{ column: 'result', descending: false }] });
  expect(sorted.map(({ Result }) => Result)).toEqual(['5.10', '<5', '', '', '', '']);
});
