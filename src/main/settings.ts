import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { app } from 'electron';
import { defaultDataFolder } from '../core/vault/data-folder.ts';
import type { Connection } from '../shared/connection.ts';

/** A service started beside the window (by the demo or a test), to be connected to without asking. */
export interface GivenService {
  readonly connection: Connection;
  readonly secret: string;
  readonly studies: readonly string[];
}

/** What this start was told from outside. Secrets are taken out of the environment before any child process starts. */
export interface StartSettings {
  readonly dataDir: string;
  readonly passphrase: string | null;
  readonly service: GivenService | null;
}

export function readStartSettings(): StartSettings {
  const { env } = process;
  const named = app.commandLine.getSwitchValue('data-dir');
  const folder = [named, env['CARREL_DATA_DIR'] ?? ''].find((path) => path !== '');
  return {
    dataDir: folder === undefined ? defaultDataFolder({ platform: process.platform, env, home: homedir() }) : resolve(folder),
    passphrase: takeVariable('CARREL_PASSPHRASE'),
    service: givenService(takeVariable('CARREL_DEMO_CLIENT_SECRET')),
  };
}

function givenService(secret: string | null): GivenService | null {
  const { CARREL_DEMO_BASE_URL: baseUrl, CARREL_DEMO_PARTNER_ID: partnerId, CARREL_DEMO_CLIENT_ID: clientId, CARREL_DEMO_STUDIES: studies } = process.env;
  if (secret === null || baseUrl === undefined || partnerId === undefined || clientId === undefined) return null;
  return { connection: { baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true }, secret, studies: (studies ?? '').split(',').filter((study) => study !== '') };
}

function takeVariable(name: string): string | null {
  const value = process.env[name];
  Reflect.deleteProperty(process.env, name);
  return value === undefined || value === '' ? null : value;
}
