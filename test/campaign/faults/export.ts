import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { carrel, passphrase } from '../../cli/carrel.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { expectRun, onCopy } from './data-folder.ts';
import { Skipped, type FaultCase } from './fault-case.ts';

const earlier = 'what stood there before\r\n';
const killer = fileURLToPath(new URL('./kill-before-name.ts', import.meta.url));

function labsTo(study: string, path: string): readonly string[] {
  return ['export', study, '--dataset', 'labs', '--format', 'csv', '--out', path, '--force'];
}

/** Runs `use` with an exports folder beside a copy of the data folder. Its file must stay unchanged, and no partial file may remain. */
async function inPlace(bench: FaultBench, use: (dataDir: string, place: string) => Promise<void>): Promise<void> {
  await onCopy(bench.folder, async (dataDir) => {
    const place = join(dataDir, '..', 'exports');
    mkdirSync(place);
    writeFileSync(join(place, 'there.csv'), earlier);
    await use(dataDir, place);
    assert.equal(readFileSync(join(place, 'there.csv'), 'utf8'), earlier, 'the earlier file changed');
    assert.deepEqual(partsIn(place), [], 'a part was left');
  });
}

function partsIn(place: string): readonly string[] {
  return readdirSync(place).filter((name) => name.endsWith('.part'));
}

const refused: Readonly<Record<string, (place: string) => string>> = {
  'a link': (place) => {
    symlinkSync(join(place, 'there.csv'), join(place, 'link.csv'));
    return join(place, 'link.csv');
  },
  'a path of more than 4,096 characters': (place) => join(place, ...Array<string>(500).fill('a-folder'), 'labs.csv'),
  'a device without room': () => '/dev/full',
  'a device that swallows all': () => '/dev/null',
  'a name of 300 characters': (place) => join(place, `${'n'.repeat(300)}.csv`),
  'a folder': (place) => place,
  'a file that is read-only': (place) => {
    writeFileSync(join(place, 'kept.csv'), earlier, { mode: 0o400 });
    return join(place, 'kept.csv');
  },
  'a folder that is not there': (place) => join(place, 'missing', 'labs.csv'),
};

async function refusesTargets(bench: FaultBench): Promise<void> {
  await inPlace(bench, async (dataDir, place) => {
    const chosen = Object.entries(refused).slice(0, bench.form === 'long' ? undefined : 3);
    for (const [what, make] of chosen) {
      const { stderr } = await expectRun(dataDir, labsTo(bench.study, make(place)), 25);
      assert.ok(stderr.length < 1000, `${what}: a long story`);
    }
    const tooLong = join(place, ...Array<string>(500).fill('a-folder'));
    await expectRun(dataDir, ['export', bench.study, '--dataset', 'all', '--format', 'csv', '--out', tooLong], 25);
  });
}

async function writesWhereItMay(bench: FaultBench): Promise<void> {
  await inPlace(bench, async (dataDir, place) => {
    const deep = join(place, ...Array<string>(40).fill('folder'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(place, 'open.csv'), earlier);
    const reader = openSync(join(place, 'open.csv'), 'r');
    await expectRun(dataDir, labsTo(bench.study, join(place, 'open.csv')), 0);
    const seen = Buffer.alloc(earlier.length);
    readSync(reader, seen, 0, seen.length, 0);
    closeSync(reader);
    assert.equal(seen.toString('utf8'), earlier, 'who has the earlier file open reads something else');
    await expectRun(dataDir, labsTo(bench.study, join(deep, 'labs.csv')), 0);
    assert.ok(readFileSync(join(deep, 'labs.csv')).equals(readFileSync(join(place, 'open.csv'))));
  });
}

async function leavesNoPart(bench: FaultBench): Promise<void> {
  await inPlace(bench, async (dataDir, place) => {
    const env = { CARREL_PASSPHRASE: passphrase, NODE_OPTIONS: `--import=${killer}` };
    const { code } = await carrel(labsTo(bench.study, join(place, 'there.csv')), { dataDir, env });
    // The partial file, the partial evidence, and a second name of the earlier file.
    assert.deepEqual([code, partsIn(place).length], [null, 3], 'it was not killed in time');
    await expectRun(dataDir, ['status'], 0);
  });
}

async function survivesFullDisk(bench: FaultBench): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Skipped('a small disk needs root on Linux');
  await inPlace(bench, async (dataDir, place) => {
    const whole = join(place, 'whole.csv');
    await expectRun(dataDir, labsTo(bench.study, whole), 0);
    // Room for the file except its last 4 KiB, beside the earlier one.
    const disk = join(place, 'disk');
    mkdirSync(disk);
    const size = Math.ceil(statSync(whole).size / 4096) * 4096;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', disk]).status !== 0) throw new Skipped('no disk may be mounted');
    try {
      writeFileSync(join(disk, 'labs.csv'), earlier);
      await expectRun(dataDir, labsTo(bench.study, join(disk, 'labs.csv')), 25, /the disk is full/);
      assert.deepEqual([readdirSync(disk), readFileSync(join(disk, 'labs.csv'), 'utf8')], [['labs.csv'], earlier]);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
}

export const exportCases: readonly FaultCase[] = [
  {
    id: 'F64',
    title:
      'an export to a link, device, folder, read-only file, overlong path or missing folder exits with 25; the earlier file stays, no partial file is left',
    process: true,
    run: refusesTargets,
  },
  {
    id: 'F64',
    title: 'a file open elsewhere is replaced whole while its reader keeps the earlier one; a path of over 260 characters works',
    process: true,
    run: writesWhereItMay,
  },
  {
    id: 'F64',
    title: 'an export killed just before its file is named leaves the earlier file, and no partial file after the next start',
    process: true,
    run: leavesNoPart,
  },
  {
    id: 'F64',
    title: 'a disk that is full at the last page of the file exits with 25; the earlier file is byte-identical, no partial file is left',
    process: true,
    run: survivesFullDisk,
  },
  {
    id: 'F64',
    title: 'a network share is lost while it is written to (always skipped: no share is available)',
    process: true,
    run: async () => Promise.reject(new Skipped('there is no network share on this machine')),
  },
];
