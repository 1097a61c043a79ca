import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { study, type CrashBench, type Ran } from '../shim/crash-bench.ts';
import { newFilePoints, type KillPoint } from './points.ts';
import { countKill, type Verdicts } from './verdicts.ts';

/** Kills exports: the file is the earlier one or the complete new one, and the next export leaves no partial file. */
export async function killExports(bench: CrashBench, verdicts: Verdicts, points: readonly KillPoint[], n: number): Promise<void> {
  const folder = join(bench.folder, 'exports');
  mkdirSync(folder);
  const path = join(folder, 'labs.csv');
  const dataDir = bench.copyOf((await bench.golden(2)).dataDir);
  const old = Buffer.from('an earlier export');
  const complete = await exported(bench, dataDir, path);
  for (let turn = 0; turn < n; turn += 1) {
    const point = points[turn % points.length];
    if (point === undefined || typeof point.at !== 'string') return;
    const isNewFile = newFilePoints.includes(point);
    rmSync(path, { force: true });
    if (!isNewFile) writeFileSync(path, old);
    const ran = await runExport(bench, dataDir, path, isNewFile ? [] : ['--force'], point.at);
    if (ran.killed) countKill(verdicts, point);
    else verdicts.missed += 1;
    for (const what of await afterKill(bench, dataDir, path, { old: isNewFile ? null : old, complete }))
      verdicts.failures.push(`export, ${point.name}: ${what}`);
  }
  for (const used of [dataDir, folder]) rmSync(used, { recursive: true });
}

async function afterKill(
  bench: CrashBench,
  dataDir: string,
  path: string,
  { old, complete }: { readonly old: Buffer | null; readonly complete: Buffer },
): Promise<readonly string[]> {
  const found = [...bench.look(dataDir).problems];
  const there = existsSync(path) ? readFileSync(path) : null;
  const isWhole = there === null ? old === null : there.equals(complete) || (old !== null && there.equals(old));
  if (!isWhole) found.push('the file is neither the earlier one nor the complete new one');
  const next = await runExport(bench, dataDir, path, ['--force']);
  if (next.code !== 0) found.push(`the next export ended with ${next.code ?? 'a signal'}: ${next.stderr}`);
  if (!readFileSync(path).equals(complete)) found.push('the next export is not complete');
  const parts = readdirSync(join(path, '..')).filter((name) => name.endsWith('.part'));
  return parts.length > 0 ? [...found, `${parts.join(', ')} was left behind`] : found;
}

async function exported(bench: CrashBench, dataDir: string, path: string): Promise<Buffer> {
  const ran = await runExport(bench, dataDir, path, ['--force']);
  if (ran.code !== 0) throw new Error(`The export failed: ${ran.stderr}`);
  return readFileSync(path);
}

function runExport(bench: CrashBench, dataDir: string, path: string, flags: readonly string[], stop?: string): Promise<Ran> {
  const fault = stop === undefined ? {} : { fault: { stop }, also: [join(path, '..')] };
  return bench.run(['export', study, '--dataset', 'labs', '--format', 'csv', '--out', path, '--json', ...flags], { dataDir, ...fault });
}
