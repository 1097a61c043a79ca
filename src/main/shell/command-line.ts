import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** Programs without a window that the installed Carrel holds: its launcher and the command line itself ask for them by a switch. */
const programs = { 'command-line': 'cli.js', 'demo-service': 'sandbox.js' } as const;
type Program = keyof typeof programs;

/** Which of them this start is for; null: for the window. */
export function askedProgram(): Program | null {
  return (Object.keys(programs) as Program[]).find((name) => app.commandLine.hasSwitch(name)) ?? null;
}

/**
 * Runs it with the arguments behind `--`. The promise never resolves, the program ends the process: Electron, which waits for this
 * module before it is ready, thus starts neither a graphics process nor anything else of a browser.
 */
export async function runProgram(program: Program): Promise<never> {
  const entry = join(import.meta.dirname, programs[program]);
  const behind = process.argv.indexOf('--');
  process.argv = [process.execPath, entry, ...(behind < 0 ? [] : process.argv.slice(behind + 1))];
  await import(pathToFileURL(entry).href);
  return new Promise(() => undefined);
}
