import { splitOmopRules } from '../derive/omop-rules.ts';
import * as common from './common-columns.ts';
import { defineDataset } from './declaration.ts';

const { sections } = common;

/** Medication: MedicationStatement, standardized to OMOP, not tied to a visit (spec 2.1). */
export const medications = defineDataset({
  name: 'medications',
  title: 'Medications',
  singular: 'medication record',
  version: 1,
  endpoint: { path: '/svc-apim/external/v2/crit/svc/api/MedicationStatement', category: null },
  resourceType: 'MedicationStatement',
  domain: 'CM',
  key: 'record_id',
  described: ['resourceType', 'extension[].url'],
  defaultSort: ['subject', 'started'],
  indexes: [['subject', 'started'], ['medication', 'started']],
  columns: [
    common.subject,
    {
      name: 'medication', kind: 'text', plain: 'Medication', sdtm: 'CMTRT', width: 260, section: sections.medication, shown: true, required: true, categorical: true,
      help: 'Drug label (RxNorm). The service does not tell study drug from other drugs.',
      paths: ['medicationCodeableConcept.text', 'medicationCodeableConcept.coding[].display'],
    },
    {
      name: 'started', kind: 'datetime', plain: 'Started', sdtm: 'CMSTDTC', width: 152, section: sections.whenAndWhom, shown: true, required: true,
      help: 'Start of the drug exposure: local time, as sent, without a time zone.',
      paths: ['effectivePeriod.start'],
    },
    {
      name: 'ended', kind: 'datetime', plain: 'Ended', sdtm: 'CMENDTC', width: 152, section: sections.whenAndWhom, shown: true,
      help: 'End of the drug exposure. Empty means that no end was recorded, not that the drug is still taken.',
      paths: ['effectivePeriod.end'],
    },
    {
      name: 'dose', kind: 'number', plain: 'Dose', sdtm: 'CMDOSE', width: 84, section: sections.dosage, shown: true,
      help: 'Dosage value as sent.',
      paths: ['dosage[].doseAndRate[].doseQuantity.value'],
    },
    {
      name: 'dose_unit', kind: 'text', plain: 'Dose unit', sdtm: 'CMDOSU', width: 96, section: sections.dosage, shown: true, categorical: true, shared: true,
      help: 'Dosage unit as sent.',
      paths: ['dosage[].doseAndRate[].doseQuantity.unit'],
    },
    {
      name: 'route', kind: 'text', plain: 'Route', sdtm: 'CMROUTE', width: 110, section: sections.dosage, shown: true, categorical: true, shared: true,
      help: 'OMOP route concept.',
      paths: ['dosage[].route.text'],
    },
    {
      name: 'directions', kind: 'text', plain: 'Directions', sdtm: 'SRC_DIRECTIONS', width: 220, section: sections.dosage, shown: true,
      help: 'Dosage directions in words.',
      paths: ['dosage[].text'],
    },
    {
      name: 'method', kind: 'text', plain: 'Method', sdtm: 'SRC_METHOD', width: 110, section: sections.dosage, shown: false,
      help: 'The interface does not say what this is; it looks like a dose with its unit, or a unit. It is never read as the dose.',
      paths: ['dosage[].method.text'],
    },
    {
      name: 'rate_unit', kind: 'text', plain: 'Rate', sdtm: 'SRC_RATEU', width: 96, section: sections.dosage, shown: false, categorical: true,
      help: 'Rate of the dosage, as sent in the unit field.',
      paths: ['dosage[].doseAndRate[].rateQuantity.unit'],
    },
    {
      name: 'drug_source', kind: 'text', plain: 'Drug source', sdtm: 'SRC_OMOP_SOURCE', width: 180, section: sections.medication, shown: true, categorical: true, shared: true,
      help: 'Drug source type: where OMOP took the record from.',
      paths: ['note[].text'],
    },
    {
      name: 'medication_code', kind: 'text', plain: 'Medication code', sdtm: 'CMDECOD', width: 220, section: sections.medication, shown: false, categorical: true, shared: true,
      help: 'RxNorm drug label from the code field; RxNorm, not WHODrug.',
      paths: ['medicationCodeableConcept.coding[].code'],
    },
    {
      name: 'medication_display', kind: 'text', plain: 'Medication (coding)', sdtm: null, width: 220, section: sections.medication, shown: false, categorical: true, shared: true,
      help: 'RxNorm drug label that stands beside the code; usually the same as the medication.',
      paths: ['medicationCodeableConcept.coding[].display'],
    },
    {
      name: 'code_system', kind: 'text', plain: 'Medication code system', sdtm: null, width: 200, section: sections.rest, shown: false, categorical: true, shared: true,
      help: 'Address of the RxNorm terminology.',
      paths: ['medicationCodeableConcept.coding[].system'],
    },
    {
      name: 'omop_rules', kind: 'list', plain: 'OMOP rules', sdtm: 'SRC_OMOP_RULES', width: 260, section: sections.medication, shown: false,
      help: 'The OMOP rules that were applied to the record, each a number and a description.',
      paths: ['extension[#MetadataRuleDef]'], split: splitOmopRules,
    },
    common.uniqueSubjectColumn,
    {
      name: 'omop_record', kind: 'text', plain: 'OMOP record', sdtm: 'CMSPID', width: 200, section: sections.rest, shown: false,
      help: 'OMOP record identifier and table: `{record}-{table}`.',
      paths: ['identifier[].value'],
    },
    {
      name: 'record_id', kind: 'text', plain: 'Record id', sdtm: null, width: 220, section: sections.rest, shown: false, required: true,
      help: 'Identifier of the record at the service; stable, use it to join.',
      paths: ['id'],
    },
    common.study,
    common.sponsorStudy,
    { ...common.status, expected: ['unknown'] },
    {
      name: 'identifier_use', kind: 'text', plain: 'Identifier use', sdtm: null, width: 120, section: sections.rest, shown: false, categorical: true, shared: true,
      help: 'How the identifier is used; always "official".',
      paths: ['identifier[].use'], expected: ['official'],
    },
    common.identifierSystem,
  ],
});
