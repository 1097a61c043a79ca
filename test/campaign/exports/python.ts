import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linesOf } from './lines.ts';

/** The lines that a Python script prints, each as JSON. Throws what the script says where it fails. */
export async function* pythonLines(program: string, script: string, args: readonly string[]): AsyncGenerator {
  const child = spawn(program, ['-c', script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PYTHONUTF8: '1' } });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  for await (const line of linesOf(child.stdout)) yield JSON.parse(line);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`Python ended with ${String(code)}: ${said.trim().split('\n').slice(-3).join(' | ')}`);
}

/** The first of these Pythons that can do what a script needs, or undefined. */
export function pythonThatCan(script: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find((program) => spawnSync(program, ['-c', script]).status === 0);
}
