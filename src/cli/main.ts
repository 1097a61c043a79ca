import { forbidCoreDumps } from '../core/vault/core-dumps.ts';
import { commandsFor } from './commands.ts';
import { cancelOnSignals } from './cancel.ts';
import { runCommandLine } from './run.ts';

// Before any secret is in memory.
forbidCoreDumps();
const asked = process.argv.slice(2);
const code = await runCommandLine(asked, await commandsFor(asked), process, cancelOnSignals(process));
process.exit(code);
