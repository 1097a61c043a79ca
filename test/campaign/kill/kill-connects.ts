import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../../../src/shared/errors.ts';
import type { CrashBench } from '../shim/crash-bench.ts';
import type { KillPoint } from './points.ts';
import { countKill, type Verdicts } from './verdicts.ts';

/** Kills the creation of a data folder: there is no vault or a complete one, and the same command repairs the folder. */
export async function killConnects(bench: CrashBench, verdicts: Verdicts, points: readonly KillPoint[], n: number): Promise<void> {
  for (let turn = 0; turn < n; turn += 1) {
    const point = points[turn % points.length];
    if (point === undefined || typeof point.at !== 'string') return;
    const dataDir = join(bench.folder, `connect-${turn}`);
    const ran = await connect(bench, dataDir, point.at);
    if (ran.killed) countKill(verdicts, point);
    else verdicts.missed += 1;
    for (const what of await mended(bench, dataDir)) verdicts.failures.push(`connect, ${point.name}: ${what}`);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function mended(bench: CrashBench, dataDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  const before = await bench.run(['status', '--json'], { dataDir });
  if (before.code !== 0 && before.code !== errorCodes.LOCKED.exit)
    found.push(`status ended with ${before.code ?? 'a signal'}: ${before.stderr}`);
  const again = await connect(bench, dataDir);
  if (again.code !== 0) found.push(`the next connect ended with ${again.code ?? 'a signal'}: ${again.stderr}`);
  const after = await bench.run(['verify', '--json'], { dataDir });
  if (after.code !== 0) found.push(`verify ended with ${after.code ?? 'a signal'}: ${after.stderr}`);
  const stray = readdirSync(dataDir).filter((name) => name.endsWith('.new'));
  return stray.length > 0 ? [...found, `${stray.join(', ')} was left behind`] : found;
}

function connect(bench: CrashBench, dataDir: string, stop?: string) {
  const { baseUrl, partnerId, clientId, clientSecret } = bench.service;
  return bench.run(['connect', '--base-url', baseUrl, '--partner-id', partnerId, '--client-id', clientId, '--json'], {
    dataDir,
    env: { CARREL_CLIENT_SECRET: clientSecret },
    ...(stop === undefined ? {} : { fault: { stop } }),
  });
}
