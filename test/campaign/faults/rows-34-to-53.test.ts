import { testCases } from './test-cases.ts';

testCases(34, 53);
