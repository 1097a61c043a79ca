import type { RecordText } from '../../src/sandbox/data/dataset.ts';
import { LABORATORY, observationCode, VITAL_SIGNS } from '../../src/sandbox/data/observation.ts';
import { RawJson, writeJson, type Json, type JsonObject } from '../../src/sandbox/json.ts';
import { LAB_CODE_SYSTEM, structure, STRUCTURE_BASE, VITAL_CODE_SYSTEM } from '../../src/sandbox/structure.ts';

/** A result as it is planted; null for what is not sent. */
export interface Planted {
  readonly test: string;
  readonly subject: string | null;
  readonly visit: string | null;
  readonly at: string | null;
  readonly value?: string;
  readonly text?: string;
  readonly unit: string | null;
  readonly range: string | null;
}

interface PlantedMedication {
  readonly subject: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly doses: readonly (readonly [value: string | null, unit: string])[];
}

interface PlantedReport {
  readonly subject: string | null;
  readonly caseId: number;
  readonly name: string;
  readonly timepoint: number;
  readonly at: string | null;
  readonly sum: string | null;
  readonly lesions: readonly string[];
  readonly conclusion: string;
}

/** A laboratory result as the service writes it; its id is its place. */
export function labRecordOf(study: string, planted: Planted, place: number): RecordText {
  return observation(study, `L${place}`, { category: LABORATORY, code: observationCode(LAB_CODE_SYSTEM, null, planted.test) }, planted);
}

/** A vital sign as the service writes it; its id is its place. */
export function vitalOf(study: string, planted: Planted, place: number): RecordText {
  return observation(study, `V${place}`, { category: VITAL_SIGNS, code: observationCode(VITAL_CODE_SYSTEM, '', planted.test) }, planted);
}

function observation(study: string, id: string, head: JsonObject, { subject, visit, at, value, text, unit, range }: Planted): RecordText {
  const resource: Json = {
    resourceType: 'Observation',
    id,
    extension: protocol(study),
    identifier: [{ system: structure('LAB_RESULTS.LR_RESULT_GUID'), value: id }],
    status: 'final',
    ...head,
    subject: patient(subject),
    encounter: visit === null ? undefined : { display: visit },
    effectiveDateTime: at ?? undefined,
    valueQuantity: value === undefined ? undefined : { value: new RawJson(value), unit: unit ?? undefined },
    valueString: text,
    referenceRange: range === null ? undefined : [{ text: range }],
  };
  return { id, json: writeJson(resource) };
}

/** A medication as the service writes it. */
export function medicationOf(study: string, id: string, { subject, start, end, doses }: PlantedMedication): RecordText {
  const resource: Json = {
    resourceType: 'MedicationStatement',
    id,
    extension: [{ url: structure('IDB.Protocol'), valueCode: study }],
    identifier: [{ use: 'official', system: STRUCTURE_BASE, value: `${id}-drug_exposure` }],
    status: 'unknown',
    medicationCodeableConcept: { text: `Drug of ${id}` },
    subject: patient(subject),
    effectivePeriod: { start: start ?? undefined, end: end ?? undefined },
    dosage: doses.map(([value, unit]) => ({
      doseAndRate: [{ doseQuantity: { value: value === null ? undefined : new RawJson(value), unit } }],
    })),
  };
  return { id, json: writeJson(resource) };
}

/** A response assessment as the service writes it, without the changes that the service may derive. */
export function reportOf(study: string, planted: PlantedReport, place: number): RecordText {
  const { subject, caseId, name, timepoint, at, sum, lesions, conclusion } = planted;
  const id = `A${place}`;
  const resource: Json = {
    resourceType: 'DiagnosticReport',
    extension: [
      ...protocol(study),
      { url: structure('CaseId'), valueInteger: caseId },
      { url: structure('TrialArmName'), valueString: 'RECIST 1.1' },
      { url: structure('Name'), valueString: name },
      { url: structure('Timepoint'), valueInteger: timepoint },
      { url: structure('CumulativeQuantityId'), valueString: 'targetsum' },
      ...(sum === null
        ? []
        : [
            { url: structure('CurrentValue'), valueDecimal: new RawJson(sum) },
            { url: structure('Unit'), valueString: 'mm' },
          ]),
    ],
    identifier: [{ system: structure('AssessmentId'), value: id }],
    status: 'final',
    subject: patient(subject),
    effectiveDateTime: at ?? undefined,
    result: lesions.map((label) => ({ display: `${caseId}-${id}-${label}` })),
    conclusion,
  };
  return { id, json: writeJson(resource) };
}

/** The Group of a study. */
export function groupOf(study: string, members: readonly string[]): RecordText {
  const identifier = [{ use: 'usual', system: structure('IDB.Protocol'), value: study }];
  const member = members.map((subject) => ({ entity: patient(subject) }));
  return { id: null, json: writeJson({ resourceType: 'Group', identifier, type: 'person', member }) };
}

function protocol(study: string): readonly Json[] {
  return [{ url: structure('IDB.Protocol'), valueString: study }];
}

function patient(subject: string | null): JsonObject | undefined {
  return subject === null ? undefined : { reference: `Patient/${subject}` };
}
