/** Units by which the dictionary tells tests apart that share a name. Texts as laboratories write them; sources as `lab-names.ts`. */

/** A part of a whole: percent or fraction. */
export function isPart(unit: string): boolean {
  return /^\s*(?:%|percent|pct|fraction|fract|l\/l|10\*-2|1|ratio|proportion)\s*$/i.test(unit);
}

/** So many cells in a volume. */
export function isCount(unit: string): boolean {
  return /^\s*(?:[x×*]?\s*10\s*(?:[\^*e]|\*\*)?\s*0?\d{1,2}|k|thou(?:sand)?s?|mill?(?:ion)?s?|gi?|ti?|giga|tera|tsd|cells?|bil(?:lion)?|#|nr)?\s*(?:cells?\s*)?\/\s*(?:[uµμm]l|mcl|mm\s*\^?\*?3|mm³|cumm|cu\.?\s?mm|l|nl)\s*$/i.test(
    unit,
  );
}

const inPercent: ReadonlySet<string> = new Set(['HCT', 'HBA1C', 'HBA1CHGB', 'RDW', 'TFRRNSAT', 'PT', 'COLOR']);

/** Whether a unit says that a name means something else than this code: of urine sediment, of a day's urine, of a clearance. */
export function isUnfit(code: string, unit: string | null, words: readonly string[]): boolean {
  if (unit === null) return false;
  if (/\b[hl]pf\b|\/\s*(?:24\s*h|d\b|day)|24\s*h|\/\s*g\b|creat/i.test(unit)) return true;
  if (/mm?ol\/mol/i.test(unit) && !code.startsWith('HBA1C')) return true;
  if (/\/\s*min/i.test(unit)) return code !== 'CREATCLR' && code !== 'GFRE';
  if (/^\s*(?:%|percent|pct)\s*$/i.test(unit)) return !inPercent.has(code) && !/(?:LE|RBC)$/.test(code);
  if (code === 'HGB') return /^\s*pg\b/i.test(unit);
  // In mg, proteins are mostly those of urine; a name that says serum or total is still taken at its word elsewhere.
  if (code === 'PROT' || code === 'ALB') return /^\s*[mu]g\s*\//i.test(unit) && words.length === 1;
  return false;
}
