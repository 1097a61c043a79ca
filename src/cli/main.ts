import { forbidCoreDumps } from '../core/vault/core-dumps.ts';
import { commands } from './commands.ts';
import { cancelOnSignals } from './cancel.ts';
import { runCommandLine } from './run.ts';

// Before anything secret is in memory.
forbidCoreDumps();
const code = await runCommandLine(process.argv.slice(2), commands, process, cancelOnSignals(process));
process.exit(code);
