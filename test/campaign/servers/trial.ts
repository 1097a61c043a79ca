import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramName } from './programs.ts';

export interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** What one trial works with. */
export interface Ground {
  /** A folder of its own. */
  readonly folder: string;
  /** Registers a started server: servers are stopped after the trial, the latest first. */
  readonly keep: <T extends Stoppable>(server: T) => T;
}

/** One way from Carrel to the data, through third-party programs. */
export interface ServersTrial {
  readonly name: string;
  /** Programs without which the trial is skipped. */
  readonly needs: readonly ProgramName[];
  /** Long form only. */
  readonly slow?: true;
  /** Mirrors through it and returns figures in words. Errors: an AssertionError that says what did not hold. */
  readonly run: (ground: Ground) => Promise<string>;
}

/** Runs a trial in a new folder and stops everything it started. Errors: those of the trial. */
export async function runTrial(trial: ServersTrial, folder: string): Promise<string> {
  const servers: Stoppable[] = [];
  const keep: Ground['keep'] = (server) => {
    servers.push(server);
    return server;
  };
  mkdirSync(folder);
  try {
    return await trial.run({ folder, keep });
  } finally {
    for (const server of servers.toReversed()) await server.stop();
  }
}

/** A new folder inside that of a trial. */
export function folderIn(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}
