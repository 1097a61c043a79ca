import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Chunks, Piece } from '../../../src/core/export/chunks.ts';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { workbookPieces } from '../../../src/core/export/xlsx/workbook.ts';
import { zipChunks } from '../../../src/core/export/zip/zip-chunks.ts';
import type { StoredRow } from '../../../src/core/query/fetch-rows.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf } from '../../unit/export/plan.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

/** SHA-256 of a member of a zip, read by Python, which also checks the CRC. */
function digestInZip(path: string, member: string): string {
  const script = `import hashlib, sys, zipfile; print(hashlib.sha256(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2])).hexdigest())`;
  return execFileSync('python3', ['-c', script, path, member], { encoding: 'utf8' }).trim();
}

test('a file of many pieces is the same in a zip as on its own', async () => {
  const rows = Array.from({ length: 12_000 }, (_, n) => ({ record_id: String(n), subject: '0012', result: `${n} `.repeat(40) }));
  fixture.add('labs', rows);
  const plan = planOf({ selection: everything('labs'), columns: ['record_id', 'subject', 'result'] });
  const [bare, zip] = [join(fixture.folder, 'labs.csv'), join(fixture.folder, 'labs.zip')];
  await exportFile(fixture.study, plan, { path: bare, replace: false, made });
  await exportFile(fixture.study, { ...plan, zip: { passphrase: null } }, { path: zip, replace: false, made });
  expect(digestInZip(zip, 'labs.csv')).toBe(createHash('sha256').update(readFileSync(bare)).digest('hex'));
});

test('an abandoned zip ends only after its source has stopped', async () => {
  let isOver = false;
  async function* slowly(): AsyncGenerator<Piece> {
    try {
      for (;;) {
        await setImmediate();
        expect(isOver).toBe(false);
        yield { bytes: randomBytes(100_000), rows: 1 };
      }
    } finally {
      await sleep(50);
      isOver = true;
    }
  }
  const member = { name: 'a.csv', chunks: { of: 1, columns: 1, pieces: slowly() }, stored: false };
  for await (const { bytes } of zipChunks([member], { passphrase: null, isLarge: false }, () => ['b', '']).pieces)
    if (bytes.length > 0) break;
  expect(isOver).toBe(true);
});

describe('a failure midway ends the export with its reason', () => {
  const trouble = new Error('The rows cannot be read any more.');
  function* failing(after: number): Generator<Piece> {
    for (let piece = 0; piece < after; piece++) yield { bytes: Buffer.alloc(100_000, String(piece)), rows: 1 };
    throw trouble;
  }
  async function drain(pieces: Chunks['pieces']): Promise<void> {
    for await (const piece of pieces) expect(piece.bytes).toBeDefined();
  }

  test.each([
    [0, null],
    [10, null],
    [0, 'a phrase of six words or so'],
    [10, 'a phrase of six words or so'],
  ])('in a zip after %i pieces, with the passphrase %j', async (after, passphrase) => {
    const member = { name: 'labs.csv', stored: false, chunks: { of: 20, columns: 1, pieces: failing(after) } };
    await expect(drain(zipChunks([member], { passphrase, isLarge: false }, () => ['evidence.json', '']).pieces)).rejects.toBe(trouble);
  });

  test.each([0, 30_000])('in a workbook after %i rows', async (after) => {
    function* rows(): Generator<StoredRow> {
      for (let row = 0; row < after; row++) yield ['x'.repeat(50)];
      throw trouble;
    }
    const properties = { title: 'Labs', by: 'Carrel', at: made.at };
    const columns = [{ heading: 'A', width: 10, write: () => '<c/>' }];
    await expect(
      drain(
        workbookPieces([{ name: 'LB', table: null, columns, of: 50_000, rows: rows(), skip: 0 }], () => true, {
          properties,
          isLarge: false,
        }),
      ),
    ).rejects.toBe(trouble);
  });
});
