import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lakeManifestName } from '../../../src/shared/export-names.ts';
import { hostMark } from '../../../src/core/platform/atomic-file.ts';
import { pendingName, readManifest, writePending } from '../../../src/core/export/lake/lake-manifest.ts';
import { writeLake, type LakeControl, type LakePlan } from '../../../src/core/export/lake/write-lake.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../../unit/query/mirrored-study.ts';
import { askDuckDb } from '../../unit/export/duckdb.ts';
import { made } from '../../unit/export/plan.ts';

let mirrored: MirroredStudy;
let folder: string;
beforeEach(async () => {
  mirrored = mirroredStudy();
  folder = join(mirrored.folder, 'lake');
  await mirrored.mirror('labs', [[labText('a', { subject: '0012' }), labText('b', { subject: '10E2' })]]);
});
afterEach(() => {
  mirrored.remove();
});

const plain: LakePlan = { vocabulary: 'plain', protection: null, allowed: [] };

const isRecorded = vi.fn((): boolean => true);

function write(plan: LakePlan = plain, control: LakeControl = {}) {
  return writeLake(mirrored.study, plan, { folder, made, isRecorded }, control);
}

function filesIn(below = ''): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const bytesOf = (): Readonly<Record<string, string>> =>
  Object.fromEntries(filesIn().map((path) => [path, readFileSync(join(folder, path)).toString('base64')]));
const labsOf = (generation: number): string => `study=22-001/dataset=labs/generation=${String(generation)}/part-0.parquet`;
const changesOf = (generation: number): string => labsOf(generation).replace('labs', 'changes');

