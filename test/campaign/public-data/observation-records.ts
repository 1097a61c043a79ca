import type { RecordText } from '../../../src/sandbox/data/dataset.ts';
import { LABORATORY, observationCode, VITAL_SIGNS } from '../../../src/sandbox/data/observation.ts';
import { RawJson, writeJson, type Json, type JsonObject } from '../../../src/sandbox/json.ts';
import { LAB_CODE_SYSTEM, structure, VITAL_CODE_SYSTEM, VITAL_UNIT_SYSTEM } from '../../../src/sandbox/structure.ts';
import { cell, type Row } from './rows.ts';

/** A number as in JSON, without the leading zeros that some of the pilot's have (`098.6`); anything else is a text result. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The id of a laboratory result, by which other data on it are looked up. */
export function labId(row: Row): string {
  return `LB-${cell(row, 'USUBJID') ?? ''}-${cell(row, 'LBSEQ') ?? ''}`;
}

/** The id of a vital sign. */
export function vitalId(row: Row): string {
  return `VS-${cell(row, 'USUBJID') ?? ''}-${cell(row, 'VSSEQ') ?? ''}`;
}

/** A row of LB as an Observation (spec 2.2). The CDISC code is omitted, since the service has its own codes. */
export function labRecord(row: Row, study: string): RecordText {
  const test = cell(row, 'LBTEST') ?? '';
  const range = rangeText(cell(row, 'LBORNRLO'), cell(row, 'LBORNRHI'));
  return record(row, study, {
    id: labId(row),
    category: LABORATORY,
    code: observationCode(LAB_CODE_SYSTEM, null, test),
    collected: cell(row, 'LBDTC'),
    ...valueOf(cell(row, 'LBORRES'), cell(row, 'LBORRESU')),
    ...(range === undefined ? {} : { referenceRange: [{ text: range }] }),
  });
}

/** A row of VS as an Observation (spec 2.3). */
export function vitalRecord(row: Row, study: string): RecordText {
  const item = cell(row, 'VSTEST') ?? '';
  return record(row, study, {
    id: vitalId(row),
    category: VITAL_SIGNS,
    code: observationCode(VITAL_CODE_SYSTEM, '', item),
    collected: cell(row, 'VSDTC'),
    ...valueOf(cell(row, 'VSORRES'), cell(row, 'VSORRESU'), VITAL_UNIT_SYSTEM),
  });
}

/** The limits as laboratories write them: `7 - 56`, `>= 60`, `<= 200`. */
function rangeText(low: string | undefined, high: string | undefined): string | undefined {
  if (low !== undefined && high !== undefined) return `${low} - ${high}`;
  if (low !== undefined) return `>= ${low}`;
  return high === undefined ? undefined : `<= ${high}`;
}

interface Parts extends JsonObject {
  readonly id: string;
  readonly category: RawJson;
  readonly code: RawJson;
  readonly collected: string | undefined;
}

function record(row: Row, study: string, { id, category, code, collected, ...value }: Parts): RecordText {
  const resource: Json = {
    resourceType: 'Observation',
    id,
    extension: [
      { url: structure('IDB.Protocol'), valueString: study },
      { url: structure('SponsorID'), valueString: cell(row, 'STUDYID') },
    ],
    identifier: [{ system: structure('LAB_RESULTS.LR_RESULT_GUID'), value: id }],
    status: 'final',
    category,
    code,
    subject: { reference: `Patient/${cell(row, 'USUBJID') ?? ''}` },
    encounter: visitOf(row),
    effectiveDateTime: collected,
    issued: issuedAt(collected),
    performer: [{ display: `Practitioner/${(cell(row, 'USUBJID') ?? '').split('-')[1] ?? ''}` }],
    ...value,
  };
  return { id, json: writeJson(resource) };
}

function visitOf(row: Row): JsonObject | undefined {
  const visit = cell(row, 'VISIT');
  return visit === undefined ? undefined : { display: visit };
}

/** The time of the specimen in the time zone of the pilot's sites; undefined for a day without a time. */
function issuedAt(collected: string | undefined): string | undefined {
  return collected !== undefined && collected.length === 16 ? `${collected}:00-05:00` : undefined;
}

function valueOf(result: string | undefined, unit: string | undefined, system?: string): JsonObject {
  if (result === undefined) return unit === undefined ? {} : { valueQuantity: { unit, system } };
  const number = result.replace(/^(-?)0+(?=\d)/, '$1');
  if (!JSON_NUMBER.test(number)) return { valueString: result };
  return { valueQuantity: { value: new RawJson(number), unit, system } };
}
