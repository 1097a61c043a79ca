import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { lookedMark } from '../query/looked.ts';
import type { Db } from '../store/database/database.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { HistoryOutcome } from '../../shared/backup.ts';
import { compareDatasets, forgetComparison, type Compared } from './compare-dataset.ts';
import { noteBases, planHistory, type HistoryPlan } from './history-plan.ts';
import { renumber, type Numbers } from './renumber.ts';
import { readNumber } from '../store/database/read-number.ts';

type Added = Extract<HistoryPlan, { readonly outcome: 'added' }>;

/** Result of merging a backup's history. `changes`: number of entries added. */
export interface MergedHistory {
  readonly outcome: HistoryOutcome;
  readonly changes: number;
  readonly why: string | null;
}

/**
 * Puts the history of a backup before the fresh mirror of a study: its generations and entries unchanged, when each record was added and
 * last changed, and, as the generation of the fresh mirror, what is new, changed and vanished since the backup. Later generations are
 * renumbered from there, also in people's marks. Call inside a transaction.
 */
export function mergeHistory(study: WritableStudy, backup: Db): MergedHistory {
  const plan = planHistory(study, backup);
  if (plan.outcome === 'here') return { outcome: 'here', changes: 0, why: null };
  if (plan.outcome !== 'added') return { outcome: plan.outcome, changes: 0, why: plan.why };
  const compared = compareDatasets(study, backup, plan.datasets);
  const open = compared.filter(({ vanished, confirmed }) => vanished > 0 && !confirmed);
  if (open.length === 0) putBefore(study, backup, plan, compared);
  const changes = open.length === 0 ? countEntries(backup, study.study, plan.shared) : 0;
  forgetComparison(study.db);
  if (open.length === 0) return { outcome: 'added', changes, why: null };
  return {
    outcome: 'waiting',
    changes,
    why: `Its history waits, because records of the backup are missing from ${open.map(({ dataset }) => dataset).join(', ')} and the copy here was not confirmed, so it is unknown whether they vanished. Sync the study, then restore again.`,
  };
}

function putBefore(study: WritableStudy, backup: Db, plan: Added, compared: readonly Compared[]): void {
  const { db } = study;
  const numbers = renumber(plan.here.slice(plan.shared), plan.backup.length, compared);
  for (const { dataset, base } of compared) db.prepare('DELETE FROM change WHERE dataset = ? AND generation <= ?').run(dataset, base);
  moveNumbers(study, numbers);
  moveOtherStates(
    db,
    numbers,
    compared.map(({ dataset }) => dataset),
  );
  db.prepare('DELETE FROM generation WHERE number > ?').run(plan.shared);
  const insert = db.prepare('INSERT INTO generation (number, at, datasets) VALUES (:number, :at, :datasets)');
  for (const { number, at, datasets: changed } of [...plan.backup.slice(plan.shared), ...numbers.kept])
    insert.run({ number, at, datasets: onlyDeclared(study, changed) });
  for (const one of compared) {
    const at = plan.here.find(({ number }) => number === one.base)?.at ?? '';
    takeEntries(study, backup, one.dataset);
    settleRows(study, numbers.of(one.base), one.dataset);
    settleArrivals(study, backup, one.dataset);
    db.prepare(
      'INSERT INTO change (generation, at, dataset, key, subject, kind, fields) SELECT ?, ?, dataset, key, subject, kind, fields FROM temp.found WHERE dataset = ? ORDER BY rowid',
    ).run(numbers.of(one.base), at, one.dataset);
    settleState(study, backup, numbers, one);
  }
  noteBases(db, Object.fromEntries(compared.flatMap(({ dataset, base }) => (numbers.isKept(base) ? [[dataset, numbers.of(base)]] : []))));
}

/** The datasets of a generation that there are: a study with others could be packed, but the pack would not be taken in. */
function onlyDeclared({ datasets: declared }: WritableStudy, stored: string): string {
  const names: readonly string[] = declared.map(({ name }) => name);
  return JSON.stringify((JSON.parse(stored) as readonly string[]).filter((name) => names.includes(name)));
}

/** Renumbers everything newer than the shared generations, wherever it is stored. */
function moveNumbers({ db, datasets: declared }: WritableStudy, numbers: Numbers): void {
  const { moved } = numbers;
  if (moved.length === 0) return;
  db.exec('CREATE TEMP TABLE moved (old INTEGER PRIMARY KEY, now INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO temp.moved VALUES (:old, :now)');
  for (const one of moved) insert.run(one);
  const move = (table: string, column: string): void => {
    db.exec(
      `UPDATE ${table} SET ${column} = (SELECT now FROM temp.moved WHERE old = ${column}) WHERE ${column} IN (SELECT old FROM temp.moved)`,
    );
  };
  for (const table of ['change', 'first_load']) move(table, 'generation');
  for (const column of ['added', 'changed']) move('absent', column);
  for (const { name } of declared) for (const column of ['_added', '_changed']) move(quoted(rowTable(name)), column);
  db.exec('DROP TABLE temp.moved');
  moveMarks(db, numbers);
}

/** The states of datasets that the backup lacks, which `settleState` does not settle. */
function moveOtherStates(db: Db, numbers: Numbers, settled: readonly DatasetName[]): void {
  const states = db.prepare<[], { readonly dataset: DatasetName; readonly generation: number }>(
    'SELECT dataset, generation FROM state WHERE generation IS NOT NULL',
  );
  const move = db.prepare('UPDATE state SET generation = ? WHERE dataset = ?');
  for (const { dataset, generation } of states.all()) if (!settled.includes(dataset)) move.run(numbers.of(generation), dataset);
}

