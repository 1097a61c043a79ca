import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../src/shared/errors.ts';
import { listChanges } from '../../../src/core/query/changes.ts';
import { summariseIssues } from '../../../src/core/query/issues.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { readStudyStatus } from '../../../src/core/store/database/status.ts';
import type { ReadableStudy } from '../../../src/core/store/database/study.ts';
import { openVaultDatabase } from '../../../src/core/vault/database.ts';
import { openBesideSync } from '../../../src/core/vault/studies/open-study.ts';
import { vaultOver, type Vault } from '../../../src/core/vault/vault.ts';
import { verifyCache } from '../../../src/core/verify/verify-cache.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { rowsOf } from '../bench/snapshot.ts';
import { entryOf, expectRun, onCopy, vaultFileOf, vaultKeyOf, withOpened } from './data-folder.ts';
import type { FaultCase } from './fault-case.ts';
import { cuts, flipInEachPage, swaps, type Damage } from './damage.ts';

/** Everything that a person can see of a study, query by query, as the window and the command line ask them. */
const questions = {
  status: (study: ReadableStudy) => readStudyStatus(study),
  rows: (study: ReadableStudy) => inSnapshot(study, () => study.datasets.map(({ name }) => rowsOf(study, name))),
  changes: (study: ReadableStudy) => listChanges(study, { dataset: null, since: 0, kind: null, offset: 0, limit: 100_000 }),
  issues: (study: ReadableStudy) => summariseIssues(study),
};

/** The answer, or the code of the refusal. Anything else that is thrown is a failure. */
function ask(vault: Vault, study: string, question: (opened: ReadableStudy) => unknown): string {
  try {
    const opened = openBesideSync(vault, study);
    assert.ok(opened !== null);
    try {
      return JSON.stringify(question(opened));
    } finally {
      opened.close();
    }
  } catch (error: unknown) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** The numbers of the pages that a table or an index has. */
function pagesInUse({ db }: ReadableStudy): readonly number[] {
  return [1, ...db.prepare<[], number>('SELECT pageno FROM dbstat').pluck().all()];
}

/**
 * Expects that no answer from a damaged file differs from that of the undamaged one: the cipher authenticates each page that is read.
 * `verify` must find damage in every page that no query reads, except in pages that belong to no table: these are written before they
 * are ever read.
 */
async function answersTruly({ folder, study }: FaultBench, damagesOf: (whole: Buffer) => Iterable<Damage>): Promise<void> {
  await onCopy(folder, async (dataDir) =>
    withOpened(dataDir, (vault) => {
      const { path } = entryOf(vault, study);
      const whole = readFileSync(path);
      const truth = Object.entries(questions).map(([name, question]) => [name, question, ask(vault, study, question)] as const);
      assert.deepEqual(ask(vault, study, checkStudy), '[]');
      const inUse = new Set(JSON.parse(ask(vault, study, pagesInUse)) as readonly number[]);
      assert.ok(inUse.size > 100);
      for (const { name, bytes, page } of damagesOf(whole)) {
        writeFileSync(path, bytes);
        for (const [asked, question, answer] of truth) {
          const found = ask(vault, study, question);
          assert.ok(found === answer || found === 'CORRUPT', `${name}: ${asked} answers ${found.slice(0, 100)}`);
        }
        if (page === undefined || inUse.has(page)) assert.notEqual(ask(vault, study, checkStudy), '[]', `${name}: verify finds nothing`);
        assert.ok(readFileSync(path).equals(bytes), `${name}: reading changed the file`);
      }
    }),
  );
}

/** Recovers from damage as a person would. */
async function findsWayOut(bench: FaultBench, { name, bytes }: Damage, first: readonly string[]): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    const [path, good] = await withOpened(dataDir, (vault) => [entryOf(vault, bench.study).path, ask(vault, bench.study, questions.rows)]);
    writeFileSync(path, bytes);
    await expectRun(dataDir, first, 21, /--anew/);
    const aside = readdirSync(dirname(path)).find((one) => /\.db\.damaged-[0-9TZ-]+$/.test(one));
    assert.ok(aside !== undefined && !existsSync(path), `${name}: the damaged file was not moved aside`);
    assert.ok(readFileSync(join(dirname(path), aside)).equals(bytes), `${name}: what was set aside is not what was found`);
    await expectRun(dataDir, ['sync', bench.study], 21, /--anew/);
    await expectRun(dataDir, ['sync', bench.study, '--anew'], 0);
    await withOpened(dataDir, (vault) => {
      assert.equal(ask(vault, bench.study, checkStudy), '[]');
      assert.equal(ask(vault, bench.study, questions.rows), good, `${name}: the fresh mirror is not what the service holds`);
    });
    assert.ok(existsSync(join(dirname(path), aside)), `${name}: the fresh mirror took the damaged file away`);
  });
}

async function wholeFileOf({ folder, study }: FaultBench): Promise<Buffer> {
  return onCopy(folder, async (dataDir) => withOpened(dataDir, (vault) => readFileSync(entryOf(vault, study).path)));
}

/** Expects that damage to the vault is refused at opening, refused when it is read, or found by `verify`. */
async function findsVaultDamage({ folder }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const [path, key] = [vaultFileOf(dataDir), await vaultKeyOf(dataDir)];
    const names = readdirSync(dataDir);
    const whole = readFileSync(path);
    copyFileSync(path, `${path}.kept`);
    for (const { name, bytes } of [...flipInEachPage(whole), ...cuts(whole), ...swaps(whole)]) {
      writeFileSync(path, bytes);
      assert.ok(foundInVault(dataDir, Buffer.from(key)), `${name} of the vault: nobody finds it`);
      assert.ok(readFileSync(path).equals(bytes), `${name} of the vault: it was changed`);
      assert.deepEqual(
        readdirSync(dataDir).filter((one) => !one.endsWith('.kept') && !/-(wal|shm)$/.test(one)),
        names,
      );
    }
  });
}

function foundInVault(dataDir: string, key: Buffer): boolean {
  try {
    const vault = vaultOver(openVaultDatabase(dataDir, key), dataDir, key, () => new Date());
    try {
      return verifyCache(vault).findings.some(({ code }) => code === 'CORRUPT');
    } finally {
      vault.close();
    }
  } catch (error: unknown) {
    return error instanceof AppError && error.code === 'CORRUPT';
  }
}

export const storeCases: readonly FaultCase[] = [
  {
    id: 'F57',
    title: "with a bit flipped in any page of a study's file, every answer is correct or 21, and verify finds it in every page in use",
    process: true,
    run: async (bench) => answersTruly(bench, flipInEachPage),
  },
  {
    id: 'F57',
    title: "with a study's file cut short or two of its pages swapped, every answer is correct or 21, and verify finds the damage",
    process: true,
    run: async (bench) => answersTruly(bench, (whole) => [...cuts(whole), ...swaps(whole)]),
  },
  {
    id: 'F57',
    title: 'a damaged file is moved aside unchanged, sync reports it until --anew makes a fresh mirror, and the damaged file stays',
    process: true,
    run: async (bench) => {
      const [first, ...others] = flipInEachPage(await wholeFileOf(bench));
      const middle = others[Math.floor(others.length / 2)];
      assert.ok(first !== undefined && middle !== undefined);
      await findsWayOut(bench, first, ['status']);
      if (bench.form === 'long') await findsWayOut(bench, middle, ['verify']);
    },
  },
  {
    id: 'F57',
    title: 'a bit flipped in any page of the vault, a cut or a swap of pages is found, and the file stays unchanged and in place',
    process: true,
    run: findsVaultDamage,
  },
];
