import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { baselines } from './measure-baselines.ts';
import { checks } from './measure-checks.ts';
import { counts } from './measure-counts.ts';
import { endpoints } from './measure-endpoints.ts';
import { flags } from './measure-flags.ts';
import { grades } from './measure-grades.ts';
import { responses } from './measure-responses.ts';
import { sites } from './measure-sites.ts';
import { standardUnits } from './measure-standard-units.ts';
import { testCodes } from './measure-test-codes.ts';
import type { Measure } from './measure.ts';
import { mirrorStudies } from './mirrored.ts';
import { servePublicData } from './serve.ts';
import { startPublicService } from './service.ts';
import { openStudies } from './studies.ts';

const measures: readonly Measure[] = [counts, flags, testCodes, standardUnits, baselines, grades, responses, endpoints, checks, sites];

export const campaign: Campaign = {
  name: 'public-data',
  says: 'what is worked out equals what others worked out from the same records (--data DIR)',
  long: measures.length,
  short: measures.length,
  run,
  serve: servePublicData,
};

async function run({ data, say }: CampaignOptions): Promise<CampaignResult> {
  if (data === null || !existsSync(join(data, 'pharmaverse', 'lb.csv.gz'))) {
    const why = data === null ? 'no folder was given (--data DIR)' : 'the folder holds no pharmaverse/lb.csv.gz';
    return { cases: 0, failures: [], skipped: [{ what: 'public data', why }], figures: {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'carrel-public-data-'));
  const studies = openStudies(data);
  const service = await startPublicService(studies);
  try {
    const mirrored = await mirrorStudies(
      service,
      studies.map(({ number }) => number),
      folder,
    );
    say('mirrored');
    const failures: string[] = [];
    let figures: CampaignResult['figures'] = {};
    for (const measure of measures) {
      const outcome = await measure.take({ folder: data, studies, mirrored, service });
      failures.push(...outcome.failures);
      figures = { ...figures, ...outcome.figures };
      say(`${outcome.failures.length === 0 ? 'ok  ' : 'FAIL'} ${measure.name}`);
    }
    return { cases: measures.length, failures, skipped: [], figures };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
