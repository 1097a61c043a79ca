import type { CsvVariant } from './csv-variants.ts';
import type { ExportFormat } from '../../src/shared/export-formats.ts';

/** What the exports are measured with. */
export const exportedColumns = [
  ...['subject', 'visit', 'collected', 'test', 'result', 'unit', 'range_flag', 'reference_range', 'times_upper_limit', 'test_code'],
  ...['service_code', 'result_number', 'result_text', 'record_id'],
] as const;

export type ExportJob =
  | {
      readonly writer: 'carrel';
      readonly path: string;
      /** Hex. */
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
      /** Folder that exceljs is installed in. */
      readonly installed: string;
      readonly out: string;
    };

export interface ExportMeasured {
  readonly ms: number;
  /** Most bytes resident at a time, the whole process; 0 where the system does not tell. */
  readonly peak: number;
}
