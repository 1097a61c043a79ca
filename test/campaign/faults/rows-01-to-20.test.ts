import { testCases } from './test-cases.ts';

testCases(1, 20);
