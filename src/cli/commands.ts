import type { Command } from './command.ts';

/** All commands, in the order of the help. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  connect: () => import('./commands/connect.ts').then(({ connect }) => connect),
  sync: () => import('./commands/sync.ts').then(({ sync }) => sync),
  status: () => import('./commands/status.ts').then(({ status }) => status),
  export: () => import('./commands/export.ts').then(({ exportCommand }) => exportCommand),
  changes: () => import('./commands/changes.ts').then(({ changes }) => changes),
  tests: () => import('./commands/tests.ts').then(({ tests }) => tests),
  checks: () => import('./commands/checks.ts').then(({ checks }) => checks),
  verify: () => import('./commands/verify.ts').then(({ verify }) => verify),
  wipe: () => import('./commands/wipe.ts').then(({ wipe }) => wipe),
  pack: () => import('./commands/pack.ts').then(({ pack }) => pack),
  unpack: () => import('./commands/unpack.ts').then(({ unpack }) => unpack),
  backup: () => import('./commands/backup.ts').then(({ backup }) => backup),
  restore: () => import('./commands/restore.ts').then(({ restore }) => restore),
  sandbox: () => import('./commands/sandbox.ts').then(({ sandbox }) => sandbox),
};

export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(loaders).map((load) => load()));
}

/**
 * Loads only the command that the command line starts with, because loading the others can take longer than running it; otherwise all
 * commands.
 */
export async function commandsFor([first = '']: readonly string[]): Promise<readonly Command[]> {
  const load = Object.hasOwn(loaders, first) ? loaders[first] : undefined;
  return load === undefined ? loadCommands() : [await load()];
}
