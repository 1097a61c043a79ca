import { endsWithFragment, identifierSystem, sections } from './common-columns.ts';
import type { SourceColumn } from './declaration.ts';

/** FHIR's comparator of a bound, which the interface does not mention. */
const sign = 'valueQuantity.comparator';

/** Columns shared by laboratory and vital-sign observations (spec 2.2 and 2.3). SDTM names differ by domain and are set there. */
export const recordId = {
  name: 'record_id',
  kind: 'text',
  plain: 'Record id',
  width: 300,
  section: sections.rest,
  shown: false,
  tells: 'record',
  required: true,
  help: 'Identifier of the result at the service. Stable; use it for joins. The identifier below has the same value.',
  paths: ['id', 'identifier[].value'],
} as const satisfies Omit<SourceColumn, 'sdtm'>;

export const identifierValue = {
  name: 'identifier',
  kind: 'text',
  plain: 'Identifier',
  sdtm: null,
  width: 300,
  section: sections.rest,
  shown: false,
  tells: 'record',
  help: 'The identifier as listed with its system; the same value as the record id.',
  paths: ['identifier[].value'],
} as const satisfies SourceColumn;

export const resultIdentifierSystem = {
  ...identifierSystem,
  check: { rule: 'unexpected-value', holds: endsWithFragment('LAB_RESULTS.LR_RESULT_GUID') },
} as const satisfies SourceColumn;

export const visit = {
  name: 'visit',
  kind: 'text',
  plain: 'Visit',
  sdtm: 'VISIT',
  width: 128,
  section: sections.whenAndWhom,
  shown: true,
  tells: 'value',
  texts: 'visit',
  categorical: true,
  help: 'Protocol visit label to which the study staff assigned the record.',
  paths: ['encounter.display'],
} as const satisfies SourceColumn;

export const collected = {
  name: 'collected',
  kind: 'datetime',
  local: true,
  plain: 'Collected',
  width: 144,
  section: sections.whenAndWhom,
  shown: true,
  tells: 'date',
  required: true,
  paths: ['effectiveDateTime'],
} as const satisfies Omit<SourceColumn, 'sdtm' | 'help'>;

export const result = {
  name: 'result',
  kind: 'text',
  plain: 'Result',
  width: 90,
  section: sections.result,
  shown: true,
  tells: 'value',
  texts: 'result',
  alignRight: true,
  numberAsText: true,
  help: 'The result as received: the number with its digits as sent (with its sign such as "<", if any), or the text. To filter numbers, use "Result number".',
  paths: ['valueQuantity.value', 'valueString'],
  sign,
} as const satisfies Omit<SourceColumn, 'sdtm'>;

export const resultNumber = {
  name: 'result_number',
  kind: 'number',
  plain: 'Result number',
  width: 110,
  section: sections.result,
  shown: false,
  tells: 'value',
  help: 'The result as a number, in the unit as sent; empty for text results and for results such as "<5".',
  paths: ['valueQuantity.value'],
  sign,
} as const satisfies Omit<SourceColumn, 'sdtm'>;

export const resultText = {
  name: 'result_text',
  kind: 'text',
  plain: 'Result text',
  sdtm: null,
  width: 140,
  section: sections.result,
  shown: false,
  tells: 'value',
  texts: 'result',
  help: 'The result where the service sent a text.',
  paths: ['valueString'],
} as const satisfies SourceColumn;

export const unit = {
  name: 'unit',
  kind: 'text',
  plain: 'Unit',
  width: 94,
  section: sections.result,
  shown: true,
  tells: 'value',
  texts: 'unit',
  categorical: true,
  shared: true,
  help: 'Unit as sent; never converted. Case-sensitive.',
  paths: ['valueQuantity.unit'],
} as const satisfies Omit<SourceColumn, 'sdtm'>;

export const testDisplay = {
  name: 'test_display',
  kind: 'text',
  plain: 'Test (coding)',
  sdtm: null,
  width: 180,
  section: sections.test,
  shown: false,
  tells: 'value',
  texts: 'test',
  categorical: true,
  shared: true,
  help: 'The name of the test next to its code; usually the same as the test.',
  paths: ['code.coding[].display'],
} as const satisfies SourceColumn;

export const serviceCode = {
  name: 'service_code',
  kind: 'text',
  plain: 'Service code',
  sdtm: 'SRC_CODE',
  width: 98,
  section: sections.test,
  shown: true,
  tells: 'value',
  shared: true,
  paths: ['code.coding[].code'],
} as const satisfies Omit<SourceColumn, 'help'>;

export const codeSystem = {
  name: 'code_system',
  kind: 'text',
  plain: 'Service code system',
  sdtm: null,
  width: 200,
  section: sections.rest,
  shown: false,
  tells: 'address',
  categorical: true,
  shared: true,
  help: 'Address of the code system of the service code.',
  paths: ['code.coding[].system'],
} as const satisfies SourceColumn;

/** Structure and fixed addresses that the interface describes but that carry no data (spec 2.2). */
export const describedInObservations = ['resourceType', 'extension[].url'] as const;
