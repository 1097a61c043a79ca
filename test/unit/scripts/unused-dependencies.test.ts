import { expect, it } from 'vitest';
import { unusedDependencies } from '../../../scripts/package/unused-dependencies.ts';

const texts = [
  "import { scaleLinear } from 'made-scale';\nimport '@made/face-code/400.css';",
  "runTool('oxlint', 'oxlint', []);\n@import \"writing/index.css\";",
];

it('counts a package as used where an import or a tool names it, with a path in it too', () => {
  expect(unusedDependencies(['made-scale', '@made/face-code', 'oxlint', 'writing'], texts)).toEqual([]);
});

it('names each package that no file names, though another begins like it', () => {
  expect(unusedDependencies(['made', 'made-array', '@made/face'], texts)).toEqual(['made', 'made-array', '@made/face']);
});

it('counts types as used with the package that they describe, and those of the platform always', () => {
  expect(unusedDependencies(['@types/made-scale', '@types/node', '@types/made-array'], texts)).toEqual(['@types/made-array']);
});
