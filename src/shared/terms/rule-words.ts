import type { TestRule } from './read-test.ts';

/** Where the dictionary's names are from. */
export const namesSource = 'Names are read by CDISC SDTM controlled terminology and usual abbreviations';

/** By which rule the dictionary came to a code, in words; those that only propose say why they do not decide. */
export const ruleWords: Readonly<Record<TestRule, string>> = {
  name: 'By name',
  'name-and-unit': 'By name; the unit tells a count from a fraction',
  'service-code': 'The service code is a test code and fits the name',
  'open-count': 'Name and unit do not tell a count from a fraction',
  'open-name': 'CDISC has several codes that this name may mean',
  'unfit-unit': 'The unit is not one of this test',
  'other-service-code': 'The service code is the code of another test',
  'more-words': 'The name has further words',
};
