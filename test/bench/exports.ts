import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnsPath } from '../../src/core/store/database/cache-files.ts';
import { openDatabase } from '../../src/core/store/database/database.ts';
import { measureCsvVariants } from './csv-variants.ts';
import { exportApart, exportedColumns, type ExportJob, type ExportMeasured } from './export-job.ts';
import { median, milliseconds, ratioOf, timed, type Figure } from './figures.ts';
import type { MirroredFile } from './sync-labs.ts';
import { promises, type Promised } from './promises.ts';

const exceljs = 'exceljs@4.4.0';
const columns = exportedColumns.map((name) => `"${name}"`).join(', ');

/**
 * Labs with 14 columns as CSV, alternating with the sqlite3 tool, and as a workbook, alternating with exceljs; each writer in a process of
 * its own. The columns are cached before, as they are after a sync.
 */
export async function measureExports(file: MirroredFile, study: string, folder: string, rounds: number): Promise<Figure[]> {
  const plain = join(folder, 'plain.db');
  copyInPlain(file, plain);
  const stored = { path: file.path, key: file.key.toString('hex'), study };
  exportApart({ writer: 'columns', ...stored });
  const job = { writer: 'carrel', ...stored } as const;
  const variant = measureCsvVariants((more, out) => exportApart({ ...job, format: 'csv', out, variant: more }), folder, rounds);
  return [...(await measureCsv(job, plain, folder, rounds)), ...variant, ...measureWorkbook(job, plain, folder, Math.min(rounds, 3))];
}

type CarrelJob = Omit<Extract<ExportJob, { writer: 'carrel' }>, 'format' | 'out'>;

async function measureCsv(job: CarrelJob, plain: string, folder: string, rounds: number): Promise<Figure[]> {
  const out = join(folder, 'ours.csv');
  const hasTool = spawnSync('sqlite3', ['--version']).status === 0;
  const [ours, fromRows, unordered, ordered]: [ExportMeasured[], ExportMeasured[], number[], number[]] = [[], [], [], []];
  const others = otherFormats.map((format) => ({ format, out: join(folder, `ours.${format}`), rounds: [] as ExportMeasured[] }));
  for (let round = 0; round < rounds; round++) {
    ours.push(exportApart({ ...job, format: 'csv', out }));
    fromRows.push(withoutColumns(job.path, () => exportApart({ ...job, format: 'csv', out })));
    for (const other of others) other.rounds.push(exportApart({ ...job, format: other.format, out: other.out }));
    if (!hasTool) continue;
    unordered.push(await timed(() => runTool(plain, `SELECT ${columns} FROM labs`, join(folder, 'tool.csv'))));
    ordered.push(
      await timed(() => runTool(plain, `SELECT ${columns} FROM labs ORDER BY subject, collected_at, rowid`, join(folder, 'tool.csv'))),
    );
  }
  const took = ours.map(({ ms }) => ms);
  const detail = `${megabytes(statSync(out).size)} MB, ours ${milliseconds(took)}`;
  const memory = memoryOf('CSV', promises.csvMemory, ours, 'one process, with Node itself');
  const rowsTook = fromRows.map(({ ms }) => ms);
  const rowsDetail = `ours ${milliseconds(rowsTook)}, at most ${megabytes(Math.max(...fromRows.map(({ peak }) => peak)))} MB`;
  const fromRowsRatio = ratio('CSV without cached columns ÷ with them', [rowsTook, took], null, rowsDetail);
  const ofOthers = others.flatMap((other) => againstCsv(other, took, statSync(out).size));
  if (!hasTool)
    return [
      figure('CSV, 14 columns (no sqlite3 tool here to compare with)', median(took), 'ms', null, detail),
      ...notMeasured(['CSV in our order ÷ sqlite3 tool in any order', 'CSV in our order ÷ sqlite3 tool in that order']),
      fromRowsRatio,
      memory,
      ...ofOthers,
    ];
  return [
    ratio('CSV in our order ÷ sqlite3 tool in any order', [took, unordered], promises.csv, `${detail}, tool ${milliseconds(unordered)}`),
    ratio('CSV in our order ÷ sqlite3 tool in that order', [took, ordered], promises.csv, `tool ${milliseconds(ordered)}`),
    ratio('CSV without cached columns ÷ sqlite3 tool in any order', [rowsTook, unordered], null, rowsDetail),
    fromRowsRatio,
    memory,
    ...ofOthers,
  ];
}

/** Formats that are compared with the exact CSV of the same rounds. */
const otherFormats = ['parquet', 'csv-excel'] as const;

interface OtherFormat {
  readonly format: (typeof otherFormats)[number];
  readonly out: string;
  readonly rounds: readonly ExportMeasured[];
}

