import type { TestResult } from '../../../shared/connection.ts';
import type { ConnectValues } from './connect-values.ts';

/** A finished test: what was tested, when, and how it came out. */
export interface Tested {
  readonly values: ConnectValues;
  readonly at: string;
  readonly result: TestResult;
}
