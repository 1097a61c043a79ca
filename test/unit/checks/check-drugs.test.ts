import { describe, expect, test } from 'vitest';
import { checkDrugs } from '../../../src/core/checks/check-drugs.ts';
import type { Medication } from '../../../src/core/checks/read-medications.ts';
import { keysOf, medication, medications } from './medications.ts';

function found(check: string, usual: readonly Medication[], ...odd: readonly Partial<Medication>[]): readonly string[] {
  return keysOf(checkDrugs([...usual, ...odd.map((more, n) => medication(`x${String(n)}`, more))]), check);
}

test.each([
  ['unk', true],
  [' N/A ', true],
  ['not recorded', true],
  ['...', true],
  ['unknown medication', true],
  ['testosterone', false],
  ['', false],
])('%j names no drug: %s', (name, isFound) => {
  expect(found('no-drug', [], { name })).toEqual(isFound ? ['x0'] : []);
});

test.each([
  ['warfarin', 'warfain', true],
  ['aspirin', 'asprin', false],
])('%s and %s are one drug: %s', (drug, name, isFound) => {
  const usual = medications(20, () => ({ name: drug, drug }));
  expect(found('spelled-otherwise', usual, { name, drug: name })).toEqual(isFound ? ['x0'] : []);
});

describe('a code of another drug', () => {
  test.each([
    [9, ['x0']],
    [8, []],
  ])('is found beside %i records of the drug with its usual code', (usual, keys) => {
    expect(found('code-of-another', medications(usual), { code: '8' })).toEqual(keys);
  });

  test('is found if at least nine in ten have the usual one', () => {
    const two = [{ code: '8' }, { code: '9' }];
    expect(found('code-of-another', medications(18), ...two)).toEqual(['x0', 'x1']);
    expect(found('code-of-another', medications(17), ...two)).toEqual([]);
  });

  test('is found from the drugs of a code as well', () => {
    expect(found('code-of-another', medications(9), { name: 'Else', drug: 'else' })).toEqual(['x0']);
  });

  test('is not judged without a code, or where the name is misspelled', () => {
    expect(found('code-of-another', medications(9), { code: '' })).toEqual([]);
    const usual = medications(20, () => ({ name: 'ondansetron', drug: 'ondansetron' }));
    const odd = { name: 'ondensetron', drug: 'ondensetron' };
    expect(found('spelled-otherwise', usual, odd)).toEqual(['x0']);
    expect(found('code-of-another', usual, odd)).toEqual([]);
  });

  test('is the practice of a study that has more than three among few', () => {
    const odd = ['a', 'b', 'c', 'd'].map((drug) => ({ name: drug, drug }));
    expect(found('code-of-another', medications(40), ...odd)).toEqual([]);
    expect(found('code-of-another', medications(40), ...odd.slice(1))).toHaveLength(3);
  });
});

describe('another unit of a dose', () => {
  test.each<[Partial<Medication>, boolean]>([
    [{ unit: 'g' }, true],
    [{ unit: 'iu' }, true],
    [{ unit: 'tablet' }, false],
    [{ unit: 'g', dose: null }, false],
    [{ unit: '' }, false],
  ])('%j is found: %s', (odd, isFound) => {
    expect(found('other-dose-unit', medications(9), odd)).toEqual(isFound ? ['x0'] : []);
  });
});

describe('another route', () => {
  test.each<[Partial<Medication>, boolean]>([
    [{ route: 'rectal' }, true],
    [{ route: '' }, false],
    [{ route: 'iv push', name: 'Drug oral tablet' }, true],
  ])('than oral, %j, is found: %s', (odd, isFound) => {
    expect(found('other-route', medications(9), odd)).toEqual(isFound ? ['x0'] : []);
  });

  test('is not found among the names for application to the skin', () => {
    const onSkin = medications(9, (n) => ({ route: n % 2 === 0 ? 'topical' : 'cutaneous' }));
    expect(found('other-route', onSkin, { route: 'transdermal' })).toEqual([]);
    expect(found('other-route', onSkin, { route: 'oral' })).toEqual(['x0']);
  });

  test.each([
    ['Drug 10 MG Oral Tablet', 'intravenous', true],
    ['Drug tablets by mouth', 'topical', true],
    ['Drug capsule PO', 'subcutaneous', true],
    ['Drug 10 MG Oral Tablet', 'oral', false],
    ['Drug 10 MG Oral Tablet', 'gastrostomy tube', false],
    ['Drug injection', 'intravenous', false],
  ])('of %s by %s contradicts its form: %s', (name, route, isFound) => {
    expect(found('other-route', [], { name, route })).toEqual(isFound ? ['x0'] : []);
  });
});

describe('a missing part of a dosage', () => {
  test.each<[string, Partial<Medication>, boolean]>([
    ['route', { route: '' }, true],
    ['dose', { dose: null }, true],
    ['unit', { unit: '' }, true],
    ['dose of what is applied', { dose: null, route: 'nasal' }, false],
    ['unit of what is applied', { unit: '', route: 'nasal' }, false],
  ])('is found: %s', (_part, odd, isFound) => {
    expect(found('missing-dosage', medications(19), odd)).toEqual(isFound ? ['x0'] : []);
  });

  test('is judged from twenty courses on', () => {
    expect(found('missing-dosage', medications(18), { route: '' })).toEqual([]);
    // Courses of a drug that never has the part do not count.
    const never = medications(5, () => ({ drug: 'never', name: 'Never', route: '' }), 'n');
    expect(found('missing-dosage', [...medications(18), ...never], { route: '' })).toEqual([]);
    expect(found('missing-dosage', [...medications(19), ...never], { route: '' })).toEqual(['x0']);
  });

  test('is found if three courses of the drug have it, and half of them', () => {
    const usual = medications(30);
    const other = (having: number): readonly Medication[] => medications(having, () => ({ drug: 'second', name: 'Second' }), 'o');
    const lacking = { drug: 'second', name: 'Second', route: '' };
    expect(found('missing-dosage', [...usual, ...other(3)], lacking)).toEqual(['x0']);
    expect(found('missing-dosage', [...usual, ...other(2)], lacking)).toEqual([]);
    expect(found('missing-dosage', [...usual, ...other(3)], lacking, lacking, lacking)).toEqual(['x0', 'x1', 'x2']);
    const four = [lacking, lacking, lacking, lacking];
    expect(found('missing-dosage', [...medications(193), ...other(3)], ...four)).toEqual([]);
    expect(found('missing-dosage', [...medications(192), ...other(4)], ...four)).toEqual(['x0', 'x1', 'x2', 'x3']);
  });
});
