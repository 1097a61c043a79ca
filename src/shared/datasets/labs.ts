import { numberIn, textIn } from '../derive/cells.ts';
import { parseCensored } from '../derive/censored-result.ts';
import { rangeFlag, timesUpperLimit } from '../derive/range-flag.ts';
import { parseReferenceRange, type NumericRange, type ReferenceRange } from '../derive/reference-range.ts';
import { remember } from '../derive/remember.ts';
import { testCodeIn } from '../terms/test-codes.ts';
import * as common from './common-columns.ts';
import { defineDataset, type Row } from './declaration.ts';
import * as observation from './observation-columns.ts';

const { sections } = common;
const readRange = remember(parseReferenceRange);

/** Laboratory results: Observation, category laboratory (spec 2.2). */
export const labs = defineDataset({
  name: 'labs',
  title: 'Labs',
  singular: 'lab result',
  version: 1,
  endpoint: { path: '/svc-apim/external/v2/crit/svc/api/observation', category: 'laboratory' },
  resourceType: 'Observation',
  domain: 'LB',
  key: 'record_id',
  described: observation.describedInObservations,
  defaultSort: ['subject', 'collected'],
  indexes: [
    ['subject', 'collected'],
    ['test', 'collected'],
  ],
  columns: [
    common.subject,
    observation.visit,
    {
      ...observation.collected,
      sdtm: 'LBDTC',
      help: 'When the specimen was collected: local time at the site, as sent, without a time zone.',
    },
    {
      name: 'test',
      kind: 'text',
      plain: 'Test',
      sdtm: 'LBTEST',
      width: 164,
      section: sections.test,
      shown: true,
      tells: 'value',
      required: true,
      categorical: true,
      help: "The provider's own name of the test, as received.",
      paths: ['code.text', 'code.coding[].display'],
    },
    { ...observation.result, sdtm: 'LBORRES' },
    { ...observation.unit, sdtm: 'LBORRESU' },
    common.derived({
      name: 'range_flag',
      kind: 'text',
      plain: 'Flag',
      sdtm: 'LBNRIND',
      width: 70,
      shown: true,
      tells: 'value',
      categorical: true,
      help: 'LOW, NORMAL or HIGH against the range of the same record. Empty means not worked out, not normal.',
      rule: 'Result number against the limits of the reference range, limits inclusive unless the range says otherwise, compared at 15 digits. Empty without a numeric limit or where the range names another unit.',
      derive: (row) => rangeFlag(numberIn(row, 'result_number'), rangeOf(row), textIn(row, 'unit')),
    }),
    {
      name: 'reference_range',
      kind: 'text',
      plain: 'Reference range',
      sdtm: 'SRC_REFRANGE',
      width: 120,
      section: sections.result,
      shown: true,
      tells: 'free',
      shared: true,
      help: 'Reference range as the laboratory wrote it; it can differ from record to record of the same test.',
      paths: ['referenceRange[].text'],
    },
    common.derived({
      name: 'times_upper_limit',
      kind: 'number',
      plain: '× ULN',
      sdtm: null,
      width: 72,
      shown: true,
      tells: 'value',
      decimals: 2,
      help: 'The result as a multiple of the upper limit of its own reference range.',
      rule: 'Result number ÷ upper limit, unrounded. Empty without a positive upper limit or where the range names another unit.',
      derive: (row) => timesUpperLimit(numberIn(row, 'result_number'), rangeOf(row), textIn(row, 'unit')),
    }),
    common.derived({
      name: 'test_code',
      kind: 'text',
      plain: 'Test code',
      sdtm: 'LBTESTCD',
      width: 88,
      shown: true,
      tells: 'value',
      categorical: true,
      shared: true,
      help: 'Short code of the test: what was decided in “Tests and units”, else what the built-in dictionary is certain of; empty otherwise.',
      rule: 'A decision on the test in “Tests and units”; else its name by its normalised words in a dictionary of CDISC test codes, with its unit where cells are counted or given as a part, or a service code that is a test code and fits the name. What is uncertain is proposed there, not filled in.',
      byTerms: true,
      derive: (row, terms) => testCodeIn('labs', row, terms),
    }),
    { ...observation.serviceCode, help: "The service's own code of the test; absent where the source has none. Not known to be LOINC." },
    { ...observation.resultNumber, sdtm: 'LBSTRESN' },
    observation.resultText,
    ...resultBounds(),
    ...rangeLimits(),
    common.derived({
      name: 'range_text',
      kind: 'text',
      plain: 'Range in words',
      sdtm: 'LBSTNRC',
      width: 130,
      shown: false,
      tells: 'free',
      categorical: true,
      shared: true,
      help: 'The reference range where it is no pair of numbers, such as "Negative", or cannot be read for certain.',
      rule: 'The reference range where no numeric limit can be read from it.',
      derive: (row) => {
        const range = rangeOf(row);
        return range?.kind === 'text' ? range.text : null;
      },
    }),
    {
      name: 'specimen_time',
      kind: 'datetime',
      plain: 'Specimen time',
      sdtm: 'LBISSUED',
      width: 210,
      section: sections.whenAndWhom,
      shown: false,
      tells: 'date',
      help: 'Time of the specimen with its offset from UTC. Not an SDTM variable.',
      paths: ['issued'],
    },
    common.uniqueSubjectColumn,
    observation.testDisplay,
    { ...observation.recordId, sdtm: 'LBSPID' },
    common.study,
    common.sponsorStudy,
    common.performer,
    { ...common.status, expected: ['final'] },
    { ...common.categoryText, expected: ['Laboratory'] },
    { ...common.categoryCode, expected: ['laboratory'] },
    { ...common.categoryDisplay, expected: ['Laboratory'] },
    common.categorySystem,
    observation.codeSystem,
    observation.identifierValue,
    observation.resultIdentifierSystem,
  ],
});

