import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { annotationWriter } from '../../../src/core/store/database/annotation-rows.ts';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { keepFileSmall } from '../../../src/core/sync/keep-file-small.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';
import { studyNumber } from '../query/study-fixture.ts';

const key = Buffer.alloc(32, 9);
let mirrored: MirroredStudy;
beforeEach(async () => {
  mirrored = mirroredStudy();
  await mirrored.mirror('labs', [[labText('lab-1')]]);
});
afterEach(() => {
  mirrored.remove();
});

test('a sync that frees no space does not wait for a reader', async () => {
  const { signal } = new AbortController();
  const writer = openStudyForWriting(mirrored.path, key, studyNumber, null);
  const reader = openDatabase(mirrored.path, key, 'read');
  try {
    await keepFileSmall(writer, signal);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM labs').get();
    // The reader needs the journal, which therefore cannot be emptied.
    annotationWriter(writer.db)({ kind: 'note', name: 'one', value: '{}', at: '2026-11-20T15:00:00.000Z' });
    const small = keepFileSmall(writer, signal).then(() => 'done');
    expect(await Promise.race([small, setImmediate('waiting')])).toBe('done');
    await small;
  } finally {
    reader.close();
    writer.close();
  }
});
