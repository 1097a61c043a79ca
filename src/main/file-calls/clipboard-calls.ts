import { createHash } from 'node:crypto';
import { clipboard } from 'electron';
import { asksBeforeExport, confirmBeforeExport } from '../../core/vault/settings/security.ts';
import { AppError } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { assertNotLocked } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

type ClipboardCalls = Pick<Handlers<'main'>, 'clipboard.write' | 'clipboard.records'>;

interface Copies {
  readonly calls: ClipboardCalls;
  /** Call before a lock and after the session is closed. Clears the clipboard if it still contains the last copy. */
  readonly takeBack: () => Promise<void>;
}

/** Copies for the window. Records need confirmation and are recorded in the trail, like an export; other text is only cleared at a lock. */
export function createCopies(session: Session): Copies {
  /** Digest of the text copied last; the text itself is not kept. */
  let last: string | null = null;
  /** Resolves when all writes to the clipboard so far have ended. */
  let putting: Promise<void> = Promise.resolve();
  const put = (text: string): Promise<void> => {
    last = digest(text);
    const written = putting.then(() => clipboard.writeText(text));
    putting = written.catch(() => undefined);
    return written;
  };
  return {
    calls: {
      'clipboard.write': async ({ text }) => {
        await put(text);
      },
      'clipboard.records': async ({ text, copied, passphrase }) => {
        const vault = session.vault();
        if (vault.study(copied.study) === null) throw new AppError('USAGE', 'This study is not in this data folder. Nothing was copied.');
        if (passphrase === undefined && asksBeforeExport(vault)) return 'ask';
        await confirmBeforeExport(vault, passphrase ?? null);
        assertNotLocked(session, vault, 'Copy again.');
        // Record it before any other program can read it.
        const { meant, ...what } = copied;
        vault.audit.append({ kind: 'copied', ...what, ...(meant === null ? {} : { subjects: meant }) });
        await put(text);
        return 'copied';
      },
    },
    takeBack: async () => {
      // A pending copy written after the check below would stay on the clipboard during the lock.
      await putting;
      if (last !== null && digest(await clipboard.readText()) === last) clipboard.clear();
      last = null;
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
