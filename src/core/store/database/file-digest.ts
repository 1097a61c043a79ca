import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { datasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import { digestOf } from '../../bundle/bundle-entry.ts';
import { notOrdinary, openOrdinary, readingFlags } from '../../platform/files.ts';
import { fingerprintOf } from '../../extract/fingerprint.ts';
import { studyFormat } from './migrations.ts';

/** Page size in bytes, and the size of the cipher's nonce and tag at its end, which are unique to each write of a page. */
const PAGE = 4096;
const TAG = 32;
const AT_ONCE = 256;

/** State of a study's file when its last writer closed it. */
export interface FileMark {
  /** SHA-256 (hex) over the size of the file and the nonce and tag of each page. */
  readonly digest: string;
  /**
   * The format that this version of the app gives a file. Another version rewrites the file when it opens it, which makes the digest
   * meaningless.
   */
  readonly form: string;
}

/** Returns the mark of a file whose journal is empty; null otherwise, because the file is then incomplete. */
export function markFile(path: string): FileMark | null {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return null;
  return { digest: digestOfTags(path), form: formOfFiles(Object.values(datasets)) };
}

/** False if the file's pages differ from those that were marked: some come from an earlier copy, or SQLite did not write them. */
export function isAsMarked(path: string, mark: FileMark | null): boolean {
  return !saysMore(mark) || mark.digest === digestOfTags(path);
}

/** A digest that was computed before the mark of the file was known. */
export interface EarlyDigest {
  readonly digest: string;
  /** The file that was read, in the state in which it was read (`stateOf`). */
  readonly state: string;
}

/**
 * Like `isAsMarked`, but asynchronous, because a large file takes a while. A digest that was begun before counts only if the file has not
 * changed since; `begun` returns null if there is none.
 */
export async function isAsMarkedMeanwhile(path: string, mark: FileMark | null, begun: () => Promise<EarlyDigest | null>): Promise<boolean> {
  if (!saysMore(mark)) return true;
  const early = await begun();
  if (early !== null && early.state === stateOf(await stat(path, { bigint: true }))) return mark.digest === early.digest;
  return mark.digest === (await digestMeanwhile(path)).digest;
}

/** What changes when a file is written or replaced. */
function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

function saysMore(mark: FileMark | null): mark is FileMark {
  return mark?.form === formOfFiles(Object.values(datasets));
}

function digestOfTags(path: string): string {
  const hash = createHash('sha256');
  const file = openOrdinary(path);
  try {
    hash.update(String(fstatSync(file).size));
    const pages = Buffer.alloc(PAGE * AT_ONCE);
    for (let at = 0, read = 0; (read = readSync(file, pages, 0, pages.length, at)) > 0; at += read) {
      addTags(hash, pages.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

/** Throws file system errors, and the reason of `signal` once that is aborted. */
export async function digestMeanwhile(path: string, signal?: AbortSignal): Promise<EarlyDigest> {
  const hash = createHash('sha256');
  const file = await open(path, readingFlags);
  try {
    const found = await file.stat({ bigint: true });
    if (!found.isFile()) throw notOrdinary();
    hash.update(String(found.size));
    const pages = Buffer.alloc(PAGE * AT_ONCE);
    for (let at = 0, read = 0; (read = (await file.read(pages, 0, pages.length, at)).bytesRead) > 0; at += read) {
      signal?.throwIfAborted();
      addTags(hash, pages.subarray(0, read));
    }
    return { digest: hash.digest('hex'), state: stateOf(found) };
  } finally {
    await file.close();
  }
}

function addTags(hash: Hash, pages: Buffer): void {
  for (let end = PAGE; end <= pages.length; end += PAGE) hash.update(pages.subarray(end - TAG, end));
}

function formOfFiles(declared: readonly Dataset[]): string {
  return digestOf(JSON.stringify([studyFormat, declared.map((dataset) => fingerprintOf(dataset))]));
}
