/** The datasets whose records are results of tests. */
export const termDatasets = ['labs', 'vitals'] as const;

/** CDISC's form of a short test name (SDTM: at most 8 characters, letters, digits and underscore, no leading digit). */
export const testCodeForm = /^[A-Z_][A-Z0-9_]{0,7}$/;

/** Systems of units for standard results. */
export const unitSystems = ['SI', 'conventional'] as const;
export type UnitSystem = (typeof unitSystems)[number];

/** Versions of the Common Terminology Criteria for Adverse Events for grading results. */
export const ctcaeVersions = ['4.03', '5.0', '6.0'] as const;
export type CtcaeVersion = (typeof ctcaeVersions)[number];
