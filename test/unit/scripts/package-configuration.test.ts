import { expect, test } from 'vitest';
import { packageConfiguration } from '../../../scripts/package/configuration.ts';

const options = { kind: 'test', output: '/out', natives: '/natives', digests: {}, afterPack: async () => undefined } as const;

test('a package is made of the Electron whose digests the lock file vouches for, or of the one that is here', () => {
  const runtime = { executable: '/runtime/electron', version: '45.4.1', fallback: false };
  const { electronDist, electronDownload } = packageConfiguration({ ...options, runtime });
  expect(electronDist).toBeUndefined();
  expect(electronDownload).toMatchObject({
    checksums: { [`electron-v${runtime.version}-linux-x64.zip`]: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const fallback = packageConfiguration({ ...options, runtime: { ...runtime, fallback: true } });
  expect([fallback.electronDist, fallback.electronDownload]).toEqual(['/runtime', undefined]);
});
