import { createHash } from 'node:crypto';
import { evidenceEnding, evidenceMember, readEvidence } from '../export/evidence-file.ts';
import { scanValue, skipSpace } from '../bundle/scan-json.ts';
import type { ExportedDataset, VerifiedFile } from '../../shared/calls/verify.ts';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import { errnoOf } from '../platform/errno.ts';
import { sitePackKind } from '../pack/pack-kind.ts';
import { openPlainFile, type PlainFile } from './plain-file.ts';
import { readWorkbookEvidence, type WorkbookEvidence } from './workbook-evidence.ts';
import { compareTables } from './workbook-tables.ts';
import { readMember, readMembers } from './zip-directory.ts';

/** What evidence claims about a file; it is not authenticated. */
export interface Claim {
  /** UUID of the export. */
  readonly id: string;
  /** ISO time, as claimed. */
  readonly at: string;
  readonly study: string;
  readonly datasets: readonly ExportedDataset[];
  /** SHA-256 of the file next to it; null if the evidence is inside the file. */
  readonly sha256: string | null;
}

/** The evidence file next to a file. */
export interface EvidenceBeside {
  /** Null if it is not evidence, or cannot be read. */
  readonly claim: Claim | null;
  /** SHA-256 of the evidence itself; null if it cannot be read. */
  readonly sha256: string | null;
}

/** What a file, and the evidence next to it, claim about it. */
export interface FileEvidence {
  readonly inside: Claim | null;
  /** Null if there is none. */
  readonly beside: EvidenceBeside | null;
  readonly isSitePack: boolean;
  /**
   * Compares the tables of a workbook with these digests or, without any, with those that it states. Fields are null if it cannot be
   * compared.
   */
  readonly compareRows: (trusted: readonly string[] | null) => Promise<Pick<VerifiedFile, 'rows' | 'differs'>>;
}

export const notCompared = { rows: null, differs: null } as const;

/** Largest evidence in bytes: filters may list 10,000 values. */
const mostEvidence = 4 * 1024 * 1024;
/** Longest text that is shown. */
const longestWord = 128;

/** Reads only the evidence of an export. `check` is called between parts of the work and may throw to stop it. */
export async function readFileEvidence(file: PlainFile, path: string, check: () => void): Promise<FileEvidence> {
  const members = await readMembers(file);
  const inZip = members?.get(evidenceMember);
  const text = inZip === undefined ? null : await readMember(file, inZip, mostEvidence);
  const workbook = members === null || inZip !== undefined ? null : await readWorkbookEvidence(file, members, check);
  return {
    inside: workbook !== null ? claimOfWorkbook(workbook) : text === null ? null : readClaim(text),
    beside: await readBeside(path),
    isSitePack: (await file.read(0, sitePackKind.magic.length)).equals(sitePackKind.magic),
    compareRows: async (trusted) => {
      if (workbook === null || members === null) return notCompared;
      const compared = await compareTables(file, members, workbook, trusted, check);
      if (compared === null) return notCompared;
      const { differs = null, ...rows } = compared;
      return { rows: { ...rows, by: trusted === null ? 'file' : 'trail' }, differs };
    },
  };
}

/** Whether a file is itself evidence, chosen instead of the export it belongs to. */
export async function isEvidence(file: PlainFile): Promise<boolean> {
  return file.name.endsWith(evidenceEnding) && file.size <= mostEvidence && readClaim(await file.read(0, file.size)) !== null;
}

/** System codes for a missing file. */
const absent = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];
const unread: EvidenceBeside = { claim: null, sha256: null };

async function readBeside(path: string): Promise<EvidenceBeside | null> {
  let beside: PlainFile;
  try {
    beside = await openPlainFile(path + evidenceEnding);
  } catch (error: unknown) {
    return error instanceof AppError && absent.includes(errnoOf(error.cause)) ? null : unread;
  }
  try {
    if (beside.size > mostEvidence) return unread;
    const bytes = await beside.read(0, beside.size);
    return { claim: readClaim(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch {
    // The verdict is about the file. Unreadable evidence next to it differs from that in the trail, and is reported so.
    return unread;
  } finally {
    await beside.close();
  }
}

function readClaim(bytes: Buffer): Claim | null {
  const evidence = isSoundJson(bytes) ? readEvidence(bytes.toString('utf8')) : null;
  if (evidence === null) return null;
  const { export: made, study, datasets, listing, sha256 = null } = evidence;
  return {
    id: made.id.toLowerCase(),
    at: word(made.at),
    study: word(study),
    datasets: [...datasets, ...(listing?.madeOf ?? [])].slice(0, 16),
    sha256,
  };
}

/** Within the limits of what is parsed anywhere: UTF-8, nesting depth, and size. */
function isSoundJson(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const end = scanValue(bytes, skipSpace(bytes, 0), 0, { values: 0, keys: 0, inexact: false, surrogate: false });
    return skipSpace(bytes, end) === bytes.length;
  } catch {
    return false;
  }
}

function claimOfWorkbook({ id, at, study, datasets }: WorkbookEvidence): Claim {
  return {
    id: id.toLowerCase(),
    at: word(at),
    study: word(study),
    datasets: datasets.map(({ dataset, generation }) => ({ dataset, generation })),
    sha256: null,
  };
}

function word(text: string): string {
  return printable(text.slice(0, longestWord));
}
