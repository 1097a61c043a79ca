import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCommands } from '../../../src/cli/commands.ts';
import { readPemFile } from '../../../src/cli/pem-file.ts';
import { runCommandLine } from '../../../src/cli/run.ts';

const connection = ['--partner-id', 'P', '--client-id', 'c'];
const exporting = ['export', '22-001', '--dataset', 'labs', '--format', 'csv', '--out', 'x.csv'];
const listing = ['export', '22-001', '--listing', 'liver', '--format', 'csv', '--out', 'x.csv'];

/** Runs a command line in this process, with a data folder that does not exist. */
async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runCommandLine(
    args,
    await loadCommands(),
    { stdin: Readable.from([]), stdout, stderr, env: { CARREL_DATA_DIR: '/nowhere/carrel', ...env } },
    new AbortController().signal,
  );
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

describe('a file named by an option', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-options-'));
  const [endless, text] = ['/dev/zero', join(folder, 'text')];
  beforeAll(() => {
    writeFileSync(text, 'x'.repeat(5_000_000));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each([
    [[...exporting, '--subjects', folder], 'The --subjects file could not be read'],
    [[...exporting, '--subjects', endless], 'The --subjects file could not be read'],
    [[...exporting, '--protect', '--recipient', 'x', '--allow', folder], 'The "--allow" file cannot be read'],
    [[...exporting, '--protect', '--recipient', 'x', '--allow', text], 'The "--allow" file is larger than 4 MB'],
  ])('is refused if it is a folder, or too large, such as a device without an end: %j', async (args, says) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });

  test('may be a pipe of a command that takes its time', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const writer = spawn('sh', ['-c', `exec 3>"$1"; echo opened; sleep 0.3; echo certificate >&3`, 'sh', path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    await once(writer.stdout, 'data');
    expect(readPemFile(path, 'client-key', 1000)).toBe('certificate\n');
    closeSync(reader);
  });

  test('with certificates is refused for the same reasons', () => {
    const reading = (file: string) => () => readPemFile(file, 'extra-certificates', 1000);
    expect(reading(folder)).toThrow('The --extra-certificates file cannot be read. Nothing was sent.');
    for (const large of [text, endless]) expect(reading(large)).toThrow('The --extra-certificates file is too large. Nothing was sent.');
  });
});

describe('an invalid command line exits with 2 and prints one line of advice', () => {
  test.each([
    [['snyc'], 'Did you mean "sync"?'],
    [['sync'], 'Usage: carrel sync STUDY'],
    [['sync', '22-001', '--onyl', 'labs'], 'Did you mean "--only"?'],
    [['sync', '22-001', '--only', 'labs,vitlas'], 'Did you mean "vitals"?'],
    [['sync', ''], 'A study number has'],
    [['status', '--where', 'a = b'], 'There is no option "--where" of "status"'],
    [['wipe', '22-001'], 'add --yes'],
    [['wipe', '--all'], 'add --yes'],
    [['wipe', '22-001', '--all', '--yes'], 'Name one study, or give --all'],
    [['wipe', '--yes'], 'Name one study, or give --all'],
    [['changes', '22-001', '--since', 'yesterday'], 'must be a generation number'],
    [['changes'], 'needs more arguments'],
    [['pack', '22-001'], 'needs --out'],
    [['pack', '22-001', '--out', 'x', '--expires', '2027-02-30'], 'must be a date as YYYY-MM-DD'],
    [['pack', '22-001', '--out', 'x', '--expires', 'tomorrow'], 'must be a date as YYYY-MM-DD'],
    [['pack', '22-001', '--out', 'x', '--expires', '2020-01-01'], 'is in the past'],
    [['unpack'], 'Usage: carrel unpack PATH'],
    [['connect', ...connection], 'needs --base-url'],
    [['connect', '--base-url', 'http://research.example.org', ...connection], 'https://'],
    [['connect', '--base-url', 'https://me:word@research.example.org', ...connection], 'user name or password'],
    [['connect', '--base-url', 'https://research.example.org/../x', ...connection], '".."'],
    [['connect', '--base-url', 'https://research.example.org', ...connection, '--token-style', 'header'], 'body, basic or query'],
    [['connect', '--base-url', 'https://research.example.org', ...connection], 'A client secret is required'],
    [
      ['connect', '--base-url', 'https://research.example.org', ...connection, '--client-secret', 'x'],
      'There is no option "--client-secret"',
    ],
    [['export', '22-001', '--format', 'csv', '--out', 'x'], 'needs --dataset'],
    [['export', '22-001', '--dataset', 'labs', '--out', 'x'], 'needs --format'],
    [['export', '22-001', '--dataset', 'labs', '--format', 'csv'], 'needs --out'],
    [['export', '22-001', '--dataset', 'lab', '--format', 'csv', '--out', 'x'], 'Did you mean "labs"?'],
    [['export', '22-001', '--dataset', 'labs', '--format', 'pdf', '--out', 'x'], 'The formats are: xlsx, csv, csv-excel'],
    [['export', '22-001', '--dataset', 'labs', '--format', 'cvs', '--out', 'x'], 'Did you mean "csv"?'],
    [[...exporting, '--preset', 'x'], 'The preset could not be read'],
    [[...exporting, '--recipient', 'Acme'], 'add --protect'],
    [[...exporting, '--anchor', 'baseline'], 'add --protect'],
    [[...exporting, '--preview'], 'add --protect'],
    [[...exporting, '--protect', '--anchor', 'vist:C1D1'], 'first-record, baseline, reference or visit:NAME'],
    [[...exporting, '--protect', '--anchor', 'visit:'], 'first-record, baseline, reference or visit:NAME'],
    [[...exporting, '--protect', '--recipient', 'a\nb'], 'one line'],
    [[...exporting, '--protect', '--columns', 'performer'], 'None of the named columns'],
    [[...exporting, '--protect', '--sort', 'performer'], 'cannot be sorted by "performer"'],
    [['export', '22-001', '--dataset', 'labs', '--format', 'ndjson', '--out', 'x', '--protect'], 'cannot be pseudonymised'],
    [['export', '22-001', '--dataset', 'labs', '--format', 'csv', '--out', 'x.zip', '--protect'], 'CARREL_EXPORT_PASSPHRASE'],
    [['export', '22-001', '--protect', '--preview'], 'needs --dataset'],
    [[...exporting, '--headers', 'fancy'], 'plain, source, sdtm'],
    [[...exporting, '--delimiter', '|'], 'semicolon'],
    [[...exporting, '--columns', 'nosuch'], 'no column'],
    [[...exporting, '--sort', '-nosuch'], 'no column'],
    [[...exporting, '--where', 'nosuch = 1'], 'no column'],
    [[...exporting, '--where', 'unit contians g'], 'contains'],
    [[...exporting, '--where', 'unit < 5'], '<'],
    [[...exporting, '--subjects', '/nowhere/subjects.txt'], '--subjects'],
    [['export', '22-001', '--dataset', 'labs', '--format', 'ndjson', '--out', 'x', '--columns', 'unit'], 'cannot be used with ndjson'],
    [
      ['export', '22-001', '--dataset', 'all', '--format', 'ndjson', '--out', 'x', '--where', 'subject = 0012'],
      'every subject of the study',
    ],
    [['sandbox', '--prot', '1'], 'Did you mean "--port"?'],
    [['export', '22-001', '--lake', 'x', '--since', '3'], '"--since" cannot be used with --lake'],
    [['export', '22-001', '--lake', 'x', '--test', 'ALT'], '"--test" cannot be used with --lake'],
    [[...listing, '--allow', 'texts.txt'], '"--allow" is only for exports of records'],
    [[...listing, '--sort', 'subject'], 'takes no "--sort"'],
    [['export', '22-001', '--listing', 'subjects', '--format', 'csv', '--out', 'x', '--sort', 'a,b'], 'takes one column'],
    [[...listing, '--texts', 'texts.txt'], '"--texts" is only for exports of records'],
  ])('%j', async (args, says) => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toContain(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
  });
});

test.each([
  ['a file that is no zip', exporting],
  ['a lake', ['export', '22-001', '--lake', 'x']],
])('a passphrase for an encrypted export is not ignored for %s', async (_, args) => {
  const { code, stdout, stderr } = await run(args, { CARREL_EXPORT_PASSPHRASE: 'a phrase of six words or so' });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('would not be encrypted');
});
