import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acquireSyncLock } from '../../src/core/vault/studies/sync-lock.ts';
import { carrel, connectTo, ended, passphrase, program, startSandbox, workFolder, type Ended, type Json, type Sandbox } from './carrel.ts';

const folder = workFolder();
/** A data folder in which 22-001 is mirrored; each test works on a copy of it. */
const golden = join(folder.path, 'golden');
const study = '22-001';
let sandbox: Sandbox;
let copies = 0;

function copy(): string {
  const path = join(folder.path, `copy-${copies++}`);
  cpSync(golden, path, { recursive: true });
  return path;
}

async function run(dataDir: string, ...args: string[]): Promise<Ended> {
  return carrel([...args, '--json'], { dataDir });
}

/** What can be seen of the mirror: records and generation of each dataset. */
async function visible(dataDir: string): Promise<unknown> {
  const { result } = await run(dataDir, 'status', study);
  return result.studies[0].datasets.map(({ dataset, records, generation }: Record<string, unknown>) => [dataset, records, generation]);
}

let good: unknown;
beforeAll(async () => {
  sandbox = await startSandbox(['--subjects', '6', '--page-size', '50', '--studies', '22-001,23-014']);
  await connectTo(sandbox, golden);
  await run(golden, 'sync', study);
  good = await visible(golden);
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

/** One sentence on stderr, no stack trace, nothing secret. */
function expectClean({ stdout, stderr }: Ended): void {
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|undefined|\[object/);
  for (const secret of [passphrase, sandbox.clientSecret]) expect(stdout + stderr).not.toContain(secret);
}

describe('a study that may not be read', () => {
  test('is FORBIDDEN and does not stay in the list', async () => {
    const dataDir = copy();
    const done = await run(dataDir, 'sync', '99-999');
    expectClean(done);
    expect([done.code, done.result.category, done.result.studies[0].datasets[0].state]).toEqual([11, 'FORBIDDEN', 'none']);
    const { result } = await run(dataDir, 'status');
    expect(result.studies.map((one: { study: string }) => one.study)).toEqual([study]);
    expect(readdirSync(join(dataDir, 'studies')).filter((name) => name.endsWith('.db'))).toHaveLength(1);
  });

  test('is PARTIAL beside a readable one, which is mirrored', async () => {
    const done = await run(copy(), 'sync', '23-014', '99-999');
    expect([done.code, done.result.category]).toEqual([30, 'PARTIAL']);
    expect(done.result.studies.map(({ datasets }: Json) => datasets[0].state)).toEqual(['updated', 'none']);
  });

  test('is USAGE if it was never mirrored here, and the message names those that were', async () => {
    const done = await run(golden, 'changes', '22-0O1');
    expectClean(done);
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('There are: 22-001.')]);
  });
});

describe('a service that misbehaves', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));

  async function serve(answer: (path: string, response: ServerResponse) => void): Promise<string> {
    const server = createServer((request, response) => answer(request.url ?? '', response));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  test('wrong credentials are AUTH and are not stored', async () => {
    const fresh = join(folder.path, 'never-made');
    const first = await connectTo({ ...sandbox, clientSecret: 'wrong-secret' }, fresh);
    expectClean(first);
    expect([first.code, existsSync(fresh)]).toEqual([10, false]);
    const dataDir = copy();
    expect((await connectTo({ ...sandbox, clientSecret: 'wrong-secret' }, dataDir)).code).toBe(10);
    expect((await run(dataDir, 'sync', study)).code).toBe(0);
  });

  test('an unreachable service is NETWORK', async () => {
    const done = await connectTo({ ...sandbox, baseUrl: 'http://127.0.0.1:9' }, join(folder.path, 'nobody'));
    expectClean(done);
    expect(done.code).toBe(12);
  });

  test('a page that is not a Bundle is PROTOCOL, and the mirrored data stays', async () => {
    const dataDir = copy();
    const baseUrl = await serve((path, response) => {
      response.setHeader('content-type', path.includes('/token') ? 'application/json' : 'text/html');
      response.end(
        path.includes('/token')
          ? '{"token_type":"Bearer","access_token":"abc","scope":"full","expires_in":3600}'
          : '<html>Please sign in</html>',
      );
    });
    expect((await connectTo({ ...sandbox, baseUrl }, dataDir)).code).toBe(0);
    const done = await run(dataDir, 'sync', study);
    expectClean(done);
    expect([done.code, done.result.studies[0].datasets[2]]).toMatchObject([16, { state: 'kept', error: { category: 'PROTOCOL' } }]);
    expect(await visible(dataDir)).toEqual(good);
  });
});

