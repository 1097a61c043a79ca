import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultDataFolder } from '../core/vault/data-folder.ts';

/** The data folder of this call: --data-dir, else CARREL_DATA_DIR, else the account's own. */
export function resolveDataDir(option: string | null, env: NodeJS.ProcessEnv): string {
  const named = option ?? env['CARREL_DATA_DIR'] ?? '';
  return named === '' ? defaultDataFolder({ platform: process.platform, env, home: homedir() }) : resolve(named);
}
