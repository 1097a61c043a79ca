import { datasets } from '../../shared/datasets/datasets.ts';
import { isByBaseline } from '../../shared/datasets/declaration.ts';
import { gradeCells } from '../../shared/datasets/grade-columns.ts';
import { testsGraded } from '../../shared/grading/grade-result.ts';
import type { CtcaeVersion } from '../../shared/terms/term-kinds.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { isShown, withOwnTables } from '../query/up-to-cut-off.ts';
import { baselineIn, gradedRows, readBaselines } from '../store/flip/grade-by-baseline.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { rowColumns } from '../store/database/projection.ts';
import { storedTerms } from '../store/database/stored-terms.ts';

const table = rowTable(datasets.labs.name);
/** In the order of `gradeCells`. */
const gradeColumns: readonly string[] = datasets.labs.columns.filter(isByBaseline).map(({ name }) => name);
/** Rows graded at once. */
const step = 5000;

/**
 * Lets a connection see the grades of another CTCAE version than the study's for as long as its snapshot lasts: a temporary view shadows
 * the records' table and disappears with the transaction. Nothing is written to the study's file. Call inside a snapshot.
 */
export function gradeOtherwise(study: StudyReader, ctcae: CtcaeVersion): StudyReader {
  withOwnTables(study.db, () => {
    standBefore(study, ctcae);
  });
  return { ...study, gradedBy: ctcae };
}

function standBefore(study: StudyReader, ctcae: CtcaeVersion): void {
  const { db } = study;
  const terms = { ...storedTerms(db), ctcae };
  db.exec('CREATE TEMP TABLE _grade (_row INTEGER PRIMARY KEY, low REAL, high REAL, why TEXT) STRICT');
  const insert = db.prepare('INSERT INTO temp._grade VALUES (?, ?, ?, ?)');
  const tests = testsGraded(ctcae);
  const baselines = readBaselines(study, tests);
  const read = gradedRows(db, tests, { most: step, only: null });
  let last = 0;
  for (let rows = read(last); rows.length > 0; rows = read(last)) {
    for (const row of rows) {
      last = Number(row['_row']);
      const code = String(row['test_code']);
      insert.run(last, ...gradeCells(row, { code, terms, baseline: baselineIn(baselines, row) }));
    }
  }
  const others = rowColumns(datasets.labs).filter((name) => !gradeColumns.includes(name));
  const cells = ['low', 'high', 'why'].map(
    (cell, at) => `(SELECT ${cell} FROM temp._grade WHERE _row = r.rowid) AS ${gradeColumns[at] ?? ''}`,
  );
  const columns = [...others.map((name) => `r.${quoted(name)}`), ...cells].join(', ');
  // A data cut-off has already created such a view.
  db.exec(`DROP VIEW IF EXISTS temp.${quoted(table)}`);
  db.exec(
    `CREATE TEMP VIEW ${quoted(table)} AS SELECT r.rowid AS rowid, ${columns} FROM main.${quoted(table)} r WHERE ${isShown(datasets.labs, study.cutOff ?? null)}`,
  );
}
