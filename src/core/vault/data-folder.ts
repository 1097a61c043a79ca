import { join } from 'node:path';

/** What the default place of the data folder depends on. */
export interface Home {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The per-user application data folder, the same for the window and the command line.
 * On Windows the local one: a mirror must not travel to a server with a roaming profile.
 */
export function defaultDataFolder({ platform, env, home }: Home): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Carrel');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Carrel');
  const named = env['XDG_DATA_HOME'];
  return join(named !== undefined && named.startsWith('/') ? named : join(home, '.local', 'share'), 'carrel');
}
