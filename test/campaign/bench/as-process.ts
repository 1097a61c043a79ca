import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../../src/shared/connection.ts';
import type { ErrorReport } from '../../../src/shared/errors.ts';
import { withStudy } from '../../../src/core/vault/studies/open-study.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { ended, passphrase, start, workFolder } from '../../cli/carrel.ts';
import type { StudyStatus } from '../../../src/shared/status.ts';
import type { DatasetStatusJson, StudyStatusJson } from '../../../src/shared/status-json.ts';
import type { Outcome, Side } from './side.ts';

/** Milliseconds; longer than any sync may take (faults F13, F19), so a process that still runs then hangs. */
const LONGEST = 400_000;
const LOOK_EVERY = 40;

/** The real command line on a data folder of its own. */
export async function openAsProcess(connection: Connection, secret: string): Promise<Side> {
  const { path: home, remove } = workFolder();
  const folder = join(home, 'data');
  const vault = await createVault(folder, { passphrase, keyStore: null });
  vault.saveConnection(connection, secret);
  vault.close();
  const withVault = async <T>(use: (opened: Vault) => Promise<T> | T): Promise<T> => {
    const opened = await openVault(folder, { passphrase });
    try {
      return await use(opened);
    } finally {
      opened.close();
    }
  };
  return {
    folder,
    remove,
    sync: async ({ studies, only, acceptShrink, env = {}, signal }) => {
      const chosen = only === undefined ? [] : ['--only', only.join()];
      const args = ['sync', ...studies, ...chosen, ...(acceptShrink === true ? ['--accept-shrink'] : []), '--json'];
      return run(args, folder, env, signal);
    },
    read: async (study, use) =>
      withVault(async (opened) =>
        opened.study(study) === null ? null : withStudy(opened, study, async (found) => (found === null ? null : use(found))),
      ),
    connectTo: async (to, with_) => withVault((opened) => opened.saveConnection(to, with_)),
  };
}

async function run(
  args: readonly string[],
  dataDir: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const started = performance.now();
  const child = start(args, { dataDir, env: { CARREL_PASSPHRASE: passphrase, ...env } });
  child.stdin?.end();
  signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  const deadline = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  const watched = watch(child);
  const { code, stdout, stderr, result } = await ended(child);
  clearTimeout(deadline);
  const { peakRss, reported } = await watched;
  return {
    exitCode: code ?? -1,
    code: String(result.category ?? 'killed'),
    message: String(result.message ?? ''),
    studies: (result.studies ?? []).map(fromJson),
    text: [stdout, stderr, reported].join('\n'),
    milliseconds: performance.now() - started,
    peakRss,
  };
}

function fromJson({ datasets, ...study }: StudyStatusJson): StudyStatus {
  const reported = (error: DatasetStatusJson['error']): ErrorReport | null =>
    error === null ? null : { code: error.category, message: error.message };
  return { ...study, datasets: datasets.map((dataset) => ({ ...dataset, error: reported(dataset.error) })) };
}

/** Watches the process while it lives: its peak memory in MiB, and what its argv and environment reveal. */
async function watch(child: ChildProcess): Promise<{ readonly peakRss: number | null; readonly reported: string }> {
  let peakRss: number | null = null;
  let reported = '';
  while (child.exitCode === null && child.signalCode === null) {
    const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(procFile(child, 'status'))?.[1];
    if (kibibytes !== undefined) peakRss = Math.round(Number(kibibytes) / 1024);
    reported = procFile(child, 'cmdline') + procFile(child, 'environ') || reported;
    await wait(LOOK_EVERY);
  }
  return { peakRss, reported };
}

/** Empty if the process is gone or the system has no such files. */
function procFile(child: ChildProcess, name: string): string {
  try {
    return readFileSync(`/proc/${String(child.pid)}/${name}`, 'latin1');
  } catch {
    return '';
  }
}
