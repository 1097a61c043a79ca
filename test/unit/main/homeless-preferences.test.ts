import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPreferences } from '../../../src/main/vault-calls/preferences.ts';

vi.mock('../../../src/core/vault/data-folder.ts', () => ({ homeFolder: () => null }));
/** As electron-store: a library that it loads asks for the home folder, for which the system has no answer. */
vi.mock('electron-store', async () => {
  if (process.env['HOME'] === undefined) throw new Error('uv_os_homedir returned ENOENT');
  const { default: Conf } = await import('conf');
  return {
    default: class extends Conf {
      constructor({ name, cwd }: { readonly name: string; readonly cwd: string }) {
        super({ cwd, configName: name, projectName: 'carrel' });
      }
    },
  };
});

test('an account without a home folder keeps its preferences in the data folder', async () => {
  vi.stubEnv('HOME', undefined);
  const folder = mkdtempSync(join(tmpdir(), 'carrel-homeless-'));
  try {
    const preferences = await openPreferences(folder);
    preferences.set({ scheme: 'dark' });
    expect((await openPreferences(folder)).get().scheme).toBe('dark');
    expect(existsSync(join(folder, 'preferences.json'))).toBe(true);
    expect(process.env['HOME']).toBeUndefined();
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
