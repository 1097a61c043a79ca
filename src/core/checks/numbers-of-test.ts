import type { UnitSystem } from '../../shared/terms/term-kinds.ts';
import { standardResult } from '../../shared/units/standard-result.ts';
import { standardUnitOf } from '../../shared/units/standard-units.ts';
import type { Result } from './read-courses.ts';

export interface Numbered {
  readonly one: Result;
  /** In the standard SI unit of the test. */
  readonly value: number;
}

/** The results of one test that have a standard result. */
export function numbersOfTest(results: readonly Result[], code: string, system: UnitSystem): readonly Numbered[] {
  return results.flatMap((one): Numbered[] => {
    const value = one.standard === null ? null : standardResult(one.standard, standardUnitOf(code, system), code, 'SI');
    return value === null ? [] : [{ one, value: value.value }];
  });
}
