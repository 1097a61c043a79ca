import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import type { CsvVariant } from './csv-variants.ts';
import type { ExportFormat } from '../../src/shared/export-formats.ts';

/** The columns of the measured exports. */
export const exportedColumns = [
  ...['subject', 'visit', 'collected', 'test', 'result', 'unit', 'range_flag', 'reference_range', 'times_upper_limit', 'test_code'],
  ...['service_code', 'result_number', 'result_text', 'record_id'],
] as const;

/** What a process of its own does; keys are in hex. */
export type ExportJob =
  | {
      /** Caches the columns of the labs, as after a sync of the study. */
      readonly writer: 'columns';
      readonly path: string;
      readonly key: string;
      readonly study: string;
    }
  | {
      readonly writer: 'carrel';
      readonly path: string;
      readonly key: string;
      readonly study: string;
      readonly format: ExportFormat;
      readonly out: string;
      readonly variant?: CsvVariant;
    }
  | {
      readonly writer: 'exceljs';
      /** A plaintext copy of the same rows. */
      readonly plain: string;
      /** Folder in which exceljs is installed. */
      readonly installed: string;
      readonly out: string;
    };

export interface ExportMeasured {
  readonly ms: number;
  /** Peak resident bytes of the whole process; 0 if the system does not report them. */
  readonly peak: number;
}

/** Runs the job in a process of its own, with the code of a checkout; of this one if none is given. */
export function exportApart(job: ExportJob, checkout = repositoryFolder): ExportMeasured {
  const script = join(checkout, 'test/bench/export-process.ts');
  return JSON.parse(execFileSync(process.execPath, [script], { input: JSON.stringify(job), encoding: 'utf8' })) as ExportMeasured;
}
