import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { linesOf } from './lines.ts';

/** The lines that a program prints, each parsed as JSON. Throws its error output if it fails. */
export async function* programLines(program: string, args: readonly string[]): AsyncGenerator {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PYTHONUTF8: '1', LC_ALL: 'C.UTF-8' } });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  for await (const line of linesOf(child.stdout)) yield JSON.parse(line);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${said.trim().split('\n').slice(-3).join(' | ')}`);
}
