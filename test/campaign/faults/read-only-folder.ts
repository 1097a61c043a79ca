import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { carrel, ended, passphrase, program, type Ended } from '../../cli/carrel.ts';
import { giveTo, ordinaryAccount, type OrdinaryAccount } from '../../ordinary-account.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { contentOf, entryOf, onCopy, withOpened } from './data-folder.ts';
import { flipInEachPage } from './damage.ts';
import { Skipped, type FaultCase } from './fault-case.ts';

/** A data folder to which the account may not write, and a folder to which it may. */
interface ReadOnly {
  readonly dataDir: string;
  readonly outside: string;
  readonly account: OrdinaryAccount;
}

/** Runs `use` with a read-only copy of the bench's folder, as set up by `prepare`; it must be unchanged at the end. */
async function onReadOnly(
  { folder }: FaultBench,
  use: (readOnly: ReadOnly) => Promise<void>,
  prepare: (dataDir: string) => Promise<void> | void = () => undefined,
): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const account = await ordinaryAccount(dataDir);
    if (typeof account === 'string') throw new Skipped(account);
    await prepare(dataDir);
    const outside = join(dirname(dataDir), 'outside');
    mkdirSync(outside);
    giveTo(account, outside, true);
    giveTo(account, dataDir, false);
    const before = contentOf(dataDir);
    try {
      await use({ dataDir, outside, account });
      assert.deepEqual(contentOf(dataDir), before, 'the folder was changed');
      assert.deepEqual(readdirSync(outside), [], 'something was left outside the folder');
    } finally {
      giveTo({}, dataDir, true);
    }
  });
}

async function ask({ dataDir, outside, account }: ReadOnly, args: readonly string[], code: number, says = /(?:)/): Promise<Ended> {
  const env = { CARREL_PASSPHRASE: passphrase, CARREL_PACK_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: 'no-secret', TMPDIR: outside };
  const done = await carrel([...args, '--json'], { dataDir, env, ...account });
  assert.equal(done.code, code, `${args.join(' ')}: ${done.stderr}`);
  assert.ok(done.stderr.trim().split('\n').length <= 1, `more than a sentence: ${done.stderr}`);
  assert.match(done.stderr, says);
  return done;
}

async function readsAndRefuses(bench: FaultBench, readOnly: ReadOnly): Promise<void> {
  const { study, baseUrl } = bench;
  const out = join(readOnly.outside, 'out');
  bench.faults([]);
  for (const command of [['status'], ['changes', study], ['verify']]) {
    const [read, usual] = [await ask(readOnly, command, 0), await bench.carrel(...command, '--json')];
    assert.deepEqual(
      { ...read.result, auditEntries: 0 },
      { ...usual.result, auditEntries: 0 },
      `${command.join(' ')} tells something else`,
    );
  }
  const refused: readonly (readonly string[])[] = [
    ['sync', study],
    ['sync', study, '--anew'],
    ['export', study, '--dataset', 'labs', '--format', 'csv', '--out', out],
    ['export', study, '--dataset', 'all', '--format', 'csv', '--out', out],
    ['export', study, '--lake', out],
    ['pack', study, '--out', out],
    ['connect', '--base-url', baseUrl, '--partner-id', 'p', '--client-id', 'c'],
    ['wipe', study, '--yes'],
  ];
  for (const command of refused) await ask(readOnly, command, 22, /data folder is read-only for this account/);
  assert.deepEqual(bench.seen(), [], 'something was asked of the service');
}

/** A study's path and key, usable after the vault is closed. */
async function fileOf(dataDir: string, study: string): Promise<{ readonly path: string; readonly key: Buffer }> {
  return withOpened(dataDir, (vault) => {
    const { path, key } = entryOf(vault, study);
    return { path, key: Buffer.from(key) };
  });
}

/** Leaves a committed change in the journal only, as a kill does, with or without the shared memory. */
async function leaveInJournal(dataDir: string, study: string, memory: boolean): Promise<void> {
  const { path, key } = await fileOf(dataDir, study);
  const aside = join(dirname(dataDir), 'aside');
  mkdirSync(aside);
  const db = openDatabase(path, key, 'write');
  db.exec('UPDATE state SET issues = 4711');
  for (const suffix of memory ? ['', '-wal', '-shm'] : ['', '-wal']) cpSync(path + suffix, join(aside, `db${suffix}`));
  db.close();
  for (const suffix of readdirSync(aside)) cpSync(join(aside, suffix), path + suffix.slice('db'.length));
}

