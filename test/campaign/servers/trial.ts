import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramName } from './programs.ts';

export interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** Where one trial takes place. */
export interface Ground {
  /** A folder of its own. */
  readonly folder: string;
  /** Takes a server that was started: it is stopped when the trial is over, the latest first. */
  readonly keep: <T extends Stoppable>(server: T) => T;
}

/** One way from Carrel to the data, through programs that others wrote. */
export interface ServersTrial {
  readonly name: string;
  /** Programs of this computer without which it is skipped. */
  readonly needs: readonly ProgramName[];
  /** Long form only. */
  readonly slow?: true;
  /** Mirrors by it; figures in words. Errors: an AssertionError that says what did not hold. */
  readonly run: (ground: Ground) => Promise<string>;
}

/** Runs a trial in a new folder and stops whatever it started. Errors: those of the trial. */
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

/** A new folder in that of a trial. */
export function folderIn(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}
