import type { CsvVariant } from './csv-variants.ts';
import type { ExportFormat } from '../../src/shared/export-formats.ts';

/** The columns of the measured exports. */
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
      /** Folder in which exceljs is installed. */
      readonly installed: string;
      readonly out: string;
    };

export interface ExportMeasured {
  readonly ms: number;
  /** Peak resident bytes of the whole process; 0 if the system does not report them. */
  readonly peak: number;
}
