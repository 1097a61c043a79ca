import { chain, storedAudit, type StoredEntry } from './audit.ts';
import type { AuditEvent } from './audit-event.ts';
import { guarded, type VaultDatabase } from '../database.ts';

/** An entry of an audit trail in transferable form: its own link in the chain and the previous one, both in hex. */
export interface TrailEntry extends Omit<StoredEntry, 'hash'> {
  readonly hash: string;
  readonly previous: string;
}

const START = Buffer.alloc(32);

/*
 * Trails of earlier vaults, restored from a backup. They are stored unchanged, link by link, next to the vault's own trail, which records
 * their ends (`restored`). No entry of either is ever rewritten.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS earlier_audit (
    hash BLOB PRIMARY KEY, previous BLOB NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, actor TEXT NOT NULL, event TEXT NOT NULL
  ) STRICT;
`;

/** Whether any earlier trail was restored. */
export function hasEarlierTrail(db: VaultDatabase): boolean {
  return guarded(() => db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'earlier_audit'").get() !== undefined);
}

/** An entry of an earlier trail as stored. */
export interface EarlierEntry extends StoredEntry {
  readonly previous: Buffer;
}

/** Entries of earlier trails, ordered by time. */
export function earlierEntries(db: VaultDatabase): readonly EarlierEntry[] {
  if (!hasEarlierTrail(db)) return [];
  return guarded(() =>
    db.prepare<[], EarlierEntry>('SELECT number, at, actor, event, hash, previous FROM earlier_audit ORDER BY at, number').all(),
  );
}

/** Every entry that the vault has, its own and earlier ones, in transferable form. */
export function wholeTrail(db: VaultDatabase): readonly TrailEntry[] {
  let previous: Buffer = START;
  const own = storedAudit(db).map((entry) => {
    const travelling = { ...entry, hash: entry.hash.toString('hex'), previous: previous.toString('hex') };
    previous = entry.hash;
    return travelling;
  });
  const earlier = earlierEntries(db).map((entry) => ({
    ...entry,
    hash: entry.hash.toString('hex'),
    previous: entry.previous.toString('hex'),
  }));
  return [...earlier, ...own];
}

/** The entries of a trail that are not stored here yet. */
export function unknownEntries(db: VaultDatabase, trail: readonly TrailEntry[]): readonly TrailEntry[] {
  const known = new Set(wholeTrail(db).map(({ hash }) => hash));
  return trail.filter(({ hash }) => !known.has(hash));
}

/** Whether each entry of a list starts a chain or follows from another one of the list: a break could never be mended once stored. */
export function isLinked(trail: readonly TrailEntry[]): boolean {
  const numbers = new Map([[START.toString('hex'), 0], ...trail.map(({ hash, number }) => [hash, number] as const)]);
  return trail.every((entry) => {
    const { previous, hash, number } = entry;
    return numbers.get(previous) === number - 1 && chain(Buffer.from(previous, 'hex'), entry).toString('hex') === hash;
  });
}

/** The last entries of the trails in a list: those without a successor. Hex. */
export function endsOf(trail: readonly TrailEntry[]): readonly string[] {
  const followed = new Set(trail.map(({ previous }) => previous));
  return trail.flatMap(({ hash }) => (followed.has(hash) ? [] : [hash]));
}

/** Call inside a `writeVault` change that records the ends of these trails. */
export function storeEarlierTrail(db: VaultDatabase, entries: readonly TrailEntry[]): void {
  if (entries.length === 0) return;
  db.exec(SCHEMA);
  const insert = db.prepare(
    'INSERT OR IGNORE INTO earlier_audit (hash, previous, number, at, actor, event) VALUES (:hash, :previous, :number, :at, :actor, :event)',
  );
  for (const { hash, previous, ...entry } of entries)
    insert.run({ ...entry, hash: Buffer.from(hash, 'hex'), previous: Buffer.from(previous, 'hex') });
}

/** Returns null if every earlier trail is as it was restored, otherwise a sentence about the first break. */
export function findEarlierBreak(db: VaultDatabase): string | null {
  const own = storedAudit(db);
  const earlier = earlierEntries(db);
  const numbers = new Map([...own, ...earlier].map(({ hash, number }) => [hash.toString('hex'), number]));
  const ends = new Set(own.flatMap(({ event }) => notedEnds(event)));
  for (const end of ends) if (!numbers.has(end)) return 'An earlier audit trail that was restored is missing, or its end was cut off.';
  const followed = new Set(earlier.map(({ previous }) => previous.toString('hex')));
  for (const entry of earlier) {
    const what = `Entry ${entry.number} of an earlier audit trail`;
    if (!chain(entry.previous, entry).equals(entry.hash)) return `${what} does not follow from the previous entry: it was changed.`;
    const before = entry.previous.equals(START) ? 0 : numbers.get(entry.previous.toString('hex'));
    if (before !== entry.number - 1) return `${what} follows an entry that is missing.`;
  }
  const added = earlier.find(({ hash }) => !followed.has(hash.toString('hex')) && !ends.has(hash.toString('hex')));
  return added === undefined ? null : `Entry ${added.number} of an earlier audit trail was added: no restore recorded it.`;
}

function notedEnds(event: string): readonly string[] {
  const parsed = JSON.parse(event) as AuditEvent;
  return parsed.kind === 'restored' ? parsed.trailEnds : [];
}