describe('the vault', () => {
  test('a wrong passphrase is LOCKED; after three, the next is refused at once with the seconds left', async () => {
    const dataDir = copy();
    const wrong = { dataDir, env: { CARREL_PASSPHRASE: 'a wrong one' } };
    for (let tries = 0; tries < 3; tries++) {
      const done = await carrel(['status', '--json'], wrong);
      expectClean(done);
      expect([done.code, done.stderr]).toEqual([20, expect.stringContaining('does not open this vault')]);
    }
    // Pretends more failures: the five seconds after three may be over before the next process asks.
    const path = join(dataDir, 'tries.json');
    const { failures, last } = JSON.parse(readFileSync(path, 'utf8')) as { failures: number; last: number };
    expect(failures).toBe(3);
    writeFileSync(path, JSON.stringify({ failures: 10, last }));
    const refused = await run(dataDir, 'status');
    expect([refused.code, refused.stderr]).toEqual([20, expect.stringMatching(/in [1-6]\d\d seconds/)]);
  });

  test.each([
    ['missing', () => null],
    ['empty', () => ''],
    ['truncated', (text: string) => text.slice(0, 100)],
  ])('a key file that is %s is LOCKED, distinct from a wrong passphrase, and nothing is deleted', async (_what, change) => {
    const dataDir = copy();
    const path = join(dataDir, 'keys.json');
    const content = change(readFileSync(path, 'utf8'));
    if (content === null) rmSync(path);
    else writeFileSync(path, content);
    const before = readdirSync(dataDir);
    for (const args of [['status'], ['sync', study]]) {
      const done = await run(dataDir, ...args);
      expectClean(done);
      expect([done.code, done.stderr]).toEqual([20, expect.stringContaining('keys.json')]);
    }
    expect((await connectTo(sandbox, dataDir)).code).toBe(20);
    expect(readdirSync(dataDir)).toEqual(before);
  });

  test('the key file of another data folder is LOCKED', async () => {
    const [dataDir, other] = [copy(), join(folder.path, 'other')];
    await connectTo(sandbox, other);
    cpSync(join(other, 'keys.json'), join(dataDir, 'keys.json'));
    const done = await run(dataDir, 'status');
    expectClean(done);
    expect([done.code, done.stderr]).toEqual([20, expect.stringContaining('another data folder')]);
  });

  test('secrets can be passed by stdin, one per line, passphrase first', async () => {
    const dataDir = join(folder.path, 'by-stdin');
    const args = [
      'connect',
      '--base-url',
      sandbox.baseUrl,
      '--partner-id',
      sandbox.partnerId,
      '--client-id',
      sandbox.clientId,
      '--passphrase-stdin',
      '--client-secret-stdin',
    ];
    const done = await carrel(args, { dataDir, env: {}, stdin: `${passphrase}\n${sandbox.clientSecret}\n` });
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(
      (await carrel(['status', '--passphrase-stdin'], { dataDir, env: { CARREL_PASSPHRASE: 'overruled' }, stdin: `${passphrase}\r\n` }))
        .code,
    ).toBe(0);
    const none = await carrel(args, { dataDir, env: {}, stdin: `${passphrase}\n` });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('client secret')]);
  });
});

