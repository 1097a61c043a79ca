import { fragment, writeJson, type Json, type JsonObject, type RawJson } from '../json.ts';
import { OBSERVATION_CATEGORY_SYSTEM, structure } from '../structure.ts';
import { localText, zonedText } from './calendar.ts';
import type { RecordText } from './dataset.ts';
import type { StudyData } from './study-data.ts';
import type { Subject } from './subjects.ts';

const RESULT_GUID_SYSTEM = structure('LAB_RESULTS.LR_RESULT_GUID');

/** `category` of laboratory results (spec 2.2). */
export const LABORATORY = category('laboratory', 'Laboratory');

/** `category` of vital signs (spec 2.3). */
export const VITAL_SIGNS = category('vital-signs', 'Vital Signs');

/** What differs from one observation to the next. */
export interface ObservationParts {
  readonly id: string;
  readonly category: RawJson;
  readonly code: RawJson;
  readonly subject: Subject;
  readonly visit: string;
  /** Site clock, minutes. */
  readonly at: number;
  readonly issuedAt: number;
  readonly value: ObservationValue;
  readonly referenceRange?: RawJson | undefined;
}

/** A quantity, a text, or nothing; a quantity whose result is missing keeps its unit. */
export interface ObservationValue {
  readonly valueQuantity?: JsonObject;
  readonly valueString?: string;
}

/** Writes an Observation with its fields in the order of spec 2.2. */
export function writeObservation(study: StudyData, parts: ObservationParts): RecordText {
  const { id, subject, value } = parts;
  const resource: Json = {
    resourceType: 'Observation',
    id,
    extension: study.observationExtensions,
    identifier: [{ system: RESULT_GUID_SYSTEM, value: id }],
    status: 'final',
    category: parts.category,
    code: parts.code,
    subject: { reference: `Patient/${subject.id}` },
    encounter: { display: parts.visit },
    effectiveDateTime: localText(parts.at),
    issued: zonedText(parts.issuedAt, subject.site.zone),
    performer: [{ display: subject.practitioner }],
    valueQuantity: value.valueQuantity,
    valueString: value.valueString,
    referenceRange: parts.referenceRange,
  };
  return { id, json: writeJson(resource) };
}

/** `code` of an observation; a code of `null` is left out, an empty one is kept (spec 2.2, 2.3). */
export function observationCode(system: string, code: string | null, name: string): RawJson {
  return fragment({ coding: [{ system, code: code ?? undefined, display: name }], text: name });
}

function category(code: string, display: string): RawJson {
  return fragment([{ coding: [{ system: OBSERVATION_CATEGORY_SYSTEM, code, display }], text: display }]);
}
