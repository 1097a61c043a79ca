import type { Asked } from '../shim/counted-service.ts';

/** A moment at which a process is killed. */
export interface KillPoint {
  readonly name: string;
  /** Where the shim kills (see shim.c), or after which answer of the service, and after which repetition of it. */
  readonly at: string | { readonly answered: Asked; readonly times: number };
}

function answered(name: string, what: Asked['what'], page: number, times = 1): KillPoint {
  return { name, at: { answered: { what, page }, times } };
}

function around(name: string, at: string): readonly KillPoint[] {
  return [
    { name: `before ${name}`, at: `${at}:before` },
    { name: `after ${name}`, at: `${at}:after` },
  ];
}

function within(name: string, at: string): readonly KillPoint[] {
  return [{ name: `within ${name}`, at: `${at}:torn` }];
}

// The first durable page; then the vault stores the seal of the coming state; then the flip empties its journal.
const staged = 'study-wal.sync#1';
const pending = `${staged},vault-wal.truncate#1`;
const flipped = `${pending},study-wal.truncate#1`;
// Then the vault records that the flip is done, and unused space is released.
const sealed = `${flipped},vault-wal.truncate#1`;

/** In a study's first sync, before its file has its name. */
export const firstSyncPoints: readonly KillPoint[] = [
  ...around('the new file of the study is made', 'study-new.create#1'),
  ...within('the first write to that file', 'study-new.write#1'),
  ...around('the new file takes its name', 'study-db.rename#1'),
];

export const syncPoints: readonly KillPoint[] = [
  answered('after the token', 'token', 0),
  answered('after page 1 of the subjects', 'subjects', 1),
  answered('after page 1 of the medications', 'medications', 1),
  answered('after page 2 of the medications', 'medications', 2),
  answered('after page 1 of the labs', 'labs', 1),
  answered('after page 2 of the labs', 'labs', 2),
  answered('after page 7 of the labs', 'labs', 7),
  answered('after page 20 of the labs', 'labs', 20),
  answered('after the second look at the labs', 'labs', 1, 2),
  answered('after page 4 of the vitals', 'vitals', 4),
  answered('after page 1 of the responses', 'responses', 1),
  answered('after the last second look', 'responses', 1, 2),
  ...around('the vault notes that it was unlocked', 'vault-wal.sync#2'),
  ...within('the emptying of the vault journal', 'vault-db.write#1'),
  ...within('the first staged pages', 'study-wal.write#2'),
  ...around('the first staging commit', staged),
  ...within('later staged pages', 'study-wal.write#40'),
  ...around('the fifth staging commit', 'study-wal.sync#5'),
  ...around('the twelfth staging commit', 'study-wal.sync#12'),
  ...within('the pending seal', `${staged},vault-wal.write#2`),
  ...around('the pending seal is durable', `${staged},vault-wal.sync#2`),
  ...around('the vault journal with the pending seal is emptied', pending),
  ...around('the first write of the flip', `${pending},study-wal.write#1`),
  ...within('the flip', `${pending},study-wal.write#30`),
  ...within('the end of the flip', `${pending},study-wal.write#60`),
  ...around('the flip is durable', `${pending},study-wal.sync#1`),
  ...around('the first write of the checkpoint', `${pending},study-db.write#1`),
  ...within('the checkpoint', `${pending},study-db.write#20`),
  ...around('the checkpointed file is durable', `${pending},study-db.sync#1`),
  ...around('the journal of the study is emptied', flipped),
  ...within('the completed seal (the flip is done)', `${flipped},vault-wal.write#2`),
  ...around('the completed seal is durable', `${flipped},vault-wal.sync#2`),
  ...around('the vault journal with the completed seal is emptied', `${flipped},vault-wal.truncate#1`),
  ...around('the first write of the cleaning', `${sealed},study-wal.write#1`),
  ...within('the giving back of free pages', `${sealed},study-wal.write#20`),
  ...around('the giving back of free pages is durable', `${sealed},study-wal.sync#2`),
  ...within('the checkpoint of the cleaned file', `${sealed},study-db.write#10`),
  ...around('the file is made shorter', `${sealed},study-db.truncate#1`),
  ...around('the journal of the cleaned file is emptied', `${sealed},study-wal.truncate#1`),
  ...around('the audit entry of the sync', `${sealed},vault-wal.sync#2`),
  ...around('the journal of the study is removed', `${flipped},study-wal.unlink#1`),
  ...around('the lock is given back', `${flipped},lock.unlink#1`),
];

export const connectPoints: readonly KillPoint[] = [
  ...around('the data folder is made', 'folder.create#1'),
  ...within('the writing of the keys', 'keys-new.write#1'),
  ...around('the keys are durable', 'keys-new.sync#1'),
  ...around('the keys take their name', 'keys.rename#1'),
  ...around('that name is durable', 'keys.rename#1,folder.sync#1'),
  ...around('the vault file is made', 'vault-db.create#1'),
  ...within('the first write to the vault', 'vault-db.write#1'),
  ...within('the tables of the vault', 'vault-wal.write#2'),
  ...around('the tables of the vault are durable', 'vault-wal.sync#2'),
  ...around('the connection is durable', 'vault-wal.sync#4'),
];

/** Points of an export that replaces a file. */
export const replacingPoints: readonly KillPoint[] = [
  ...around('the part is made', 'part.create#1'),
  ...within('the writing of the part', 'part.write#1'),
  ...around('the part is durable', 'part.sync#1'),
  ...around('the part takes the name of the export', 'other.rename#1'),
  ...around('the audit entry of the export', 'other.rename#1,vault-wal.sync#2'),
];

/** Points of an export to a new name. */
export const newFilePoints: readonly KillPoint[] = [
  ...around('the export gets its name', 'other.link#1'),
  ...around('the part is removed', 'part.unlink#1'),
];
