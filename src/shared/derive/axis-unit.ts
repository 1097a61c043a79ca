import { conversionBetween, convert, type UnitConversion } from '../units/convert-unit.ts';
import { readUnit, unitMeaning } from '../units/read-unit.ts';

/** How often a unit was sent with the results of one test; null: results without one. */
export interface SentUnit {
  readonly unit: string | null;
  /** Results that are numbers; bounds do not decide which unit a test is shown in. */
  readonly numbers: number;
}

/** The unit that the results of a test share an axis in, and how each comes there. */
export interface AxisUnit {
  /** UCUM where it is understood, else as sent; empty where results have none. */
  readonly unit: string;
  /** Null: nothing converts it, and the result is on no axis. A bound without a unit has the unit of the axis. */
  readonly place: (unit: string | null, isBound: boolean) => Placing | null;
}

/** How a number comes onto the axis. */
export interface Placing {
  /** Null: it is as sent. */
  readonly by: UnitConversion | null;
  readonly convert: (value: number) => number;
}

const asSent: Placing = { by: null, convert: (value) => value };

/** The axis of a test: the unit that most of its numbers have, by meaning; the others are converted where units or the test's substance allow it. */
export function axisUnit(sent: readonly SentUnit[], code: string | null): AxisUnit {
  const usual = usualUnit(sent, code);
  const axis = usual === '' ? null : readUnit(usual, code);
  const known = new Map<string, Placing | null>();
  const placeOf = (unit: string): Placing | null => {
    if (unitMeaning(unit, code) === unitMeaning(usual, code)) return asSent;
    const from = readUnit(unit, code);
    const by = axis === null || from === null ? null : conversionBetween(from, axis, code);
    return by === null ? null : { by, convert: (value) => convert(value, by) };
  };
  return {
    unit: axis?.code ?? usual.trim(),
    place: (unit, isBound) => {
      const text = unit?.trim() ?? '';
      if (text === '') return usual === '' || isBound ? asSent : null;
      if (usual === '') return null;
      const placing = known.get(text);
      if (placing !== undefined) return placing;
      const made = placeOf(text);
      known.set(text, made);
      return made;
    },
  };
}

/** As sent: the first of its meaning. */
function usualUnit(sent: readonly SentUnit[], code: string | null): string {
  const counts = new Map<string, { readonly unit: string; numbers: number }>();
  for (const { unit, numbers } of sent) {
    const text = unit?.trim() ?? '';
    const meaning = text === '' ? '' : unitMeaning(text, code);
    const known = counts.get(meaning) ?? { unit: text, numbers: 0 };
    known.numbers += numbers;
    counts.set(meaning, known);
  }
  const [most] = [...counts.values()].toSorted(
    (left, right) => right.numbers - left.numbers || Number(left.unit === '') - Number(right.unit === ''),
  );
  return most?.unit ?? '';
}
