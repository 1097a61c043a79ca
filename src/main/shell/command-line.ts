import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** Programs without a window in an installed Carrel. Its launcher and the command line start them with a switch. */
const programs = { 'command-line': 'cli.js', 'demo-service': 'sandbox.js' } as const;
type Program = keyof typeof programs;

/** Returns the program that this start asks for, or null if it asks for the window. */
export function askedProgram(): Program | null {
  return (Object.keys(programs) as Program[]).find((name) => app.commandLine.hasSwitch(name)) ?? null;
}

/**
 * Runs the program with the arguments after `--`. The promise never resolves; the program ends the process. Electron waits for this
 * module before it becomes ready, so it starts no graphics process and no other part of a browser.
 */
export async function runProgram(program: Program): Promise<never> {
  const entry = join(import.meta.dirname, programs[program]);
  const behind = process.argv.indexOf('--');
  process.argv = [process.execPath, entry, ...(behind < 0 ? [] : process.argv.slice(behind + 1))];
  await import(pathToFileURL(entry).href);
  return new Promise(() => undefined);
}
