import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError, reportOf } from '../../shared/errors.ts';
import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';
import { listingNames, listings } from '../../shared/listings.ts';
import { cloudServiceOf } from '../../shared/cloud-folder.ts';
import { anchorWords } from '../../shared/protection.ts';
import { ctcaeVersions } from '../../shared/terms/term-kinds.ts';
import { evidenceEnding } from '../../core/export/evidence-file.ts';
import { cacheColumns } from '../../core/export/columns/cache-columns.ts';
import { exportFile, type ExportOutcome } from '../../core/export/export-file.ts';
import type { ExportPart } from '../../core/export/export-plan.ts';
import { readStudyStatus } from '../../core/store/database/status.ts';
import type { ReadableStudy } from '../../core/store/database/study.ts';
import { askedOf, writtenAs } from '../../core/vault/audit/audit-export-asked.ts';
import { makeFolders } from '../../core/platform/files.ts';
import { withStudy } from '../../core/vault/studies/open-study.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import {
  readExportArguments,
  readPreset,
  readPreviewArguments,
  type ExportArguments,
  type Preview,
  type Target,
  readCutOff,
} from '../export-arguments.ts';
import { upToAsked } from '../../core/query/up-to-cut-off.ts';
import { sayCloud, sayWritten, type AsOf, type WrittenFile } from '../export-words.ts';
import { exportLake, readLakeArguments, sayLake, type LakeArguments } from '../export-lake.ts';
import { createAtomicFile } from '../../core/platform/atomic-file.ts';
import { assertStrongPassphrase } from '../../core/platform/passphrase-strength.ts';
import { linesToAllow, previewDatasets, sayPreview } from '../export-preview.ts';
import { assertNamed } from '../named-in-study.ts';
import { nameSubjects, nameSubjectsOf } from '../named-subjects.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import { programVersion } from '../version.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';
import { quotedWord } from '../../shared/quoted-word.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'writes files from the mirrored data, offline',
  synopsis: 'STUDY --dataset NAME|all | --listing NAME --format FORMAT --out PATH [options]',
  options: {
    dataset: {
      type: 'string',
      value: 'NAME|all',
      says: `${datasetNames.join(', ')}; all: one workbook, or one file each into a folder or a zip`,
    },
    listing: {
      type: 'string',
      value: 'NAME',
      says: `export a listing instead of a dataset: ${listingNames.join(', ')} (docs/exports.md)`,
    },
    test: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      says: 'with --listing out-of-range, shifts or compare-visits: only this test; may be given several times',
    },
    visit: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      says: 'with --listing compare-visits: the two visits; give it twice',
    },
    since: { type: 'string', value: 'GENERATION', says: 'with --listing changes: only changes after this generation' },
    format: {
      type: 'string',
      value: 'FORMAT',
      says: 'xlsx (a workbook), csv (exact, for R, SAS, Python), csv-excel (safe to open), dataset-json, dataset-json-nd (CDISC 1.1), xpt (SAS transport 5), parquet (for DuckDB, Spark, pandas, R), ndjson (as sent by the service)',
    },
    out: {
      type: 'string',
      value: 'PATH',
      says: 'file to write; a name ending in .zip makes a zip; with --dataset all otherwise a folder, created if missing',
    },
    headers: { type: 'string', value: 'WORDS', says: 'plain, source or sdtm (plain)' },
    columns: { type: 'string', value: 'a,b', says: 'columns to export, in this order, by their names in docs/columns.md' },
    where: {
      type: 'string',
      value: 'EXPR',
      multiple: true,
      says: '"column op value" with = != < <= > >= contains in not-in missing present (in A,B without spaces); several are joined with AND',
    },
    sort: { type: 'string', value: 'a,-b', says: 'order of the rows; a dash for descending' },
    subjects: {
      type: 'string',
      value: 'FILE',
      says: 'only the subjects listed in this file, one per line, as subject ids or unique ids (USUBJID)',
    },
    delimiter: { type: 'string', value: 'C', says: 'comma, semicolon or tab (,)' },
    preset: { type: 'string', value: 'FILE', says: 'a preset file; other options override it' },
    protect: {
      type: 'boolean',
      says: 'replace subjects and records by pseudonyms and dates by days; leave out site staff and free text (docs/exports.md)',
    },
    recipient: {
      type: 'string',
      value: 'NAME',
      says: 'with --protect: the recipient; each recipient gets its own pseudonyms, the same every time (default)',
    },
    anchor: {
      type: 'string',
      value: 'WHAT',
      says: 'what days and baselines are counted from: first-record, baseline, reference (imported in the window) or visit:NAME; with --protect (default first-record) or --listing shifts',
    },
    allow: {
      type: 'string',
      value: 'FILE',
      says: 'with --protect: texts you have reviewed and released, one per line: labs.visit, a tab, the text (docs/exports.md)',
    },
    preview: {
      type: 'boolean',
      says: 'with --protect: show how each column would be treated, without writing anything; needs no --format and no --out',
    },
    texts: {
      type: 'string',
      value: 'FILE',
      says: 'with --preview: write the texts awaiting review to FILE, commented out, to edit and pass to --allow',
    },
    ctcae: {
      type: 'string',
      value: 'VERSION',
      says: `grade laboratory results by this version of CTCAE: ${ctcaeVersions.join(', ')} (default: the study\'s setting in Tests and units)`,
    },
    'cut-off': {
      type: 'string',
      value: 'DAY|none',
      says: "only records dated up to this day, such as 2026-06-30, instead of the study's data cut-off; none: all records",
    },
    define: { type: 'boolean', says: 'with a .zip of xpt or dataset-json: add a CDISC define.xml 2.1' },
    lake: {
      type: 'string',
      value: 'DIR',
      says: 'instead of a file: the whole study as a folder of Parquet files that query engines read directly; each run adds what is new (docs/handover.md)',
    },
    force: { type: 'boolean', says: 'replace an existing file' },
    'weak-passphrase': { type: 'boolean', says: 'accept an easy-to-guess passphrase for the .zip' },
  },
  notes: [
    'A file appears only once it is complete, readable by you alone. Existing files are not replaced without --force (exit code 25).',
    'An evidence file, PATH.carrel.json, is written next to it: what was selected, the proof of completeness and the SHA-256. A workbook has this on a sheet.',
    'CARREL_EXPORT_PASSPHRASE encrypts a .zip with AES-256, which 7-Zip, WinZip and others open. It is required for a protected .zip.',
  ],
  emptyFields: { files: [] },
  positionals: { least: 1, most: 1 },
  run: writeFiles,
};

