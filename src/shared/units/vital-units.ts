import { units, type StandardUnits } from './standard-unit-row.ts';

/** Standard units of vital signs, by VSTESTCD. */
export const vitalUnits: Readonly<Record<string, StandardUnits>> = {
  // Vital signs.
  SYSBP: units('mm[Hg]', 'mm[Hg]'),
  DIABP: units('mm[Hg]', 'mm[Hg]'),
  MAP: units('mm[Hg]', 'mm[Hg]'),
  PULSE: units('/min', '/min'),
  HR: units('/min', '/min'),
  RESP: units('/min', '/min'),
  TEMP: units('[degF]', 'Cel'),
  HEIGHT: units('[in_i]', 'cm'),
  WEIGHT: units('[lb_av]', 'kg'),
  BMI: units('kg/m2', 'kg/m2'),
  BSA: units('m2', 'm2'),
  OXYSAT: units('%', '%'),
  WSTCIR: units('[in_i]', 'cm'),
  HDCIRC: units('[in_i]', 'cm'),
};
