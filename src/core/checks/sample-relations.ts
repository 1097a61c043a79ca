/** How values of one sample or one measurement relate. Values are in the standard SI units of the tests. */
export interface Relation {
  /** The tests involved; it is judged if each of them has exactly one number. */
  readonly tests: readonly string[];
  readonly contradicts: (values: readonly number[]) => boolean;
}

/** The difference between two numbers that should be equal, as a natural logarithm. */
function apart(left: number, right: number): number {
  return left > 0 && right > 0 ? Math.abs(Math.log(left / right)) : 0;
}

/** Tolerance for rounding in print, and for differences between two methods. */
const aTenth = 1.1;

const cells = ['NEUT', 'LYM', 'MONO', 'EOS', 'BASO'] as const;

const parts: readonly Relation[] = [
  // 1.8 umol/L is a tenth of a mg/dL, to which both are rounded.
  { tests: ['BILDIR', 'BILI'], contradicts: ([direct = 0, total = 0]) => direct > total * aTenth + 1.8 },
  { tests: ['ALB', 'PROT'], contradicts: ([albumin = 0, protein = 0]) => albumin >= protein },
  { tests: ['HDL', 'CHOL'], contradicts: ([part = 0, whole = 0]) => part > whole * aTenth },
  { tests: ['LDL', 'CHOL'], contradicts: ([part = 0, whole = 0]) => part > whole * aTenth },
  { tests: ['HDL', 'LDL', 'CHOL'], contradicts: ([hdl = 0, ldl = 0, whole = 0]) => hdl + ldl > whole * aTenth + 0.1 },
  ...cells.map((cell): Relation => ({ tests: [cell, 'WBC'], contradicts: ([part = 0, whole = 0]) => part > whole * aTenth + 0.2 })),
  // A manual count lists bands and others separately: half as many, or half as many again, is not a contradiction.
  ...cells.map((cell): Relation => ({
    tests: [cell, `${cell}LE`, 'WBC'],
    contradicts: ([count = 0, share = 0, whole = 0]) =>
      Math.abs(count - share * whole) > 0.5 && apart(count, share * whole) > Math.log(1.5),
  })),
  {
    tests: [...cells, 'WBC'],
    contradicts: (counts) => counts.slice(0, -1).reduce((all, count) => all + count, 0) < 0.7 * (counts.at(-1) ?? 0) - 0.2,
  },
  {
    tests: cells.map((cell) => `${cell}LE`),
    contradicts: (shares) => {
      const sum = shares.reduce((all, share) => all + share, 0);
      return sum > 1.06 || sum < 0.88;
    },
  },
];

/** Red cells: what an analyser calculates from hemoglobin, hematocrit and count. */
const redCells: readonly Relation[] = [
  // A mean concentration below 24 or above 42 g/dL.
  { tests: ['HGB', 'HCT'], contradicts: ([hgb = 0, hct = 0]) => hct > 0 && hgb > 0 && (hgb / hct < 14.9 || hgb / hct > 26.1) },
  { tests: ['MCV', 'HCT', 'RBC'], contradicts: ([volume = 0, hct = 0, count = 0]) => apart(volume, (1000 * hct) / count) > 0.12 },
  { tests: ['MCH', 'HGB', 'RBC'], contradicts: ([mass = 0, hgb = 0, count = 0]) => apart(mass, hgb / count) > 0.12 },
  { tests: ['MCHC', 'HGB', 'HCT'], contradicts: ([concentration = 0, hgb = 0, hct = 0]) => apart(concentration, hgb / hct) > 0.12 },
];

const body: readonly Relation[] = [
  { tests: ['SYSBP', 'DIABP'], contradicts: ([systolic = 0, diastolic = 0]) => systolic > diastolic && systolic - diastolic < 8 },
  {
    tests: ['BSA', 'HEIGHT', 'WEIGHT'],
    // Mosteller (1987), for adults; other formulas differ by a twentieth.
    contradicts: ([area = 0, height = 0, weight = 0]) => height > 120 && apart(area, Math.sqrt((height * weight) / 3600)) > 0.12,
  },
];

export const relations: Readonly<Record<'labs' | 'vitals', readonly Relation[]>> = { labs: [...parts, ...redCells], vitals: body };

/** The tests that occur in any relation. */
export const relatedTests: Readonly<Record<'labs' | 'vitals', ReadonlySet<string>>> = {
  labs: new Set(relations.labs.flatMap(({ tests }) => tests)),
  vitals: new Set(relations.vitals.flatMap(({ tests }) => tests)),
};
