import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AuditEvent } from '../../src/core/vault/audit/audit-event.ts';
import { openVault } from '../../src/core/vault/open-vault.ts';
import { bytesBelow, carrel, connectTo, passphrase, startSandbox, workFolder, type Ended, type Sandbox } from './carrel.ts';

// Deriving many keys from passphrases takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const folder = workFolder();
const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
const file = join(folder.path, 'study.carrelpack');
const packPassphrase = 'a phrase for the stick';
const study = '22-001';
const shifted = `--import=${fileURLToPath(new URL('../campaign/faults/shifted-clock.ts', import.meta.url))}`;
const killer = fileURLToPath(new URL('../campaign/faults/kill-before-name.ts', import.meta.url));
const day = 86_400_000;
let sandbox: Sandbox;

async function run(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return carrel([...args, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase, CARREL_PACK_PASSPHRASE: packPassphrase, ...env } });
}

function ahead(days: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: shifted, CARREL_CLOCK_SHIFT: String(days * day) };
}

function parts(): readonly string[] {
  return readdirSync(folder.path).filter((name) => name.endsWith('.part'));
}

/** The newest entries of the first vault's trail, including the unlock for this read. */
async function lastEntries(count: number): Promise<readonly AuditEvent[]> {
  const vault = await openVault(first, { passphrase });
  await vault.exports.swept();
  const entries = vault.audit.entries().slice(-count);
  vault.close();
  return entries.map(({ event }) => event);
}

async function exported(dataDir: string, name: string): Promise<string> {
  const out = join(folder.path, name);
  const done = await run(dataDir, ['export', study, '--dataset', 'labs', '--format', 'csv', '--out', out]);
  expect(done.code).toBe(0);
  return readFileSync(out, 'utf8');
}

