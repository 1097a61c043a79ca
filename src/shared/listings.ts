import { datasetNames, type DatasetName } from './datasets/datasets.ts';

/** The options of a listing besides its subjects. Each listing declares which of them it takes. */
const listingOptions = ['anchor', 'tests', 'dataset', 'since', 'visits', 'sort'] as const;
export type ListingOption = (typeof listingOptions)[number];

interface ListingDeclaration {
  readonly title: string;
  /** The name of its sheet and, in a transport file, of its dataset: at most 8 capitals. */
  readonly domain: string;
  /** What one row is, for help and evidence. */
  readonly says: string;
  readonly options: readonly ListingOption[];
  /** The datasets it is derived from; their passes are its proof. */
  readonly madeOf: readonly DatasetName[];
}

/** Tables that views show and that can be exported. A row is not a record but is derived from records. */
export const listings = {
  subjects: {
    title: 'Subjects at a glance',
    domain: 'SUBJECTS',
    says: 'One row per subject in the Group or named by records.',
    options: ['sort'],
    madeOf: datasetNames,
  },
  'out-of-range': {
    title: 'Labs out of range',
    domain: 'OUTRANGE',
    says: 'One row per lab result outside the range of its own record.',
    options: ['tests'],
    madeOf: ['labs'],
  },
  shifts: {
    title: 'Shifts from baseline',
    domain: 'SHIFTS',
    says: 'One row per test and subject: the category at baseline and the worst category after it in each direction.',
    options: ['anchor', 'tests'],
    madeOf: ['labs', 'vitals', 'responses'],
  },
  'worst-grade': {
    title: 'Worst CTCAE grades',
    domain: 'WORSTGR',
    says: 'One row per subject, graded test and direction: the grade at baseline, the worst grade after it, and the result with that grade.',
    options: ['anchor'],
    madeOf: ['labs', 'vitals', 'responses'],
  },
  liver: {
    title: 'Liver screen',
    domain: 'LIVER',
    says: 'One row per subject with ALT, AST or total bilirubin: the peaks as multiples of the upper limit, and the medications being taken on those days.',
    options: [],
    madeOf: ['labs', 'medications'],
  },
  'compare-visits': {
    title: 'Two visits compared',
    domain: 'COMPARE',
    says: 'One row per test and subject: the results at two visits side by side, with change, percent change and shift.',
    options: ['tests', 'dataset', 'visits'],
    madeOf: ['labs', 'vitals'],
  },
  coverage: {
    title: 'Visit coverage',
    domain: 'COVERAGE',
    says: 'One row per subject and visit: the number of results.',
    options: [],
    madeOf: ['labs', 'vitals'],
  },
  checks: {
    title: 'Checks of the values',
    domain: 'CHECKS',
    says: 'One row per finding: a record and the check that found it.',
    options: [],
    madeOf: datasetNames,
  },
  'site-looks': {
    title: 'Comparison of sites',
    domain: 'SITELOOK',
    says: 'One row per site and comparison: its share compared with the other sites, and the resulting question.',
    options: [],
    madeOf: ['labs', 'vitals'],
  },
  response: {
    title: 'Responses by subject',
    domain: 'RESPONSE',
    says: 'One row per subject with assessments: best reported response and best change of the target sum.',
    options: [],
    madeOf: ['responses'],
  },
  endpoints: {
    title: 'Response endpoints',
    domain: 'ENDPOINT',
    says: 'One row per subject: best overall response as signed and confirmed, time to response, duration of response, time to progression.',
    options: ['anchor'],
    madeOf: ['responses', 'labs', 'vitals'],
  },
  reconciliation: {
    title: 'Signed conclusions and target sums',
    domain: 'RECONCIL',
    says: 'One row per assessment: the signed conclusion and the response by target sum.',
    options: [],
    madeOf: ['responses'],
  },
  changes: {
    title: 'Changes',
    domain: 'CHANGES',
    says: 'One row per changed field, or per record that is new or vanished.',
    options: ['dataset', 'since'],
    madeOf: datasetNames,
  },
} as const satisfies Record<string, ListingDeclaration>;

export type ListingName = keyof typeof listings;
export const listingNames = Object.keys(listings) as [ListingName, ...ListingName[]];

/** The first option given that the listing does not take; null if it takes all of them. */
export function strangeOption(
  request: { readonly name: ListingName } & Readonly<Partial<Record<ListingOption, unknown>>>,
): ListingOption | null {
  const taken: readonly ListingOption[] = listings[request.name].options;
  const given = listingOptions.filter((option) => request[option] !== undefined);
  return given.find((option) => !taken.includes(option)) ?? null;
}