/** A result such as `<5` as a sign and a number, for plots and filters. */
function resultBounds() {
  return [
    common.derived({
      name: 'result_comparator',
      kind: 'text',
      plain: 'Result sign',
      sdtm: null,
      width: 90,
      shown: false,
      tells: 'value',
      categorical: true,
      help: 'The sign of a result that is only known to lie below or above a bound, such as "<5".',
      rule: 'The sign in front of the number in the result text: <, <=, > or >=.',
      derive: (row) => parseCensored(textIn(row, 'result_text'))?.comparator ?? null,
    }),
    common.derived({
      name: 'result_bound',
      kind: 'number',
      plain: 'Result bound',
      sdtm: null,
      width: 100,
      shown: false,
      tells: 'value',
      help: 'The bound of a result such as "<5". It is no measured value: leave it out of means.',
      rule: 'The number behind the sign in the result text.',
      derive: (row) => parseCensored(textIn(row, 'result_text'))?.bound ?? null,
    }),
  ] as const;
}

/** The reference range in parts. The SDTM variables take closed limits only: `<200` is no LBORNRHI (clinical conventions). */
function rangeLimits() {
  return [
    common.derived({
      name: 'range_low',
      kind: 'number',
      plain: 'Range low',
      sdtm: 'RANGE_LO',
      width: 90,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Lower limit of the reference range as a number, whether or not the limit itself is in the range.',
      rule: 'Read from the text of the reference range.',
      derive: (row) => numericRangeOf(row)?.low ?? null,
    }),
    common.derived({
      name: 'range_low_inclusive',
      kind: 'flag',
      plain: 'Range low inclusive',
      sdtm: 'RANGE_LO_INCL',
      width: 130,
      shown: false,
      tells: 'value',
      categorical: true,
      shared: true,
      help: 'Y where a result equal to the lower limit is in the range, N where it is outside.',
      rule: 'N where the text says ">", else Y; empty without a lower limit.',
      derive: (row) => inclusive(numericRangeOf(row), 'low'),
    }),
    common.derived({
      name: 'range_high',
      kind: 'number',
      plain: 'Range high',
      sdtm: 'RANGE_HI',
      width: 90,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Upper limit of the reference range as a number, whether or not the limit itself is in the range.',
      rule: 'Read from the text of the reference range.',
      derive: (row) => numericRangeOf(row)?.high ?? null,
    }),
    common.derived({
      name: 'range_high_inclusive',
      kind: 'flag',
      plain: 'Range high inclusive',
      sdtm: 'RANGE_HI_INCL',
      width: 130,
      shown: false,
      tells: 'value',
      categorical: true,
      shared: true,
      help: 'Y where a result equal to the upper limit is in the range, N where it is outside.',
      rule: 'N where the text says "<", else Y; empty without an upper limit.',
      derive: (row) => inclusive(numericRangeOf(row), 'high'),
    }),
    common.derived({
      name: 'normal_low',
      kind: 'number',
      plain: 'Normal low',
      sdtm: 'LBORNRLO',
      width: 100,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Lower limit where the range includes it; a range such as ">60" leaves it empty.',
      rule: 'Range low where the limit is inclusive.',
      derive: (row) => closedLimit(numericRangeOf(row), 'low'),
    }),
    common.derived({
      name: 'normal_high',
      kind: 'number',
      plain: 'Normal high',
      sdtm: 'LBORNRHI',
      width: 100,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Upper limit where the range includes it; a range such as "<200" leaves it empty.',
      rule: 'Range high where the limit is inclusive.',
      derive: (row) => closedLimit(numericRangeOf(row), 'high'),
    }),
  ] as const;
}

function rangeOf(row: Row): ReferenceRange | null {
  const text = textIn(row, 'reference_range');
  return text === null ? null : readRange(text);
}

function numericRangeOf(row: Row): NumericRange | null {
  const range = rangeOf(row);
  return range?.kind === 'numeric' ? range : null;
}

function closedLimit(range: NumericRange | null, side: 'low' | 'high'): number | null {
  return inclusive(range, side) === 'Y' ? (range?.[side] ?? null) : null;
}

function inclusive(range: NumericRange | null, side: 'low' | 'high'): 'Y' | 'N' | null {
  if (range === null || range[side] === null) return null;
  return (side === 'low' ? range.lowInclusive : range.highInclusive) ? 'Y' : 'N';
}