async function writeFiles(invocation: Invocation): Promise<Outcome> {
  const {
    given,
    secrets,
    positionals: [study = ''],
    out,
  } = invocation;
  const lake = readLakeArguments(given, secrets.exportPassphrase);
  if (lake !== null) return writeLakeOf(invocation, study, lake);
  const preset = readPreset(given);
  const preview = readPreviewArguments(given, preset);
  if (preview !== null) return showPreview(invocation, study, preview);
  const wanted = readExportArguments(given, preset, secrets.exportPassphrase);
  if (secrets.exportPassphrase !== null)
    await assertStrongPassphrase(secrets.exportPassphrase, given.flag('weak-passphrase'), ', or confirm with --weak-passphrase');
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    assertWritable(vault.dir);
    return withStudy(vault, study, async (found) => {
      const opened = requireMirrored(study, found);
      const asOf = new Map(readStudyStatus(opened).datasets.map((one) => [one.dataset, one.asOf]));
      const [mirrored, skipped] = splitTargets(study, wanted, asOf);
      const { targets: ready, says } = nameSubjects(opened, mirrored);
      if (says !== null) out.note(says);
      for (const { request } of ready) if (request.listing !== undefined) assertNamed(opened, request.listing);
      prepareFolder(wanted.folder, ready, given.flag('force'));
      const files: WrittenFile[] = [];
      try {
        for (const target of ready) files.push(await writeTarget(vault, opened, target, asOf, invocation));
      } catch (error: unknown) {
        if (files.length === 0) throw error;
        const { code, message } = reportOf(error);
        const before = `${formatCountOf(files.length, 'complete file was', 'complete files were')} written before that: ${files.map(({ path }) => basename(path)).join(', ')}.`;
        return { code, message: `${message} ${before}`, fields: { study, files, skipped } };
      }
      for (const dataset of skipped) out.note(`${dataset} has never been mirrored and is left out.`);
      return { code: 'OK', fields: { study, files, skipped } };
    });
  });
}

/** The whole study as Parquet files in a folder. */
function writeLakeOf(invocation: Invocation, study: string, lake: LakeArguments): Promise<Outcome> {
  const { out } = invocation;
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    assertWritable(vault.dir);
    return withStudy(vault, study, async (found) => {
      const outcome = await exportLake(vault, requireMirrored(study, found), lake, invocation);
      const cloud = cloudServiceOf(lake.folder);
      if (cloud !== null) out.note(sayCloud(lake.folder, cloud));
      out.say(sayLake(lake.folder, outcome));
      return { code: 'OK', fields: { study, files: [], lake: { folder: lake.folder, ...outcome } } };
    });
  });
}

function requireMirrored(study: string, opened: ReadableStudy | null): ReadableStudy {
  if (opened !== null) return opened;
  throw new AppError(
    'EXPORT',
    `Nothing of ${study} is mirrored yet, so there is nothing to export. Mirror it with: carrel sync ${quotedWord(study)}`,
  );
}

/** Previews a protected export without writing it. */
function showPreview(invocation: Invocation, study: string, preview: Preview): Promise<Outcome> {
  const { cutOff } = readCutOff(invocation.given);
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    if (preview.texts !== null) assertWritable(vault.dir);
    return withStudy(vault, study, async (found) => {
      const whole = requireMirrored(study, found);
      const { parts, says } = nameSubjectsOf(whole, preview.parts);
      const opened = upToAsked(whole, cutOff);
      if (says !== null) invocation.out.note(says);
      const previewed = previewDatasets(opened, { ...preview, parts });
      for (const line of sayPreview(previewed, preview)) invocation.out.say(line);
      if (preview.texts !== null) writeTexts(preview.texts, linesToAllow(opened, { ...preview, parts }), { vault, study }, invocation);
      return { code: 'OK', fields: { study, files: [], daysFrom: anchorWords(preview.anchor), preview: previewed } };
    });
  });
}

