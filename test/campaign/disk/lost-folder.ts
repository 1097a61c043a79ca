import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../../../src/shared/errors.ts';
import { syncArguments, type CrashBench } from '../shim/crash-bench.ts';
import { after, before, isSentence, said } from './judge-case.ts';

/** An account that owns nothing. */
const nobody = 65_534;

/** Deletes the data folder in the middle of a sync, which must end by itself with one sentence and create no vault. */
export async function removeFolder(bench: CrashBench): Promise<readonly string[]> {
  const earlier = await bench.golden(before);
  await bench.golden(after);
  const dataDir = bench.copyOf(earlier.dataDir);
  const failures: string[] = [];
  bench.service.forget();
  const ran = await bench.run(syncArguments, {
    dataDir,
    armed: () => {
      bench.service.follow(({ what, page }) => {
        if (what === 'labs' && page === 7) rmSync(dataDir, { recursive: true, force: true });
      });
    },
  });
  if (ran.code !== errorCodes.STORE.exit || !isSentence(ran.stderr)) failures.push(`a removed folder: the sync ended with ${said(ran)}`);
  if (existsSync(join(dataDir, 'keys.json'))) failures.push('a removed folder: keys were made anew');
  rmSync(dataDir, { recursive: true, force: true });
  return failures;
}

/** A data folder without write permission can be read, and a sync says why it fails. Returns why this machine cannot show it, if so. */
export async function forbidWriting(bench: CrashBench): Promise<readonly string[] | { readonly why: string }> {
  const getuid = process.getuid;
  if (getuid === undefined) return { why: 'this system keeps no account from a folder by its mode' };
  // Permissions do not bind root.
  const as = getuid() === 0 ? { as: nobody } : {};
  chmodSync(bench.folder, 0o755);
  if ((await bench.run(['--help'], { dataDir: bench.connected, ...as })).code !== 0)
    return { why: 'an account other than root cannot read this checkout' };
  const earlier = await bench.golden(before);
  await bench.golden(after);
  const dataDir = bench.copyOf(earlier.dataDir);
  setModes(dataDir, 0o555, 0o444);
  const failures: string[] = [];
  const sync = await bench.run(syncArguments, { dataDir, ...as });
  if (sync.code !== errorCodes.STORE.exit || !isSentence(sync.stderr)) failures.push(`a read-only folder: sync ended with ${said(sync)}`);
  const status = await bench.run(['status', '--json'], { dataDir, ...as });
  if (status.code !== 0) failures.push(`a read-only folder: status ended with ${said(status)}`);
  setModes(dataDir, 0o700, 0o600);
  if (bench.look(dataDir).digest !== earlier.digest)
    failures.push('a read-only folder: the earlier copy is not what is visible afterwards');
  const next = await bench.run(syncArguments, { dataDir });
  if (next.code !== 0) failures.push(`a read-only folder: the next sync ended with ${said(next)}`);
  rmSync(dataDir, { recursive: true });
  return failures;
}

function setModes(dataDir: string, folder: number, file: number): void {
  chmodSync(dataDir, folder);
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folder : file);
}