function againstCsv({ format, out, rounds }: OtherFormat, csv: readonly number[], csvBytes: number): readonly Figure[] {
  const took = rounds.map(({ ms }) => ms);
  const { size } = statSync(out);
  const detail = `${megabytes(size)} MB, ours ${milliseconds(took)}`;
  if (format === 'csv-excel') return [ratio('CSV for Excel ÷ exact CSV', [took, csv], promises.csvExcel, detail)];
  return [
    ratio('Parquet ÷ exact CSV', [took, csv], promises.parquet, detail),
    figure('Parquet ÷ exact CSV, bytes', size / csvBytes, '×', promises.parquetSize, `${megabytes(size)} of ${megabytes(csvBytes)} MB`),
    memoryOf('Parquet', promises.parquetMemory, rounds, 'one process, with Node itself'),
  ];
}

function measureWorkbook(job: CarrelJob, plain: string, folder: string, rounds: number): Figure[] {
  const [out, other] = [join(folder, 'ours.xlsx'), join(folder, 'exceljs.xlsx')];
  const installed = install(join(folder, 'exceljs'));
  const [ours, theirs]: [ExportMeasured[], ExportMeasured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(exportApart({ ...job, format: 'xlsx', out }));
    if (installed !== null) theirs.push(exportApart({ writer: 'exceljs', plain, installed, out: other }));
  }
  const took = ours.map(({ ms }) => ms);
  const detail = `${megabytes(statSync(out).size)} MB, ours ${milliseconds(took)}`;
  if (installed === null)
    return [
      figure(`workbook, 14 columns (${exceljs} could not be installed to compare with)`, median(took), 'ms', null, detail),
      ...notMeasured(['workbook ÷ exceljs']),
      memoryOf('workbook', promises.workbookMemory, ours, 'one process, with Node itself'),
    ];
  const theirsTook = theirs.map(({ ms }) => ms);
  const theirDetail = `${exceljs} ${milliseconds(theirsTook)}, ${megabytes(statSync(other).size)} MB`;
  return [
    ratio('workbook ÷ exceljs', [took, theirsTook], promises.workbook, `${detail}, ${theirDetail}`),
    memoryOf('workbook', promises.workbookMemory, ours, `exceljs ${megabytes(median(theirs.map(({ peak }) => peak)))} MB`),
  ];
}

function figure(what: string, value: number, unit: Figure['unit'], promised: Promised | null, detail: string): Figure {
  return { part: 'export', what, value, unit, promised, detail };
}

function ratio(
  what: string,
  [took, base]: readonly [took: readonly number[], base: readonly number[]],
  promised: Promised | null,
  detail: string,
): Figure {
  return { part: 'export', what, ...ratioOf(took, base), promised, detail };
}

/** Ratios whose baseline is not installed here; the budget leaves them out. */
function notMeasured(names: readonly string[]): readonly Figure[] {
  return names.map((what) => figure(what, Number.NaN, '×', null, 'not installed here'));
}

/** The peak memory of any round; the promise is for a million rows and applies to fewer as well. */
function memoryOf(what: string, promised: Promised, rounds: readonly ExportMeasured[], detail: string): Figure {
  return figure(`${what}, memory at most`, Math.max(...rounds.map(({ peak }) => peak)) / 1e6, 'MB', promised, detail);
}

/** Runs `work` while no columns of the labs are cached. */
function withoutColumns<T>(path: string, work: () => T): T {
  const [cached, away] = [columnsPath(path, 'labs'), `${path}-away`];
  renameSync(cached, away);
  try {
    return work();
  } finally {
    renameSync(away, cached);
  }
}

/** The copy may be in plain text only because the benchmark's data is synthetic. */
function copyInPlain(file: MirroredFile, plain: string): void {
  const db = openDatabase(file.path, file.key, 'write');
  db.prepare("ATTACH ? AS plain KEY ''").run(plain);
  db.exec('CREATE TABLE plain.labs AS SELECT * FROM labs; CREATE INDEX plain.ordered ON labs (subject, collected_at)');
  db.close();
}

function runTool(database: string, statement: string, path: string): void {
  const out = openSync(path, 'w');
  const { status } = spawnSync('sqlite3', ['-csv', '-header', database, statement], { stdio: ['ignore', out, 'inherit'] });
  closeSync(out);
  if (status !== 0) throw new Error('The sqlite3 tool failed.');
}

/**
 * Installs exceljs for this run, if the registry can be reached. It is not a dependency of the project, because it brings about 190
 * packages (docs/decisions/xlsx-writer.md).
 */
function install(folder: string): string | null {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', exceljs];
  return spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'ignore'] }).status === 0 ? folder : null;
}

function megabytes(bytes: number): string {
  return String(Math.round(bytes / 1e6));
}
