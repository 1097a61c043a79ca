import { writeTextFile } from '../../platform/text-file.ts';
import type { PassedOn } from '../audit/audit-event.ts';
import type { Vault } from '../vault.ts';

/**
 * Writes what people pass on to a separate file. The trail records it before the file gets its name. Throws EXPORT like `createAtomicFile`.
 */
export function passOn(vault: Pick<Vault, 'audit'>, what: Omit<PassedOn, 'kind' | 'sha256'>, file: TextToWrite): void {
  writeTextFile(file.path, file.text, file.replace, (sha256) => {
    vault.audit.append({ kind: 'passed-on', ...what, sha256 });
  });
}

interface TextToWrite {
  readonly path: string;
  readonly text: string;
  /** Replace an existing file. */
  readonly replace: boolean;
}
