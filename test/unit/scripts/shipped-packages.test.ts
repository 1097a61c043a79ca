import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { thirdPartyData } from '../../../scripts/docs/third-party.ts';
import { shippedPackages } from '../../../scripts/package/shipped-packages.ts';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';

/** Licences under which a part may be shipped in a program under the MIT licence. */
const compatible = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'OFL-1.1', '(MIT OR CC0-1.0)'];

describe('shipped third-party packages', () => {
  const shipped = shippedPackages();

  test('are what the sources import and its dependencies', () => {
    const names = shipped.map(({ name }) => name);
    for (const name of ['react', 'react-dom', 'scheduler', '@mantine/core', 'ag-grid-community', 'zod', 'better-sqlite3-multiple-ciphers'])
      expect(names).toContain(name);
    for (const name of ['electron', 'vite', 'vitest', 'typescript', 'electron-builder', '@playwright/test'])
      expect(names).not.toContain(name);
  });

  test.each(shipped.map(({ name, licence }) => ({ name, licence })))(
    '$name has a licence compatible with ours: $licence',
    ({ licence }) => {
      expect(compatible).toContain(licence);
    },
  );

  test('are all on the licences page with the text of their licence', () => {
    const page = readFileSync(join(repositoryFolder, 'src/renderer/places/settings/third-party.json'), 'utf8');
    expect(page).toBe(thirdPartyData());
    const { packages, texts } = JSON.parse(page) as { packages: { name: string; text: number }[]; texts: string[] };
    expect(packages.map(({ name }) => name)).toEqual(shipped.map(({ name }) => name));
    for (const { text } of packages) expect(texts[text]?.length).toBeGreaterThan(20);
  });
});
