import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, nearestOption, parseArguments } from '../../../src/sandbox/options.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { resources, startService, walk } from './service.ts';

const MAIN = fileURLToPath(new URL('../../../src/sandbox/main.ts', import.meta.url));

describe('options', () => {
  test('have defaults', () => {
    expect(parseArguments([])).toEqual({ kind: 'serve', json: false, options: DEFAULT_OPTIONS });
    expect(DEFAULT_OPTIONS).toMatchObject({ port: 8787, pageSize: 500, revision: 0, studies: ['22-001', '23-014', '24-006'] });
  });

  test('are all read, with a space or an equals sign', () => {
    const args =
      '--port 0 --seed=7 --subjects 12 --studies A,B --page-size 50 --revision 2 --labs 1000000 --pregenerate --gzip --expires-in 5 --latency=20 --json';
    expect(parseArguments(args.split(' '))).toEqual({
      kind: 'serve',
      json: true,
      options: {
        port: 0,
        seed: 7,
        subjects: 12,
        studies: ['A', 'B'],
        pageSize: 50,
        revision: 2,
        labs: 1_000_000,
        pregenerate: true,
        gzip: true,
        expiresIn: 5,
        latency: 20,
        faults: [],
      },
    });
  });

  test.each([
    ['--prot', '--port'],
    ['--page_size', '--page-size'],
    ['--stud', '--studies'],
    ['--subject', '--subjects'],
    ['--lab', '--labs'],
    ['port', '--port'],
  ])('%s is unknown, and %s is suggested', (given, known) => {
    expect(nearestOption(given)).toBe(known);
    expect(parseArguments([given, '1'])).toMatchObject({ kind: 'problem', message: expect.stringContaining(known) });
  });

  test.each([
    ['--port', '70000'],
    ['--port', 'x'],
    ['--page-size', '0'],
    ['--labs', '1000001'],
    ['--labs', '-1'],
    ['--studies', 'A,,B'],
    ['--studies', '../x'],
    ['--seed'],
  ])('%s %s is a problem', (name, ...value) => {
    expect(parseArguments([name, ...value])).toMatchObject({ kind: 'problem', message: expect.stringContaining(name) });
  });
});

describe('determinism', () => {
  const texts = async (seed: number): Promise<string> => {
    const service = await startService({ seed, subjects: 5, studies: ['22-001'] });
    const pages = await Promise.all(
      (['subjects', 'medications', 'labs', 'vitals', 'responses'] as const).map((dataset) => walk(service, '22-001', dataset)),
    );
    await service.sandbox.close();
    return pages
      .flat()
      .map(({ text }) => text.replaceAll(service.baseUrl, ''))
      .join('\n');
  };

  test('the same seed gives the same bytes, another seed different ones', async () => {
    const [first, again, other] = [await texts(3), await texts(3), await texts(4)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('the credentials depend on the seed', () => {
    expect(createSandbox({ seed: 3 }).credentials).toEqual(createSandbox({ seed: 3 }).credentials);
    expect(createSandbox({ seed: 3 }).credentials.clientSecret).not.toBe(createSandbox({ seed: 4 }).credentials.clientSecret);
  });
});

describe('sizes', () => {
  test('a study of a million labs serves any page without those before it', async () => {
    const service = await startService({ labs: 1_000_000, studies: ['22-001'] });
    const page = async (n: number): Promise<{ total: number; entry: { resource: { id: string } }[] }> =>
      (await (
        await service.get(`/svc-apim/external/v2/crit/svc/api/observation?researchstudy=22-001&category=laboratory&page=${n}`)
      ).json()) as never;
    const far = await page(1999);
    expect(far.total).toBeGreaterThanOrEqual(1_000_000);
    expect(far.total).toBeLessThan(1_100_000);
    expect(new Set([...far.entry, ...(await page(1)).entry].map(({ resource }) => resource.id)).size).toBe(1000);
    await service.sandbox.close();
  });

  test.each([
    [0, 0],
    [1, 40_000],
    [3, 0],
  ])('%i subjects with at least %i labs', async (subjects, labs) => {
    const service = await startService({ subjects, labs, studies: ['NEW-7'], pageSize: 20_000 });
    const all = await resources(service, 'NEW-7', 'labs');
    expect(all.length).toBeGreaterThanOrEqual(labs);
    expect((await resources(service, 'NEW-7', 'subjects'))[0].member.length).toBe(subjects);
    expect(all.every((one) => one.extension[1].valueString === 'SPN-NEW7-01' && one.effectiveDateTime < '2026-11-01')).toBe(true);
    await service.sandbox.close();
  });
});

describe('as a process', () => {
  test('prints exactly the ready line, serves, and ends with 0 on SIGTERM', async () => {
    const child = run('--port', '0', '--json', '--subjects', '3', '--studies', '22-001,X-1');
    const ready = JSON.parse(await firstLine(child)) as Record<string, unknown>;
    expect(Object.keys(ready)).toEqual(['event', 'baseUrl', 'partnerId', 'clientId', 'clientSecret', 'studies']);
    expect(ready).toMatchObject({
      event: 'ready',
      studies: ['22-001', 'X-1'],
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect((await fetch(`${String(ready['baseUrl'])}/nothing`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('prints a readable first line without --json, and ends with 0 on SIGINT', async () => {
    const child = run('--port', '0');
    expect(await firstLine(child)).toMatch(
      /^Sandbox at http:\/\/127\.0\.0\.1:\d+ · partner id \S+ · client id \S+ · client secret \S+ · studies 22-001, 23-014, 24-006/,
    );
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('exits with 2 on an unknown option, and names the nearest', async () => {
    const child = run('--pagesize', '3');
    const [line, [code]] = await Promise.all([firstLine(child, 'stderr'), once(child, 'exit')]);
    expect([code, line]).toEqual([2, expect.stringContaining('--page-size')]);
  });

  test('exits with 1 and one clear sentence if the port is taken', async () => {
    const taken = await startService({ subjects: 1 });
    const child = run('--port', new URL(taken.baseUrl).port);
    const [line, [code]] = await Promise.all([firstLine(child, 'stderr'), once(child, 'exit')]);
    expect([code, line]).toEqual([1, expect.stringContaining('Choose another --port')]);
    await taken.sandbox.close();
  });
});

function run(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function firstLine(child: ChildProcess, from: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  const stream = child[from];
  if (stream === null) throw new Error(`The process has no ${from}.`);
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error(`The process ended without a line on ${from}.`);
}
