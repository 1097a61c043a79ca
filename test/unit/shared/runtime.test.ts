import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { isFallbackRuntime } from '../../../src/shared/runtime.ts';

const { devDependencies } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8')) as {
  devDependencies: { electron: string };
};

test('the Electron that package.json declares and newer ones are no fallback runtime, older ones are', () => {
  const major = Number.parseInt(devDependencies.electron, 10);
  expect(isFallbackRuntime(devDependencies.electron)).toBe(false);
  expect(isFallbackRuntime(`${major + 1}.0.0`)).toBe(false);
  expect(isFallbackRuntime(`${major - 1}.9.9`)).toBe(true);
});
