import type { CampaignResult } from '../campaign.ts';
import type { ExportedFile } from './exported-file.ts';
import type { Expected } from './judge-rows.ts';

/** Writes the hostile study in one format and reads it back with third-party readers. */
export interface FormatTrial {
  readonly format: string;
  readonly run: (dataDir: string, path: string, expected: Expected) => Promise<TrialResult>;
}

export interface TrialResult {
  readonly file: ExportedFile;
  readonly failures: readonly string[];
  /** Readers that are not installed. */
  readonly skipped: CampaignResult['skipped'];
}
