import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { lakeManifestName } from '../shared/export-names.ts';
import { writeLake, type LakeOutcome, type LakePlan } from '../core/export/lake/write-lake.ts';
import type { ReadableStudy } from '../core/store/database/study.ts';
import type { ExportAsked } from '../core/vault/audit/audit-event.ts';
import { recordedManifests } from '../core/vault/audit/trail-files.ts';
import type { NotedExport } from '../core/vault/settings/noted-exports.ts';
import type { Vault } from '../core/vault/vault.ts';
import { AppError, reportOf } from '../shared/errors.ts';
import type { ExportRequest } from '../shared/calls/export.ts';
import type { Given, Invocation } from './command.ts';
import { readVocabulary } from './export-arguments.ts';
import { readAllowed, readProtection } from './protect-arguments.ts';
import { programVersion } from './version.ts';
import { formatCountOf } from '../shared/format-count.ts';

/** The request of `--lake`. */
export interface LakeArguments extends Omit<LakePlan, 'protection'> {
  readonly folder: string;
  readonly protection: ExportRequest['protection'];
}

/** Options that select what is exported or in which form; a lake always covers a whole study. */
const others = [
  'dataset',
  'listing',
  'test',
  'visit',
  'since',
  'format',
  'out',
  'columns',
  'where',
  'sort',
  'subjects',
  'delimiter',
  'preset',
  'preview',
  'texts',
  'define',
  'ctcae',
  'cut-off',
  'force',
];

/** Null without --lake. `passphrase`: of a zip, which a lake is not. Throws USAGE. */
export function readLakeArguments(given: Given, passphrase: string | null): LakeArguments | null {
  const folder = given.text('lake');
  if (folder === null) return null;
  const other = others.find((name) => given.flag(name));
  if (other !== undefined)
    throw new AppError(
      'USAGE',
      `"--${other}" cannot be used with --lake, which writes the whole study as Parquet and adds what is new at each run.`,
    );
  if (passphrase !== null)
    throw new AppError(
      'USAGE',
      'CARREL_EXPORT_PASSPHRASE is set but a lake would not be encrypted. Unset the variable, or export to a name ending in .zip.',
    );
  return {
    folder: resolve(folder),
    vocabulary: readVocabulary(given.text('headers') ?? 'plain'),
    protection: readProtection(given, null),
    allowed: readAllowed(given.text('allow')),
  };
}

/**
 * Writes what the lake lacks. The trail records it before anything is written, and records the manifest's digest before it becomes visible.
 */
export async function exportLake(
  vault: Vault,
  opened: ReadableStudy,
  { folder, protection: asked, ...plan }: LakeArguments,
  { out, signal }: Invocation,
): Promise<LakeOutcome> {
  const { study } = opened;
  const id = randomUUID();
  const protection = asked === null ? null : vault.recipients.protection(asked);
  const event: ExportAsked = {
    ...{ id, study, dataset: null, format: 'parquet-lake', recipient: protection?.recipient ?? null },
    ...{ where: [], narrowed: false, generation: null },
  };
  let noted: NotedExport | null = null;
  const onBegin = (_rows: number, files: readonly string[]): void => {
    noted = vault.exports.begin({ kind: 'export-begun', ...event }, join(folder, lakeManifestName), files);
  };
  const made = { id, at: new Date().toISOString(), by: programVersion(), demo: vault.study(study)?.demo ?? false };
  const onProgress = (what: string, rows: number, of: number): void => out.progress(`${what}: ${String(rows)} of ${String(of)} rows`);
  const onWritten = ({ rows, sha256, generation }: LakeOutcome, part: string): void =>
    noted?.written({ kind: 'export', ...event, generation, rows, columns: 0, sha256: sha256 ?? '' }, part);
  const control = { signal, onBegin, onProgress, onWritten };
  const ended = (): NotedExport | null => noted;
  try {
    // The writing removes what a killed run left, from which the sweep sees how that run ended.
    await vault.exports.sweep(folder);
    const recorded = recordedManifests(vault.audit, study);
    const isRecorded = (sha256: string): boolean => recorded.includes(sha256);
    const outcome = await writeLake(opened, { ...plan, protection }, { folder, made, isRecorded }, control);
    ended()?.ended();
    return outcome;
  } catch (error: unknown) {
    ended()?.failed(reportOf(error).code);
    throw error;
  }
}

/** One line for people about what was written. */
export function sayLake(folder: string, { files, rows, generation }: LakeOutcome): string {
  if (files.length === 0) return `${folder}: nothing new; the lake is at generation ${String(generation)}.`;
  return `${folder}: ${formatCountOf(files.length, 'file')} with ${formatCountOf(rows, 'row')}, up to generation ${String(generation)}.`;
}
