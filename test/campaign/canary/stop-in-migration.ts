/**
 * To be given to Node as `--import`: its process stops itself (SIGSTOP) within the migrations of a study, once: when the rows of a
 * dataset were read anew from its pages, inside the transaction that does so.
 */
import Database from 'better-sqlite3-multiple-ciphers';

const exec = Object.getOwnPropertyDescriptor(Database.prototype, 'exec') as {
  readonly value: (this: Database.Database, sql: string) => Database.Database;
};
let stopped = false;

Object.defineProperty(Database.prototype, 'exec', {
  value(this: Database.Database, sql: string): Database.Database {
    const answer = exec.value.call(this, sql);
    if (!stopped && this.inTransaction && /^CREATE UNIQUE INDEX IF NOT EXISTS "labs_key"/.test(sql)) {
      stopped = true;
      process.kill(process.pid, 'SIGSTOP');
    }
    return answer;
  },
});
