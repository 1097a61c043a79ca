import { testCases } from './test-cases.ts';

testCases(72, 76);
