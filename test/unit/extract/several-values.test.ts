import { describe, expect, test } from 'vitest';
import { cellsOf, extract, issuesOf, lab } from './trial-entries.ts';

describe('several where the interface describes one', () => {
  test('texts of a list are joined', () => {
    const extracted = extract(
      'labs',
      lab({ performer: [{ display: 'Practitioner/1' }, { display: 'Practitioner/2' }], identifier: [{ value: 'a' }, { value: 'b' }] }),
    );
    expect(cellsOf('labs', extracted)).toMatchObject({ performer: '1; 2', identifier: 'a; b', record_id: 'lab-1' });
  });

  test('of several keys the first counts, and it is listed', () => {
    const extracted = extract('labs', lab({ id: undefined, identifier: [{ value: 'a' }, { value: 'b' }] }));
    expect(extracted.rows[0]?.key).toBe('a');
    expect(issuesOf(extracted)).toContain('several-values identifier[].value');
  });

  test('of several numbers the first counts, and it is listed', () => {
    const dosage = [{ doseAndRate: [{ doseQuantity: { value: 1, unit: 'mg' } }, { doseQuantity: { value: 2, unit: 'mg' } }] }];
    const extracted = extract('medications', { resourceType: 'MedicationStatement', id: 'm', dosage });
    expect(cellsOf('medications', extracted)).toMatchObject({ dose: 1, dose_unit: 'mg; mg' });
    expect(issuesOf(extracted)).toContain('several-values dosage[].doseAndRate[].doseQuantity.value');
  });
});
