import { resolve } from 'node:path';
import { app } from 'electron';
import { secretVariables } from '../../core/platform/secret-variables.ts';
import { defaultDataFolder, homeFolder } from '../../core/vault/data-folder.ts';
import type { Connection } from '../../shared/connection.ts';

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

export function readStartSettings(): StartSettings {
  const { env } = process;
  const passphrase = takeVariable(secretVariables.passphrase);
  const service = givenService(takeVariable('CARREL_DEMO_CLIENT_SECRET'));
  // The other secrets are for the command line; no process of the window needs them.
  for (const name of Object.values(secretVariables)) takeVariable(name);
  const folder = [givenFolder(process.argv), env['CARREL_DATA_DIR'] ?? ''].find((path) => path !== '');
  return {
    dataDir: folder === undefined ? defaultDataFolder({ platform: process.platform, env, home: homeFolder() }) : resolve(folder),
    passphrase,
    service,
  };
}

/** Reads `--data-dir DIR` or `--data-dir=DIR`. Chromium parses only the second form. */
function givenFolder(args: readonly string[]): string {
  const at = args.indexOf('--data-dir');
  return (at < 0 ? undefined : args[at + 1]) ?? app.commandLine.getSwitchValue('data-dir');
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
