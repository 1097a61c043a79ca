import type { AuditFormat } from '../../../shared/calls/audit.ts';
import { reportOf } from '../../../shared/errors.ts';
import { createAtomicFile } from '../../platform/atomic-file.ts';
import type { StoredEntry } from './audit.ts';
import type { EarlierEntry } from './earlier-trail.ts';
import type { NotedExport } from '../settings/noted-exports.ts';
import type { Vault } from '../vault.ts';

/** Number of entries written, and the last link of their chain (hex). */
export interface ExportedTrail {
  readonly entries: number;
  readonly head: string;
}

/**
 * Writes the whole trail with its chain, so that it can be verified without Carrel (docs/audit-trail.md). The trail records the export
 * before the file gets its name. Throws EXPORT; an earlier file is then unchanged.
 */
export function exportTrail(vault: Vault, path: string, format: AuditFormat, at: Date): ExportedTrail {
  const noted = vault.exports.begin({ kind: 'trail-begun', format }, path);
  try {
    const exported = writeTrail(vault, path, format, at, noted);
    noted.ended();
    return exported;
  } catch (error: unknown) {
    noted.failed(reportOf(error).code);
    throw error;
  }
}

function writeTrail({ audit }: Vault, path: string, format: AuditFormat, at: Date, noted: NotedExport): ExportedTrail {
  const trail = audit.stored();
  const exported = { entries: trail.length, head: (trail.at(-1)?.hash ?? Buffer.alloc(32)).toString('hex') };
  const file = createAtomicFile(path, true);
  try {
    const lines = format === 'csv' ? csvLines(trail) : jsonLines(trail, audit.storedEarlier(), exported, at);
    for (const line of lines) file.write(Buffer.from(line, 'utf8'));
    const { sha256 } = file.finish();
    noted.written({ kind: 'trail-exported', format, entries: exported.entries, sha256 }, file.part);
    file.commit();
    return exported;
  } finally {
    file.discard();
  }
}

function* jsonLines(trail: readonly StoredEntry[], earlier: readonly EarlierEntry[], exported: ExportedTrail, at: Date): Iterable<string> {
  yield `${JSON.stringify({ format: 'carrel audit trail', version: 1, ...exported, exportedAt: at.toISOString() })}\n`;
  for (const { hash, ...entry } of trail) yield `${JSON.stringify({ ...entry, hash: hash.toString('hex') })}\n`;
  for (const { hash, previous, ...entry } of earlier)
    yield `${JSON.stringify({ ...entry, hash: hash.toString('hex'), previous: previous.toString('hex') })}\n`;
}

/** RFC 4180: every field except the number is quoted. */
function* csvLines(trail: readonly StoredEntry[]): Iterable<string> {
  yield 'number,at,actor,event,hash\r\n';
  for (const { number, at, actor, event, hash } of trail)
    yield `${[String(number), ...[at, actor, event, hash.toString('hex')].map((text) => `"${text.replaceAll('"', '""')}"`)].join(',')}\r\n`;
}