async function readsJournal(bench: FaultBench, memory: boolean): Promise<void> {
  await onReadOnly(
    bench,
    async (readOnly) => {
      const { result } = await ask(readOnly, ['status', bench.study], 0);
      for (const { issues } of result.studies[0].datasets) assert.equal(issues, 4711, 'the journal was ignored');
    },
    (dataDir) => leaveInJournal(dataDir, bench.study, memory),
  );
}

async function tellsDamage(bench: FaultBench): Promise<void> {
  await onReadOnly(
    bench,
    async (readOnly) => {
      for (const command of [['status'], ['changes', bench.study], ['verify']]) await ask(readOnly, command, 21);
      await ask(readOnly, ['status', bench.study], 21, /was not moved, because the data folder is read-only/);
    },
    async (dataDir) => {
      const { path } = await fileOf(dataDir, bench.study);
      const [first] = flipInEachPage(readFileSync(path));
      assert.ok(first !== undefined);
      writeFileSync(path, first.bytes);
    },
  );
}

/** Runs the command line, as root, with the folder mounted read-only in a namespace of its own. */
async function onMount(dataDir: string, args: readonly string[]): Promise<Pick<Ended, 'code' | 'stderr'>> {
  const inside = `mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" || exit 99; exec "$@"`;
  const env = { PATH: process.env['PATH'], CARREL_DATA_DIR: dataDir, CARREL_PASSPHRASE: passphrase };
  const child = spawn('unshare', ['--mount', '--map-root-user', 'sh', '-c', inside, dataDir, process.execPath, program, ...args], { env });
  // Without the program there is no process, and the promise below would never settle.
  const failed = once(child, 'error').then(() => ({ code: 99, stderr: '' }));
  const { code, stderr } = await Promise.race([ended(child), failed]);
  if (code === null || code === 99 || stderr.startsWith('unshare:'))
    throw new Skipped('this account may not mount a folder in a namespace of its own');
  return { code, stderr };
}

async function readsMount(bench: FaultBench): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    const before = contentOf(dataDir);
    for (const [args, expected] of [
      [['status'], 0],
      [['changes', bench.study], 0],
      [['verify'], 0],
      [['sync', bench.study], 22],
      [['export', bench.study, '--dataset', 'labs', '--format', 'csv', '--out', `${dataDir}.csv`], 22],
    ] as const) {
      const { code, stderr } = await onMount(dataDir, args);
      assert.equal(code, expected, `${args.join(' ')}: ${stderr}`);
    }
    assert.deepEqual(contentOf(dataDir), before);
  });
}

/** Reads while the vault changes constantly: it must never be reported as damaged. */
async function readsBesideWriter(bench: FaultBench): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    await withOpened(dataDir, async (vault) => {
      const changing = setInterval(() => vault.audit.append({ kind: 'unlocked', with: 'passphrase' }), 1);
      try {
        for (let time = 0; time < 3; time++) {
          const { code, stderr } = await onMount(dataDir, ['status']);
          assert.ok(code === 0 || code === 23, `${String(code)}: ${stderr}`);
        }
      } finally {
        clearInterval(changing);
      }
    });
  });
}

export const readOnlyFolderCases: readonly FaultCase[] = [
  {
    id: 'F72',
    title: 'in a data folder without write permission, status, changes and verify report everything, and commands that write exit with 22',
    process: true,
    run: async (bench) => onReadOnly(bench, (readOnly) => readsAndRefuses(bench, readOnly)),
  },
  {
    id: 'F72',
    title: 'on a disk mounted read-only, status, changes and verify work, and sync and export exit with 22',
    process: true,
    run: readsMount,
  },
  {
    id: 'F72',
    title: 'a read-only folder that another Carrel writes to meanwhile is never reported as damaged',
    process: true,
    run: readsBesideWriter,
  },
  {
    id: 'F72',
    title: 'in a read-only folder, a change committed only to the journal is read from there, with or without its shared memory',
    process: true,
    run: async (bench) => {
      for (const memory of [true, false]) await readsJournal(bench, memory);
    },
  },
  {
    id: 'F72',
    title: 'a damaged study in a read-only folder exits with 21, and its file stays in place',
    process: true,
    run: tellsDamage,
  },
];
