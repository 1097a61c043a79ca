/**
 * The reviewed map from a provider's test label to LBTESTCD (CDISC SDTM controlled terminology).
 * Only whole labels, compared without case and with single spaces: "Hemoglobin A1c" is not "Hemoglobin".
 */
const labels: Readonly<Record<string, readonly string[]>> = {
  ALB: ['albumin', 'albumin, serum'],
  ALP: ['alkaline phosphatase', 'alp'],
  ALT: ['alt', 'alt (sgpt)', 'alanine aminotransferase'],
  AMYLASE: ['amylase'],
  APTT: ['aptt', 'activated partial thromboplastin time'],
  AST: ['ast', 'ast (sgot)', 'aspartate aminotransferase'],
  BASO: ['basophils, absolute'],
  BILDIR: ['bilirubin, direct', 'direct bilirubin'],
  BILI: ['bilirubin', 'bilirubin, total', 'total bilirubin'],
  CA: ['calcium', 'calcium, total'],
  CEA: ['cea', 'carcinoembryonic antigen'],
  CHOL: ['cholesterol', 'cholesterol, total'],
  CK: ['creatine kinase', 'ck'],
  CL: ['chloride', 'chloride, serum'],
  CREAT: ['creatinine', 'creatinine, serum'],
  CRP: ['c-reactive protein', 'crp'],
  EOS: ['eosinophils, absolute'],
  GGT: ['ggt', 'gamma glutamyl transferase'],
  GLUC: ['glucose', 'glucose, fasting', 'glucose, serum'],
  HCT: ['hematocrit'],
  HGB: ['hemoglobin'],
  INR: ['inr', 'prothrombin time inr'],
  K: ['potassium', 'potassium, serum'],
  LDH: ['ldh', 'lactate dehydrogenase'],
  LYM: ['lymphocytes, absolute'],
  MG: ['magnesium'],
  MONO: ['monocytes, absolute'],
  NEUT: ['neutrophils, absolute', 'absolute neutrophil count'],
  PHOS: ['phosphorus', 'phosphate'],
  PLAT: ['platelets', 'platelet count'],
  PROT: ['total protein', 'protein, total'],
  RBC: ['rbc', 'rbc count', 'erythrocytes'],
  SODIUM: ['sodium', 'sodium, serum'],
  TRIG: ['triglycerides'],
  TSH: ['tsh', 'thyroid stimulating hormone'],
  URATE: ['uric acid'],
  UREAN: ['bun', 'urea nitrogen'],
  WBC: ['wbc', 'wbc count', 'leukocytes'],
};

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(labels).flatMap(([code, spellings]) => spellings.map((label) => [label, code] as const)),
);

/** The reviewed LBTESTCD of a provider's label; null where the map has none. */
export function labTestCode(label: string): string | null {
  return codes.get(label.trim().replace(/\s+/g, ' ').toLowerCase()) ?? null;
}
