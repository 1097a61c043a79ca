import { homedir } from 'node:os';
import { join, posix, win32, type PlatformPath } from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** What the default place of the data folder depends on. */
export interface Home {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The account's home folder; null where the system knows of none. */
  readonly home: string | null;
}

/**
 * The per-user application data folder, the same for the window and the command line.
 * On Windows the local one: a mirror must not travel to a server with a roaming profile. Throws USAGE where none can be known.
 */
export function defaultDataFolder({ platform, env, home }: Home): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(required(home, win32), 'AppData', 'Local'), 'Carrel');
  if (platform === 'darwin') return join(required(home, posix), 'Library', 'Application Support', 'Carrel');
  const named = env['XDG_DATA_HOME'];
  return join(named !== undefined && named.startsWith('/') ? named : join(required(home, posix), '.local', 'share'), 'carrel');
}

/** The home folder as the environment or the list of accounts names it; null where neither does, as for a bare account of a service. */
export function homeFolder(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

/** A relative home would be another folder for each place that Carrel is started in. */
function required(home: string | null, paths: PlatformPath): string {
  if (home !== null && paths.isAbsolute(home)) return home;
  throw new AppError(
    'USAGE',
    'The data folder cannot be determined: this account has no home folder. Name a data folder with --data-dir or CARREL_DATA_DIR.',
  );
}
