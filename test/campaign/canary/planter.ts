/**
 * A process that leaks on purpose, for the controls: `plant` writes its texts (base64) to a file, to a deleted file that it keeps open
 * and to unlinked shared memory; `sort` makes SQLite sort so much that it uses the disk; `hold` keeps its text in memory. It prints a
 * word when it is done and then waits until it is ended.
 */
import { existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';

const given = JSON.parse(process.env['PLANT'] ?? '[]') as readonly string[];
Reflect.deleteProperty(process.env, 'PLANT');

const actions: Readonly<Record<string, () => unknown>> = {
  plant: () => {
    const [path = '', shared = '', ...texts] = given;
    const held = [path, `${path}-and-deleted`, ...(existsSync(shared) ? [join(shared, `planted-${String(process.pid)}`)] : [])].map(
      (place) => {
        const descriptor = openSync(place, 'wx', 0o600);
        for (const text of texts) writeSync(descriptor, Buffer.concat([Buffer.from(text, 'base64'), Buffer.from('\n')]));
        if (place !== path) rmSync(place);
        return descriptor;
      },
    );
    return held;
  },
  sort: () => {
    const [folder = '', text = ''] = given;
    const db = new Database(join(folder, 'control.db'));
    db.pragma('temp_store = FILE');
    db.pragma('cache_size = 10');
    const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)';
    // The texts are made while it sorts: the file itself contains none.
    const rows = db.prepare(`${numbers} SELECT @text || i AS t FROM n ORDER BY hex(i), t`).iterate({ text });
    return [db, rows, rows.next()];
  },
  hold: () => given.map((text) => text.repeat(3)),
};

const kept = actions[process.argv[2] ?? '']?.();
process.stdout.write('ready\n');
process.stdin.resume().on('end', () => {
  process.exit(kept === undefined ? 1 : 0);
});