describe('a lake', () => {
  test('is a partitioned folder that DuckDB reads, with a manifest of its content', async () => {
    const { files, rows } = await write();
    expect([files.map(({ path }) => path), rows]).toEqual([[labsOf(1)], 2]);
    const read = await askDuckDb(
      `SELECT subject, study, dataset, generation FROM read_parquet('${folder}/**/*.parquet', hive_partitioning = true) ORDER BY record_id`,
    );
    expect(read.rows.map((row) => row.map(String))).toEqual([
      ['0012', '22-001', 'labs', '1'],
      ['10E2', '22-001', 'labs', '1'],
    ]);
    const manifest = readManifest(readFileSync(join(folder, lakeManifestName), 'utf8'));
    expect(manifest).toMatchObject({ study: '22-001', recipient: null, generation: 1, datasets: [{ dataset: 'labs', path: labsOf(1) }] });
    expect(manifest?.datasets[0]?.columns).toContainEqual({
      ...{ name: 'result_number', type: 'DOUBLE', column: 'result_number', label: 'Result number', sdtm: null },
    });
    expect(existsSync(join(folder, pendingName))).toBe(false);
  });

  test('writes nothing if nothing is new', async () => {
    await write();
    const before = bytesOf();
    let begun = 0;
    const outcome = await write(plain, { onBegin: (rows) => void (begun += rows) });
    expect([outcome.files, outcome.sha256, begun]).toEqual([[], null, 0]);
    expect(bytesOf()).toEqual(before);
  });

  test('adds the new generation and its changes after another sync', async () => {
    await write();
    const before = bytesOf();
    await mirrored.mirror('labs', [[labText('a', { subject: '0012', value: '7.0' }), labText('c', { subject: '0013' })]]);
    await write();
    expect([...filesIn()].sort()).toEqual([lakeManifestName, changesOf(2), labsOf(1), labsOf(2)].sort());
    expect(bytesOf()[labsOf(1)]).toBe(before[labsOf(1)]);
    const read = await askDuckDb(
      `SELECT kind, record_id, field, after FROM '${join(folder, changesOf(2))}' ORDER BY kind, record_id, field`,
    );
    expect(read.rows.map(([kind, key]) => `${String(kind)} ${String(key)}`)).toEqual(
      expect.arrayContaining(['changed a', 'new c', 'vanished b']),
    );
    expect(read.rows.some(([, , field, after]) => field === 'Result' && after === '7.0')).toBe(true);
  });

  test('is completed by the next run after a kill', async () => {
    await write();
    await mirrored.mirror('labs', [[labText('a', { value: '7.0' })]]);
    // As a kill leaves it: one file has its name, another its temporary one.
    mkdirSync(dirname(join(folder, labsOf(2))), { recursive: true });
    writeFileSync(join(folder, labsOf(2)), 'whole');
    writeFileSync(join(folder, '.carrel-0-1-2.part'), 'half');
    writeFileSync(join(folder, pendingName), writePending([labsOf(2), changesOf(2)]));
    await write();
    expect([...filesIn()].sort()).toEqual([lakeManifestName, changesOf(2), labsOf(1), labsOf(2)].sort());
  });

  describe('of which a run does not end', () => {
    /** The lake before the run, and the signal that cancels it. */
    async function beforeAnother() {
      await write();
      const before = bytesOf();
      await mirrored.mirror('labs', [[labText('a', { value: '7.0' })]]);
      return { before, control: new AbortController() };
    }

    test.each(['the first file', 'the last file'])('is as before if it was cancelled in %s', async (where) => {
      const { before, control } = await beforeAnother();
      const seen: string[] = [];
      const onProgress = (path: string): void => {
        seen.push(path);
        if (where === 'the first file' || path === changesOf(2)) control.abort();
        expect(Object.keys(bytesOf()).filter((name) => name.endsWith('.parquet'))).toEqual([labsOf(1)]);
      };
      await expect(write(plain, { signal: control.signal, onProgress })).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(seen.at(-1)).toBe(where === 'the first file' ? labsOf(2) : changesOf(2));
      expect(bytesOf()).toEqual(before);
      expect(existsSync(dirname(join(folder, labsOf(2))))).toBe(false);
    });

    test('is as before if the trail cannot record it', async () => {
      const { before } = await beforeAnother();
      await expect(write(plain, { onWritten: () => Promise.reject(new Error('no trail')) })).rejects.toThrow();
      expect(bytesOf()).toEqual(before);
    });

    test('is as before if one of its files cannot get its name', async () => {
      const { before } = await beforeAnother();
      const onWritten = (): void => {
        mkdirSync(join(folder, changesOf(2)));
      };
      await expect(write(plain, { onWritten })).rejects.toMatchObject({ code: 'EXPORT' });
      rmSync(join(folder, changesOf(2)), { recursive: true });
      const { [pendingName]: pending, ...left } = bytesOf();
      expect(left).toEqual(before);
      expect(pending).toBeDefined();
    });

    test('keeps another run from beginning', async () => {
      const { before } = await beforeAnother();
      const host = hostMark();
      const now = new Date();
      const dayAgo = new Date(now.getTime() - 86_400_001);
      // The process that started this one runs; this machine is not the other.
      for (const [writer, changed, state] of [
        [`${host}-${String(process.ppid)}`, now, 'BUSY'],
        ['deadbeef-77', now, 'BUSY'],
        [`${host}-${String(process.ppid)}`, dayAgo, null],
        ['deadbeef-77', dayAgo, null],
        [`${host}-${String(process.pid)}`, now, null],
      ] as const) {
        const part = join(folder, 'study=22-001', `.carrel-${writer}-0123456789ab.part`);
        writeFileSync(part, 'half');
        utimesSync(part, changed, changed);
        const control = new AbortController();
        control.abort();
        await expect(write(plain, { signal: control.signal }), writer).rejects.toMatchObject({ code: state ?? 'CANCELLED' });
        expect(existsSync(part), writer).toBe(state === 'BUSY');
        rmSync(part, { force: true });
      }
      expect(bytesOf()).toEqual(before);
      expect((await write()).files).toHaveLength(2);
    });

    test('removes nothing that another run has completed nevertheless', async () => {
      const { before } = await beforeAnother();
      const onWritten = (): void => {
        const manifest = readManifest(readFileSync(join(folder, lakeManifestName), 'utf8'));
        writeFileSync(join(folder, labsOf(2)), 'of another run');
        const files = [...(manifest?.files ?? []), { path: labsOf(2), rows: 1, bytes: 14, sha256: 'a'.repeat(64) }];
        writeFileSync(join(folder, lakeManifestName), JSON.stringify({ ...manifest, files }));
        throw new Error('no trail');
      };
      await expect(write(plain, { onWritten })).rejects.toThrow();
      const { [labsOf(2)]: other, [lakeManifestName]: _, ...left } = bytesOf();
      expect(Buffer.from(other ?? '', 'base64').toString()).toBe('of another run');
      expect({ ...left, [lakeManifestName]: before[lakeManifestName] }).toEqual(before);
    });

    test('is not completed over another run that completed it meanwhile', async () => {
      await beforeAnother();
      const path = join(folder, lakeManifestName);
      const onBegin = (): void => {
        writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ '));
      };
      const onWritten = vi.fn<() => void>();
      await expect(write(plain, { onBegin, onWritten })).rejects.toMatchObject({ code: 'BUSY' });
      expect(onWritten).not.toHaveBeenCalled();
      expect(filesIn()).not.toContain(labsOf(2));
      expect(readFileSync(path, 'utf8')).toMatch(/^{ /);
    });

    test('removes nothing if the manifest cannot be read any more', async () => {
      await beforeAnother();
      const onWritten = (): void => {
        writeFileSync(join(folder, labsOf(2)), 'of another run');
        writeFileSync(join(folder, lakeManifestName), 'of a newer Carrel');
        throw new Error('no trail');
      };
      await expect(write(plain, { onWritten })).rejects.toThrow();
      expect(filesIn()).toContain(labsOf(2));
    });

    test('gets all of its files together, and names them before', async () => {
      await beforeAnother();
      const begun: (readonly string[])[] = [];
      const named: string[] = [];
      const onBegin = (_rows: number, files: readonly string[]): void => void begun.push(files);
      const onWritten = (): void => void named.push(...filesIn().filter((name) => name.endsWith('.parquet')));
      await write(plain, { onBegin, onWritten });
      expect(begun).toEqual([[labsOf(2), changesOf(2)]]);
      expect(named).toEqual([labsOf(1)]);
    });
  });

  test('for a recipient has pseudonyms and no changes, and accepts no unprotected export', async () => {
    const protection = { recipient: 'Acme', anchor: { kind: 'first-record' as const }, salt: Buffer.alloc(32, 1) };
    await write({ ...plain, protection });
    await mirrored.mirror('labs', [[labText('a', { subject: '0012', value: '7.0' })]]);
    await write({ ...plain, protection });
    expect([...filesIn()].sort()).toEqual([lakeManifestName, labsOf(1), labsOf(2)].sort());
    const read = await askDuckDb(`SELECT subject FROM '${join(folder, labsOf(2))}'`);
    expect(String(read.rows[0]?.[0])).toMatch(/^P-/);
    await expect(write()).rejects.toMatchObject({
      code: 'EXPORT',
      message: expect.stringContaining('with the pseudonyms for Acme') as string,
    });
  });

  test('interrupted between its manifest and the removal of replaced files is repaired by the next run', async () => {
    await write();
    const replaced = join(folder, labsOf(1));
    const before = readFileSync(replaced);
    // A folder in its place is not removed, as a file that another program reads is not on Windows.
    const onWritten = (): void => {
      rmSync(replaced);
      mkdirSync(replaced);
    };
    await write({ ...plain, vocabulary: 'sdtm' }, { onWritten });
    expect(filesIn()).toContain(pendingName);
    rmSync(replaced, { recursive: true });
    writeFileSync(replaced, before);
    expect(await write({ ...plain, vocabulary: 'sdtm' })).toMatchObject({ files: [] });
    expect([...filesIn()].sort()).toEqual([lakeManifestName, labsOf(1).replace('part-0', 'part-1')].sort());
  });

  test('is not made among the files of a data folder', async () => {
    const data = join(mirrored.folder, 'data');
    mkdirSync(join(data, 'studies'), { recursive: true });
    writeFileSync(join(data, 'keys.json'), '{}');
    folder = join(data, 'studies', 'lake');
    await expect(write()).rejects.toMatchObject({ code: 'EXPORT', message: expect.stringContaining("one of Carrel's own folders") });
    expect(existsSync(folder)).toBe(false);
  });

  test('ignores files that operating systems put into folders', async () => {
    await write();
    for (const name of ['.DS_Store', 'study=22-001/Thumbs.db', 'desktop.ini']) writeFileSync(join(folder, name), 'x');
    const before = bytesOf();
    expect(await write()).toMatchObject({ files: [] });
    expect(bytesOf()).toEqual(before);
  });

  test('is rewritten under new file names if the vocabulary changes', async () => {
    await write();
    await write({ ...plain, vocabulary: 'sdtm' });
    expect([...filesIn()].sort()).toEqual([lakeManifestName, labsOf(1).replace('part-0', 'part-1')].sort());
  });
});

describe('a folder is refused and left unchanged', () => {
  async function expectRefused(says: string): Promise<void> {
    const before = bytesOf();
    await expect(write()).rejects.toMatchObject({ code: 'EXPORT', message: expect.stringContaining(says) as string });
    expect(bytesOf()).toEqual(before);
  }

  test('if it holds a file that does not belong to the lake', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'letter.txt'), 'Dear');
    await expectRefused('it holds "letter.txt", which does not belong to this lake');
    rmSync(join(folder, 'letter.txt'));
    await write();
    mkdirSync(join(folder, 'study=22-001/dataset=labs/generation=9'));
    writeFileSync(join(folder, 'study=22-001/dataset=labs/generation=9/part-0.parquet'), 'x');
    await expectRefused('generation=9/part-0.parquet", which does not belong to this lake');
  });

  test('if its manifest names a file elsewhere, or its list of unfinished files one of somebody else', async () => {
    await write();
    const [elsewhere, path] = [join(mirrored.folder, 'letter.txt'), join(folder, lakeManifestName)];
    writeFileSync(elsewhere, 'Dear');
    const manifest = readFileSync(path, 'utf8');
    writeFileSync(path, manifest.replace(`"path": "${labsOf(1)}",\n      "columns"`, '"path": "../letter.txt",\n      "columns"'));
    await expect(write({ ...plain, vocabulary: 'sdtm' })).rejects.toMatchObject({
      code: 'EXPORT',
      message: expect.stringContaining('cannot be read') as string,
    });
    expect(readFileSync(elsewhere, 'utf8')).toBe('Dear');
    writeFileSync(path, manifest);
    writeFileSync(join(folder, 'letter.txt'), 'Dear');
    writeFileSync(join(folder, pendingName), '{"carrelLakePending":1,"files":["letter.txt"]}');
    await expectRefused('it holds "letter.txt", which does not belong to this lake');
  });

  test('if the audit trail did not record its manifest, whatever that says of its files', async () => {
    await write();
    isRecorded.mockReturnValueOnce(false);
    await expectRefused('the audit trail here did not record its manifest');
  });

  test('if it is the lake of another study', async () => {
    await write();
    const path = join(folder, lakeManifestName);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"study": "22-001"', '"study": "22-009"'));
    await expectRefused('it is the lake of study 22-009');
  });

  test('if it is the lake of another copy of the study, or its manifest does not say of which', async () => {
    await write();
    const other = mirroredStudy();
    await other.mirror('labs', [[labText('a', { subject: '0012', value: '9.0' })]]);
    await other.mirror('labs', [[labText('a', { subject: '0012', value: '9.5' })]]);
    const before = bytesOf();
    await expect(writeLake(other.study, plain, { folder, made, isRecorded })).rejects.toMatchObject({
      code: 'EXPORT',
      message: expect.stringContaining('its generation 1 is not that of the copy here') as string,
    });
    other.remove();
    expect(bytesOf()).toEqual(before);
    const path = join(folder, lakeManifestName);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/ {2}"generationAt": .*\n/, ''));
    await expectRefused('an earlier version of Carrel wrote its manifest');
  });

  test('with the reason if it is of a later generation or its manifest does not match its files', async () => {
    await write();
    const path = join(folder, lakeManifestName);
    const manifest = readFileSync(path, 'utf8');
    writeFileSync(path, manifest.replace('"generation": 1,\n  "generationAt"', '"generation": 8,\n  "generationAt"'));
    await expectRefused('it has generation 8 and the copy here has 1');
    writeFileSync(path, manifest);
    appendFileSync(join(folder, labsOf(1)), 'x');
    await expectRefused('its manifest does not match its files');
    rmSync(join(folder, labsOf(1)));
    await expectRefused('is missing');
    writeFileSync(path, '{');
    await expectRefused('cannot be read');
  });
});
