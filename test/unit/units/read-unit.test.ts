import { describe, expect, test } from 'vitest';
import { readUnit, sameUnit, unitMeaning, unitReading } from '../../../src/shared/units/read-unit.ts';
import { parseUcum } from '../../../src/shared/units/ucum.ts';
import { unitParts } from '../../../src/shared/units/unit-spellings.ts';
import { wholeUnits } from '../../../src/shared/units/whole-unit-spellings.ts';

describe('two units', () => {
  test.each([
    ['100/L', '10*2/L', true],
    ['10*3/L', '10*2/L', false],
    ['10*3/uL', '10*9/L', true],
    ['mg/dL', 'g/L', false],
    ['60.s', 'min', true],
    ['g/L', 'mol/L', false],
  ])('%s and %s are the same: %s', (left, right, same) => {
    const [one, other] = [parseUcum(left), parseUcum(right)];
    if (one === null || other === null) throw new Error('Not a unit.');
    expect(sameUnit({ code: left, quantity: one }, { code: right, quantity: other })).toBe(same);
  });
});

test('a unit has at most sixty characters', () => {
  const annotated = (length: number): string | null => unitReading(`mg/dL{${'x'.repeat(length - 7)}}`);
  expect(annotated(60)).not.toBeNull();
  expect(annotated(61)).toBeNull();
});

