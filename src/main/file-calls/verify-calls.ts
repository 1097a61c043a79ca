import { basename, extname } from 'node:path';
import { trailFiles } from '../../core/vault/audit/trail-files.ts';
import type { VerifiedFile } from '../../shared/calls/verify.ts';
import type { OfferedFile } from '../../shared/bridge.ts';
import type { Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { packEnding } from '../../shared/site-pack.ts';
import type { AppWindow } from '../window/app-window.ts';
import { runTask } from '../engines/file-task.ts';
import { askForFile } from '../platform/open-dialog.ts';
import { assertStillOpen } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

interface Verifying {
  readonly calls: Pick<Handlers<'main'>, 'verify.choose' | 'verify.start' | 'verify.cancel'>;
  /** Call when a file is dropped on the window. Selects it for the next verification. */
  readonly offer: (path: string) => OfferedFile;
  /** Returns the file dropped last, once and only if it is a site pack; otherwise null. */
  readonly takePack: () => string | null;
  /** Call when the page that asked is gone. Cancels a running verification. */
  readonly leave: () => void;
  /** Call before a lock. Cancels a running verification and forgets chosen and dropped files. */
  readonly stop: () => void;
}

/** Verifies files that may be exports: one at a time, in a separate process. The page never provides a path. */
export function createVerifying(session: Session, window: AppWindow): Verifying {
  let path: string | null = null;
  let pack: string | null = null;
  let looking: AbortController | null = null;
  const cancel = (): void => {
    looking?.abort();
  };
  const look = async (file: string): Promise<Output<'verify.start'>> => {
    // A new verification replaces the one in progress.
    cancel();
    const vault = session.vault();
    const trail = vault.audit.findBreak();
    const mine = new AbortController();
    looking = mine;
    try {
      const task = { kind: 'verify', path: file, trail: trailFiles(vault.audit) } as const;
      const verified = (await runTask(task, {
        signal: mine.signal,
        onProgress: (bytes, of) => {
          window.emit('verify.progress', { name: nameOf(file), bytes, of });
        },
      })) as VerifiedFile;
      assertStillOpen(session, vault, 'The file was only read. Unlock, and verify it again.');
      vault.audit.appendWhenPossible([{ kind: 'file-verified', verdict: verified.verdict, sha256: verified.sha256 }]);
      return { ...verified, trail };
    } finally {
      if (looking === mine) looking = null;
    }
  };
  return {
    calls: {
      'verify.choose': async () => {
        session.vault();
        const chosen = await askForFile(window.current(), []);
        path = chosen ?? path;
        return chosen === null ? null : nameOf(chosen);
      },
      'verify.start': () => {
        if (path === null) throw new AppError('USAGE', 'No file was chosen. Choose one, or drop one on the window.');
        return look(path);
      },
      'verify.cancel': () => {
        cancel();
      },
    },
    offer: (dropped) => {
      path = dropped;
      const isSitePack = extname(dropped).toLowerCase() === packEnding;
      pack = isSitePack ? dropped : null;
      return { name: nameOf(dropped), isSitePack };
    },
    takePack: () => {
      const taken = pack;
      pack = null;
      return taken;
    },
    leave: cancel,
    stop: () => {
      cancel();
      path = pack = null;
    },
  };
}

/** The file name without its folder, safe to display. */
function nameOf(path: string): string {
  return printable(basename(path));
}
