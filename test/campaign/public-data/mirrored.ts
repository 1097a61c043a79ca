import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { headerOf } from '../../../src/shared/datasets/headers.ts';
import { carrel, connectTo } from '../../cli/carrel.ts';
import type { Row } from './rows.ts';
import type { PublicService } from './service.ts';

export type Exported = 'subjects' | 'labs' | 'vitals' | 'medications' | 'responses';

/** What the command line returned of the mirrored studies: every column by its name. */
export interface Mirrored {
  /** The rows of a listing, by its plain headings. */
  listing(study: string, name: string): Promise<readonly Row[]>;
  readonly dataDir: string;
  /** `more`: further options of `export`. */
  rows(study: string, dataset: Exported, more?: readonly string[]): Promise<readonly Row[]>;
}

/** Mirrors studies with the command line into a folder of their own. Throws if a command fails. */
export async function mirrorStudies(service: PublicService, studies: readonly string[], folder: string): Promise<Mirrored> {
  const dataDir = join(folder, 'data');
  const { baseUrl, credentials } = service;
  await succeed('connect', connectTo({ baseUrl, ...credentials }, dataDir));
  await succeed('sync', carrel(['sync', ...studies, '--json'], { dataDir }));
  return {
    dataDir,
    listing: async (study, name) => {
      const path = join(folder, `${study}-${name}.csv`);
      await succeed(
        'export',
        carrel(['export', study, '--listing', name, '--format', 'csv', '--out', path, '--force', '--json'], { dataDir }),
      );
      return parse<Row>(readFileSync(path), { columns: true, bom: true });
    },
    rows: async (study, dataset, more = []) => {
      const path = join(folder, `${study}-${dataset}.csv`);
      const args = ['--dataset', dataset, '--format', 'csv', '--headers', 'source', '--out', path, '--force', '--json', ...more];
      await succeed('export', carrel(['export', study, ...args], { dataDir }));
      const names = new Map(datasets[dataset].columns.map((column) => [headerOf(column, 'source'), column.name]));
      const columns = (headings: readonly string[]): string[] => headings.map((heading) => names.get(heading) ?? heading);
      return parse<Row>(readFileSync(path), { columns, bom: true });
    },
  };
}

async function succeed(what: string, run: ReturnType<typeof carrel>): Promise<void> {
  const { code, stderr } = await run;
  if (code !== 0) throw new Error(`${what} ended with ${String(code)}: ${stderr}`);
}
