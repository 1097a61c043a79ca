import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { withStudy } from '../../../src/core/vault/studies/open-study.ts';
import { carrel, passphrase, type Json } from '../../cli/carrel.ts';
import { rowsOf, type VisibleRows } from '../bench/snapshot.ts';
import { contentOf, entryOf, expectRun, onCopy, run, vaultFileOf, vaultKeyOf, withOpened } from './data-folder.ts';
import type { FaultCase } from './fault-case.ts';

const study = '22-001';
const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));
/** One data folder for each version of the fixed tables, as the release of its time left it after two syncs. */
const older = readdirSync(fixtures).map((name) => join(fixtures, name));
const killer = fileURLToPath(new URL('./kill-in-migration.ts', import.meta.url));

/** What the release that wrote the folder read from it: rows without their empty cells, and the history. */
interface Expected {
  readonly rows: Readonly<Partial<Record<DatasetName, VisibleRows>>>;
  readonly changes: readonly Json[];
}

async function assertAsItWas(dataDir: string, made: string): Promise<void> {
  const expected = JSON.parse(readFileSync(join(made, 'expected.json'), 'utf8')) as Expected;
  await withOpened(dataDir, async (vault) => {
    await withStudy(vault, study, async (opened) => {
      assert.ok(opened !== null);
      for (const [name, rows] of Object.entries(expected.rows) as [DatasetName, VisibleRows][]) {
        const found = rowsOf(opened, name);
        assert.equal(found.length, rows.length, `${name} has other rows`);
        for (const [place, row] of rows.entries()) assertSameRow(name, row, found[place]);
      }
    });
  });
  const { events } = await expectRun(dataDir, ['changes', study], 0);
  assert.deepEqual(
    events.filter(({ event }) => event === 'change'),
    expected.changes,
    'the history changed',
  );
}

/** A newer declaration may have more columns and compute a number with less rounding, but never other values. */
function assertSameRow(name: DatasetName, made: VisibleRows[number], found: VisibleRows[number] | undefined): void {
  const kept = Object.entries(made).map(([column, value]) => [column, isSameNumber(value, found?.[column]) ? found?.[column] : value]);
  assert.deepEqual({ ...found, ...Object.fromEntries(kept) }, found, `a row of ${name} changed`);
}

/** Whether two numbers are equal except for their last binary digits. */
function isSameNumber(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= 4 * Number.EPSILON * Math.abs(one);
}

async function opensAsItWas(): Promise<void> {
  for (const made of older) {
    await onCopy(join(made, 'data'), async (dataDir) => {
      await assertAsItWas(dataDir, made);
      await expectRun(dataDir, ['verify'], 0);
    });
  }
}

/** Kills the command line at each point of the migrations (see kill-in-migration.ts) until none is left. */
async function survivesKills(every: number): Promise<void> {
  for (const made of older) {
    let killed = 0;
    for (let at = 0; ; at += every) {
      const isOver = await onCopy(join(made, 'data'), async (dataDir) => {
        const env = { CARREL_PASSPHRASE: passphrase, NODE_OPTIONS: `--import=${killer}`, CARREL_KILL_AT: String(at) };
        const { code } = await carrel(['status'], { dataDir, env });
        if (code === 0) return true;
        assert.equal(code, null, 'it ended by itself');
        await assertAsItWas(dataDir, made);
        return false;
      });
      if (isOver) break;
      killed++;
    }
    assert.ok(killed >= 3, `only ${killed} kills in the migrations of ${made}`);
  }
}

/** Several processes open an older folder at once: one migrates it, and none fails or sees it half migrated. */
async function migratesOnce(): Promise<void> {
  for (const made of older) {
    await onCopy(join(made, 'data'), async (dataDir) => {
      const all = await Promise.all([1, 2, 3, 4].map(() => run(dataDir, ['status', study])));
      assert.deepEqual(
        all.map(({ code }) => code),
        [0, 0, 0, 0],
        all.map(({ stderr }) => stderr).join(''),
      );
      await assertAsItWas(dataDir, made);
    });
  }
}

const newer: Readonly<Record<string, (dataDir: string) => Promise<void>>> = {
  'a study': async (dataDir) => withOpened(dataDir, (vault) => makeNewer(entryOf(vault, study))),
  'the vault': async (dataDir) => {
    makeNewer({ path: vaultFileOf(dataDir), key: await vaultKeyOf(dataDir) });
  },
  'keys.json': async (dataDir) => writeFileSync(join(dataDir, 'keys.json'), '{"format":"carrel keys","version":2,"keys":[]}'),
};

function makeNewer({ path, key }: { readonly path: string; readonly key: Buffer }): void {
  const db = openDatabase(path, key, 'write');
  db.pragma('user_version = 99');
  db.close();
}

async function refusesNewer(folder: string): Promise<void> {
  for (const [what, make] of Object.entries(newer)) {
    await onCopy(folder, async (dataDir) => {
      await make(dataDir);
      const before = contentOf(join(dataDir, 'studies'));
      for (const args of [['status'], ['sync', study, '--anew'], ['verify']]) {
        const { stderr } = await expectRun(dataDir, args, 24);
        assert.doesNotMatch(stderr, /wipe|--anew|fresh mirror/, `${what}: a way to lose what a newer version wrote is offered`);
      }
      assert.deepEqual(contentOf(join(dataDir, 'studies')), before, `${what}: something was written, moved or deleted`);
    });
  }
}

export const versionCases: readonly FaultCase[] = [
  {
    id: 'F62',
    title: 'a data folder of each older release opens with the rows, history and seals that the release left',
    process: true,
    run: opensAsItWas,
  },
  {
    id: 'F62',
    title: 'a kill between any two steps of a migration leaves the old tables or the new ones, and the next start continues',
    process: true,
    run: async ({ form }) => survivesKills(form === 'long' ? 1 : 4),
  },
  {
    id: 'F62',
    title: 'an older data folder opened by four processes at once serves each of them, and its rows and history stay',
    process: true,
    run: migratesOnce,
  },
  {
    id: 'F62',
    title: 'a study, vault or key file of a newer version is refused with 24, studies stay unchanged, and no deletion is offered',
    process: true,
    run: async ({ folder }) => refusesNewer(folder),
  },
];
