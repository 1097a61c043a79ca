import type { RecordText } from '../../../src/sandbox/data/dataset.ts';
import { RawJson, writeJson, type Json, type JsonObject } from '../../../src/sandbox/json.ts';
import { RXNORM_SYSTEM, structure, STRUCTURE_BASE } from '../../../src/sandbox/structure.ts';
import { cell, type Row } from './rows.ts';

const JSON_NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A row of CM as a MedicationStatement (spec 2.1); partial dates are sent as they are. */
export function medicationRecord(row: Row, study: string): RecordText {
  const sequence = cell(row, 'CMSEQ') ?? '';
  const id = `CM-${cell(row, 'USUBJID') ?? ''}-${sequence}`;
  const label = cell(row, 'CMTRT') ?? '';
  const resource: Json = {
    resourceType: 'MedicationStatement',
    id,
    extension: [
      { url: structure('IDB.Protocol'), valueCode: study },
      { url: structure('SponsorID'), valueCode: cell(row, 'STUDYID') },
      { url: structure('MetadataRuleDef'), valueCode: '40: Free-text directions kept as entered' },
    ],
    identifier: [{ use: 'official', system: STRUCTURE_BASE, value: `${id}-drug_exposure` }],
    status: 'unknown',
    medicationCodeableConcept: { coding: [{ system: RXNORM_SYSTEM, code: label, display: label }], text: label },
    subject: { reference: `Patient/${cell(row, 'USUBJID') ?? ''}` },
    effectivePeriod: { start: cell(row, 'CMSTDTC'), end: cell(row, 'CMENDTC') },
    note: [{ text: 'Case report form' }],
    dosage: [dosage(row)],
  };
  return { id, json: writeJson(resource) };
}

function dosage(row: Row): JsonObject {
  const [dose, unit, route] = [cell(row, 'CMDOSE'), cell(row, 'CMDOSU'), cell(row, 'CMROUTE')];
  const value = dose !== undefined && JSON_NUMBER.test(dose) ? new RawJson(dose) : undefined;
  return {
    text: cell(row, 'CMDOSFRQ'),
    route: route === undefined ? undefined : { text: route },
    method: unit === undefined ? undefined : { text: [dose, unit].filter((part) => part !== undefined).join(' ') },
    doseAndRate: [{ doseQuantity: { value, unit } }],
  };
}