/** Marks refer to generations that have other numbers now. */
function moveMarks(db: Db, numbers: Numbers): void {
  const store = db.prepare('UPDATE annotation SET value = :value WHERE kind = :kind AND name = :name');
  const marks = db.prepare<[string, string], { readonly kind: string; readonly name: string; readonly value: string }>(
    'SELECT kind, name, value FROM annotation WHERE kind IN (?, ?)',
  );
  for (const { kind, name, value } of marks.all(lookedMark.kind, 'looked-at')) {
    if (kind === lookedMark.kind) store.run({ kind, name, value: String(numbers.of(Number(value))) });
    else {
      const mark = JSON.parse(value) as { readonly generation: number };
      store.run({ kind, name, value: JSON.stringify({ ...mark, generation: numbers.of(mark.generation) }) });
    }
  }
}

function takeEntries({ db, study }: WritableStudy, backup: Db, dataset: DatasetName): void {
  const read = backup
    .prepare<[string, string], readonly unknown[]>(
      'SELECT generation, at, dataset, key, subject, kind, fields FROM change WHERE study = ? AND dataset = ? ORDER BY id',
    )
    .raw();
  const insert = db.prepare('INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const row of read.iterate(study, dataset)) insert.run(...row);
}

/** Sets when each record of the fresh mirror was added and last changed: as in the backup, or with the fresh mirror. */
function settleRows({ db }: WritableStudy, base: number, name: DatasetName): void {
  for (const { table, keyed, added, changed, place } of [
    { table: quoted(rowTable(name)), keyed: quoted(datasets[name].key), added: '_added', changed: '_changed', place: 'row' },
    { table: 'absent', keyed: 'key', added: 'added', changed: 'changed', place: 'absent' },
  ]) {
    const only = place === 'absent' ? 'AND absent.dataset = :name' : '';
    db.prepare(
      `UPDATE ${table} SET ${added} = ifnull(k.added, :base),
        ${changed} = CASE WHEN f.hash IS NULL THEN ${table}.${changed} WHEN f.hash = k.hash THEN k.changed ELSE :base END
      FROM temp.fresh f LEFT JOIN temp.known k ON k.dataset = f.dataset AND k.key = f.key
      WHERE f.dataset = :name AND f.place = '${place}' AND f.key = ${table}.${keyed} ${only}`,
    ).run({ base, name });
  }
}

/** Merges the first load of the backup: its shown records are known by their rows alone, vanished ones by an entry. */
function settleArrivals({ db, study }: WritableStudy, backup: Db, name: DatasetName): void {
  const load = backup
    .prepare<[string, string], { readonly generation: number; readonly at: string }>(
      'SELECT generation, at FROM first_load WHERE study = ? AND dataset = ?',
    )
    .get(study, name);
  if (load === undefined) return;
  const asked = { ...load, name };
  db.prepare(
    `DELETE FROM change WHERE dataset = :name AND kind = 'new' AND generation = :generation
      AND key IN (SELECT f.key FROM temp.fresh f JOIN temp.known k ON k.dataset = f.dataset AND k.key = f.key
        WHERE f.dataset = :name AND f.place = 'row' AND k.added = :generation)`,
  ).run({ name, generation: load.generation });
  db.prepare(
    `INSERT INTO change (generation, at, dataset, key, subject, kind, fields) SELECT :generation, :at, k.dataset, k.key, k.subject, 'new', '[]'
    FROM temp.known k WHERE k.dataset = :name AND k.added = :generation AND k.fields IS NULL
      AND NOT EXISTS (SELECT 1 FROM temp.fresh f WHERE f.dataset = k.dataset AND f.key = k.key AND f.place = 'row') ORDER BY k.key`,
  ).run(asked);
  db.prepare(
    `UPDATE first_load SET generation = :generation, at = :at, records = (SELECT count(*) FROM ${quoted(rowTable(name))} WHERE _added = :generation)
    WHERE dataset = :name`,
  ).run(asked);
}

/** Sets the generation in which the dataset last changed, and what the last sync did if it was the fresh mirror. */
function settleState({ db, study }: WritableStudy, backup: Db, numbers: Numbers, compared: Compared): void {
  const { dataset, base } = compared;
  const before = db.prepare<[string], { readonly generation: number; readonly moved: number }>(
    'SELECT generation, added + changed + vanished AS moved FROM state WHERE dataset = ?',
  );
  const state = before.get(dataset);
  if (state === undefined) return;
  const changedIn =
    backup
      .prepare<[string, string], number>('SELECT changed_in FROM first_load WHERE study = ? AND dataset = ?')
      .pluck()
      .get(study, dataset) ?? numbers.of(base);
  const generation = state.generation > base || compared.differs ? numbers.of(state.generation) : changedIn;
  db.prepare('UPDATE state SET generation = ? WHERE dataset = ?').run(generation, dataset);
  if (state.generation > base || state.moved === 0) return;
  db.prepare('UPDATE state SET added = :new, changed = :changed, vanished = :vanished, state = :state WHERE dataset = :dataset').run({
    new: compared.new,
    changed: compared.changed,
    vanished: compared.vanished,
    state: compared.differs ? 'updated' : 'unchanged',
    dataset,
  });
}

function countEntries(backup: Db, study: string, shared: number): number {
  const written = 'SELECT count(*) FROM change WHERE study = ? AND generation > ?';
  const arrived =
    'SELECT count(*) FROM record r JOIN first_load l ON l.study = r.study AND l.dataset = r.dataset AND l.generation = r.added WHERE r.study = ? AND r.fields IS NULL AND r.added > ?';
  return readNumber(backup, written, study, shared) + readNumber(backup, arrived, study, shared);
}
