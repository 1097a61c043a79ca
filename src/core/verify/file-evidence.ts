import { createHash } from 'node:crypto';
import { evidenceEnding, evidenceMember, readEvidence } from '../export/evidence-file.ts';
import { scanValue, skipSpace } from '../bundle/scan-json.ts';
import type { ExportedDataset, VerifiedFile } from '../../shared/calls/verify.ts';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import { errnoOf } from '../platform/files.ts';
import { sitePackKind } from '../pack/pack-kind.ts';
import { openPlainFile, type PlainFile } from './plain-file.ts';
import { readWorkbookEvidence, type WorkbookEvidence } from './workbook-evidence.ts';
import { compareTables } from './workbook-tables.ts';
import { readMember, readMembers } from './zip-directory.ts';

/** What some evidence says that a file is; nobody vouches for it. */
export interface Claim {
  /** Of the export. */
  readonly id: string;
  /** ISO time, by its own word. */
  readonly at: string;
  readonly study: string;
  readonly datasets: readonly ExportedDataset[];
  /** SHA-256 of the file that it stands beside; null where it is inside of it. */
  readonly sha256: string | null;
}

/** What stands beside a file under the name of its evidence. */
export interface EvidenceBeside {
  /** Null where it is no evidence, or cannot be read. */
  readonly claim: Claim | null;
  /** Of the evidence itself; null where it cannot be read. */
  readonly sha256: string | null;
}

/** What a file, and what stands beside it, says that it is. */
export interface FileEvidence {
  readonly inside: Claim | null;
  /** Null: there is none. */
  readonly beside: EvidenceBeside | null;
  readonly isSitePack: boolean;
  /** Whether the tables of a workbook have these digests, or, where there are none, those that it names; null where that cannot be told. */
  readonly compareRows: (trusted: readonly string[] | null) => Promise<Pick<VerifiedFile, 'rows' | 'differs'>>;
}

export const notCompared = { rows: null, differs: null } as const;

/** Bytes of evidence: filters may name 10,000 values. */
const mostEvidence = 4 * 1024 * 1024;
/** Of a word that is shown. */
const longestWord = 128;

/** Reads what tells of an export, and no more. `check` is called between the parts of the work, and may throw to end it. */
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

/** Whether a file is evidence itself, which was taken for what it stands beside. */
export async function isEvidence(file: PlainFile): Promise<boolean> {
  return file.name.endsWith(evidenceEnding) && file.size <= mostEvidence && readClaim(await file.read(0, file.size)) !== null;
}

/** Of the system, for a file that is not there. */
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
    // The verdict is of the file. What cannot be read beside it is not that of the trail, and is told so.
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

/** Within the bounds of what is ever parsed: text as UTF-8, not too deep, not too much of it. */
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
