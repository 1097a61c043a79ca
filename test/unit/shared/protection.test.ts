import { describe, expect, test } from 'vitest';
import type { Column, ColumnKind, Tells } from '../../../src/shared/datasets/declaration.ts';
import { isChecked, treatmentOf } from '../../../src/shared/protection.ts';

function column(kind: ColumnKind, tells?: Tells, more: Partial<Column> = {}): Column {
  const usual = { name: 'x', kind, plain: 'X', sdtm: null, help: '', width: 100, section: 'All', shown: true, paths: ['x'] };
  return { ...usual, ...(tells === undefined ? {} : { tells }), ...more } as Column;
}

function derived(kind: ColumnKind, tells: Tells): Column {
  const { paths: _, ...usual } = column(kind, tells) as Column & { readonly paths: readonly string[] };
  return { ...usual, rule: 'a rule', derive: () => null };
}

describe('a protected export', () => {
  test.each<[Tells, string, string]>([
    ['subject', 'pseudonym', 'It identifies the subject.'],
    ['record', 'pseudonym', 'It leads back to the record at the service.'],
    ['case', 'pseudonym', 'It leads back to the case at the service.'],
    ['lesion', 'pseudonym', 'It names case, assessment and lesion.'],
    ['date', 'day', 'A date may identify a person. Its distance from the anchor is kept.'],
    ['person', 'dropped', 'It identifies a person at the site.'],
    ['free', 'dropped', 'It is free text, which may contain anything.'],
    ['address', 'dropped', 'It is an address of the service and reveals nothing about the record.'],
  ])('treats what tells of the %s as %s', (tells, treatment, reason) => {
    for (const kind of ['text', 'number'] as const) expect(treatmentOf(column(kind, tells))).toEqual({ treatment, reason });
  });

  test('drops what identifies a person at the site, whatever it tells otherwise', () => {
    expect(treatmentOf(column('text', 'value', { personal: true }))).toMatchObject({ treatment: 'dropped' });
  });

  test('drops what nobody has approved', () => {
    expect(treatmentOf(column('text'))).toEqual({ treatment: 'dropped', reason: 'It has not been approved for export.' });
  });

  test.each<[string, Column, boolean]>([
    ['a text as sent', column('text', 'value'), true],
    ['a flag as sent', column('flag', 'value'), true],
    ['a study', column('text', 'study'), true],
    ['a number', column('number', 'value'), false],
    ['a derived text', derived('text', 'value'), false],
    ['a text of another kind', column('text', 'subject'), false],
  ])('releases %s text by text: %s', (_what, of, checked) => {
    expect(isChecked(of)).toBe(checked);
  });

  test('keeps values, and says which it releases text by text', () => {
    expect(treatmentOf(column('number', 'value'))).toMatchObject({ treatment: 'kept', reason: expect.stringContaining('what was found') });
    expect(treatmentOf(column('text', 'value'))).toMatchObject({ treatment: 'kept', reason: expect.stringContaining('text by text') });
  });
});
