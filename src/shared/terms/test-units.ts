import { conversionBetween } from '../units/convert-unit.ts';
import { readUnit } from '../units/read-unit.ts';
import { standardUnitOf } from '../units/standard-units.ts';

/** Units by which the dictionary distinguishes tests with the same name. Texts as laboratories write them; sources as in `lab-names.ts`. */

/** Whether the unit is a fraction of a whole: percent or fraction. */
export function isPart(unit: string): boolean {
  return /^\s*(?:%|percent|pct|fraction|fract|l\/l|10\*-2|1|ratio|proportion)\s*$/i.test(unit);
}

/** Longer texts are no count; matching some of them would take minutes. */
const longestCount = 60;

/** Whether the unit is a number of cells per volume. */
export function isCount(unit: string): boolean {
  if (unit.length > longestCount) return false;
  return /^\s*(?:[x×*]?\s*10\s*(?:[\^*e]|\*\*)?\s*0?\d{1,2}|k|thou(?:sand)?s?|mill?(?:ion)?s?|gi?|ti?|giga|tera|tsd|cells?|bil(?:lion)?|#|nr)?\s*(?:cells?\s*)?\/\s*(?:[uµμm]l|mcl|mm\s*\^?\*?3|mm³|cumm|cu\.?\s?mm|l|nl)\s*$/i.test(
    unit,
  );
}

const inPercent: ReadonlySet<string> = new Set(['HCT', 'HBA1C', 'HBA1CHGB', 'RDW', 'TFRRNSAT', 'PTA', 'COLOR']);

/** Reported relative to creatinine. */
const toCreatinine: ReadonlySet<string> = new Set(['ALBCREAT', 'PROTCRT']);
/** Tests for which another unit means another test, although the name is the same: a clotting time that is not in seconds, for example. */
const strict: ReadonlySet<string> = new Set(['PT', 'PTT', 'APTT', 'TT', 'GFR', 'GFRE', 'CREATCLR', 'CRTCLRE']);
/** Units of free hormones, which the name alone does not identify. */
const ofFreeHormone: Readonly<Record<string, RegExp>> = { T3: /^\s*p(?:g|mol)\b/i, T4: /^\s*(?:p(?:g|mol)\b|ng\s*\/\s*dl)/i };
/** Short names stand for several tests, so the unit must be one of this test and of its magnitude. */
const longestShort = 2;
const otherAmount = 5000;

/** Whether an understood unit cannot be converted to the test's own, or only to amounts that do not occur. */
function isOther(code: string, unit: string): boolean {
  const own = standardUnitOf(code, 'conventional');
  const [from, to] = [readUnit(unit, code), own === null ? null : readUnit(own)];
  if (from === null || to === null) return false;
  const conversion = conversionBetween(from, to, code);
  return conversion === null || conversion.factor > otherAmount || conversion.factor < 1 / otherAmount;
}

/** Whether a unit shows that a name does not mean this code: it belongs to urine sediment, a day's urine, or a clearance. */
export function isUnfit(code: string, unit: string | null, words: readonly string[]): boolean {
  if (unit === null) return false;
  if (toCreatinine.has(code)) return !/mol|creat|\/\s*m?g\b/i.test(unit) && !isPart(unit);
  const isShort = words.length === 1 && (words[0]?.length ?? 0) <= longestShort;
  if ((isShort || strict.has(code)) && isOther(code, unit)) return true;
  if (ofFreeHormone[code]?.test(unit) === true) return true;
  if (/\b[hl]pf\b|\/\s*(?:24\s*h|d\b|day)|24\s*h|\/\s*g\b|creat/i.test(unit)) return true;
  if (/mm?ol\/mol/i.test(unit) && !code.startsWith('HBA1C')) return true;
  if (/\/\s*min/i.test(unit)) return !strict.has(code);
  if (/^\s*(?:%|percent|pct)\s*$/i.test(unit)) return !inPercent.has(code) && !/(?:LE|RBC)$/.test(code);
  if (code === 'HGB') return /^\s*pg\b/i.test(unit);
  // Proteins in mg are mostly those of urine. A name that says serum or total is trusted.
  if (code === 'PROT' || code === 'ALB') return /^\s*[mu]g\s*\//i.test(unit) && words.length === 1;
  return false;
}
