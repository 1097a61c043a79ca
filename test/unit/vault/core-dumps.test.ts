import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { forbidCoreDumps } from '../../../src/core/vault/core-dumps.ts';

function limitOf(pid: number | undefined): string | undefined {
  return /^Max core file size +(\S+ +\S+)/m.exec(readFileSync(`/proc/${String(pid)}/limits`, 'utf8'))?.[1]?.replace(/ +/, ' ');
}

test('elsewhere nothing is needed, and so nothing fails', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', platform);
  });
  expect(forbidCoreDumps()).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'limits core dumps to one byte, in effect none, for this process, its children and grandchildren',
  async () => {
    const child = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const grandchild = await new Promise<number>((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
    onTestFinished(() => {
      process.kill(grandchild);
      child.kill();
    });
    expect([limitOf(child.pid), limitOf(grandchild)]).not.toContain('1 1');
    expect(forbidCoreDumps()).toBe(true);
    expect([process.pid, child.pid, grandchild].map(limitOf)).toEqual(['1 1', '1 1', '1 1']);
    expect(forbidCoreDumps()).toBe(true);
  },
);
