import { testCases } from './test-cases.ts';

testCases(73, 74);
