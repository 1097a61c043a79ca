import { unitMeaning } from '../../shared/units/read-unit.ts';

/** Whether two units as sent are one, however they are spelled; none is the same as none alone. */
export function isSameUnit(left: string, right: string): boolean {
  return left === right || (left !== '' && right !== '' && unitMeaning(left) === unitMeaning(right));
}
