import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultIn, pageOf, startAnsweringService, type AnsweringService } from '../contract/answering-service.ts';
import { loadCommands } from '../../src/cli/commands.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { carrel, connectTo, ended, passphrase, start, workFolder } from './carrel.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
let service: AnsweringService;

beforeAll(async () => {
  service = await startAnsweringService({ subjects: 20, pageSize: 20, studies: ['22-001'] });
  await connectTo({ ...service.sandbox.credentials, baseUrl: service.baseUrl }, dataDir);
});
afterEach(() => {
  service.alter = (answer) => answer;
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** Sends the signal when the given page of labs is asked for, before it is answered. */
function interruptAt(page: number, child: ChildProcess, signal: NodeJS.Signals): void {
  service.alter = faultIn('laboratory', (answer, request) => {
    if (pageOf(request) === page) child.kill(signal);
    return answer;
  });
}

describe('an interrupted sync', () => {
  test('by Ctrl-C ends as CANCELLED and shows nothing, and the next one completes it', async () => {
    const child = start(['sync', '22-001', '--json'], { dataDir });
    interruptAt(6, child, 'SIGINT');
    const done = await ended(child);
    expect([done.code, done.result.category]).toEqual([130, 'CANCELLED']);
    expect(done.stderr).toContain('Cancelled');
    const status = await carrel(['status', '--json'], { dataDir });
    expect(status.result.studies[0].datasets.map(({ asOf }: { asOf: string | null }) => asOf)).toEqual(Array(5).fill(null));
    const resumed = await carrel(['sync', '22-001', '--json'], { dataDir });
    expect(resumed.code).toBe(0);
  });

  test('by a kill does not block the next run with a stale lock', async () => {
    const child = start(['sync', '22-001', '--json'], { dataDir });
    interruptAt(6, child, 'SIGKILL');
    await once(child, 'exit');
    const next = await carrel(['sync', '22-001', '--json'], { dataDir });
    expect([next.code, next.result.studies[0].datasets[0].state]).toEqual([0, 'unchanged']);
  });
});

describe('an interrupted listing', () => {
  test('by Ctrl-C ends as CANCELLED before its end', async () => {
    const whole = (await carrel(['changes', '22-001', '--json'], { dataDir })).events.length;
    const child = start(['changes', '22-001', '--json'], { dataDir });
    // It cannot write further until it is read from, and has received the signal by then.
    child.stdout?.once('data', () => child.kill('SIGINT'));
    const done = await ended(child);
    expect([done.code, done.result.category]).toEqual([130, 'CANCELLED']);
    expect(done.events.length).toBeLessThan(whole);
  });
});

describe('Ctrl-C', () => {
  /** Runs a command in this process as if Ctrl-C had just been pressed, with an input that stays open. */
  async function cancelledAtOnce(args: readonly string[]): Promise<readonly [code: number, stdout: unknown, stderr: string]> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const env = { CARREL_DATA_DIR: dataDir, CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: service.sandbox.credentials.clientSecret };
    const code = await runCommandLine(args, await loadCommands(), { stdin, stdout, stderr, env }, AbortSignal.abort());
    return [code, stdout.read(), String(stderr.read())];
  }

  test.each([
    [['verify'], 'Nothing was changed.'],
    [['checks', '22-001'], 'Nothing was changed.'],
    [['status', '--passphrase-stdin'], 'Mirrored data is unchanged.'],
  ])('is heard by %j between two steps, or while it waits', async (args, says) => {
    expect(await cancelledAtOnce(args)).toEqual([130, null, `carrel ${args[0] ?? ''}: Cancelled. ${says}\n`]);
  });

  test('during connect stores nothing, which it says', async () => {
    const { partnerId, clientId } = service.sandbox.credentials;
    const args = ['connect', '--base-url', service.baseUrl, '--partner-id', partnerId, '--client-id', clientId];
    expect(await cancelledAtOnce(args)).toEqual([130, null, 'carrel connect: Cancelled. Nothing was stored.\n']);
  });
});

describe('a reader that goes away', () => {
  test('ends the listing without an error', async () => {
    const child = start(['changes', '22-001'], { dataDir });
    child.stdout?.once('data', () => child.stdout?.destroy());
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('the sandbox command', () => {
  test('prints the base URL on its first line, passes on no secret, and ends on SIGINT', async () => {
    const own = start(['sandbox', '--port', '0', '--studies', '77-001', '--subjects', '2'], {
      dataDir,
      env: { CARREL_PASSPHRASE: 'canary-passphrase', CARREL_CLIENT_SECRET: 'canary-secret' },
    });
    const [chunk] = (await once(own.stdout ?? own, 'data')) as [Buffer];
    expect(chunk.toString('utf8').split('\n')[0]).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    if (process.platform === 'linux') {
      const children = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => statusOf(pid).includes(`PPid:\t${own.pid ?? 0}\n`));
      expect(children).toHaveLength(1);
      for (const pid of children)
        expect(readFileSync(`/proc/${pid}/environ`, 'latin1') + readFileSync(`/proc/${pid}/cmdline`, 'latin1')).not.toContain('canary');
    }
    own.kill('SIGINT');
    const [code] = (await once(own, 'exit')) as [number];
    expect(code).toBe(0);
  });

  function statusOf(pid: string): string {
    try {
      return readFileSync(`/proc/${pid}/status`, 'latin1');
    } catch {
      return '';
    }
  }
});
