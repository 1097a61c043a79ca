import { createHash } from 'node:crypto';
import { currentActor } from './actor.ts';
import type { AuditEntry, AuditEvent } from './audit-event.ts';
import { guarded, type VaultDatabase } from '../database.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';

/** One entry as stored. Its event is the exact text that the chain is computed from. */
export interface StoredEntry {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  readonly event: string;
  readonly hash: Buffer;
}
/** Number of entries in the trail, and its last link. */
export interface AuditHead {
  readonly entries: number;
  readonly hash: Buffer;
}

const START: AuditHead = { entries: 0, hash: Buffer.alloc(32) };

/** Appends one entry, chained to the previous one. Call inside a `writeVault` change. */
export function appendAudit(db: VaultDatabase, event: AuditEvent, at: Date): void {
  const head = readAuditHead(db);
  const unchained = { number: head.entries + 1, at: at.toISOString(), actor: currentActor(), event: canonical(event) };
  const hash = chain(head.hash, unchained);
  db.prepare('INSERT INTO audit (number, at, actor, event, hash) VALUES (:number, :at, :actor, :event, :hash)').run({ ...unchained, hash });
  db.prepare(
    'INSERT INTO audit_head (id, entries, hash) VALUES (1, :entries, :hash) ON CONFLICT (id) DO UPDATE SET entries = :entries, hash = :hash',
  ).run({ entries: unchained.number, hash });
}

/** The whole trail, oldest first. */
export function readAudit(db: VaultDatabase): readonly AuditEntry[] {
  return storedAudit(db).map(readEntry);
}

/** Parses the event of an entry. */
export function readEntry({ number, at, actor, event, hash }: StoredEntry): AuditEntry {
  return { number, at, actor, event: JSON.parse(event) as AuditEvent, hash: hash.toString('hex') };
}

/**
 * Verifies the chain from its first entry. Returns null if it is intact, otherwise a sentence about the first break. An edited, removed,
 * inserted or moved entry breaks the chain; a truncated trail no longer reaches the head.
 */
export function findAuditBreak(db: VaultDatabase): string | null {
  let before = START;
  for (const entry of storedAudit(db)) {
    if (entry.number !== before.entries + 1)
      return `The audit trail goes from entry ${before.entries} to ${entry.number}: entries were removed.`;
    if (!chain(before.hash, entry).equals(entry.hash))
      return `Entry ${entry.number} of the audit trail does not follow from the previous entry: it was changed, moved or replaced.`;
    before = { entries: entry.number, hash: entry.hash };
  }
  const head = readAuditHead(db);
  if (head.entries === before.entries && head.hash.equals(before.hash)) return null;
  return `The audit trail ends at entry ${before.entries}, but ${head.entries} were written: its end was cut off or replaced.`;
}

/** The whole trail as stored, oldest first. */
export function storedAudit(db: VaultDatabase): readonly StoredEntry[] {
  return guarded(() => db.prepare<[], StoredEntry>('SELECT number, at, actor, event, hash FROM audit ORDER BY number').all());
}

/** The end of the trail as last written. */
export function readAuditHead(db: VaultDatabase): AuditHead {
  return guarded(() => db.prepare<[], AuditHead>('SELECT entries, hash FROM audit_head').get()) ?? START;
}

/** Computes the link of an entry: SHA-256 over the previous link and the entry's own content. */
export function chain(previous: Buffer, entry: Omit<StoredEntry, 'hash'>): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([entry.number, entry.at, entry.actor, entry.event]))
    .digest();
}

/** JSON with sorted keys, so that equal events give equal bytes. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareTexts(a, b)));
  });
}
