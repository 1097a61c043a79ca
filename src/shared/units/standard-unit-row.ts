/** The standard units of a test, and the data to convert between amounts of its substance. */
export interface StandardUnits {
  /** UCUM. */
  readonly conventional: string;
  readonly SI: string;
  /** Molar mass in g/mol; null if mass and amount of substance are never converted. */
  readonly gramsPerMole: number | null;
  /** The charge of an ion: equivalents per mole. */
  readonly valence: number | null;
  /** Conversions specific to this test that do not follow from physics: an agreed factor (and offset) between two of its units. */
  readonly agreed: readonly AgreedConversion[];
  /** Source of masses, factors and the choice of units. */
  readonly source: string;
}

/** `to` = `from` × `factor` + `offset`. */
export interface AgreedConversion {
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly offset: number;
  readonly source: string;
}

const iupac = 'IUPAC atomic weights';
const cdisc = 'units of the CDISC pilot study and of CDISC SDTM examples';
export const ama = 'AMA Manual of Style, SI conversion table';

type Details = Partial<Pick<StandardUnits, 'gramsPerMole' | 'valence' | 'agreed' | 'source'>>;

export function units(conventional: string, SI: string, details: Details = {}): StandardUnits {
  return { conventional, SI, gramsPerMole: null, valence: null, agreed: [], source: cdisc, ...details };
}

/** Mass in conventional units, amount of substance in SI units. */
export function molar(gramsPerMole: number, conventional = 'mg/dL', SI = 'mmol/L', source = iupac): StandardUnits {
  return units(conventional, SI, { gramsPerMole, source });
}

export const enzyme = units('U/L', 'U/L');
export const cells = units('10*3/uL', '10*9/L');
export const ratio = units('%', '1');
export const number = units('1', '1');
export const electrolyte = (valence: number, gramsPerMole: number, conventional = 'meq/L'): StandardUnits =>
  units(conventional, 'mmol/L', { valence, gramsPerMole, source: iupac });
/** The monomer, with one iron; the tetramer has 64,458 g/mol (ICSH 1978). */
export const hemoglobin = (conventional: string, SI: string): StandardUnits =>
  units(conventional, SI, { gramsPerMole: 16_114, source: 'ICSH 1978: hemoglobin monomer (Fe), 16,114 g/mol' });

export const glycated: AgreedConversion = {
  from: '%',
  to: 'mmol/mol',
  factor: 10.929,
  offset: -23.5,
  source: 'IFCC and NGSP master equation: mmol/mol = 10.929 × (% − 2.15)',
};
export const insulin: AgreedConversion = {
  from: 'mU/L',
  to: 'pmol/L',
  factor: 6,
  offset: 0,
  source: '1 mIU of insulin is 6.00 pmol (WHO standard; Heinemann 2010)',
};
