import { readFileSync, writeFileSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/shared/errors.ts';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { swift } from './hostile-server.ts';
import { createTestHost, snapshotOf, type TestHost } from './study-host.ts';

const study = '22-001';
let sandbox: Sandbox;
let host: TestHost;

beforeEach(async () => {
  sandbox = createSandbox({ port: 0, subjects: 3, pageSize: 50 });
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  host = createTestHost({ baseUrl: await sandbox.listen(), partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
});
afterEach(async () => {
  await sandbox.close();
  host.remove();
});

function sync(over: Partial<TestHost> = {}) {
  return syncStudies({ ...host, ...over }, { studies: [study], only: ['subjects', 'vitals'], acceptShrink: false }, { network: swift });
}

describe('between staging and the completed seal', () => {
  test.each(['pending', 'complete'] as const)(
    'a vault that cannot store the %s seal leaves one consistent state, which the next sync repairs',
    async (failing) => {
      await sync();
      const before = snapshotOf(host, study);
      sandbox.setRevision(1);
      const failed = await sync({
        saveSeal: async (number, seal, stage) => {
          if (stage === failing) throw new AppError('STORE', 'The disk is full.');
          await host.saveSeal(number, seal, stage);
        },
      });
      // Before the pending seal nothing may flip; after the flip its data is there, and the next opening completes the seal.
      expect(failed).toMatchObject(failing === 'pending' ? { code: 'STORE', exitCode: 22 } : { code: 'OK', exitCode: 0 });
      if (failing === 'complete') expect(failed.studies[0]?.datasets[0]).toMatchObject({ state: 'updated', generation: 2 });
      if (failing === 'pending') expect(snapshotOf(host, study)).toBe(before);
      else expect(snapshotOf(host, study)).not.toBe(before);
      expect((await sync()).exitCode).toBe(0);
      const mended = host.read(study, ({ db }) => db.prepare('SELECT max(number) FROM generation').pluck().get());
      expect(mended).toBe(2);
    },
  );
});

describe('a damaged file', () => {
  test('is CORRUPT and left untouched, and does not affect other studies', async () => {
    await sync();
    const { path } = await host.studyFile(study);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 0, 4096);
    writeFileSync(path, bytes);
    const result = await syncStudies(host, { studies: [study, '24-006'], only: ['subjects'], acceptShrink: false }, { network: swift });
    expect(result.exitCode).toBe(30);
    expect(result.studies.map(({ datasets }) => [datasets[0]?.state, datasets[0]?.error?.code ?? null])).toEqual([
      ['kept', 'CORRUPT'],
      ['updated', null],
    ]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('is CORRUPT too when it is missing', async () => {
    await sync();
    const { path } = await host.studyFile(study);
    rmSync(path);
    expect(await sync()).toMatchObject({ code: 'CORRUPT', exitCode: 21 });
  });

  test('is CORRUPT when an older copy took its place', async () => {
    await sync();
    const { path } = await host.studyFile(study);
    const older = readFileSync(path);
    sandbox.setRevision(1);
    await sync();
    writeFileSync(path, older);
    expect(await sync()).toMatchObject({ code: 'CORRUPT', exitCode: 21 });
  });
});

test('a second writer of the data folder is BUSY', async () => {
  await expect(
    sync({
      lock: async () => {
        throw new AppError('BUSY', 'Another one writes.');
      },
    }),
  ).rejects.toMatchObject({ code: 'BUSY' });
});
