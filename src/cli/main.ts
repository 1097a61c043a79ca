import { commands } from './commands.ts';
import { cancelOnSignals } from './cancel.ts';
import { runCommandLine } from './run.ts';

const code = await runCommandLine(process.argv.slice(2), commands, process, cancelOnSignals(process));
process.exit(code);
