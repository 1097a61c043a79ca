/**
 * For Node's `--import`: the process stops itself (SIGSTOP) once within the migrations of a study, after the rows of a dataset were
 * read again from its pages and before that transaction ends.
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
