import { json } from 'node:stream/consumers';
import { exportFile } from '../../src/core/export/export-file.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import { made, planOf } from '../unit/export/plan.ts';
import { writeWithExceljs } from './exceljs-writer.ts';
import { exportedColumns, type ExportJob, type ExportMeasured } from './export-job.ts';
import { timed } from './figures.ts';
import { openReader } from './reader.ts';
import { peakMemory } from './process-memory.ts';

/** Does the job on stdin in a process of its own, and reports time and memory. */
const job = (await json(process.stdin)) as ExportJob;
const ms = await timed(() => run(job));
process.stdout.write(JSON.stringify({ ms, peak: peakMemory() } satisfies ExportMeasured));

async function run(wanted: ExportJob): Promise<void> {
  switch (wanted.writer) {
    case 'columns':
      return cacheColumns(wanted);
    case 'carrel':
      return writeWithCarrel(wanted);
    case 'exceljs':
      return writeWithExceljs(wanted);
  }
}

async function cacheColumns({ path, key, study }: Extract<ExportJob, { writer: 'columns' }>): Promise<void> {
  const reader = openReader({ path, key: Buffer.from(key, 'hex') }, study);
  reader.prepare('labs');
  await reader.cached.settled();
  reader.close();
}

async function writeWithCarrel({ path, key, study, format, out, variant = {} }: Extract<ExportJob, { writer: 'carrel' }>): Promise<void> {
  const reader = openStudyForReading(path, Buffer.from(key, 'hex'), study, null);
  const selection = { dataset: 'labs' as const, where: [], search: '', subjects: null, chosen: null };
  const sort = variant.sort === undefined ? [] : [{ column: variant.sort, descending: false }];
  const anchor = { kind: 'first-record' } as const;
  const protection = variant.isProtected === true ? { recipient: 'default', anchor, salt: Buffer.alloc(32, 7) } : null;
  const plan = planOf({ selection, columns: [...exportedColumns], format, sort, protection });
  await exportFile(reader, plan, { path: out, replace: true, made });
  reader.close();
}
