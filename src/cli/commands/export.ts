import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { AppError, reportOf } from '../../shared/errors.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import type { DatasetStatus } from '../../shared/status.ts';
import { exportDataset, type ExportOutcome } from '../../core/export/export-dataset.ts';
import { readStudyStatus } from '../../core/store/status.ts';
import type { ReadableStudy } from '../../core/store/study.ts';
import { makeFolders } from '../../core/vault/files.ts';
import { withStudy } from '../../core/vault/open-study.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { readExportArguments, type ExportArguments, type Target } from '../export-arguments.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import { count, counted, moment } from '../text.ts';
import { programVersion } from '../version.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'writes files from the mirror, without the network',
  synopsis: 'STUDY --dataset NAME|all --format FORMAT --out PATH [options]',
  options: {
    dataset: {
      type: 'string',
      value: 'NAME|all',
      says: 'subjects, medications, labs, vitals, responses; all: one file each into a folder',
    },
    format: {
      type: 'string',
      value: 'FORMAT',
      says: 'xlsx (a workbook), csv (exact, for R, SAS, Python), csv-excel (safe to open), ndjson (as the service sent it)',
    },
    out: { type: 'string', value: 'PATH', says: 'file to write; with --dataset all a folder, made if missing' },
    headers: { type: 'string', value: 'WORDS', says: 'plain, source or sdtm (plain)' },
    columns: { type: 'string', value: 'a,b', says: 'these columns in this order, by their names in docs/columns.md' },
    where: {
      type: 'string',
      value: 'EXPR',
      multiple: true,
      says: '"column op value" with = != < <= > >= contains in missing present; several are joined with AND',
    },
    sort: { type: 'string', value: 'a,-b', says: 'order of the rows; a dash for descending' },
    subjects: { type: 'string', value: 'FILE', says: 'only the subjects that the file names, one a line' },
    delimiter: { type: 'string', value: 'C', says: 'comma, semicolon or tab (,)' },
    preset: { type: 'string', value: 'FILE', says: 'not in this version' },
    protect: { type: 'boolean', says: 'not in this version' },
    force: { type: 'boolean', says: 'replace a file that is there' },
  },
  notes: ['A file appears only when it is whole, readable by you alone. Without --force an existing file is left alone (exit code 25).'],
  emptyFields: { files: [] },
  positionals: { least: 1, most: 1 },
  run: writeFiles,
};

type WrittenFile = ExportOutcome & { readonly dataset: DatasetName; readonly path: string };

async function writeFiles(invocation: Invocation): Promise<Outcome> {
  const {
    given,
    positionals: [study = ''],
    out,
  } = invocation;
  const wanted = readExportArguments(given);
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    return withStudy(vault, study, async (opened) => {
      if (opened === null)
        throw new AppError(
          'EXPORT',
          `Nothing of ${study} is mirrored yet, so there is nothing to export. Mirror it with: carrel sync ${study}`,
        );
      const datasets = new Map(readStudyStatus(opened).datasets.map((one) => [one.dataset, one]));
      const [ready, skipped] = splitTargets(study, wanted, datasets);
      prepareTargets(wanted, ready, given.flag('force'));
      const files: WrittenFile[] = [];
      for (const target of ready) files.push(await writeTarget(vault, opened, target, datasets.get(target.dataset) ?? null, invocation));
      for (const dataset of skipped) out.note(`${dataset} was never mirrored and is left out.`);
      return { category: 'OK', fields: { study, files, skipped } };
    });
  });
}

/** Those that were mirrored, and the names of the others; a single one that was not is refused. */
function splitTargets(
  study: string,
  { all, targets }: ExportArguments,
  datasets: ReadonlyMap<DatasetName, DatasetStatus>,
): readonly [readonly Target[], readonly DatasetName[]] {
  const isMirrored = ({ dataset }: Target): boolean => typeof datasets.get(dataset)?.asOf === 'string';
  const ready = targets.filter(isMirrored);
  if (ready.length === 0)
    throw new AppError(
      'EXPORT',
      `${all ? `No dataset of ${study} was ever` : `${targets[0]?.dataset ?? ''} of ${study} was never`} mirrored, so there is nothing to export. Mirror it with: carrel sync ${study}`,
    );
  return [ready, targets.filter((target) => !isMirrored(target)).map(({ dataset }) => dataset)];
}

/** Makes the folder of `--dataset all` and refuses before the first file where any is in the way. */
function prepareTargets({ all, out }: ExportArguments, targets: readonly Target[], force: boolean): void {
  if (!all) return;
  try {
    makeFolders(out);
  } catch (cause: unknown) {
    throw new AppError('EXPORT', `The folder ${out} could not be made. Nothing was written. Choose another place.`, cause);
  }
  const there = force ? [] : targets.filter(({ path }) => isThere(path));
  if (there.length > 0)
    throw new AppError(
      'EXPORT',
      `There are files already: ${there.map(({ path }) => path).join(', ')}. Nothing was written. Replace them with --force, or choose another folder.`,
    );
}

/** A name that the system does not even look up is for the writing to refuse. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

async function writeTarget(
  vault: Vault,
  opened: ReadableStudy,
  { dataset, path, plan }: Target,
  status: DatasetStatus | null,
  { given, out, signal }: Invocation,
): Promise<WrittenFile> {
  const { study } = opened;
  const {
    selection: { where, subjects },
    format,
  } = plan;
  const asked = {
    study,
    dataset,
    format,
    where: where.map(({ column, op }) => ({ column, op })),
    narrowed: subjects !== null,
    generation: status?.generation ?? null,
  };
  // The trail knows of the attempt before anything is written, and of the file's digest before it can be seen.
  const noted = vault.exports.begin({ kind: 'export-begun', ...asked }, path);
  const onProgress = (rows: number, of: number): void => out.progress(`${dataset}: ${count(rows)} of ${count(of)} rows`);
  const onWritten = ({ rows, columns, sha256 }: ExportOutcome, part: string): void =>
    noted.written({ kind: 'export', ...asked, rows, columns, sha256 }, part);
  const made = { id: randomUUID(), at: new Date().toISOString(), by: programVersion(), demo: vault.study(study)?.demo ?? false };
  const target = { path, replace: given.flag('force'), made };
  const outcome = await exportDataset(opened, plan, target, { signal, onProgress, onWritten }).catch((error: unknown) => {
    noted.failed(reportOf(error).category);
    throw error;
  });
  noted.ended();
  out.event({ event: 'exported', study, dataset, path, rows: outcome.rows });
  const columns = format === 'ndjson' ? '' : `, ${counted(outcome.columns, 'column')}`;
  out.say(`${path}: ${counted(outcome.rows, format === 'ndjson' ? 'resource' : 'row')}${columns}, as of ${moment(status?.asOf ?? null)}`);
  if (outcome.guarded > 0)
    out.say(`  ${counted(outcome.guarded, 'cell')} begin with an apostrophe, so that a spreadsheet takes them for text.`);
  return { dataset, path, ...outcome };
}
