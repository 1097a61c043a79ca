import { spawnSync } from 'node:child_process';
import { programLines } from './program-lines.ts';

/** The lines that a Python script prints, each as JSON. Throws what the script says where it fails. */
export function pythonLines(program: string, script: string, args: readonly string[]): AsyncGenerator {
  return programLines(program, ['-c', script, ...args]);
}

/** The first of these Pythons that can do what a script needs, or undefined. */
export function pythonThatCan(script: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find((program) => spawnSync(program, ['-c', script]).status === 0);
}
