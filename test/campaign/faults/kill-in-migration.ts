/**
 * For Node's `--import`: kills its own process at the n-th point (CARREL_KILL_AT, from 0) of the migrations of the fixed tables: before
 * the first statement, after each statement, after the version is recorded, and so on for each migration; the last point is when all of
 * it is durable. If there are fewer points, the process continues.
 */
import Database from 'better-sqlite3-multiple-ciphers';

const killAt = Number(process.env['CARREL_KILL_AT'] ?? 'NaN');
delete process.env['CARREL_KILL_AT'];
let points = 0;
let migrating = false;

function point(): void {
  if (points++ === killAt) process.kill(process.pid, 'SIGKILL');
}

const { exec, pragma, close } = Object.getOwnPropertyDescriptors(Database.prototype) as unknown as Readonly<
  Record<'exec' | 'pragma' | 'close', { readonly value: (this: Database.Database, ...given: unknown[]) => unknown }>
>;

Object.defineProperties(Database.prototype, {
  exec: {
    value(this: Database.Database, sql: string): unknown {
      if (!/\b(?:ALTER|CREATE) TABLE\b/.test(sql) || !this.inTransaction) return exec.value.call(this, sql);
      migrating = true;
      point();
      for (const statement of sql.replaceAll(/--[^\n]*/g, '').split(';')) {
        exec.value.call(this, statement);
        point();
      }
      return this;
    },
  },
  pragma: {
    value(this: Database.Database, text: string, ...options: unknown[]): unknown {
      const answer = pragma.value.call(this, text, ...options);
      if (migrating && text.startsWith('user_version=')) point();
      return answer;
    },
  },
  close: {
    value(this: Database.Database): unknown {
      if (migrating) point();
      return close.value.call(this);
    },
  },
});
