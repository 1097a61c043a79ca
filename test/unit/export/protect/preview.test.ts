import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportPart } from '../../../../src/core/export/export-plan.ts';
import { mostShown } from '../../../../src/core/export/protect/preview-texts.ts';
import { previewExport } from '../../../../src/core/export/protect/preview.ts';
import type { AllowedTexts, Anchor } from '../../../../src/shared/protection-schemas.ts';
import type { DatasetName } from '../../../../src/shared/datasets/datasets.ts';
import { everything, makeStudy, type StudyFixture } from '../../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

interface Asked extends Partial<ExportPart> {
  readonly dataset?: DatasetName;
  readonly allowed?: AllowedTexts;
  readonly anchor?: Anchor;
  readonly mostTexts?: number;
  readonly most?: number;
}

function preview({ dataset = 'labs', allowed = [], anchor = { kind: 'first-record' }, mostTexts, most = 0, ...part }: Asked) {
  return previewExport(
    fixture.study,
    {
      ...{ part: { selection: everything(dataset), sort: [], columns: [], ...part }, allowed, anchor, vocabulary: 'plain' },
      ...(mostTexts === undefined ? {} : { mostTexts }),
    },
    most,
  );
}

const texts = (asked: Asked) => preview(asked).texts.map(({ text, records, verdict }) => [text, records, verdict]);

describe('the texts of a preview', () => {
  const visits = (...names: readonly (string | null)[]): void => {
    fixture.add(
      'labs',
      names.map((visit, at) => ({ record_id: String(at), subject: `000${String(at)}`, visit, test: 'ALT' })),
    );
  };

  test('that wait for a person come first, then those shared, telling and allowed; usual ones are counted only', () => {
    visits(
      ...['C1D1', 'C1D1', 'Ambul', 'Ambul', 'Told 29 May', 'Told 29 May', 'Aorb', 'Morb', 'Morb', 'Morb', 'Yorb', 'Yorb'],
      ...Array.from({ length: 5 }, () => 'Shared'),
    );
    const allowed = [{ dataset: 'labs' as const, column: 'visit', texts: ['Ambul', 'Told 29 May'] }];
    expect(texts({ columns: ['visit'], allowed })).toEqual([
      ['Morb', 3, 'unseen'],
      ['Yorb', 2, 'unseen'],
      ['Aorb', 1, 'unseen'],
      ['Shared', 5, 'shared'],
      ['Told 29 May', 2, 'tells'],
      ['Ambul', 2, 'allowed'],
    ]);
    expect(preview({ columns: ['visit'], allowed }).textCounts).toEqual({ leave: 2, unseen: 4, tells: 1 });
  });

  test('are as many as are wanted, by default no more than a screen shows', () => {
    visits(...Array.from({ length: mostShown + 1 }, (_, at) => `Zorb ${String.fromCodePoint(0x4e00 + at)}`), null);
    expect(texts({ columns: ['visit'], mostTexts: 2 })).toHaveLength(2);
    const { texts: shown, textCounts } = preview({ columns: ['visit'] });
    expect([shown.length, mostShown, textCounts.unseen]).toEqual([2000, 2000, 2001]);
  });

  test('are those of the selection only, by column', () => {
    visits('Yorb', 'Zorb');
    const where = [{ column: 'visit', op: '=' as const, values: ['Zorb'] }];
    const { texts: shown } = preview({ columns: ['result', 'visit'], selection: { ...everything('labs'), where } });
    expect(shown).toEqual([{ column: 'visit', heading: 'Visit', text: 'Zorb', records: 1, verdict: 'unseen' }]);
  });

  test('of lists are counted item by item, each once for a record', () => {
    fixture.add('medications', [
      { record_id: 'a', subject: '1', omop_rules: ['x', 'y', 'x'] },
      { record_id: 'b', subject: '2', omop_rules: ['x'] },
    ]);
    expect(texts({ dataset: 'medications', columns: ['omop_rules'] })).toEqual([
      ['x', 2, 'unseen'],
      ['y', 1, 'unseen'],
    ]);
  });
});

describe('a preview', () => {
  beforeEach(() => {
    fixture.add('labs', [
      { record_id: 'a', subject: '0001', visit: 'C1D1', collected: '2025-03-01', result: '5', performer: '8841' },
      { record_id: 'b', subject: '0001', visit: 'C1D2', collected: '2025-03-03', result: null },
      { record_id: 'c', subject: '0002', visit: null, collected: null, result: '7' },
      { record_id: 'd', subject: null, visit: 'C1D1', collected: '2025-03-01', result: '8' },
    ]);
  });

  test('counts rows, subjects, and those without a date to count days from', () => {
    expect(preview({ columns: ['result'] })).toMatchObject({ rows: 4, subjects: 3, undated: 2 });
    const where = [{ column: 'subject', op: '=' as const, values: ['0001'] }];
    expect(preview({ columns: ['result'], selection: { ...everything('labs'), where } })).toMatchObject({
      rows: 2,
      subjects: 1,
      undated: 0,
    });
  });

  test('says of each column how it is treated, whether it leaves or not', () => {
    const { columns } = preview({ columns: ['subject', 'collected', 'result', 'performer'] });
    expect(columns.map(({ name, heading, treatment }) => [name, heading, treatment])).toEqual([
      ['subject', 'Subject (pseudonym)', 'pseudonym'],
      ['collected', 'Collected (day)', 'day'],
      ['result', 'Result', 'kept'],
      ['performer', 'Performer', 'dropped'],
    ]);
  });

  test('has the first rows as they would leave, with the pseudonyms of nobody', () => {
    const asked = { columns: ['subject', 'collected', 'result', 'performer'], most: 3 };
    const { sample } = preview(asked);
    expect(sample.map((row) => row.slice(1))).toEqual([
      ['1', '5'],
      ['3', ''],
      ['', '7'],
    ]);
    expect(sample[0]?.[0]).toMatch(/^P-\w{13}$/);
    expect(sample[1]?.[0]).toBe(sample[0]?.[0]);
    expect(preview(asked).sample[0]?.[0]).not.toBe(sample[0]?.[0]);
    expect(preview({ ...asked, most: 0 }).sample).toEqual([]);
    expect(preview({ ...asked, most: 1 }).sample).toHaveLength(1);
  });

  test('joins the items of a list', () => {
    fixture.add('responses', [{ record_id: 'r', subject: '0001', lesions: ['x', 'y'] }]);
    expect(preview({ dataset: 'responses', columns: ['lesions'], most: 1 }).sample).toEqual([
      [expect.stringMatching(/^L-\w{13}; L-\w{13}$/)],
    ]);
  });

  test('is refused as the export would be', () => {
    expect(() => preview({ columns: ['performer'] })).toThrow('None of the named columns');
    expect(() => preview({ columns: ['result'], anchor: { kind: 'baseline' } })).toThrow('No baseline assessment of 22-001');
  });
});
