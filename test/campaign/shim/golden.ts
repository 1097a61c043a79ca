import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { datasetNames, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { openBesideSync } from '../../../src/core/vault/studies/open-study.ts';
import { parseKeepingDigits, searchAll, type Access } from '../../cli/service.ts';
import type { Json } from '../../cli/carrel.ts';
import { withVaultOf } from './look.ts';
import { made, planOf } from '../../unit/export/plan.ts';

const searches: Readonly<Record<DatasetName, readonly [string, Readonly<Record<string, string>>]>> = {
  subjects: ['Group', {}],
  medications: ['MedicationStatement', {}],
  labs: ['Observation', { category: 'laboratory' }],
  vitals: ['Observation', { category: 'vital-signs' }],
  responses: ['DiagnosticReport', {}],
};

/** The datasets in which the mirror differs, resource by resource, from what the service answers now to an independent client. */
export async function unlikeTheService(
  dataDir: string,
  key: Buffer,
  study: string,
  service: Access,
  folder: string,
): Promise<readonly DatasetName[]> {
  const unlike: DatasetName[] = [];
  for (const dataset of datasetNames) {
    const [resource, parameters] = searches[dataset];
    const mirrored = await readMirror(dataDir, key, study, dataset, join(folder, `${dataset}.ndjson`));
    const held = await searchAll(service, study, resource, parameters);
    if (!isDeepStrictEqual(inOrder(mirrored), inOrder(held))) unlike.push(dataset);
  }
  return unlike;
}

async function readMirror(dataDir: string, key: Buffer, study: string, dataset: DatasetName, path: string): Promise<readonly Json[]> {
  const opened = withVaultOf(dataDir, key, (vault) => openBesideSync(vault, study));
  if (opened === null) return [];
  const selection = { dataset, where: [], search: '', subjects: null, chosen: null };
  try {
    await exportFile(opened, planOf({ selection, format: 'ndjson' }), { path, replace: true, made });
  } finally {
    opened.close();
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseKeepingDigits(line));
}

function inOrder(resources: readonly Json[]): readonly string[] {
  return resources.map((resource) => JSON.stringify(resource)).toSorted();
}
