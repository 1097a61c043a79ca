import { createHash } from 'node:crypto';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openDatabase, type Db } from '../../../src/core/store/database/database.ts';
import type { Random } from '../shim/random.ts';
import type { Target } from './targets.ts';

const PAGE = 4096;

/** Changes a file and says how, or returns null if it changed nothing. */
export type Change = (target: Target, random: Random) => string | null;

const whole = (random: Random, below: number): number => Math.floor(random() * below);

function noise(length: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length }, () => whole(random, 256)));
}

function flip(bytes: Buffer, at: number, bit: number): void {
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
}

/** Overwrites the file with changed bytes. */
function rewrite(work: (bytes: Buffer, target: Target, random: Random) => string | null): Change {
  return (target, random) => {
    const bytes = Buffer.from(target.now);
    const says = work(bytes, target, random);
    if (says === null || bytes.equals(target.now)) return null;
    writeFileSync(target.path, bytes);
    return says;
  };
}

/** What an attacker without the key can do to a file. */
export const byteChanges: Readonly<Record<string, Change>> = {
  'a bit': rewrite((bytes, _target, random) => {
    const [at, bit] = [whole(random, bytes.length), whole(random, 8)];
    flip(bytes, at, bit);
    return `bit ${bit} of byte ${at}`;
  }),
  'a stretch': rewrite((bytes, _target, random) => {
    const at = whole(random, bytes.length);
    const length = Math.min(1 + whole(random, 300), bytes.length - at);
    for (let place = at; place < at + length; place++) bytes.writeUInt8(whole(random, 256), place);
    return `${length} bytes from ${at}`;
  }),
  'two pages exchanged': rewrite((bytes, { now }, random) => {
    const pages = Math.floor(now.length / PAGE);
    const [one, other] = [whole(random, pages), whole(random, pages)];
    now.copy(bytes, one * PAGE, other * PAGE, (other + 1) * PAGE);
    now.copy(bytes, other * PAGE, one * PAGE, (one + 1) * PAGE);
    return `pages ${one} and ${other}`;
  }),
  'a page of the earlier copy': rewrite((bytes, { earlier }, random) => {
    const page = whole(random, Math.ceil(Math.min(bytes.length, earlier.length) / PAGE));
    earlier.copy(bytes, page * PAGE, page * PAGE, Math.min((page + 1) * PAGE, bytes.length));
    return `page ${page}`;
  }),
  'the end': (target, random) => {
    const length = whole(random, target.now.length);
    writeFileSync(target.path, target.now.subarray(0, length));
    return `cut to ${length}`;
  },
  'the earlier copy': (target) => {
    if (target.earlier.equals(target.now)) return null;
    writeFileSync(target.path, target.earlier);
    return 'put back';
  },
  'the file': (target) => {
    rmSync(target.path);
    return 'deleted';
  },
  'bytes more': (target, random) => {
    const [at, length] = [whole(random, target.now.length + 1), 1 + whole(random, 300)];
    writeFileSync(target.path, Buffer.concat([target.now.subarray(0, at), noise(length, random), target.now.subarray(at)]));
    return `${length} at ${at}`;
  },
  'bytes less': (target, random) => {
    const [at, length] = [whole(random, target.now.length), 1 + whole(random, 300)];
    writeFileSync(target.path, Buffer.concat([target.now.subarray(0, at), target.now.subarray(at + length)]));
    return `${length} from ${at}`;
  },
  zeros: rewrite((bytes, _target, random) => {
    const at = whole(random, bytes.length);
    bytes.fill(0, at, Math.min(at + 1 + whole(random, PAGE), bytes.length));
    return `from ${at}`;
  }),
  'another file': (target, random) => {
    writeFileSync(target.path, noise(whole(random, 3 * PAGE), random));
    return 'of random bytes';
  },
  'a link to a changed copy': (target, random) => {
    const at = whole(random, target.now.length);
    const copy = `${target.path}.elsewhere`;
    const bytes = Buffer.from(target.now);
    flip(bytes, at, 0);
    writeFileSync(copy, bytes);
    rmSync(target.path);
    symlinkSync(copy, target.path);
    return `byte ${at}`;
  },
};

