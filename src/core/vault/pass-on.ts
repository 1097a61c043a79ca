import { writeTextFile } from '../platform/text-file.ts';
import type { PassedOn } from './audit-event.ts';
import type { Vault } from './vault.ts';

/** Writes what people pass on as a file of its own; the trail has it before the file has its name. EXPORT as `createAtomicFile`. */
export function passOn(vault: Pick<Vault, 'audit'>, what: Omit<PassedOn, 'kind' | 'sha256'>, file: TextToWrite): void {
  writeTextFile(file.path, file.text, file.replace, (sha256) => {
    vault.audit.appendWhenPossible([{ kind: 'passed-on', ...what, sha256 }]);
  });
}

interface TextToWrite {
  readonly path: string;
  readonly text: string;
  /** A file that is there. */
  readonly replace: boolean;
}
