import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markFile } from '../../../src/core/store/database/file-digest.ts';
import { makeSeal } from '../../../src/core/store/database/seal.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { assertAsMarked, diagnoseStudy, unchangedStudy } from '../../../src/core/vault/studies/diagnose-study.ts';
import type { StudyEntry } from '../../../src/core/vault/studies/studies.ts';
import { temporaryFolders } from './folder.ts';

const folder = temporaryFolders();
const study = '22-001';

/** A study whose file is of generation 0, as the vault knows it. */
function entryOf(differing: Partial<StudyEntry> = {}): StudyEntry {
  const [path, key] = [join(folder(), 'study.db'), Buffer.alloc(32, 7)];
  createStudyFile(path, key, study);
  return {
    ...{ study, path, key, demo: false, provisional: false, addedAt: '2026-11-20T08:00:00Z', lastOpened: null },
    ...{ seal: sealed(0), mark: markFile(path), setAside: null, sitePack: null, ...differing },
  };
}

function sealed(generation: number): StudyEntry['seal'] {
  return { current: makeSeal(study, generation, []), pending: null };
}

describe('what is wrong with the file of a study', () => {
  test('is damage if it is no database of the study', () => {
    const entry = entryOf();
    writeFileSync(entry.path, 'x'.repeat(8192));
    expect(diagnoseStudy(entry)).toBe('its file is damaged');
    expect(diagnoseStudy(entryOf({ key: Buffer.alloc(32, 8) }))).toBe('its file is damaged');
  });

  test('is an older copy if it was closed at a later generation', () => {
    expect(diagnoseStudy(entryOf({ seal: sealed(1) }))).toBe('an older copy of its file was put back');
  });

  test('is the journal if its last writer did not close it', () => {
    const entry = entryOf({ seal: sealed(1), mark: null });
    rmSync(`${entry.path}-wal`, { force: true });
    expect(diagnoseStudy(entry)).toBe('its journal (-wal) was lost, or an older copy of its file was put back');
    writeFileSync(`${entry.path}-wal`, 'not a journal');
    expect(diagnoseStudy(entry)).toBe('its journal (-wal) is damaged or older, and without it the file is an earlier state');
  });

  test('is what it says if its pages are those that were closed', () => {
    expect(diagnoseStudy(entryOf())).toBe('its file differs from the state after the last sync');
    expect(diagnoseStudy(entryOf({ seal: { current: null, pending: null } }))).toBe('its file differs from the state after the last sync');
  });

  test('is in its pages if they are others', () => {
    const { mark } = entryOf({ key: Buffer.alloc(32, 9) });
    expect(diagnoseStudy(entryOf({ mark }))).toBe('parts of its file were replaced by an earlier copy, or bytes of it were changed');
  });
});

describe('a study as its last writer closed it', () => {
  const other = (): StudyEntry => entryOf({ mark: entryOf().mark });
  const readBy = (...entries: readonly (StudyEntry | null)[]) => {
    const left = [...entries];
    return unchangedStudy({ study: () => left.shift() ?? null }, study);
  };

  test('is returned, and refused if it has changed', () => {
    const entry = entryOf();
    expect(readBy(entry)).toBe(entry);
    expect(() => readBy(other())).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
  });

  test('is the newest if a sync began meanwhile', () => {
    const writing = entryOf({ mark: null });
    expect(readBy(other(), writing)).toBe(writing);
    expect(() => readBy(other(), other())).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
  });

  test('may have no file yet', () => {
    const entry = other();
    rmSync(entry.path);
    expect(existsSync(entry.path)).toBe(false);
    expect(readBy(entry)).toBe(entry);
    expect(() => assertAsMarked(entry)).not.toThrow();
  });

  test('must be in the data folder', () => {
    expect(() => readBy(null)).toThrow(expect.objectContaining({ code: 'USAGE', message: 'This study is not in this data folder.' }));
  });
});
