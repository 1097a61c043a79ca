/** {structure_base} of the specification: prefix of every structure definition. */
export const STRUCTURE_BASE = 'https://research.example/fhir/StructureDefinition/crit';

/** The address of one structure definition (spec 2). */
export function structure(fragment: string): string {
  return `${STRUCTURE_BASE}#${fragment}`;
}

export const RXNORM_SYSTEM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const OBSERVATION_CATEGORY_SYSTEM = 'http://terminology.hl7.org/CodeSystem/observation-category';
export const DIAGNOSTIC_SECTION_SYSTEM = 'http://terminology.hl7.org/CodeSystem/v2-0074';
export const LAB_CODE_SYSTEM = structure('LAB_TEST.CODE');
export const VITAL_CODE_SYSTEM = structure('VITAL_SIGNS');
export const VITAL_UNIT_SYSTEM = structure('VITAL_SIGNS.UNIT');
