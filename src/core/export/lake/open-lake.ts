import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { lakeManifestName } from '../../../shared/export-names.ts';
import { isWrittenElsewhere } from '../../platform/atomic-file.ts';
import { isOwnFile } from '../../platform/own-files.ts';
import { pendingName, readManifest, readPending, type LakeFile, type LakeManifest } from './lake-manifest.ts';

/** The owner that a lake must have. */
export interface LakeOwner {
  readonly study: string;
  readonly recipient: string | null;
  /** The latest generation of the local copy. */
  readonly generation: number;
  /** Returns when the local copy reached a generation (ISO 8601); null if it has no such generation. */
  readonly timeOf: (generation: number) => string | null;
  /** Whether the audit trail recorded a manifest, by its SHA-256 in hex. */
  readonly isRecorded: (sha256: string) => boolean;
}

/** Maximum size of a manifest in bytes: it lists one file per generation and dataset, some hundred bytes each. */
const largestManifest = 64 * 1024 * 1024;
/** Left by a run that was killed while writing. */
const leftPart = /^\.carrel-.*\.part$/;
/** Files that operating systems create in folders that are viewed; in lower case. */
const ofSystems: ReadonlySet<string> = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

/** A folder that contains a lake. */
export interface OpenedLake {
  /** Null if the lake is new. */
  readonly manifest: LakeManifest | null;
  /** Throws BUSY if another run has completed the lake since it was opened. */
  readonly assertUnchanged: () => void;
  /** Files that do not belong to it and could not be removed, such as a file that another program is reading. */
  readonly left: readonly string[];
}

/**
 * Prepares a folder for a new lake, or opens an existing one. Throws EXPORT if it contains foreign files, belongs to another study or
 * recipient, was written from a newer or a different copy, or has a manifest that the trail did not record or that does not match its files:
 * to continue it would record files as Carrel's that somebody else may have written. Throws BUSY while another run writes to it. Removes what
 * an interrupted run has left.
 */
export async function openLake(folder: string, owner: LakeOwner): Promise<OpenedLake> {
  makeFolder(folder);
  const names = filesBelow(folder, '');
  const written = names.find((name) => isBeingWritten(folder, name));
  if (written !== undefined) throw busy(folder, written);
  const text = manifestTextIn(folder);
  const manifest = text === null ? null : checkedManifest(folder, text, owner);
  const pending = names.includes(pendingName) ? (readPending(textOf(join(folder, pendingName))) ?? []) : [];
  const own = new Set([lakeManifestName, pendingName, ...pending, ...(manifest?.files ?? []).map(({ path }) => path)]);
  const foreign = names.find((name) => !own.has(name) && !leftPart.test(name.split('/').at(-1) ?? ''));
  if (foreign !== undefined)
    throw refused(folder, `it holds "${foreign}", which does not belong to this lake. Choose an empty folder, or remove that file.`);
  for (const one of manifest?.files ?? []) await assertFits(folder, one);
  const assertUnchanged = (): void => {
    if (manifestTextIn(folder) === text) return;
    throw new AppError('BUSY', `Another export was written to ${folder} meanwhile. This one wrote nothing there. Export again.`);
  };
  return { manifest, assertUnchanged, left: sweepLake(folder, manifest, names) };
}

/**
 * Removes the new files of a run that failed. Another run may have completed the lake meanwhile: what its manifest names stays, and so does
 * everything if the manifest cannot be read.
 */
export function sweepFailedRun(folder: string, names: readonly string[]): void {
  try {
    const text = manifestTextIn(folder);
    const manifest = text === null ? null : readManifest(text);
    if (manifest !== null || text === null) sweepLake(folder, manifest, names);
  } catch {
    // Why the run failed is what its caller reports. The next opening removes the files.
    return;
  }
}

/** Null if there is none. */
function manifestTextIn(folder: string): string | null {
  const path = join(folder, lakeManifestName);
  return existsSync(path) ? textOf(path) : null;
}

/** A temporary file may get its name meanwhile. */
function isBeingWritten(folder: string, name: string): boolean {
  const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
  return found !== undefined && isWrittenElsewhere(basename(name), found.mtimeMs);
}

function busy(folder: string, part: string): AppError {
  return new AppError(
    'BUSY',
    `Another export is being written to ${folder}: "${part}" is a temporary file of it. Nothing was changed there. Wait for it to finish, then export again; if no export is running there any more, delete that file first.`,
  );
}

