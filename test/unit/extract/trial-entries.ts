import { parseBundle } from '../../../src/core/bundle/bundle.ts';
import { compileExtractor, type Extracted } from '../../../src/core/extract/extractor.ts';
import { datasets, type Dataset, type DatasetName } from '../../../src/shared/datasets/datasets.ts';

export const STUDY = '22-001';

/** Reads one resource, given as JSON text or as an object, by a declaration. */
export function extract(declaration: DatasetName | Dataset, resource: unknown): Extracted {
  const dataset = typeof declaration === 'string' ? datasets[declaration] : declaration;
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource);
  const [entry] = parseBundle(Buffer.from(`{"resourceType":"Bundle","type":"searchset","entry":[{"resource":${text}}]}`)).entries;
  if (entry === undefined) throw new Error('no entry');
  return compileExtractor(dataset).extract(entry, STUDY);
}

/** A row as an object by SQL column, without nulls. */
export function cellsOf(declaration: DatasetName | Dataset, extracted: Extracted, row = 0): Record<string, string | number> {
  const dataset = typeof declaration === 'string' ? datasets[declaration] : declaration;
  const cells = extracted.rows[row]?.cells ?? [];
  return Object.fromEntries(
    compileExtractor(dataset).columns.flatMap(({ name }, place) => {
      const cell = cells[place] ?? null;
      return cell === null ? [] : [[name, cell]];
    }),
  );
}

export function issuesOf(extracted: Extracted): string[] {
  return extracted.issues.map(({ rule, path }) => `${rule} ${path}`);
}

const structure = 'https://research.example/fhir/StructureDefinition/crit';
export const extension = (fragment: string, value: Record<string, unknown>) => ({ url: `${structure}#${fragment}`, ...value });

export function lab(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    resourceType: 'Observation',
    id: 'lab-1',
    extension: [extension('IDB.Protocol', { valueString: STUDY }), extension('SponsorID', { valueString: 'SP-9' })],
    identifier: [{ system: `${structure}#LAB_RESULTS.LR_RESULT_GUID`, value: 'lab-1' }],
    status: 'final',
    category: [{ coding: [{ system: 'http://cat', code: 'laboratory', display: 'Laboratory' }], text: 'Laboratory' }],
    code: { coding: [{ system: 'http://codes', code: 'C1', display: 'ALT' }], text: 'ALT' },
    subject: { reference: 'Patient/0012' },
    encounter: { display: 'C1D1' },
    effectiveDateTime: '2025-09-03T08:05:00',
    issued: '2025-09-03T08:05:00+02:00',
    performer: [{ display: 'Practitioner/8841' }],
    valueQuantity: { value: 31, unit: 'U/L' },
    referenceRange: [{ text: '7 - 56' }],
    ...more,
  };
}

const change = { valueString: '--' };
export const responseExtensions = [
  extension('IDB.Protocol', { valueString: STUDY }),
  extension('SponsorId', { valueString: 'SP-9' }),
  extension('CaseId', { valueInteger: 77 }),
  extension('TrialName', { valueString: STUDY }),
  extension('TrialArmName', { valueString: 'RECIST 1.1' }),
  extension('RevisionNumber', { valueInteger: 3 }),
  extension('RevisionNumber', { valueInteger: 1 }),
  extension('Name', { valueString: 'Baseline' }),
  extension('Timepoint', { valueInteger: 0 }),
  extension('CumulativeQuantityId', { valueString: 'targetsum' }),
  extension('CurrentValue', { valueDecimal: 62.5 }),
  extension('Unit', { valueString: 'mm' }),
  extension('ChangeFromPrevious', change),
  extension('ChangeFromBaseline', change),
  extension('ChangeFromNadir', change),
];

export function response(extensions: readonly unknown[] = responseExtensions, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    resourceType: 'DiagnosticReport',
    extension: extensions,
    identifier: [{ system: `${structure}#AssessmentId`, value: 'as-1' }],
    status: 'final',
    category: [{ coding: [{ system: 'http://cat', code: 'RAD', display: 'Radiology' }], text: 'Radiology' }],
    subject: { reference: 'Patient/0012' },
    effectiveDateTime: '2025-09-03T08:05:00',
    result: [
      { reference: `Observation?researchstudy=${STUDY}&category=imaging&id=77-as-1-T1`, display: '77-as-1-T1' },
      { reference: 'x', display: '77-as-1-T2' },
    ],
    conclusion: 'Stable Disease',
    ...more,
  };
}