/**
 * Writes the texts that wait for review, readable only by the owner. The trail records it before the file gets its name. Throws EXPORT as
 * an export does.
 */
function writeTexts(
  path: string,
  lines: Iterable<string>,
  { vault, study }: { readonly vault: Vault; readonly study: string },
  { given, out }: Invocation,
): void {
  const file = createAtomicFile(path, given.flag('force'));
  try {
    let texts = 0;
    for (const line of lines) {
      if (line.includes('\t')) texts += 1;
      file.write(Buffer.from(`${line}\n`));
    }
    vault.audit.append({ kind: 'texts-written', study, texts, sha256: file.finish().sha256 });
    file.commit();
  } finally {
    file.discard();
  }
  const cloud = cloudServiceOf(path);
  if (cloud !== null) out.note(sayCloud(path, cloud));
  out.say(`The texts awaiting review are in ${path}. The file contains record values: delete it after use.`);
}

/** The targets limited to mirrored datasets, and the names of the other datasets. Throws EXPORT if none was mirrored. */
function splitTargets(study: string, { targets }: ExportArguments, asOf: AsOf): readonly [readonly Target[], readonly DatasetName[]] {
  const isMirrored = ({ selection }: ExportPart): boolean => typeof asOf.get(selection.dataset) === 'string';
  const [listing] = targets.flatMap(({ request }) => request.listing ?? []);
  if (listing !== undefined) {
    if (listings[listing.name].madeOf.some((dataset) => typeof asOf.get(dataset) === 'string')) return [targets, []];
    throw new AppError(
      'EXPORT',
      `The data for this listing has never been mirrored for ${study}. Mirror it with: carrel sync ${quotedWord(study)}`,
    );
  }
  const ready = targets
    .map(({ path, request }) => ({ path, request: { ...request, parts: request.parts.filter(isMirrored) } }))
    .filter(({ request }) => request.parts.length > 0);
  const asked = targets.flatMap(({ request }) => request.parts);
  const skipped = asked.filter((part) => !isMirrored(part)).map(({ selection }) => selection.dataset);
  if (ready.length === 0)
    throw new AppError(
      'EXPORT',
      `${asked.length > 1 ? `No requested dataset of ${study} has ever been` : `${skipped.join()} of ${study} has never been`} mirrored, so there is nothing to export. Mirror it with: carrel sync ${quotedWord(study)}`,
    );
  return [ready, skipped];
}

/** Creates the folder of `--dataset all`. Throws EXPORT before the first file if any file already exists. */
function prepareFolder(folder: string | null, targets: readonly Target[], force: boolean): void {
  if (folder === null) return;
  try {
    makeFolders(folder);
  } catch (cause: unknown) {
    throw new AppError('EXPORT', `The folder ${folder} could not be created. Nothing was written. Choose another location.`, cause);
  }
  const paths = targets.flatMap(({ path }) => [path, path + evidenceEnding]);
  const there = force ? [] : paths.filter(isThere);
  if (there.length > 0)
    throw new AppError(
      'EXPORT',
      `These files already exist: ${there.join(', ')}. Nothing was written. Replace them with --force, or choose another folder.`,
    );
}

/** A name that the system does not even look up is refused when the file is written. */
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
  { path, request }: Target,
  asOf: AsOf,
  { given, out, signal }: Invocation,
): Promise<WrittenFile> {
  const { study } = opened;
  const id = randomUUID();
  const protection = request.protection === null ? null : vault.recipients.protection(request.protection);
  const asked = askedOf({ study, ...request, protection }, id);
  const dataset = request.listing?.name ?? asked.dataset ?? 'all';
  // The trail records the attempt before anything is written, and the file's digest before it becomes visible.
  const noted = vault.exports.begin({ kind: 'export-begun', ...asked }, path);
  const onProgress = (rows: number, of: number): void => out.progress(`${dataset}: ${formatCount(rows)} of ${formatCount(of)} rows`);
  const onWritten = (written: ExportOutcome, part: string): void => noted.written(writtenAs(asked, written), part);
  const made = { id, at: new Date().toISOString(), by: programVersion(), demo: vault.study(study)?.demo ?? false };
  const target = { path, replace: given.flag('force'), made };
  if (protection !== null) await cacheColumns(opened, new Set(request.parts.map(({ selection }) => selection.dataset)), signal);
  const outcome = await exportFile(opened, { ...request, protection }, target, { signal, onProgress, onWritten }).catch(
    (error: unknown) => {
      noted.failed(reportOf(error).code);
      throw error;
    },
  );
  noted.ended();
  out.event({ event: 'exported', study, dataset, path, rows: outcome.rows });
  if (outcome.cloud !== null) out.note(sayCloud(path, outcome.cloud));
  for (const says of sayWritten({ dataset, path, ...outcome }, { ...request, protection }, asOf)) out.say(says);
  return { dataset, path, ...outcome };
}
