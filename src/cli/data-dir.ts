import { resolve } from 'node:path';
import { defaultDataFolder, homeFolder } from '../core/vault/data-folder.ts';

/**
 * The data folder of this call: --data-dir, otherwise CARREL_DATA_DIR, otherwise the account's own. Throws USAGE if none can be determined.
 */
export function resolveDataDir(option: string | null, env: NodeJS.ProcessEnv): string {
  const named = option ?? env['CARREL_DATA_DIR'] ?? '';
  return named === '' ? defaultDataFolder({ platform: process.platform, env, home: homeFolder() }) : resolve(named);
}
