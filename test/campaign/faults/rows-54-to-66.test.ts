import { testCases } from './test-cases.ts';

testCases(54, 66);
