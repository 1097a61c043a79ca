/** Sources of the spellings. */
export const spellingSources = {
  cdisc: 'CDISC SDTM controlled terminology, codelist UNIT (C71620), and the units of the CDISC pilot study',
  ucum: 'UCUM case-sensitive code (ucum.org), and the print symbols and names beside it',
  nlm: 'NLM and Regenstrief, Table of Example UCUM Codes for Electronic Messaging',
  us: 'reports of laboratories in the United States (Quest, Labcorp, Epic Beaker)',
  eu: 'reports of European laboratories (German, French, Spanish and British usage)',
  ismp: 'ISMP list of error-prone abbreviations: mcg in place of µg',
} as const;

export interface SpellingRow {
  /** UCUM. */
  readonly code: string;
  /** In lowercase, with micro signs as u, superscripts after ^, and single spaces; compared ignoring case. */
  readonly spellings: readonly string[];
  /** The source of its spellings: one of `spellingSources`. */
  readonly source: string;
}
