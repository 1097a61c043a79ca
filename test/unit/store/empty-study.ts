import { readFileSync, writeFileSync } from 'node:fs';
import { createStudyFile, type Declarations } from '../../../src/core/store/study-file/study-file.ts';

interface EmptyStudy {
  readonly name: string;
  readonly declarations: Declarations | undefined;
  readonly bytes: Buffer;
}

const made: EmptyStudy[] = [];

/** As `createStudyFile`, but the file is written from memory if this process has already made the same one: a twentieth of the work. */
export function writeEmptyStudy(path: string, key: Buffer, study: string, declarations?: Declarations): void {
  const name = `${study} ${key.toString('hex')}`;
  const known = made.find((one) => one.name === name && isSame(one.declarations, declarations));
  if (known !== undefined) {
    writeFileSync(path, known.bytes, { mode: 0o600 });
    return;
  }
  createStudyFile(path, key, study, declarations);
  made.push({ name, declarations, bytes: readFileSync(path) });
}

function isSame(left: Declarations | undefined, right: Declarations | undefined): boolean {
  return left === right || (left?.length === right?.length && left?.every((one, at) => one === right?.[at]) === true);
}
