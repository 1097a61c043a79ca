import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lakeManifestName } from '../../../src/shared/export-names.ts';
import { exportLake } from '../../../src/engine/lake-exporter.ts';
import type { Exported, ExportRequest } from '../../../src/shared/calls/export.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { made } from '../export/plan.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';

let mirrored: MirroredStudy;
let folder: string;
beforeEach(async () => {
  mirrored = mirroredStudy();
  folder = join(mirrored.folder, 'lake');
  await mirrored.mirror('labs', [[labText('a', { subject: '0012' }), labText('b', { subject: '0013' })]]);
});
afterEach(() => {
  mirrored.remove();
});

const request: ExportRequest = {
  ...{ study: '22-001', parts: [], vocabulary: 'plain', format: 'parquet', delimiter: ',', zip: null, protection: null, lake: true },
};

/** The trail recorded what the lake has. */
function manifestsHere(): readonly string[] {
  const manifest = join(folder, lakeManifestName);
  return existsSync(manifest) ? [createHash('sha256').update(readFileSync(manifest)).digest('hex')] : [];
}

/** What is reported to the window, in order. */
let reported: string[] = [];

function write(
  change: {
    readonly request?: ExportRequest;
    readonly signal?: AbortSignal;
    readonly onBegin?: () => Promise<undefined>;
    readonly onWritten?: () => Promise<undefined>;
  } = {},
): Promise<Exported> {
  const { signal = new AbortController().signal, onBegin, onWritten } = change;
  reported = [];
  const filesNow = (): number => (existsSync(folder) ? readdirSync(folder).length : 0);
  return exportLake(
    mirrored.study,
    { request: change.request ?? request, protection: null, folder, made, manifests: manifestsHere() },
    {
      signal,
      onBegin: async () => {
        reported.push(`new, ${String(filesNow())} files`);
        return onBegin?.();
      },
      onProgress: (rows, of) => reported.push(`${String(rows)} of ${String(of)}`),
      onWritten: async ({ files, rows }, part) => {
        reported.push(`written ${String(files)} files, ${String(rows)} rows, ${part.startsWith('.carrel-') ? 'not named yet' : part}`);
        return onWritten?.();
      },
    },
  );
}

const cancelled = (): Promise<never> => Promise.reject(new AppError('CANCELLED', 'Cancelled.'));

test('a lake reports new data before it writes, its progress, and completion before its files get their names', async () => {
  const first = await write();
  expect(first).toMatchObject({ file: 'lake', files: 1, rows: 2, generation: 1, cloud: null, id: made.id });
  expect([first.bytes > 0, first.sha256.length]).toEqual([true, 64]);
  expect([reported[0], reported.at(-2), reported.at(-1)]).toEqual(['new, 0 files', '2 of 2', 'written 1 files, 2 rows, not named yet']);
  expect(await write()).toMatchObject({ files: 0, rows: 0, bytes: 0, sha256: '', generation: 1 });
  expect(reported).toEqual([]);
  await mirrored.mirror('labs', [[labText('a', { subject: '0012', value: '7.0' }), labText('b', { subject: '0013' })]]);
  // The dataset of the new generation, and its changes.
  expect(await write()).toMatchObject({ files: 2, generation: 2 });
  expect(reported.at(-2)).toMatch(/^(\d+) of \1$/);
});

test.each([
  ['before anything is written', { onBegin: cancelled }],
  ['while it writes', { signal: AbortSignal.abort() }],
  ['when all is written', { onWritten: cancelled }],
])('a lake that is cancelled %s keeps its earlier generation, and accepts the next', async (_, change) => {
  await write();
  const before = readFileSync(join(folder, lakeManifestName));
  await mirrored.mirror('labs', [[labText('a', { subject: '0012', value: '7.0' })], [labText('b', { subject: '0013' })]]);
  await expect(write(change)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(readFileSync(join(folder, lakeManifestName)).equals(before)).toBe(true);
  expect(await write()).toMatchObject({ generation: 2 });
});

test('a selection of rows is refused', async () => {
  const part = { selection: { dataset: 'labs' as const, where: [], search: '', subjects: null, chosen: null }, sort: [], columns: [] };
  await expect(write({ request: { ...request, parts: [part] } })).rejects.toMatchObject({ code: 'USAGE' });
  expect(existsSync(folder)).toBe(false);
});
