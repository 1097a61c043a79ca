import { resolve } from 'node:path';
import { app } from 'electron';
import { secretVariables } from '../../core/platform/secret-variables.ts';
import { defaultDataFolder, homeFolder } from '../../core/vault/data-folder.ts';
import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';

/** A service started next to the window (by the demo or a test), to which Carrel connects without asking. */
export interface GivenService {
  readonly connection: Connection;
  readonly secret: string;
  readonly studies: readonly string[];
}

/** Settings from command line and environment. Secrets are removed from the environment before any child process starts. */
export interface StartSettings {
  readonly dataDir: string;
  readonly passphrase: string | null;
  readonly service: GivenService | null;
}

/** Throws USAGE if no data folder can be determined. */
export function readStartSettings(): StartSettings {
  const { env } = process;
  const passphrase = takeVariable(secretVariables.passphrase);
  const service = givenService(takeVariable('CARREL_DEMO_CLIENT_SECRET'));
  // The other secrets are for the command line; no process of the window needs them.
  for (const name of Object.values(secretVariables)) takeVariable(name);
  const folder = givenFolder(process.argv) ?? env['CARREL_DATA_DIR'] ?? '';
  return {
    dataDir: folder === '' ? defaultDataFolder({ platform: process.platform, env, home: homeFolder() }) : resolve(folder),
    passphrase,
    service,
  };
}

/**
 * Reads `--data-dir DIR` or `--data-dir=DIR`; null without that option. Chromium parses only the second form. Throws USAGE if no folder
 * follows, such as after a script's empty variable: another folder's studies must not open instead.
 */
function givenFolder(args: readonly string[]): string | null {
  const at = args.indexOf('--data-dir');
  if (at < 0 && !app.commandLine.hasSwitch('data-dir')) return null;
  const folder = at < 0 ? app.commandLine.getSwitchValue('data-dir') : (args[at + 1] ?? '');
  if (folder !== '' && !folder.startsWith('--')) return folder;
  throw new AppError('USAGE', 'No folder follows --data-dir. Nothing was opened. Name a folder, or leave the option out.');
}

function givenService(secret: string | null): GivenService | null {
  const {
    CARREL_DEMO_BASE_URL: baseUrl,
    CARREL_DEMO_PARTNER_ID: partnerId,
    CARREL_DEMO_CLIENT_ID: clientId,
    CARREL_DEMO_STUDIES: studies,
  } = process.env;
  if (secret === null || baseUrl === undefined || partnerId === undefined || clientId === undefined) return null;
  return {
    connection: { baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true },
    secret,
    studies: (studies ?? '').split(',').filter((study) => study !== ''),
  };
}

function takeVariable(name: string): string | null {
  const value = process.env[name];
  Reflect.deleteProperty(process.env, name);
  return value === undefined || value === '' ? null : value;
}