describe('a damaged mirror', () => {
  /** Flips a bit of the study's file, in its middle unless told where. */
  function damage(dataDir: string, where = (length: number): number => Math.floor(length / 2)): string {
    const name = readdirSync(join(dataDir, 'studies')).find((one) => one.endsWith('.db')) ?? '';
    const path = join(dataDir, 'studies', name);
    const bytes = readFileSync(path);
    const at = where(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    writeFileSync(path, bytes);
    return path;
  }

  // A bit in a page that status and sync do not read: without verify they would continue with the damaged file.
  test('is found and set aside by verify, whichever page is damaged', async () => {
    const dataDir = copy();
    const path = damage(dataDir, (length) => length - 50);
    const before = readFileSync(path);
    const done = await run(dataDir, 'verify');
    expectClean(done);
    expect([done.code, done.result]).toMatchObject([21, { category: 'CORRUPT', findings: [{ part: 'study', study }] }]);
    const aside = readdirSync(join(dataDir, 'studies')).find((name) => /\.db\.damaged-[0-9TZ-]+$/.test(name)) ?? '';
    expect(readFileSync(join(dataDir, 'studies', aside)).equals(before)).toBe(true);
    const next = await run(dataDir, 'sync', study);
    expect([next.code, next.stderr]).toEqual([21, expect.stringContaining('--anew')]);
    expect((await run(dataDir, 'sync', study, '--anew')).code).toBe(0);
    expect((await run(dataDir, 'verify')).code).toBe(0);
  });

  test('is set aside, never deleted, and reported by sync until --anew replaces it', async () => {
    const dataDir = copy();
    const path = damage(dataDir);
    writeFileSync(path, readFileSync(path).subarray(0, 8192));
    const bytes = readFileSync(path);
    const first = await run(dataDir, 'status', study);
    expectClean(first);
    expect([first.code, first.stderr]).toEqual([21, expect.stringContaining('--anew')]);
    const aside = readdirSync(join(dataDir, 'studies')).find((name) => /\.db\.damaged-[0-9TZ-]+$/.test(name)) ?? '';
    expect(readFileSync(join(dataDir, 'studies', aside)).equals(bytes)).toBe(true);
    const again = await run(dataDir, 'sync', study);
    expectClean(again);
    expect([again.code, again.stderr]).toEqual([21, expect.stringContaining('--anew')]);
    expect((await run(dataDir, 'sync', study, '--anew')).code).toBe(0);
    expect(await visible(dataDir)).toEqual(good);
    expect(readdirSync(join(dataDir, 'studies'))).toContain(aside);
  });
});

describe('a place that cannot be written', () => {
  test('a data folder that cannot be created is STORE', async () => {
    writeFileSync(join(folder.path, 'a-file'), '');
    const done = await connectTo(sandbox, join(folder.path, 'a-file', 'below'));
    expectClean(done);
    expect(done.code).toBe(22);
  });

  // A limit on the file size stands in for a full disk: the system refuses further writes.
  test.skipIf(process.platform === 'win32')('a disk that fills up during a sync is STORE, and the mirrored data stays', async () => {
    const dataDir = copy();
    const child = spawn(
      'sh',
      ['-c', 'trap "" XFSZ; ulimit -f 200; exec "$@"', 'sh', process.execPath, program, 'sync', '23-014', '--json'],
      {
        env: { PATH: process.env['PATH'], CARREL_DATA_DIR: dataDir, CARREL_PASSPHRASE: passphrase },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const done = await ended(child);
    expectClean(done);
    expect([done.code, done.result.category]).toEqual([22, 'STORE']);
    expect(await visible(dataDir)).toEqual(good);
    expect((await run(dataDir, 'sync', '23-014')).code).toBe(0);
  });

  // Needs a small file system of its own, which only root may mount.
  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'a completely full disk is STORE in one sentence, and mirrored data can still be exported elsewhere',
    async ({ skip }) => {
      const disk = join(folder.path, 'small-disk');
      mkdirSync(disk);
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'none', disk]).status !== 0) skip('no file system could be mounted');
      try {
        const dataDir = join(disk, 'data');
        cpSync(copy(), dataDir, { recursive: true });
        expect((await run(dataDir, 'status')).code).toBe(0);
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail - 20) * bsize));
        const done = await run(dataDir, 'sync', '23-014', study);
        expectClean(done);
        expect([done.code, done.result.category, done.stderr]).toEqual([22, 'STORE', expect.stringContaining('The disk is full')]);
        expect(await visible(dataDir)).toEqual(good);
        const elsewhere = await run(
          dataDir,
          'export',
          study,
          '--dataset',
          'subjects',
          '--format',
          'csv',
          '--out',
          join(folder.path, 'elsewhere.csv'),
        );
        expect([elsewhere.code, elsewhere.stderr]).toEqual([0, '']);
        rmSync(join(disk, 'filler'));
        expect((await run(dataDir, 'sync', study)).code).toBe(0);
      } finally {
        spawnSync('umount', [disk]);
      }
    },
  );

  test('an export to a blocked or missing place is EXPORT and changes nothing', async () => {
    const place = join(folder.path, 'exports');
    mkdirSync(join(place, 'a-folder'), { recursive: true });
    writeFileSync(join(place, 'there.csv'), 'earlier');
    symlinkSync(join(place, 'there.csv'), join(place, 'link.csv'));
    const before = readdirSync(place);
    const dataDir = copy();
    for (const [out, ...more] of [['there.csv'], ['a-folder', '--force'], ['link.csv', '--force'], ['no-folder/x.csv', '--force']]) {
      const done = await run(
        dataDir,
        'export',
        study,
        '--dataset',
        'subjects',
        '--format',
        'csv',
        '--out',
        join(place, out ?? ''),
        ...more,
      );
      expectClean(done);
      expect([out, done.code]).toEqual([out, 25]);
    }
    expect(readdirSync(place)).toEqual(before);
    expect(readFileSync(join(place, 'there.csv'), 'utf8')).toBe('earlier');
  });

  test('a second writer is BUSY, while reading continues', async () => {
    const dataDir = copy();
    const release = await acquireSyncLock(dataDir);
    try {
      const [writing, reading] = await Promise.all([run(dataDir, 'sync', study), run(dataDir, 'status')]);
      expectClean(writing);
      expect([writing.code, reading.code]).toEqual([23, 0]);
    } finally {
      release();
    }
  });
});
