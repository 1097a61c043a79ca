import { spawnSync } from 'node:child_process';
import { programLines } from './program-lines.ts';

/** The lines that a Python script prints, each parsed as JSON. Throws its error output if it fails. */
export function pythonLines(program: string, script: string, args: readonly string[]): AsyncGenerator {
  return programLines(program, ['-c', script, ...args]);
}

/** The first Python that can run a script, or undefined. */
export function pythonThatCan(script: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find((program) => spawnSync(program, ['-c', script]).status === 0);
}
