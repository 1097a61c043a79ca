import { unitCode } from '../../shared/derive/unit-conversions.ts';

/** Whether two units as sent are one, however they are spelled; none is the same as none alone. */
export function isSameUnit(left: string, right: string): boolean {
  return left === right || (left !== '' && right !== '' && unitCode(left) === unitCode(right));
}
