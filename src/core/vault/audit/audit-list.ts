import type { AuditFilter, ShownAuditEntry } from '../../../shared/calls/audit.ts';
import type { StoredEntry } from './audit.ts';
import type { AuditEvent } from './audit-event.ts';
import { groupOfKind, sayEvent } from './audit-words.ts';
import { hasEarlierTrail } from './earlier-trail.ts';
import { guarded, type VaultDatabase } from '../database.ts';
import { readNumber } from '../../store/database/read-number.ts';

interface ListedEntry extends StoredEntry {
  readonly earlier: number;
}

/** A part of the trail: `of` entries in total, `total` that match the filter, and a window of these, newest first. */
export interface AuditPart {
  readonly of: number;
  readonly total: number;
  /** All studies named in the trail. */
  readonly studies: readonly string[];
  readonly entries: readonly ShownAuditEntry[];
}

/** Entries of earlier trails come after all of the vault's own. */
const OWN = 'SELECT number, at, actor, event, hash, 0 AS earlier FROM audit';
const EARLIER = 'SELECT number, at, actor, event, hash, 1 AS earlier FROM earlier_audit';

/** A field of an event, null if it is not text or SQLite cannot read the event: one restored from a backup may be nested too deeply. */
function textIn(field: 'kind' | 'study'): string {
  const path = `'$.${field}'`;
  return `CASE WHEN json_valid(event) THEN CASE json_type(event, ${path}) WHEN 'text' THEN event ->> ${path} END END`;
}

const LEFT = `
  WHERE (:kinds IS NULL OR ${textIn('kind')} IN (SELECT value FROM json_each(:kinds)))
    AND (:study IS NULL OR ${textIn('study')} = :study)
    AND (:since IS NULL OR at >= :since) AND (:until IS NULL OR at < :until)
    AND (:text = '' OR instr(lower(words(event) || ' ' || event || ' ' || actor), lower(:text)) > 0)`;

/** Returns a window of the filtered trail for display. */
export function listAudit(db: VaultDatabase, filter: AuditFilter, offset: number, limit: number): AuditPart {
  return guarded(() => {
    db.function('words', { deterministic: true }, (event) => readEvent(String(event)).says);
    const trail = hasEarlierTrail(db) ? `(${OWN} UNION ALL ${EARLIER})` : `(${OWN})`;
    const { study, since, until, text } = filter;
    const asked = { kinds: kindsOf(filter), study, since, until, text };
    const rows = db
      .prepare<unknown[], ListedEntry>(
        `SELECT * FROM ${trail} ${LEFT} ORDER BY earlier, CASE WHEN earlier THEN at END DESC, number DESC LIMIT :limit OFFSET :offset`,
      )
      .all({ ...asked, limit, offset });
    return {
      of: readNumber(db, `SELECT count(*) FROM ${trail}`),
      total: readNumber(db, `SELECT count(*) FROM ${trail} ${LEFT}`, asked),
      studies: db
        .prepare<[], string>(`SELECT DISTINCT ${textIn('study')} AS study FROM ${trail} WHERE study IS NOT NULL ORDER BY study`)
        .pluck()
        .all(),
      entries: rows.map(shown),
    };
  });
}

function kindsOf({ group }: AuditFilter): string | null {
  if (group === null) return null;
  return JSON.stringify(Object.entries(groupOfKind).flatMap(([kind, of]) => (of === group ? [kind] : [])));
}

function shown({ number, at, actor, event, hash, earlier }: ListedEntry): ShownAuditEntry {
  return { number, at, actor, event, hash: hash.toString('hex'), earlier: earlier === 1, ...readEvent(event) };
}

/** Entries of an earlier trail may come from a newer Carrel or be invalid; they are listed in any case. */
function readEvent(stored: string): Pick<ShownAuditEntry, 'group' | 'says'> {
  const event = JSON.parse(stored) as AuditEvent;
  const unread = { group: 'check', says: `An entry that this version of Carrel cannot read (${event.kind})` } as const;
  try {
    return Object.hasOwn(groupOfKind, event.kind) ? { group: groupOfKind[event.kind], says: sayEvent(event) } : unread;
  } catch {
    return unread;
  }
}
