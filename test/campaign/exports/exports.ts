import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { csvTrials } from './csv-files.ts';
import { datasetJsonTrials } from './dataset-json-files.ts';
import { mirrorHostileStudy } from './hostile-study.ts';
import { workbookTrial } from './workbook-files.ts';
import { parquetTrial } from './parquet-files.ts';
import { resourceTrial } from './resource-lines.ts';
import { transportTrial } from './transport-files.ts';
import type { FormatTrial, TrialResult } from './trial.ts';

/**
 * Limit of the exporting process's resident bytes, whatever the number of rows. Parquet takes more if no columns are kept
 * (docs/performance.md, Known limits); ndjson, which keeps the keys of all records, is only reported.
 */
const mostResident: Readonly<Record<string, number>> = { parquet: 450e6, ndjson: Infinity };
const mostResidentOfOthers = 300e6;

const trials: readonly FormatTrial[] = [...csvTrials, workbookTrial, ...datasetJsonTrials, transportTrial, parquetTrial, resourceTrial];

export const campaign: Campaign = {
  name: 'exports',
  says: 'hostile rows in every format come back whole from readers that others wrote',
  // More than one sheet holds.
  long: 1_050_000,
  short: 10_000,
  run,
};

async function run({ n, seed, say }: CampaignOptions): Promise<CampaignResult> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-exports-'));
  const failures: string[] = [];
  const skipped: CampaignResult['skipped'][number][] = [];
  const figures: Record<string, number | string> = {};
  try {
    const dataDir = await mirrorHostileStudy(folder, n, seed);
    say(`${String(n)} hostile results mirrored`);
    for (const { format, run: runTrial } of trials) {
      const path = join(folder, `labs.${format}`);
      const began = performance.now();
      const result = await runTrial(dataDir, path, { labs: n, seed });
      rmSync(path, { force: true });
      const most = mostResident[format] ?? mostResidentOfOthers;
      const wrong = [
        ...result.failures,
        ...(result.file.peak > most ? [`the process took more than ${megabytes(most)} MB of memory`] : []),
      ];
      failures.push(...wrong.map((what) => `${format}: ${what}`));
      skipped.push(...result.skipped.map(({ what, why }) => ({ what: `${format} by ${what}`, why })));
      figures[format] = figuresOf(result, performance.now() - began);
      say(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${format}: ${figures[format]}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { cases: n, failures, skipped, figures };
}

function figuresOf({ file: { notes, bytes, took, peak } }: TrialResult, all: number): string {
  const { rows, ...counted } = notes;
  const reported = Object.entries(counted).filter(([, count]) => count > 0);
  return [
    `${String(rows)} rows, ${megabytes(bytes)} MB`,
    `${(took / 1000).toFixed(1)} s to write, ${((all - took) / 1000).toFixed(1)} s to read`,
    `${megabytes(peak)} MB of memory at most`,
    ...reported.map(([note, count]) => `${note} ${String(count)}`),
  ].join(', ');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
