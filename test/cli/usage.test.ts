import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { carrel, program, workFolder } from './carrel.ts';

const folder = workFolder();
afterAll(folder.remove);

const connection = ['--partner-id', 'P', '--client-id', 'c'];

describe('a mistaken command is exit 2', () => {
  test.each([
    [['snyc'], 'Did you mean "sync"?'],
    [['connect', '--base-url', 'http://research.example.org', ...connection], 'https://'],
    [['export', '22-001', '--dataset', 'labs', '--format', 'xslx', '--out', 'x'], 'Did you mean "xlsx"?'],
    [['wipe', '22-001'], 'add --yes'],
  ])('%j', async (args, says) => {
    const run = await carrel(args, { dataDir: folder.path, env: {} });
    expect(run.stderr).toContain(says);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect([run.code, run.stdout]).toEqual([2, '']);
  });

  test('without any command shows the help on stderr', async () => {
    const run = await carrel([], { dataDir: folder.path });
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('Usage: carrel <command>');
  });

  test('gives the reason as a result line too with --json', async () => {
    const run = await carrel(['wipe', '22-001', '--json'], { dataDir: folder.path });
    expect(run.result).toMatchObject({ event: 'result', code: 2, category: 'USAGE', message: expect.stringContaining('--yes') });
  });

  test('creates nothing', () => {
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe.runIf(existsSync('/dev/full'))('an output that accepts no more', () => {
  test.each([[['--help']], [['export', '--help']]])('makes %j a STORE error, because the output is incomplete', (args) => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    closeSync(full);
    expect([status, stderr]).toEqual([22, expect.stringContaining('stdout (ENOSPC)')]);
  });

  test('keeps the exit code of an earlier error', () => {
    const full = openSync('/dev/full', 'w');
    const { status } = spawnSync(process.execPath, [program, 'wipe', '22-001', '--json'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    expect(status).toBe(2);
  });
});

describe('the help', () => {
  test('of the program names the main commands, and commands have their own', async () => {
    const run = await carrel(['--help'], { dataDir: folder.path });
    expect(run.code).toBe(0);
    const names = ['connect', 'sync', 'status', 'export', 'changes', 'verify', 'wipe', 'sandbox'];
    for (const name of names) expect(run.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const name of ['connect', 'export']) {
      const own = await carrel([name, '--help'], { dataDir: folder.path });
      expect([own.code, own.stderr]).toEqual([0, '']);
      expect(own.stdout).toContain(`Usage: carrel ${name} `);
      expect(own.stdout).toContain('--data-dir DIR');
    }
  });
});

describe('a vault that cannot be opened is exit 20, with the way out', () => {
  test('because there is none', async () => {
    const run = await carrel(['status'], { dataDir: folder.path });
    expect([run.code, run.stderr]).toEqual([20, expect.stringContaining('carrel connect')]);
  });

  test('because the first connect has no passphrase', async () => {
    const run = await carrel(['connect', '--base-url', 'https://research.example.org', ...connection], {
      dataDir: folder.path,
      env: { CARREL_CLIENT_SECRET: 's' },
    });
    expect([run.code, run.stderr]).toEqual([20, expect.stringContaining('CARREL_PASSPHRASE')]);
  });
});
