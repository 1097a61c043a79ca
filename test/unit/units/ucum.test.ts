import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standardUnits } from '../../../src/shared/units/standard-units.ts';
import { factorBetween, parseUcum } from '../../../src/shared/units/ucum.ts';

/** The reference library: we must judge every code as it does. */
const library = UcumLhcUtils.getInstance();

function isValid(code: string): boolean {
  return library.getSpecifiedUnit(code, 'validate').unit !== null && library.validateUnitString(code).status === 'valid';
}

/** Units with a factor in the library, which has U in moles per second by its own number of particles per mole. */
const atoms = ['g', 'm', 's', 'L', 'mol', 'kat', 'U', 'eq', 'Pa', 'm[Hg]', 'm[H2O]', 'osm'];
const alone = ['%', 'min', 'h', 'd', 'wk', 'a', '[in_i]', '[ft_i]', '[lb_av]', '[oz_av]', '10*3', '10*9', '10^6', '100', '1'];
const prefixes = ['', 'k', 'h', 'd', 'c', 'm', 'u', 'n', 'p', 'f', 'a'];
const component = fc.oneof(
  fc.tuple(fc.constantFrom(...prefixes), fc.constantFrom(...atoms)).map(([prefix, atom]) => prefix + atom),
  fc.constantFrom(...alone),
  fc.constantFrom('m2', 's-1', 'dL2', '{cells}', 'g{creat}', '(24.h)'),
);
const code = fc
  .tuple(component, fc.array(fc.tuple(fc.constantFrom('/', '.'), component), { maxLength: 2 }), fc.boolean())
  .map(([first, rest, inverted]) => (inverted ? '/' : '') + first + rest.map((parts) => parts.join('')).join(''));

describe('codes are read as the library reads them', () => {
  test('generated codes are valid to both or to neither', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect([text, parseUcum(text) !== null]).toEqual([text, isValid(text)]);
      }),
      { numRuns: 300 },
    );
  });

  test('generated codes convert by the same factor', () => {
    fc.assert(
      fc.property(code, code, (from, to) => {
        const [one, other] = [parseUcum(from), parseUcum(to)];
        if (one === null || other === null || one.dimension !== other.dimension) return;
        const theirs = library.convertUnitTo(from, 1, to);
        if (theirs.status !== 'succeeded' || theirs.toVal === null) throw new Error(`The library does not convert ${from} to ${to}.`);
        expect(factorBetween(one, other) / theirs.toVal).toBeCloseTo(1, 9);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['', '/', 'mg//dL', 'mg/', '.g', 'foo', 'mg dL', 'kmin', 'm%', '10*', '{', 'g}', '[lb_av', '()', 'Cel/L', '0'])(
    '%j is not a code',
    (text) => {
      expect(parseUcum(text)).toBeNull();
    },
  );
});

/** Ours alone: annotations that carry meaning, and units that the library does not convert. */
const ours = new Set(['mL/min/{1.73_m2}', 'ug/mL{FEU}', 'mg/L{FEU}']);

test('each standard unit is a code, and the library can convert conventional units to SI', () => {
  for (const [name, { conventional, SI, gramsPerMole, valence, agreed }] of Object.entries(standardUnits)) {
    expect([name, isValid(conventional), isValid(SI)]).toEqual([name, true, true]);
    if (agreed.length > 0 || valence !== null || ours.has(SI)) continue;
    const theirs = library.convertUnitTo(conventional, 1, SI, gramsPerMole === null ? {} : { molecularWeight: gramsPerMole });
    expect([name, theirs.status]).toEqual([name, 'succeeded']);
  }
});
