import { testCases } from './test-cases.ts';

testCases(76, 76);
