import { describe, expect, test } from 'vitest';
import { axisUnit, type SentUnit } from '../../../src/shared/derive/axis-unit.ts';

const sent = (...units: readonly (readonly [unit: string | null, numbers: number])[]): readonly SentUnit[] =>
  units.map(([unit, numbers]) => ({ unit, numbers }));

describe('the unit of an axis', () => {
  test.each([
    ['the most frequent one', sent(['mg/dL', 2], ['mmol/L', 3]), 'mmol/L'],
    ['the one most frequent in all its spellings', sent(['mmol/L', 3], ['mg/dL', 2], ['MG/DL', 2]), 'mg/dL'],
    ['the first of equal ones', sent(['mmol/L', 2], ['mg/dL', 2]), 'mmol/L'],
    ['a unit rather than none', sent([null, 2], ['mg/dL', 2]), 'mg/dL'],
    ['none if most have none', sent([null, 2], [' ', 1], ['mg/dL', 2]), ''],
    ['a text that is no unit, as sent', sent([' points ', 2]), 'points'],
    ['none without results', [], ''],
  ])('is %s', (_what, units, unit) => {
    expect(axisUnit(units, 'GLUC').unit).toBe(unit);
  });
});

describe('a result is placed on the axis', () => {
  const placed = (units: readonly SentUnit[], unit: string | null, isBound = false) => {
    const placing = axisUnit(units, 'GLUC').place(unit, isBound);
    return placing === null ? null : [placing.by === null, Number(placing.convert(100).toPrecision(4))];
  };
  const [mass, none] = [sent(['mg/dL', 1]), sent([null, 1])];

  test.each([
    ['as sent in its unit', mass, 'mg/dL', [true, 100]],
    ['as sent in another spelling', mass, ' MG/DL ', [true, 100]],
    ['converted', mass, 'mmol/L', [false, 1802]],
    ['not at all in a unit of something else', mass, 'U/L', null],
    ['not at all in a text that is no unit', mass, 'points', null],
    ['not at all without a unit', mass, null, null],
    ['as sent without a unit where there is none', none, ' ', [true, 100]],
    ['not at all in a unit where there is none', none, 'mg/dL', null],
    ['as sent in the text of the axis that is no unit', sent(['points', 1]), 'points', [true, 100]],
  ] as const)('%s', (_what, units, unit, where) => {
    expect(placed(units, unit)).toEqual(where);
  });

  test('in the unit of the axis if it is a bound without one', () => {
    expect(placed(mass, null, true)).toEqual([true, 100]);
    expect(placed(none, 'mg/dL', true)).toBeNull();
  });

  test('the same way each time', () => {
    const { place } = axisUnit(mass, 'GLUC');
    expect(place('mmol/L', false)).toBe(place(' mmol/L', false));
    expect([place('U/L', false), place('U/L', false)]).toEqual([null, null]);
  });
});
