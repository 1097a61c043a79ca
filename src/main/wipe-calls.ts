import { rmSync } from 'node:fs';
import { app } from 'electron';
import { eraseEverything, isDataFolder } from '../core/vault/erase-everything.ts';
import { acquireSyncLock } from '../core/vault/sync-lock.ts';
import { wipeWord } from '../shared/calls/wipe.ts';
import { AppError } from '../shared/errors.ts';
import type { Handlers } from '../shared/rpc.ts';
import type { AppWindow } from './app-window.ts';
import { logFolder } from './log-file.ts';

interface Context {
  readonly dataDir: string;
  /** Closes what is open, then does the work before anything can be opened again. */
  readonly closed: (work: () => Promise<void>) => Promise<void>;
  readonly window: Pick<AppWindow, 'clear' | 'renew'>;
}

/** Destroying everything, also where nothing opens it any more. */
export function wipeCalls({ dataDir, closed, window }: Context): Pick<Handlers<'main'>, 'data.wipe'> {
  return {
    'data.wipe': async ({ typed }) => {
      if (typed !== wipeWord) throw new AppError('USAGE', `What was typed is not "${wipeWord}". Nothing was wiped.`);
      try {
        await closed(() => eraseAlone(dataDir));
      } finally {
        await window.clear();
        await window.renew();
      }
    },
  };
}

/** A command line that writes there meanwhile is waited for; the window's own engines have ended. */
async function eraseAlone(dataDir: string): Promise<void> {
  const release = await acquireSyncLock(dataDir);
  try {
    eraseEverything(dataDir, 'window runs');
  } finally {
    release();
  }
  // The runtime keeps its own state there as long as it runs; its end is noted in a log that began anew.
  app.once('quit', () => {
    rmSync(app.getPath('userData'), { recursive: true, force: true });
    if (!isDataFolder(dataDir)) rmSync(logFolder(dataDir), { recursive: true, force: true });
  });
}
