import { basename } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { writeTextFile } from '../../core/platform/text-file.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { makeBundle } from './diagnostics-bundle.ts';
import type { StoredPreferences } from '../platform/stored-preferences.ts';
import type { Log } from '../platform/log-file.ts';
import { askForPath } from '../platform/save-dialog.ts';
import type { Session } from '../engines/session.ts';

type DiagnosticsCalls = Pick<Handlers<'main'>, 'diagnostics.log' | 'diagnostics.save' | 'diagnostics.note'>;

interface Context {
  readonly log: Log;
  readonly session: Session;
  readonly preferences: () => StoredPreferences;
  readonly keyStore: string;
  readonly window: () => BrowserWindow | null;
}

/** Calls that read the log, record faults of the window, and save everything that support may need in one file. */
export function diagnosticsCalls({ log, session, preferences, keyStore, window }: Context): DiagnosticsCalls {
  return {
    'diagnostics.log': () => log.read(500),
    'diagnostics.note': ({ call, fault }) => {
      log.add({ event: 'failure', where: 'window', call, ...fault });
    },
    'diagnostics.save': async () => {
      const path = await askForPath(window(), `carrel-diagnostics-${new Date().toISOString().slice(0, 10)}.json`);
      if (path === null) return { file: null };
      const studies = session.isOpen ? session.vault().studies() : null;
      const bundle = makeBundle({ preferences: preferences(), keyStore, studies, log: log.read(10_000) });
      writeTextFile(path, `${JSON.stringify({ ...versions(), ...bundle }, null, 2)}\n`, true);
      return { file: basename(path) };
    },
  };
}

function versions(): Readonly<Record<string, unknown>> {
  const { electron, chrome, node } = process.versions;
  return { carrel: app.getVersion(), electron, chrome, node, platform: process.platform, arch: process.arch, packaged: app.isPackaged };
}
