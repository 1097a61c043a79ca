import { conversionBetween, convert, type UnitConversion } from '../units/convert-unit.ts';
import { readUnit, unitMeaning } from '../units/read-unit.ts';

/** How often a unit was sent with results of one test; null: without a unit. */
export interface SentUnit {
  readonly unit: string | null;
  /** Numeric results; bounds do not affect the choice of unit. */
  readonly numbers: number;
}

/** The common unit of a test's axis, and how each result is placed on it. */
export interface AxisUnit {
  /** UCUM if it is understood, otherwise as sent; empty if results have none. */
  readonly unit: string;
  /** Null: there is no conversion, so the result is not on the axis. A bound without a unit has the unit of the axis. */
  readonly place: (unit: string | null, isBound: boolean) => Placing | null;
}

/** How a number is placed on the axis. */
export interface Placing {
  /** Null: as sent. */
  readonly by: UnitConversion | null;
  readonly convert: (value: number) => number;
}

const asSent: Placing = { by: null, convert: (value) => value };

/**
 * The axis of a test, in the most frequent unit of its numbers (by meaning). The others are converted if the units or the test's substance
 * allow it.
 */
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

/** As sent: the first spelling with its meaning. */
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
