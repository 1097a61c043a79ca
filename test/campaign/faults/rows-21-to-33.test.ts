import { testCases } from './test-cases.ts';

testCases(21, 33);
