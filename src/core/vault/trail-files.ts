import type { TrailFile } from '../../shared/engine-protocol.ts';
import type { AuditEntry, AuditEvent } from './audit-event.ts';

/** The files that a trail knows, oldest first. */
export function trailFiles(entries: readonly AuditEntry[]): readonly TrailFile[] {
  const fresh = lastFreshStarts(entries);
  const nameless = new Set(entries.flatMap(({ event }) => (event.kind === 'export-failed' && event.id !== undefined ? [event.id] : [])));
  return entries.flatMap(({ number, at, actor: by, event }): readonly TrailFile[] => {
    const file = knownOf(event, { at, by });
    if (file === null || file.known.what !== 'export') return file === null ? [] : [file];
    const { id, study } = file.known;
    const reported = { nameless: id !== null && nameless.has(id), anew: (fresh.get(study) ?? 0) > number };
    return [{ ...file, known: { ...file.known, ...reported } }];
  });
}

function knownOf(event: AuditEvent, noted: { readonly at: string; readonly by: string }): TrailFile | null {
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

/** The last entry of each study by which its generations began anew: those before it cannot be compared with those after. */
function lastFreshStarts(entries: readonly AuditEntry[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const { number, event } of entries) if (isFreshStart(event)) starts.set(event.study, number);
  return starts;
}

function isFreshStart(event: AuditEvent): event is AuditEvent & { readonly study: string } {
  return (
    event.kind === 'wiped' ||
    event.kind === 'renewed' ||
    (event.kind === 'unpack' && (event.outcome === 'added' || event.outcome === 'replaced'))
  );
}
