/** What a test is known by, as it was sent. */
export interface SentTest {
  readonly test: string;
  readonly serviceCode: string | null;
  readonly unit: string | null;
}

/** How a code was come to; what is told of each, and where it is from, stands in `rule-words.ts`. */
export type TestRule =
  'name' | 'name-and-unit' | 'service-code' | 'open-count' | 'open-name' | 'unfit-unit' | 'other-service-code' | 'more-words';

/** A code for a test: `applied` where it is certain, else a proposal for a person. */
export interface ReadTest {
  readonly code: string;
  readonly applied: boolean;
  readonly rule: TestRule;
}