beforeAll(async () => {
  sandbox = await startSandbox(['--subjects', '8', '--studies', study]);
  expect((await connectTo(sandbox, first)).code).toBe(0);
  expect((await run(first, ['sync', study])).code).toBe(0);
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

describe('a site pack, from a terminal', () => {
  test('pack creates one sealed file and needs its own passphrase', async () => {
    const without = await run(first, ['pack', study, '--out', file], { CARREL_PACK_PASSPHRASE: '' });
    expect([without.code, without.result.category]).toEqual([20, 'LOCKED']);
    const done = await run(first, ['pack', study, '--out', file]);
    expect(done.result).toMatchObject({ code: 0, category: 'OK', study, path: file, generation: 1 });
    const again = await run(first, ['pack', study, '--out', file]);
    expect([again.code, again.result.category]).toEqual([25, 'EXPORT']);
    expect(parts()).toEqual([]);
  });

  // The trail used to say "Packed" with the digest of a file that did not exist.
  test('a pack that never got its name is recorded as failed, at once or at the next opening after a kill', async () => {
    const out = join(folder.path, 'nameless.carrelpack');
    const failing = join(folder.path, 'failing-name.mjs');
    writeFileSync(
      failing,
      `import fs from 'node:fs';
       import { syncBuiltinESMExports } from 'node:module';
       for (const name of ['linkSync', 'renameSync']) {
         const act = fs[name];
         fs[name] = (from, to) => {
           if (String(from).endsWith('.part')) throw Object.assign(new Error('no'), { code: 'EIO' });
           act(from, to);
         };
       }
       syncBuiltinESMExports();`,
    );
    const failed = await run(first, ['pack', study, '--out', out], { NODE_OPTIONS: `--import=${failing}` });
    expect([failed.code, failed.result.category]).toEqual([25, 'EXPORT']);
    expect(await lastEntries(3)).toMatchObject([
      { kind: 'pack', study },
      { kind: 'pack-failed', study, outcome: 'EXPORT', expires: expect.any(String) },
      { kind: 'unlocked' },
    ]);
    const killed = await run(first, ['pack', study, '--out', out], { NODE_OPTIONS: `--import=${killer}` });
    expect(killed.code).toBeNull();
    expect(parts()).toHaveLength(1);
    const reported = await lastEntries(4);
    expect(reported).toMatchObject([
      { kind: 'pack-begun' },
      { kind: 'pack' },
      { kind: 'unlocked' },
      { kind: 'pack-failed', study, outcome: 'INTERRUPTED' },
    ]);
    expect([parts(), readdirSync(folder.path).includes('nameless.carrelpack')]).toEqual([[], false]);
  });

  test('unpack creates the vault of a second laptop, which shows the packed study without a service', async () => {
    const wrong = await run(second, ['unpack', file], { CARREL_PACK_PASSPHRASE: 'another' });
    expect([wrong.code, wrong.result.category]).toEqual([20, 'LOCKED']);
    expect(readdirSync(folder.path)).not.toContain('second');
    const done = await run(second, ['unpack', file]);
    expect(done.result).toMatchObject({ code: 0, category: 'OK', study, outcome: 'added', generation: 1 });
    const [there, here] = [await run(first, ['status']), await run(second, ['status'])];
    // The file that arrives has no free space left in its pages.
    expect(here.result.studies).toEqual(there.result.studies.map((one: object) => ({ ...one, bytes: expect.any(Number) })));
    expect(await exported(second, 'second.csv')).toBe(await exported(first, 'first.csv'));
    expect((await run(second, ['verify'])).result).toMatchObject({ code: 0, findings: [] });
    expect((await run(second, ['sync', study])).result).toMatchObject({ code: 2, category: 'USAGE' });
  });

  test('a damaged pack is distinguished from a wrong passphrase', async () => {
    const bytes = readFileSync(file);
    const damaged = join(folder.path, 'damaged.carrelpack');
    writeFileSync(damaged, bytes.subarray(0, bytes.length - 1));
    const done = await run(second, ['unpack', damaged]);
    expect([done.code, done.result.category]).toEqual([21, 'CORRUPT']);
  });

  test('a failed unpack creates no vault, wherever the pack is damaged', async () => {
    const third = join(folder.path, 'third');
    const bytes = readFileSync(file);
    for (const at of [200, bytes.length >> 1, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      writeFileSync(join(folder.path, 'damaged.carrelpack'), damaged);
      const refused = await run(third, ['unpack', join(folder.path, 'damaged.carrelpack')]);
      expect([refused.code, existsSync(third) ? readdirSync(third) : []]).toEqual([21, []]);
    }
    const wrong = await run(third, ['unpack', file], { CARREL_PACK_PASSPHRASE: 'another' });
    expect([wrong.code, existsSync(join(third, 'keys.json'))]).toEqual([20, false]);
  });

  test('an existing vault records each refused pack in its trail', async () => {
    writeFileSync(join(folder.path, 'cut.carrelpack'), readFileSync(file).subarray(0, -100));
    expect((await run(first, ['unpack', join(folder.path, 'cut.carrelpack')])).code).toBe(21);
    expect((await run(first, ['unpack', file], { CARREL_PACK_PASSPHRASE: 'another' })).code).toBe(20);
    const refused = (await lastEntries(6)).filter(({ kind }) => kind === 'unpack-refused');
    expect(refused).toEqual([
      { kind: 'unpack-refused', study, outcome: 'CORRUPT' },
      { kind: 'unpack-refused', study: null, outcome: 'LOCKED' },
    ]);
  });

  test('an expired pack shows nothing, and a sync with a connection ends that', async () => {
    const expired = await run(
      second,
      ['export', study, '--dataset', 'labs', '--format', 'csv', '--out', join(folder.path, 'no.csv')],
      ahead(15),
    );
    expect([expired.code, expired.result.category]).toEqual([11, 'FORBIDDEN']);
    expect(expired.stderr).toContain('expired');
    const late = await run(join(folder.path, 'third'), ['unpack', file], ahead(15));
    expect([late.code, late.result.category]).toEqual([11, 'FORBIDDEN']);
    // The clock is right again, but the later time remains known.
    const back = await run(second, ['changes', study]);
    expect([back.code, back.result.category]).toEqual([11, 'FORBIDDEN']);
    expect((await connectTo(sandbox, second)).code).toBe(0);
    expect((await run(second, ['sync', study])).code).toBe(0);
    expect((await run(second, ['changes', study])).code).toBe(0);
    const mirrored = await run(first, ['pack', study, '--out', file, '--force', '--expires', '2099-12-31']);
    expect(mirrored.code).toBe(0);
  });

  test('a pack is refused if the study was mirrored since', async () => {
    const done = await run(second, ['unpack', file]);
    expect([done.code, done.result.category]).toEqual([25, 'EXPORT']);
    expect((await run(second, ['changes', study])).code).toBe(0);
  });

  test('no secret and no study number is readable', () => {
    for (const text of [bytesBelow(second), readFileSync(file, 'latin1')]) {
      for (const secret of [packPassphrase, passphrase, sandbox.clientSecret, study]) expect(text).not.toContain(secret);
    }
  });
});
