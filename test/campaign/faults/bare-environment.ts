import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadCommands } from '../../../src/cli/commands.ts';
import { ended, passphrase, program, type Ended } from '../../cli/carrel.ts';
import { giveTo, ordinaryAccount } from '../../ordinary-account.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { onCopy } from './data-folder.ts';
import { Skipped, type FaultCase } from './fault-case.ts';

/** An account number that no system lists. */
const unlisted = 54_321;

type Variables = Readonly<Record<string, string>>;

/** Runs the command line under an unknown account, with these variables only. */
async function bare(args: readonly string[], env: Variables, cwd: string): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { env, cwd, uid: unlisted, gid: unlisted, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end();
  const done = await ended(child);
  assert.doesNotMatch(done.stderr, /Something unexpected|node:internal/, `${args.join(' ')}: ${done.stderr}`);
  return done;
}

async function onBare(bench: FaultBench, use: (dataDir: string, cwd: string) => Promise<void>): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    const account = await ordinaryAccount(dataDir);
    if (process.getuid?.() !== 0) throw new Skipped('only root may run it as an account that is not listed');
    if (typeof account === 'string') throw new Skipped(account);
    giveTo({ as: unlisted }, dataDir, true);
    await use(dataDir, dirname(dataDir));
  });
}

async function namesNoFolder(cwd: string): Promise<void> {
  const homes: readonly Variables[] = [{}, { HOME: '' }, { HOME: 'relative' }];
  for (const home of homes) {
    const done = await bare(['status'], { ...home, CARREL_PASSPHRASE: passphrase }, cwd);
    assert.deepEqual([done.code, /--data-dir or CARREL_DATA_DIR/.test(done.stderr)], [2, true], `${JSON.stringify(home)}: ${done.stderr}`);
  }
  for (const { name } of await loadCommands()) assert.equal((await bare([name, '--help'], {}, cwd)).code, 0, `${name} --help`);
  assert.equal(
    (await bare(['export', 'S', '--dataset', 'labs', '--format', 'csv', '--out', 'x'], { CARREL_PASSPHRASE: passphrase }, cwd)).code,
    2,
  );
  // A listed account may have a missing home folder.
  const away = await bare(
    ['connect', '--base-url', 'http://127.0.0.1:1', '--partner-id', 'p', '--client-id', 'c'],
    { HOME: '/nonexistent', CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: 'no-secret' },
    cwd,
  );
  assert.deepEqual([away.code, /cannot be created.*--data-dir/.test(away.stderr)], [22, true], away.stderr);
}

/** No locale and time zone, those of a service without a login, and invalid ones. */
const settings: readonly Variables[] = [{}, { LC_ALL: 'POSIX', TZ: '' }, { LC_ALL: 'xx_BOGUS.UTF-99', LANG: 'bogus', TZ: 'Nowhere/Bogus' }];

async function worksWhereNamed({ study }: FaultBench, dataDir: string, cwd: string): Promise<void> {
  const reported = new Set<string>();
  for (const [place, variables] of settings.entries()) {
    const env = { ...variables, CARREL_DATA_DIR: dataDir, CARREL_PASSPHRASE: passphrase };
    const out = join(dataDir, `labs-${String(place)}.csv`);
    // Sync and verify need to run once only.
    const once = place === 0 ? [['sync', study], ['verify']] : [];
    for (const args of [...once, ['export', study, '--dataset', 'labs', '--format', 'csv', '--out', out]])
      assert.equal((await bare([...args, '--json'], env, cwd)).code, 0, `${args.join(' ')} ${JSON.stringify(variables)}`);
    const status = await bare(['changes', study, '--since', '0'], env, cwd);
    assert.equal(status.code, 0, status.stderr);
    reported.add(status.stdout);
  }
  assert.equal(reported.size, 1, 'what is reported depends on the locale or the time zone');
  assert.ok(!readdirSync(cwd).includes('.local'), 'a folder was made where it was started');
}

export const bareEnvironmentCases: readonly FaultCase[] = [
  {
    id: 'F75',
    title: 'without a home folder or a listed account, commands exit with 2 and say how to name a data folder, and every --help works',
    process: true,
    run: async (bench) => onBare(bench, (_dataDir, cwd) => namesNoFolder(cwd)),
  },
  {
    id: 'F75',
    title: 'with a data folder but no home folder, locale or known time zone, commands work and changes prints the same',
    process: true,
    run: async (bench) => onBare(bench, (dataDir, cwd) => worksWhereNamed(bench, dataDir, cwd)),
  },
];
