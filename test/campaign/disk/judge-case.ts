import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../../../src/shared/errors.ts';
import { study, syncArguments, type CrashBench, type Ran } from '../shim/crash-bench.ts';
import type { DiskCase } from './disk-cases.ts';

/** Revisions of the service: the one mirrored before a case, and the one that a sync would bring. */
export const before = 1;
export const after = 2;

/** `code`: how the sync ended under the fault. */
export interface Judged {
  readonly code: number | null;
  readonly failures: readonly string[];
}

/**
 * A sync on a failing disk ends as STORE or, if the failing call was not needed, with 0. One of the two whole states is visible then,
 * reading works, and the next sync on a working disk succeeds. SQLite has one code for damage and for a disk that cannot be read: a
 * study's file is checked twice, so that none is set aside for that; the vault, which is never set aside, may be called damaged.
 */
export async function judgeCase(bench: CrashBench, { name, fault, lasting }: DiskCase, thorough: boolean): Promise<Judged> {
  const failures: string[] = [];
  const [earlier, coming] = [await bench.golden(before), await bench.golden(after)];
  const dataDir = bench.copyOf(earlier.dataDir);
  const check = (holds: boolean, what: string): void => {
    if (!holds) failures.push(`${name}: ${what}`);
  };
  const ran = await bench.run(syncArguments, { dataDir, fault });
  const isVault = ran.code === errorCodes.CORRUPT.exit && name.includes('on read') && ran.stderr.includes('The vault file');
  check(ran.code === 0 || ran.code === errorCodes.STORE.exit || isVault, `the sync ended with ${said(ran)}`);
  check(!readdirSync(join(dataDir, 'studies')).some((file) => file.includes('.damaged')), 'a sound file was set aside');
  check(ran.code === 0 || isSentence(ran.stderr), `it was reported as ${ran.stderr.slice(0, 200)}`);
  if (thorough) {
    const status = await bench.run(['status', '--json'], { dataDir, fault: lasting });
    check(status.code === 0, `on the failing disk, status ended with ${said(status)}`);
    check(
      asOfs(status).every((asOf) => asOf !== null),
      'on the failing disk, status shows nothing',
    );
  }
  const copy = bench.copyOf(dataDir);
  const look = bench.look(copy);
  rmSync(copy, { recursive: true });
  for (const problem of look.problems) check(false, problem);
  check(
    look.digest === coming.digest || (ran.code !== 0 && look.digest === earlier.digest),
    'what is visible is neither of the two copies',
  );
  if (thorough) await judgeExport(bench, dataDir, check);
  const next = await bench.run(syncArguments, { dataDir });
  check(next.code === 0, `the next sync ended with ${said(next)}`);
  const end = bench.look(dataDir);
  check(
    end.digest === coming.digest && end.problems.length === 0,
    `after the next sync: ${end.problems.join(' ') || 'not what the service holds'}`,
  );
  rmSync(dataDir, { recursive: true });
  return { code: ran.code, failures };
}

async function judgeExport(bench: CrashBench, dataDir: string, check: (holds: boolean, what: string) => void): Promise<void> {
  const path = join(bench.folder, 'labs.csv');
  const ran = await bench.run(['export', study, '--dataset', 'labs', '--format', 'csv', '--out', path, '--force', '--json'], { dataDir });
  check(ran.code === 0, `an export afterwards ended with ${said(ran)}`);
}

export function said({ code, stderr }: Ran): string {
  return `${code ?? 'a signal'}: ${stderr.trim()}`;
}

/** Whether this is one sentence for a person, without a stack or the name of a function or class. */
export function isSentence(stderr: string): boolean {
  return /^carrel [a-z]+: [^\n]+\.\n?$/m.test(stderr) && !/\n\s+at |Error:|undefined/.test(stderr);
}

function asOfs({ result }: Ran): readonly (string | null)[] {
  const studies = (result.studies ?? []) as { datasets: { asOf: string | null }[] }[];
  return studies.flatMap(({ datasets }) => datasets.map(({ asOf }) => asOf));
}
