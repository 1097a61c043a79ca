import { homedir } from 'node:os';
import { posix, win32, type PlatformPath } from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** What the default location of the data folder depends on. */
export interface Home {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The account's home folder; null if the system knows none. */
  readonly home: string | null;
}

/**
 * Returns the per-user application data folder, the same for window and command line. On Windows the local one, so that a mirror is not
 * copied to a server with a roaming profile. Throws USAGE if it cannot be determined.
 */
export function defaultDataFolder({ platform, env, home }: Home): string {
  if (platform === 'win32')
    return win32.join(absolute(env['LOCALAPPDATA'], win32) ?? win32.join(required(home, win32), 'AppData', 'Local'), 'Carrel');
  if (platform === 'darwin') return posix.join(required(home, posix), 'Library', 'Application Support', 'Carrel');
  return posix.join(absolute(env['XDG_DATA_HOME'], posix) ?? posix.join(required(home, posix), '.local', 'share'), 'carrel');
}

/** A relative path would give a different folder for each working directory. */
function absolute(path: string | null | undefined, paths: PlatformPath): string | null {
  return typeof path === 'string' && paths.isAbsolute(path) ? path : null;
}

/** The home folder by the environment or the account database; null if neither has one, as for some service accounts. */
export function homeFolder(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

function required(home: string | null, paths: PlatformPath): string {
  const known = absolute(home, paths);
  if (known !== null) return known;
  throw new AppError(
    'USAGE',
    'The data folder cannot be determined: this account has no home folder. Name a data folder with --data-dir or CARREL_DATA_DIR.',
  );
}