/**
 * Removes the files that do not belong to the lake and then the pending list, which stays as long as one of the files does, so that the
 * next opening removes them. Returns the files that could not be removed.
 */
export function sweepLake(folder: string, manifest: LakeManifest | null, names: readonly string[]): readonly string[] {
  const kept = new Set([lakeManifestName, pendingName, ...(manifest?.files ?? []).map(({ path }) => path)]);
  const left = names.filter((name) => !kept.has(name) && !isRemoved(folder, name));
  if (left.length === 0) isRemoved(folder, pendingName);
  return left;
}

/** Removes the file, and the partitions that are empty then. */
function isRemoved(folder: string, name: string): boolean {
  try {
    rmSync(join(folder, name), { force: true });
    for (let above = dirname(name); above !== '.' && isEmpty(join(folder, above)); above = dirname(above)) rmdirSync(join(folder, above));
    return true;
  } catch {
    return false;
  }
}

function isEmpty(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length === 0;
}

function makeFolder(folder: string): void {
  if (isOwnFile(join(folder, lakeManifestName))) throw refused(folder, "it is one of Carrel's own folders. Choose another one.");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause: unknown) {
    throw new AppError('EXPORT', `The folder ${folder} could not be created. Nothing was written. Choose another location.`, cause);
  }
}

/**
 * Returns the paths of all files except those of operating systems, with `/`. Throws EXPORT for anything that is neither a file nor a
 * folder.
 */
function filesBelow(folder: string, below: string): readonly string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found === undefined) return [];
    if (found.isDirectory()) return filesBelow(folder, path);
    if (!found.isFile()) throw refused(folder, `"${path}" in it is a link or a device. Choose an empty folder.`);
    return ofSystems.has(name.toLowerCase()) ? [] : [path];
  });
}

function textOf(path: string): string {
  return lstatSync(path).size > largestManifest ? '' : readFileSync(path, 'utf8');
}

function checkedManifest(folder: string, text: string, owner: LakeOwner): LakeManifest {
  const manifest = readManifest(text);
  if (manifest === null)
    throw refused(
      folder,
      `its manifest ${lakeManifestName} cannot be read: it was changed, or a newer Carrel wrote it. Choose an empty folder.`,
    );
  assertOwned(folder, manifest, owner);
  if (!owner.isRecorded(createHash('sha256').update(text).digest('hex')))
    throw refused(
      folder,
      `the audit trail here did not record its manifest ${lakeManifestName}: it was changed, or Carrel wrote it with another data folder. Choose an empty folder; the whole lake is rewritten there.`,
    );
  return manifest;
}

function assertOwned(folder: string, manifest: LakeManifest, { study, recipient, generation, timeOf }: LakeOwner): void {
  if (manifest.study !== study) throw refused(folder, `it is the lake of study ${manifest.study}. Choose another folder for ${study}.`);
  if (manifest.recipient !== recipient)
    throw refused(
      folder,
      `it was written ${manifest.recipient === null ? 'without protection' : `with the pseudonyms for ${manifest.recipient}`}. Ask for the same, or choose another folder.`,
    );
  if (manifest.generation > generation)
    throw refused(
      folder,
      `it has generation ${String(manifest.generation)} and the copy here has ${String(generation)}: it was written from another or a newer copy. Sync first, or choose another folder.`,
    );
  if (manifest.generationAt === undefined)
    throw refused(
      folder,
      'an earlier version of Carrel wrote its manifest, which does not say which copy it came from. Choose an empty folder; the whole lake is rewritten there.',
    );
  if (manifest.generationAt !== timeOf(manifest.generation))
    throw refused(
      folder,
      `its generation ${String(manifest.generation)} is not that of the copy here: it was written from another copy, or ${study} has been mirrored again since. Choose an empty folder; the whole lake is rewritten there.`,
    );
}

async function assertFits(folder: string, { path, bytes, sha256 }: LakeFile): Promise<void> {
  const whole = join(folder, path);
  if (!existsSync(whole)) throw unfit(folder, `"${path}" is missing`);
  if (lstatSync(whole).size !== bytes || (await digestOf(whole)) !== sha256) throw unfit(folder, `"${path}" was changed`);
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

function unfit(folder: string, why: string): AppError {
  return refused(folder, `its manifest does not match its files: ${why}. Choose an empty folder; the whole lake is rewritten there.`);
}

function refused(folder: string, why: string): AppError {
  return new AppError('EXPORT', `Nothing was written to ${folder}: ${why}`);
}
