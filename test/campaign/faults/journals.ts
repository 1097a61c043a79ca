import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { AppError } from '../../../src/shared/errors.ts';
import { openBesideSync } from '../../../src/core/vault/studies/open-study.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { rowsOf } from '../bench/snapshot.ts';
import { entryOf, expectRun, onCopy, vaultFileOf, withOpened } from './data-folder.ts';
import type { FaultCase } from './fault-case.ts';

/** All visible rows as a text, or the code of the refusal. */
function shown(vault: Vault, study: string): string {
  try {
    const opened = openBesideSync(vault, study);
    assert.ok(opened !== null);
    try {
      return JSON.stringify(opened.datasets.map(({ name }) => rowsOf(opened, name)));
    } finally {
      opened.close();
    }
  } catch (error: unknown) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Runs `use` with a data folder whose newest generation is only in the journal, which a reader kept from being emptied. */
async function withFullJournal(bench: FaultBench, use: (dataDir: string, earlier: string) => Promise<void>): Promise<void> {
  const { folder, study } = bench;
  bench.moveData();
  await onCopy(folder, async (dataDir) =>
    withOpened(dataDir, async (vault) => {
      const earlier = shown(vault, study);
      const reader = openBesideSync(vault, study);
      assert.ok(reader !== null);
      try {
        reader.db.exec('BEGIN');
        reader.db.prepare('SELECT count(*) FROM state').get();
        await expectRun(dataDir, ['sync', study], 0);
        await onCopy(dataDir, async (copy) => use(copy, earlier));
      } finally {
        reader.close();
      }
    }),
  );
}

/** Without the seal, SQLite would show the earlier rows after each of these and consider the file sound. */
function damagesOf(journal: Buffer): readonly { readonly name: string; readonly bytes: Buffer | null }[] {
  const places = Array.from({ length: 20 }, (_, place) => Math.floor(((place + 0.5) * journal.length) / 20));
  return [
    { name: 'deleted', bytes: null },
    { name: 'emptied', bytes: Buffer.alloc(0) },
    ...places.map((at) => ({ name: `cut at ${at}`, bytes: journal.subarray(0, at) })),
    ...places.map((at) => {
      const bytes = Buffer.from(journal);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      return { name: `a bit flipped at ${at}`, bytes };
    }),
  ];
}

async function isNeverTheEarlierCopy(bench: FaultBench): Promise<void> {
  await withFullJournal(bench, async (dataDir, earlier) =>
    withOpened(dataDir, (vault) => {
      const { path } = entryOf(vault, bench.study);
      const [whole, journal] = [readFileSync(path), readFileSync(`${path}-wal`)];
      const newest = shown(vault, bench.study);
      assert.ok(newest !== earlier && newest.startsWith('['), 'the journal does not hold the newest generation');
      const answers = damagesOf(journal).map(({ name, bytes }) => {
        writeFileSync(path, whole);
        rmSync(`${path}-shm`, { force: true });
        if (bytes === null) rmSync(`${path}-wal`);
        else writeFileSync(`${path}-wal`, bytes);
        const answer = shown(vault, bench.study);
        assert.ok(answer === 'CORRUPT' || answer === newest, `the journal ${name}: ${answer.slice(0, 100)}`);
        return answer;
      });
      assert.ok(answers.filter((answer) => answer === 'CORRUPT').length > answers.length / 2, 'hardly any damage was noticed');
    }),
  );
}

async function saysThatTheJournalIsLost(bench: FaultBench): Promise<void> {
  await withFullJournal(bench, async (dataDir) => {
    const path = await withOpened(dataDir, (vault) => entryOf(vault, bench.study).path);
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    await expectRun(dataDir, ['status'], 21, /--anew/);
    assert.ok(!existsSync(path), 'the file was not set aside');
    await expectRun(dataDir, ['sync', bench.study, '--anew'], 0);
  });
}

async function tellsAnOlderFile(bench: FaultBench): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    const path = await withOpened(dataDir, (vault) => entryOf(vault, bench.study).path);
    copyFileSync(path, `${dataDir}/older`);
    bench.moveData();
    await expectRun(dataDir, ['sync', bench.study], 0);
    copyFileSync(`${dataDir}/older`, path);
    await expectRun(dataDir, ['sync', bench.study], 21, /--anew/);
  });
}

/** The vault records the newest state of the studies, so an older vault decides nothing: neither file is touched until a person decides. */
async function tellsAnOlderVault(bench: FaultBench): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    const [vault, path] = [vaultFileOf(dataDir), await withOpened(dataDir, (opened) => entryOf(opened, bench.study).path)];
    copyFileSync(vault, `${dataDir}/older`);
    bench.moveData();
    await expectRun(dataDir, ['sync', bench.study], 0);
    copyFileSync(vault, `${dataDir}/newest`);
    copyFileSync(`${dataDir}/older`, vault);
    await expectRun(dataDir, ['status'], 21, /older copy of the vault file/);
    const { result } = await expectRun(dataDir, ['verify'], 21);
    assert.equal(result.findings[0]?.part, 'vault');
    assert.ok(existsSync(path), "a study's file was set aside for it");
    copyFileSync(`${dataDir}/newest`, vault);
    await expectRun(dataDir, ['verify'], 0);
    copyFileSync(`${dataDir}/older`, vault);
    await expectRun(dataDir, ['verify', '--accept-older'], 21, /--anew/);
    await expectRun(dataDir, ['sync', bench.study, '--anew'], 0);
    await expectRun(dataDir, ['verify'], 0);
  });
}

async function takesAWholeFolderForAnOlderState(bench: FaultBench): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    const asOf = async (): Promise<string> => {
      const { result } = await expectRun(dataDir, ['status', bench.study], 0);
      return String(result.studies[0].datasets[2].asOf);
    };
    const [before, rows] = [await asOf(), await withOpened(dataDir, (vault) => shown(vault, bench.study))];
    await onCopy(dataDir, async (older) => {
      bench.moveData();
      await expectRun(dataDir, ['sync', bench.study], 0);
      const olderAsOf = String((await expectRun(older, ['status', bench.study], 0)).result.studies[0].datasets[2].asOf);
      assert.equal(olderAsOf, before);
      assert.notEqual(await asOf(), before);
      assert.equal(await withOpened(older, (vault) => shown(vault, bench.study)), rows);
      await expectRun(older, ['sync', bench.study], 0);
    });
  });
}

export const journalCases: readonly FaultCase[] = [
  {
    id: 'F58',
    title: 'a journal that is deleted, cut or changed by one bit gives the newest copy or 21, never an earlier copy',
    process: true,
    run: isNeverTheEarlierCopy,
  },
  {
    id: 'F58',
    title: 'a lost journal is detected by the seal (21), the file is set aside, and --anew starts a fresh mirror',
    process: true,
    run: saysThatTheJournalIsLost,
  },
  {
    id: 'F58',
    title: "an older copy of a study's file, put back alone, is detected by the seal outside it (21)",
    process: true,
    run: tellsAnOlderFile,
  },
  {
    id: 'F58',
    title: 'an older copy of the vault file, put back alone, is detected (21), sets no study aside and is used only with --accept-older',
    process: true,
    run: tellsAnOlderVault,
  },
  {
    id: 'F58',
    title: 'a whole data folder put back shows its older state with its own as-of time, and the next sync succeeds',
    process: true,
    run: takesAWholeFolderForAnOlderState,
  },
];