describe('spellings of laboratories', () => {
  test.each<[code: string, written: string]>([
    ['U/L', 'E/L|Intl Units/L|U/L|U/l|u/L|IU/L|iu/l|units/L|[IU]/L|UI/L|Units / Liter|I.U./L'],
    [
      '10*3/uL',
      '10*3/uL|K/uL|k/ul|K/µL|K/μL|K/mcL|K/MM3|K/CUMM|K/cu mm|THOU/uL|THOUSAND/MCL|Thousands/uL|10^3/uL|x10^3/uL|x 10³/µL|X10E3/UL|10E3/mcL|10 3/uL|10**3/uL|10x3/uL|10^3 cells/uL|K cells/uL|10(3)/uL|10*3/mm3|10^3/mm³',
    ],
    ['10*9/L', '10*9/L|10^9/L|10^9/l|x10^9/L|×10⁹/L|10⁹/L|10E9/L|GI/L|Gpt/L|giga/L|X 10 9/L|x109/L|Bil/L|10^9 cells/L'],
    ['10*6/uL', '10*6/uL|MILL/uL|Mill/mcL|M/uL|mil/uL|Million/uL|x10E6/uL|10^6/µl|MIL/MM3|Mio/uL'],
    ['10*12/L', '10*12/L|TI/L|T/L|x10^12/L|10¹²/L|Tpt/L|10E12/L'],
    ['/uL', '/uL|/µL|/mm3|/cumm|/mm³|/mcL'],
    ['1/uL', 'cells/uL|cells/µL|cells/mm3|cells/cu mm|#/uL'],
    ['mg/dL', 'mg/dL|mg/dl|MG/DL| mg/dl |mg %|mg%|mg/100 mL|mg/100ml|(mg/dL)|mg per dL|mg·dL⁻¹|mg.dL-1'],
    ['g/dL', 'g/dL|g/dl|G/DL|gm/dL|gm/dl|g%|GM/DL'],
    ['g/L', 'g/L|g/l|gm/L'],
    ['ug/dL', 'ug/dL|µg/dL|μg/dl|mcg/dL|MCG/DL'],
    ['ug/L', 'ug/L|µg/l|mcg/L'],
    ['ng/mL', 'ng/mL|ng/ml|NG/ML'],
    ['pg/mL', 'pg/mL|pg/ml|PG/ML'],
    ['umol/L', 'uM/L|umol/L|µmol/l|μmol/L|UMOL/L|mcmol/L|uM|µM|micromol/L'],
    ['mmol/L', 'mM/L|mmol/L|MMOL/L|mmol / l|mM|mmol·L⁻¹|mmol l-1'],
    ['meq/L', 'mEq/L|MEQ/L|meq/l|mval/l|mEquiv/L'],
    ['mU/L', 'mIU/L|MIU/L|mU/L|MU/L'],
    ['uU/mL', 'uIU/mL|µIU/mL|mcIU/mL|UIU/ML|uU/mL'],
    ['fL', 'fL|fl|FL|femtoliter|um3|µm³'],
    ['pg', 'pg|PG|picograms'],
    ['fmol', 'fmol|fmol(Fe)'],
    ['%', '%|percent|pct|/100 WBC'],
    ['1', '1|ratio|FRACTION|Proportion|NO UNITS|fraction of 1|pH|index|INR'],
    ['L/L', 'L/L|l/l'],
    ['mL/min/{1.73_m2}', 'mL/min/1.73m2|ml/min/1.73 m²|mL/min/1.73 m^2|mL/min/{1.73_m2}|mL/min/1.73|mL/min/1.73/m2|mL/min/1,73m2'],
    ['mm/h', 'mm/hr|mm/h|MM/HR|mm/1 hr'],
    ['s', 'sec|seconds|s|SEC'],
    ['mosm/kg', 'mOsm/kg|mosm/kg H2O|MOSM/KG'],
    ['ug/mL{FEU}', 'ug/mL FEU|µg/mL (FEU)|mcg/mL FEU'],
    ['mg/g{creat}', 'mg/g creat|mg/g Cr|mg/gCreat|mg/g creatinine'],
    ['/[HPF]', '/HPF|/hpf|cells/HPF'],
    ['g/d', 'g/24h|g/24 hr|g/day'],
    ['mm[Hg]', 'mmHg|mm Hg|MMHG|mm[Hg]'],
    ['/min', '/min|BEATS/MIN|beats/min|bpm|breaths/min|BREATHS/MIN'],
    ['Cel', 'C|°C|℃|degC|Celsius|Cel'],
    ['[degF]', 'F|°F|ºF|˚F|℉|deg F|Fahrenheit'],
    ['kg', 'kg|KG|Kg|kilograms'],
    ['[lb_av]', 'LB|lb|lbs|pounds'],
    ['[in_i]', 'IN|in|inches'],
    ['cm', 'cm|CM|centimeters'],
    ['kg/m2', 'kg/m2|kg/m^2|kg/m²'],
    ['nmol/L', 'nM|nM/L'],
    ['pmol/L', 'pM|pM/L'],
    ['ukat/L', 'ukat/L|µkat/l|microkat/L|ucat/L'],
    ['ng/dL', 'ng/dL|ng%'],
    ['mg/d', 'mg/24h|mg/{24h}|mg/(24 h)|mg/(24.h)'],
    ['mg/L{FEU}', 'mg/L FEU|mg FEU/L'],
    ['ng/mL{FEU}', 'ng/mL FEU|ng FEU/mL|ng{FEU}/mL'],
    ['L/min', 'L/min|lpm|LPM'],
  ])('%s', (code, written) => {
    for (const spelling of written.split('|')) expect([spelling, unitReading(spelling)]).toEqual([spelling, code]);
  });

  test.each([
    '',
    ' ',
    'foo/L',
    'null',
    'furlongs',
    'toString',
    'fasting',
    '7',
    '1000',
    'mg//dL',
    '/',
    'U/L/',
    'mg/dL mmol/L',
    'EU/dL',
    'mE/L',
    'x'.repeat(500),
  ])('%j is not understood', (text) => {
    expect(readUnit(text)).toBeNull();
  });

  test('G/L is 10*9/L for cells, g/L for masses, and unknown if the test is neither or unknown', () => {
    expect(unitReading('G/L')).toBeNull();
    expect(unitReading('G/L', 'PLAT')).toBe('10*9/L');
    expect(unitReading('G/l', 'ALB')).toBe('g/L');
    expect(unitReading('G/L', 'ALT')).toBeNull();
  });
});

test('each code of the table is UCUM, and each spelling stands for one code', () => {
  for (const rows of [wholeUnits, unitParts]) {
    const seen = new Map<string, string>();
    for (const { code, spellings } of rows) {
      expect([code, parseUcum(code) !== null]).toEqual([code, true]);
      for (const spelling of spellings) {
        expect([spelling, spelling]).toEqual([spelling, spelling.toLowerCase()]);
        expect([spelling, seen.get(spelling) ?? code]).toEqual([spelling, code]);
        seen.set(spelling, code);
      }
    }
  }
});

test('units of the same meaning are equal, and texts that are not understood are compared by their letters', () => {
  expect(unitMeaning('K/uL')).toBe(unitMeaning('10^9/L'));
  expect(unitMeaning('IU/L')).toBe(unitMeaning('U/l'));
  expect(unitMeaning('mg/dL')).not.toBe(unitMeaning('g/dL'));
  expect(unitMeaning('foo')).toBe(unitMeaning(' foo '));
  expect(unitMeaning('foo')).not.toBe(unitMeaning('Foo'));
  const [litres, percent] = [readUnit('L/L'), readUnit('%')];
  expect(litres !== null && percent !== null && sameUnit(litres, percent)).toBe(false);
});
