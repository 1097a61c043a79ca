import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { doesLeave, leavingTexts } from '../../../../src/core/export/protect/leaving-texts.ts';
import { previewExport } from '../../../../src/core/export/protect/preview.ts';
import { columnOf, datasets, type DatasetName } from '../../../../src/shared/datasets/datasets.ts';
import type { TextVerdict } from '../../../../src/shared/protection.ts';
import type { AllowedTexts } from '../../../../src/shared/protection-schemas.ts';
import { everything, makeStudy, type StudyFixture } from '../../../unit/query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add(
    'labs',
    ['0001', '0002', '0003', '0004', '0005', 'ASTRAL-01'].map((subject, at) => ({
      ...{ record_id: String(at), subject, study: '22-001', performer: 'Dr. Ortega' },
      ...{ visit: at < 5 ? 'AMBUL ECG PLACEMENT' : 'Home of the sister', test: at < 4 ? 'Zorblax Index' : 'Zorblax at 29 May' },
    })),
  );
});
afterEach(() => {
  fixture.remove();
});

function verdict(name: string, text: string, allowed: AllowedTexts = [], dataset: DatasetName = 'labs'): TextVerdict {
  const column = columnOf(datasets[dataset], name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  const found = leavingTexts(fixture.study, allowed).verdictsOf(datasets[dataset], column)(text);
  // Asked on its own, before any verdict is known.
  expect(leavingTexts(fixture.study, allowed).leavesOf(datasets[dataset], column)(text), text).toBe(doesLeave(found));
  return found;
}

describe('an unusual text leaves', () => {
  test('where somebody allowed it, in that column only; being shared by many subjects is not enough', () => {
    expect([verdict('visit', 'AMBUL ECG PLACEMENT'), verdict('test', 'Zorblax Index')]).toEqual(['shared', 'unseen']);
    expect(doesLeave('shared')).toBe(false);
    expect(verdict('visit', 'AMBUL ECG PLACEMENT', [{ dataset: 'labs', column: 'visit', texts: ['AMBUL ECG PLACEMENT'] }])).toBe('allowed');
    const allowed: AllowedTexts = [{ dataset: 'labs', column: 'test', texts: ['Zorblax Index'] }];
    expect([verdict('test', 'Zorblax Index', allowed), verdict('test_display', 'Zorblax Index', allowed)]).toEqual(['allowed', 'unseen']);
  });

  test('never where it names a person of the study or a date, even if allowed', () => {
    const texts = ['Zorblax at 29 May', 'Seen by Dr Ortega', 'Swapped with 0003', 'for \u{1d49c}stral-01', 'ASTRAL\n01'];
    for (const text of texts) expect(verdict('test', text, [{ dataset: 'labs', column: 'test', texts }]), text).toBe('tells');
  });

  test('where it is a range with "bis", unless a date can be read in it', () => {
    for (const text of ['3.5 bis 5.1', '3.5bis 5.1', '3,5 bis 5,1 mg/dL']) expect(verdict('reference_range', text), text).toBe('usual');
    for (const text of ['10-2000', '1.2 bis 3.2025', '12/24 bis 5.1', '01.02.2025 - 03.02.2025', 'bis 3.5', '2024-05 bis 5.1'])
      expect(doesLeave(verdict('reference_range', text)), text).toBe(false);
    expect(verdict('test', '3.5 bis 5.1', [{ dataset: 'labs', column: 'test', texts: ['3.5 bis 5.1'] }])).toBe('tells');
  });

  test('never as a result, however many subjects share it', () => {
    fixture.add(
      'labs',
      ['0001', '0002', '0003', '0004', '0005'].map((subject, at) => ({
        record_id: `r${String(at)}`,
        subject,
        result: 'called the clinic',
      })),
    );
    expect(verdict('result', 'called the clinic')).toBe('unseen');
  });
});

describe('a name of the study leaves', () => {
  const trialNames = (...names: readonly string[]): void => {
    fixture.add(
      'responses',
      names.map((name, at) => ({ record_id: String(at), subject: `000${String(at)}`, trial_name: name })),
    );
  };
  const of = (text: string): string => verdict('trial_name', text, [], 'responses');

  test('where it is the study number, or the only number in all records', () => {
    trialNames('SP-1', 'SP-1', 'SP-1');
    expect([of('SP-1'), of(fixture.study.study), of('SP-2')]).toEqual(['usual', 'usual', 'unseen']);
  });

  test('not where another record has a different one', () => {
    trialNames('SP-1', 'SP-1', '4938172');
    expect([of('SP-1'), of('4938172')]).toEqual(['unseen', 'unseen']);
  });

  test('not where it consists of words, such as a site name', () => {
    trialNames('Charité 2025', 'Charité 2025');
    expect(of('Charité 2025')).toBe('shared');
  });
});

test('a preview lists unseen texts before shared ones, by number of records, and counts them', () => {
  const part = { selection: everything('labs'), sort: [], columns: ['visit', 'test'] };
  const { texts, textCounts } = previewExport(
    fixture.study,
    { part, anchor: { kind: 'first-record' }, vocabulary: 'plain', allowed: [] },
    0,
  );
  expect(texts.map(({ column, text, records, verdict: found }) => [column, text, records, found])).toEqual(
    [
      ['test', 'Zorblax Index', 4, 'unseen'],
      ['visit', 'Home of the sister', 1, 'unseen'],
      ['test', 'Zorblax at 29 May', 2, 'unseen'],
      ['visit', 'AMBUL ECG PLACEMENT', 5, 'shared'],
    ].toSorted((left, right) => Number(left[3] === 'shared') - Number(right[3] === 'shared') || Number(right[2]) - Number(left[2])),
  );
  expect(textCounts).toEqual({ leave: 0, unseen: 4, tells: 0 });
});

describe('no planted personal text leaves', () => {
  const planted = [
    ...[
      '\u{1d49c}stral-01',
      'ＡＳＴＲＡＬ－０１',
      'A\u0301stral-01',
      'ASTRAL-\n01',
      'ASTRAL\u200b-01',
      'Astral 01',
      'astral01',
      'for ASTRAL/01',
    ],
    ...[
      '0003',
      'Pt 0003',
      '22-001-0003',
      '220010003',
      '\u0660003',
      'subject 3',
      'Dr. Ortega',
      'DR ORTEGA',
      'Ortega, Dr.',
      'M\u00fcller, Hans',
    ],
    ...['29May', 'May 29', '29/05', '2025_05_29', '04032025', '29 mayo', '2025-149', '29.5.25', '20250529', '2025-05-29', '29-V-2025'],
    ...[
      '29. Mai',
      'le 29 mai',
      '29 maggio',
      '5/29',
      'May\u00a029',
      '29\u2011May\u20112025',
      'Q2 2025',
      'Pfingsten 2025',
      'born 1950',
      'aged 91',
    ],
    ...[
      '3-04',
      'Room 12',
      '+49 30 123456',
      'hans@example.org',
      'Charit\u00e9 Berlin',
      'MRN 8841273',
      'DE12345678',
      'https://example.org/p/17',
    ],
    ...['Mrs. D.', 'the sister of the nurse', 'ICU bed 4', 'Passport X1234567'],
  ];
  const columns = Object.values(datasets).flatMap((dataset) =>
    dataset.columns
      .filter(({ kind, tells, ...column }) => kind !== 'number' && (tells === 'value' || tells === 'study') && !('derive' in column))
      .map(({ name }) => [dataset.name, name] as const),
  );

  test.each(columns)('in %s.%s', (dataset, name) => {
    expect(planted.length).toBeGreaterThanOrEqual(50);
    const leaving = planted.filter((text) => doesLeave(verdict(name, text, [], dataset)));
    expect(leaving).toEqual([]);
  });
});
