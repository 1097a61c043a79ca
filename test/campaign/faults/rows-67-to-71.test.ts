import { testCases } from './test-cases.ts';

testCases(67, 71);
