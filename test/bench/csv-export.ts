import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exportFile } from '../../src/core/export/export-file.ts';
import { exportColumns } from '../../src/core/export/export-plan.ts';
import { openDatabase } from '../../src/core/store/database.ts';
import { openStudyForReading } from '../../src/core/store/study-file.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { median, medianRatio, timed, type Figure } from './figures.ts';
import type { MirroredFile } from './mirror.ts';
import { made, planOf } from '../unit/export/plan.ts';

/** CSV of all labs, in turn with the sqlite3 tool over a plaintext copy with the same columns, once in any order and once in ours. */
export async function measureCsv(file: MirroredFile, study: string, folder: string, rounds: number): Promise<Figure[]> {
  const plain = join(folder, 'plain.db');
  copyInPlain(file, plain);
  const hasTool = spawnSync('sqlite3', ['--version']).status === 0;
  const columns = exportColumns(datasets.labs, [])
    .map(({ name }) => `"${name}"`)
    .join(', ');
  const [ours, unordered, ordered]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(() => exportLabs(file, study, join(folder, 'ours.csv'))));
    if (!hasTool) continue;
    unordered.push(await timed(() => runTool(plain, `SELECT ${columns} FROM labs`, join(folder, 'tool.csv'))));
    ordered.push(
      await timed(() => runTool(plain, `SELECT ${columns} FROM labs ORDER BY subject, collected_at, rowid`, join(folder, 'tool.csv'))),
    );
  }
  const size = `${String(Math.round(statSync(join(folder, 'ours.csv')).size / 1e6))} MB, ours ${String(Math.round(median(ours)))} ms`;
  if (!hasTool)
    return [
      {
        part: 'export',
        what: 'CSV of all labs (no sqlite3 tool here to compare with)',
        value: median(ours),
        unit: 'ms',
        atMost: null,
        detail: size,
      },
    ];
  return [
    {
      part: 'export',
      what: 'CSV in our order ÷ sqlite3 tool in any order',
      value: medianRatio(ours, unordered),
      unit: '×',
      atMost: 2,
      detail: `${size}, tool ${String(Math.round(median(unordered)))} ms`,
    },
    {
      part: 'export',
      what: 'CSV in our order ÷ sqlite3 tool in that order',
      value: medianRatio(ours, ordered),
      unit: '×',
      atMost: null,
      detail: `tool ${String(Math.round(median(ordered)))} ms`,
    },
  ];
}

/** The benchmark's data is synthetic: only so may it lie in plain text. */
function copyInPlain(file: MirroredFile, plain: string): void {
  const db = openDatabase(file.path, file.key, 'write');
  db.prepare("ATTACH ? AS plain KEY ''").run(plain);
  db.exec('CREATE TABLE plain.labs AS SELECT * FROM labs; CREATE INDEX plain.ordered ON labs (subject, collected_at)');
  db.close();
}

async function exportLabs(file: MirroredFile, study: string, path: string): Promise<void> {
  const reader = openStudyForReading(file.path, file.key, study, null);
  const selection = { dataset: 'labs' as const, where: [], search: '', subjects: null, chosen: null };
  await exportFile(reader, planOf({ selection }), { path, replace: true, made });
  reader.close();
}

function runTool(database: string, statement: string, path: string): void {
  const out = openSync(path, 'w');
  const { status } = spawnSync('sqlite3', ['-csv', '-header', database, statement], { stdio: ['ignore', out, 'inherit'] });
  closeSync(out);
  if (status !== 0) throw new Error('The sqlite3 tool failed.');
}
