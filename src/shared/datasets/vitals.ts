import { textIn } from '../derive/cells.ts';
import { isCarriedForward, vitalTestCode } from '../derive/vital-test-codes.ts';
import * as common from './common-columns.ts';
import { defineDataset } from './declaration.ts';
import * as observation from './observation-columns.ts';

const { sections } = common;

/** Vital signs: Observation, category vital-signs (spec 2.3). */
export const vitals = defineDataset({
  name: 'vitals',
  title: 'Vitals',
  singular: 'vital sign',
  version: 1,
  endpoint: { path: '/svc-apim/external/v2/crit/svc/api/observation', category: 'vital-signs' },
  resourceType: 'Observation',
  domain: 'VS',
  key: 'record_id',
  described: observation.describedInObservations,
  defaultSort: ['subject', 'collected'],
  indexes: [['subject', 'collected'], ['test', 'collected'], ['visit']],
  columns: [
    common.subject,
    observation.visit,
    { ...observation.collected, sdtm: 'VSDTC', help: 'When the vital sign was taken: local time at the site, as sent, without a time zone.' },
    {
      name: 'test', kind: 'text', plain: 'Vital sign', sdtm: 'VSTEST', width: 220, section: sections.test, shown: true, required: true, categorical: true,
      help: 'Item type as received. The list is open; "Last recorded Height" repeats an earlier measurement, "Positioning" is no measurement.',
      paths: ['code.text', 'code.coding[].display'],
    },
    { ...observation.result, sdtm: 'VSORRES' },
    { ...observation.unit, sdtm: 'VSORRESU' },
    common.derived({
      name: 'test_code', kind: 'text', plain: 'Test code', sdtm: 'VSTESTCD', width: 100, shown: true, categorical: true, shared: true,
      help: 'Short code of the item type; empty for an item type that is not in the list and for positioning.',
      rule: "The item type looked up in Carrel's list of CDISC test codes.",
      derive: (row) => vitalTestCode(textIn(row, 'test')),
    }),
    { ...observation.serviceCode, help: "The service's own code of the item type; may be an empty text." },
    common.derived({
      name: 'carried_forward', kind: 'flag', plain: 'Carried forward', sdtm: null, width: 120, shown: false, categorical: true, shared: true,
      help: 'Y where the value repeats an earlier measurement; keep it out of trends and of baselines.',
      rule: 'Y for the item type "Last recorded Height", else N.',
      derive: (row) => (isCarriedForward(textIn(row, 'test')) ? 'Y' : 'N'),
    }),
    { ...observation.resultNumber, sdtm: 'VSSTRESN' },
    observation.resultText,
    {
      name: 'unit_system', kind: 'text', plain: 'Unit system', sdtm: null, width: 200, section: sections.rest, shown: false, categorical: true, shared: true,
      help: 'Reference of the service for the unit.',
      paths: ['valueQuantity.system'],
    },
    {
      name: 'reference_range', kind: 'text', plain: 'Reference range', sdtm: 'SRC_REFRANGE', width: 130, section: sections.result, shown: false, shared: true,
      help: 'Reference range as text, where one was sent.',
      paths: ['referenceRange[].text'],
    },
    {
      name: 'entered_time', kind: 'datetime', plain: 'Entered', sdtm: 'VSISSUED', width: 210, section: sections.whenAndWhom, shown: false,
      help: 'When the record was entered into the research data warehouse, with its offset from UTC; not the time of measurement. Not an SDTM variable.',
      paths: ['issued'],
    },
    common.uniqueSubjectColumn,
    observation.testDisplay,
    { ...observation.recordId, sdtm: 'VSSPID' },
    common.study,
    common.sponsorStudy,
    common.performer,
    { ...common.status, expected: ['final'] },
    { ...common.categoryText, expected: ['Vital Signs'] },
    { ...common.categoryCode, expected: ['vital-signs'] },
    { ...common.categoryDisplay, expected: ['Vital Signs'] },
    common.categorySystem,
    observation.codeSystem,
    observation.identifierValue,
    observation.resultIdentifierSystem,
  ],
});
