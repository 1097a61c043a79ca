import { app } from 'electron';
import { removeFolder } from '../../core/platform/process-folder.ts';
import { isDataFolder } from '../../core/platform/own-files.ts';
import { eraseEverything } from '../../core/vault/erase-everything.ts';
import { removeLog } from '../../core/vault/own-remains.ts';
import { wipeWord } from '../../shared/calls/wipe.ts';
import { AppError, reportOf } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import type { AppWindow } from '../window/app-window.ts';
import { logFolder } from '../platform/log-file.ts';
import type { VaultUnlocker } from '../engines/vault-unlocker.ts';
import type { StartupError } from './vault-calls.ts';

interface Context {
  readonly dataDir: string;
  /** Closes what is open, then does the work before anything can be opened again. */
  readonly closed: (work: () => Promise<void>) => Promise<void>;
  readonly unlocker: Pick<VaultUnlocker, 'forget'>;
  readonly window: Pick<AppWindow, 'clear' | 'renew'>;
  readonly startupError: StartupError;
}

/** The call that destroys all data, even if nothing can open it any more. */
export function wipeCalls({ dataDir, closed, unlocker, window, startupError }: Context): Pick<Handlers<'main'>, 'data.wipe'> {
  return {
    'data.wipe': async ({ typed }) => {
      if (typed !== wipeWord) throw new AppError('USAGE', `You did not type "${wipeWord}". Nothing was wiped.`);
      try {
        await closed(() => eraseAll(dataDir));
        unlocker.forget();
      } catch (error: unknown) {
        // The calling page is replaced, so the next page shows the error.
        startupError.report = reportOf(error);
        throw error;
      } finally {
        await window.clear();
        await window.renew();
      }
    },
  };
}

async function eraseAll(dataDir: string): Promise<void> {
  await eraseEverything(dataDir, 'window runs');
  // Until it ends, the runtime writes its own state here, and the end is recorded in a new log. What cannot be deleted even then (on
  // Windows, where the runtime has it open) is left: it contains nothing of a study.
  app.once('quit', () => {
    removeFolder(app.getPath('userData'));
    if (!isDataFolder(dataDir)) tryToRemoveLog(dataDir);
  });
}

function tryToRemoveLog(dataDir: string): void {
  try {
    removeLog(logFolder(dataDir));
  } catch {
    return;
  }
}
