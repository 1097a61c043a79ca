import type { TestRule } from './read-test.ts';

/** Source of the dictionary's names. */
export const namesSource = 'Names are matched with CDISC SDTM controlled terminology and common abbreviations';

/** The rule that gave a code, in words; rules that only propose say why they do not decide. */
export const ruleWords: Readonly<Record<TestRule, string>> = {
  name: 'By name',
  'name-and-unit': 'By name; the unit distinguishes a count from a fraction',
  'service-code': 'The service code is a test code and fits the name',
  'open-count': 'Name and unit do not distinguish a count from a fraction',
  'open-name': 'CDISC has several codes this name could mean',
  'unfit-unit': 'The unit does not fit this test',
  'other-service-code': 'The service code belongs to another test',
  'more-words': 'The name contains additional words',
};
