/** Reasons why the pages of a pass cannot be one consistent copy. */
export const inconsistencies = {
  'total-changed': 'the announced total changed between pages',
  'more-than-total': 'there were more records than announced',
  'next-elsewhere': 'a page named the wrong page as the next one',
  'chain-broken': 'the pages ended before the announced last page',
  'too-many-pages': 'the pages did not end',
  'page-missing': 'an announced page no longer existed',
  'page-changed': 'a page had changed when it was read again',
  count: 'the records did not add up to the announced total',
  'repeated-records': 'a record came more than once',
  'first-page-changed': 'the first page had changed when it was read again',
  'last-page-changed': 'the last page had changed when it was read again',
} as const;
export type Inconsistency = keyof typeof inconsistencies;