/** What an attacker who knows the format of the key file can do to it: a changed field, and the checksum of the changed fields. */
export const keyFileChanges: Readonly<Record<string, Change>> = {
  'a field and its checksum': ({ part, path, now }, random) => {
    if (part !== 'key file') return null;
    const { check: _, ...content } = JSON.parse(now.toString()) as Record<
      'format' | 'version' | 'passphrase' | 'keyStore' | 'check',
      object
    >;
    const [way, fields] =
      random() < 0.5 ? (['keyStore', ['sealed']] as const) : (['passphrase', ['salt', 'nonce', 'sealed', 'tag']] as const);
    const field = fields[whole(random, fields.length)] ?? 'sealed';
    const locked = content[way] as Record<string, string>;
    const bytes = Buffer.from(locked[field] ?? '', 'base64');
    const at = whole(random, bytes.length);
    flip(bytes, at, whole(random, 8));
    locked[field] = bytes.toString('base64');
    const parts = [content.format, content.version, content.passphrase, content.keyStore];
    const check = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    writeFileSync(path, JSON.stringify({ ...content, check }, null, 2));
    return `${way}.${field}, byte ${at}`;
  },
};

/** What an attacker with the key can do to the rows of a database, without Carrel. */
export const rowChanges: Readonly<Record<string, Change>> = {
  'a cell': inDatabase((db, table, rowid, random) => {
    const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    const column = columns[whole(random, columns.length)] ?? '';
    const value: unknown = db.prepare(`SELECT "${column}" FROM "${table}" WHERE rowid = ?`).pluck().get(rowid);
    db.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE rowid = ?`).run(otherThan(value, random), rowid);
    return column;
  }),
  'a row deleted': inDatabase((db, table, rowid) => {
    db.prepare(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowid);
    return '';
  }),
  'a row moved': inDatabase((db, table, rowid) => {
    db.prepare(`UPDATE "${table}" SET rowid = (SELECT max(rowid) + 1 FROM "${table}") WHERE rowid = ?`).run(rowid);
    return '';
  }),
  'the last rows deleted': inDatabase((db, table, rowid) => {
    db.prepare(`DELETE FROM "${table}" WHERE rowid >= ?`).run(rowid);
    return '';
  }),
  'the end of the trail cut off in order': (target) => {
    if (target.part !== 'vault' || target.key === null) return null;
    const db = openDatabase(target.path, Buffer.from(target.key), 'write');
    db.exec('DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)');
    db.exec('UPDATE audit_head SET (entries, hash) = (SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1)');
    db.close();
    return '';
  },
};

function inDatabase(work: (db: Db, table: string, rowid: number, random: Random) => string): Change {
  return ({ path, key }, random) => {
    if (key === null) return null;
    const db = openDatabase(path, Buffer.from(key), 'write');
    try {
      db.pragma('foreign_keys = OFF');
      const filled = db
        .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")
        .pluck()
        .all()
        .filter((name) => db.prepare(`SELECT 1 FROM "${name}"`).get() !== undefined);
      const table = filled[whole(random, filled.length)] ?? '';
      const rows = db.prepare<[], number>(`SELECT rowid FROM "${table}"`).pluck().all();
      const rowid = rows[whole(random, rows.length)] ?? 0;
      return `${table} ${rowid} ${work(db, table, rowid, random)}`;
    } catch (error: unknown) {
      // The schema rejects it (a duplicate key, a null): nothing was changed.
      if (error instanceof Error && error.name === 'SqliteError') return null;
      throw error;
    } finally {
      db.close();
    }
  };
}

function otherThan(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return value + 1 + whole(random, 9);
  if (value instanceof Buffer) return Buffer.from([...value, whole(random, 256)]);
  return typeof value === 'string' ? `${value}${whole(random, 10)}` : whole(random, 1000);
}
