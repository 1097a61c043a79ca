/** What identifies a test, as sent. */
export interface SentTest {
  readonly test: string;
  readonly serviceCode: string | null;
  readonly unit: string | null;
}

/** How a code was found. `rule-words.ts` has the description and source of each rule. */
export type TestRule =
  'name' | 'name-and-unit' | 'service-code' | 'open-count' | 'open-name' | 'unfit-unit' | 'other-service-code' | 'more-words';

/** A code for a test. `applied`: it is certain; otherwise it is proposed to a person. */
export interface ReadTest {
  readonly code: string;
  readonly applied: boolean;
  readonly rule: TestRule;
}
