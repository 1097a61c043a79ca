import type { TestResult } from '../../../shared/connection.ts';
import type { ConnectValues } from './connect-values.ts';

/** A finished connection test with the values it tested. */
export interface Tested {
  readonly values: ConnectValues;
  readonly at: string;
  readonly result: TestResult;
}
