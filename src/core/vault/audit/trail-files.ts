import type { KnownFile } from '../../../shared/calls/verify.ts';
import type { TrailFile } from '../../../shared/engine-protocol.ts';
import type { AuditEntry, AuditEvent } from './audit-event.ts';
import type { Vault } from '../vault.ts';

/** The files recorded in the trail and in earlier trails restored from a backup, oldest first. */
export function trailFiles({ entries: own, earlier }: Pick<Vault['audit'], 'entries' | 'earlier'>): readonly TrailFile[] {
  const before = earlier();
  const entries = [...before, ...own()];
  const fresh = lastFreshStarts(entries);
  const restored = lastRestores(entries);
  const nameless = new Set(entries.flatMap(({ event }) => (event.kind === 'export-failed' && event.id !== undefined ? [event.id] : [])));
  return entries.flatMap(({ at, actor: by, event }, place): readonly TrailFile[] => {
    const file = knownOf(event, { at, by, ...(place < before.length ? { restored: true } : {}) });
    if (file === null || file.known.what !== 'export') return file === null ? [] : [file];
    const { id, study } = file.known;
    const reported = {
      nameless: id !== null && nameless.has(id),
      anew: (fresh.get(study) ?? 0) > place || (place >= before.length && (restored.get(study) ?? 0) > place),
    };
    return [{ ...file, known: { ...file.known, ...reported } }];
  });
}

/**
 * SHA-256 in hex of the manifests of a study's lakes that this vault wrote. Those of earlier trails do not count: whoever made a backup
 * could have written them.
 */
export function recordedManifests({ entries }: Pick<Vault['audit'], 'entries'>, study: string): readonly string[] {
  return entries().flatMap(({ event }) =>
    event.kind === 'export' && event.format === 'parquet-lake' && event.study === study ? [event.sha256] : [],
  );
}

type Noted = Pick<KnownFile, 'at' | 'by' | 'restored'>;

function knownOf(event: AuditEvent, noted: Noted): TrailFile | null {
  switch (event.kind) {
    case 'export': {
      const { id = null, study, dataset, format, rows, columns, recipient = null, generation, sha256, evidenceSha256, rowDigests } = event;
      return {
        sha256,
        ...(evidenceSha256 === undefined ? {} : { evidenceSha256 }),
        ...(rowDigests === undefined ? {} : { rowDigests }),
        known: {
          what: 'export',
          ...noted,
          id,
          study,
          dataset,
          format,
          rows,
          columns,
          recipient,
          generation,
          nameless: false,
          anew: false,
          ...(event.notes === true ? { notes: true } : {}),
          ...(event.byVisit === true ? { byVisit: true } : {}),
        },
      };
    }
    case 'pack':
    case 'unpack': {
      const { sha256, study, expires } = event;
      return { sha256, known: { what: 'site-pack', ...noted, study, expires, taken: event.kind === 'unpack' } };
    }
    case 'trail-exported': {
      const { sha256, format, entries } = event;
      return { sha256, known: { what: 'audit-trail', ...noted, format, entries } };
    }
    default:
      return null;
  }
}

/** Per study, the index of the last entry that restarted its generations. Generations before and after it cannot be compared. */
function lastFreshStarts(entries: readonly AuditEntry[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const [place, { event }] of entries.entries()) if (isFreshStart(event)) starts.set(event.study, place);
  return starts;
}

/**
 * Per study, the index of the last time a history was put before the local one, which renumbered earlier generations. Taken from the entry
 * made before the study changes, because a restore interrupted after a study has no `restored` entry.
 */
function lastRestores(entries: readonly AuditEntry[]): ReadonlyMap<string, number> {
  const restores = new Map<string, number>();
  for (const [place, { event }] of entries.entries()) if (event.kind === 'history-restore-begun') restores.set(event.study, place);
  return restores;
}

function isFreshStart(event: AuditEvent): event is AuditEvent & { readonly study: string } {
  return (
    event.kind === 'wiped' ||
    event.kind === 'renewed' ||
    (event.kind === 'unpack' && (event.outcome === 'added' || event.outcome === 'replaced'))
  );
}
