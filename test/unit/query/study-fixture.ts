import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { layoutOf, rowTable } from '../../../src/core/store/database/layout.ts';
import { storableRow } from '../../../src/core/store/pages/encoded-rows.ts';
import { rowInserter } from '../../../src/core/store/pages/staged-rows.ts';
import type { ReadableStudy } from '../../../src/core/store/database/study.ts';
import { openStudyForReading } from '../../../src/core/store/study-file/study-file.ts';
import { sqlColumns } from '../../../src/core/extract/sql-columns.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { CellValue } from '../../../src/shared/datasets/declaration.ts';
import type { Selection } from '../../../src/shared/query.ts';
import { isLocalTime } from '../../../src/core/query/columns.ts';
import { timeOf } from './trial-dataset.ts';
import { writeEmptyStudy } from '../store/empty-study.ts';

export const studyNumber = '22-001';

/** A study's file with rows written straight into its tables, to test questions without a sync. */
export interface StudyFixture {
  readonly folder: string;
  readonly path: string;
  readonly key: Buffer;
  /** Open for reading, as the reader holds it. */
  readonly study: ReadableStudy;
  /** Runs statements as a sync beside the reader would. */
  change(sql: string): void;
  add(dataset: DatasetName, rows: readonly FixtureRow[], generation?: number): void;
  remove(): void;
}

/** Milliseconds of a date, of the wall clock (`isLocal`) or of the instant; null if it is not a date. */
type ReadTime = (text: string, isLocal: boolean) => number | null;

/** Cells by column name; a number column may be given as its digits as sent. */
export type FixtureRow = Readonly<Record<string, CellValue>>;

/** `readTime`: how the extractor reads a date; by default an independent reading of whole dates. */
export function makeStudy(readTime: ReadTime = wholeDates): StudyFixture {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-query-'));
  const path = join(folder, 'study.db');
  const key = Buffer.alloc(32, 5);
  writeEmptyStudy(path, key, studyNumber);
  const writer = openDatabase(path, key, 'write');
  const study = openStudyForReading(path, key, studyNumber, null);
  return {
    folder,
    path,
    key,
    study,
    change: (sql) => {
      writer.exec(sql);
    },
    add: (name, rows, generation = 1) => {
      const dataset = datasets[name];
      const columns = sqlColumns(dataset);
      writer.exec(`INSERT OR IGNORE INTO generation VALUES (${String(generation)}, '2026-11-20T14:05:00Z', '[]')`);
      writer.prepare('UPDATE state SET generation = ? WHERE dataset = ?').run(generation, name);
      writer.transaction(() => {
        const insert = rowInserter(writer, dataset, rowTable(name));
        for (const row of rows) {
          const cells = columns.map(({ column, holds }) =>
            holds === 'at'
              ? timeCell(row[column.name] ?? null, (text) => readTime(text, isLocalTime(column)))
              : stored(row[column.name] ?? null, column.kind === 'number', holds),
          );
          insert(
            storableRow(layoutOf(dataset), { key: String(row[dataset.key]), cells, undescribed: null, hash: Buffer.alloc(16) }),
            generation,
            generation,
          );
        }
      })();
    },
    remove: () => {
      study.close();
      writer.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function timeCell(cell: CellValue, readTime: (text: string) => number | null): number | null {
  return typeof cell === 'string' ? readTime(cell) : null;
}

function wholeDates(text: string, isLocal: boolean): number | null {
  return timeOf(isLocal ? text.replace(/(?<=T.*)(Z|[+-]\d{2}:\d{2})$/, '') : text);
}

function stored(cell: CellValue, isNumber: boolean, holds: 'cell' | 'sent'): string | number | null {
  if (holds === 'sent') return typeof cell === 'string' && String(Number(cell)) !== cell ? cell : null;
  if (isNumber && typeof cell === 'string') return Number(cell);
  return typeof cell === 'string' || typeof cell === 'number' || cell === null ? cell : JSON.stringify(cell);
}

export function everything(dataset: DatasetName): Selection {
  return { dataset, where: [], search: '', subjects: null, chosen: null };
}
