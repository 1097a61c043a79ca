import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { changes } from './commands/changes.ts';
import { checks } from './commands/checks.ts';
import { connect } from './commands/connect.ts';
import { exportCommand } from './commands/export.ts';
import { pack } from './commands/pack.ts';
import { restore } from './commands/restore.ts';
import { sandbox } from './commands/sandbox.ts';
import { status } from './commands/status.ts';
import { sync } from './commands/sync.ts';
import { tests } from './commands/tests.ts';
import { unpack } from './commands/unpack.ts';
import { verify } from './commands/verify.ts';
import { wipe } from './commands/wipe.ts';

/** Every command there is, in the order of the help. */
export const commands: readonly Command[] = [
  connect,
  sync,
  status,
  exportCommand,
  changes,
  tests,
  checks,
  verify,
  wipe,
  pack,
  unpack,
  backup,
  restore,
  sandbox,
];
