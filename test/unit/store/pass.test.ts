import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aheadPath } from '../../../src/core/store/database/cache-files.ts';
import { beginPass, dropPass } from '../../../src/core/store/passes/pass.ts';
import { all, labPage, labStatus, mirror, newTrial, stage } from './trial-study.ts';
import type { WritableStudy } from '../../../src/core/store/database/study.ts';

const rowsOf = (study: WritableStudy) =>
  ['labs_staged', 'labs_shared', 'labs_row', 'page', 'body', 'pass'].map(
    (table) => all<{ readonly n: number }>(study, `SELECT count(*) AS n FROM ${table}`)[0]?.n,
  );

describe('a pass that is dropped', () => {
  test('leaves nothing of what it staged, and all of what is shown', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
    const before = rowsOf(study);
    const pass = await stage(study, 'labs', [
      labPage([
        { id: 'a', value: 2 },
        { id: 'b', value: 3 },
      ]),
    ]);
    expect(rowsOf(study)).not.toEqual(before);
    const ahead = aheadPath(study.file.path, 'labs');
    writeFileSync(ahead, 'columns');
    dropPass(study, pass);
    expect(rowsOf(study)).toEqual(before);
    expect(existsSync(ahead)).toBe(false);
    expect(labStatus(study).records).toBe(1);
  });

  test('keeps the pages that it shares with what is shown', async () => {
    const study = newTrial();
    const page = labPage([{ id: 'a', value: 1 }]);
    await mirror(study, 'labs', [page]);
    const before = rowsOf(study);
    dropPass(study, await stage(study, 'labs', [page]));
    expect(rowsOf(study)).toEqual(before);
  });
});

describe('a pass', () => {
  test('begins without pages, as the first load of a dataset that has no records', async () => {
    const study = newTrial();
    expect(beginPass(study, 'labs', [['count']])).toMatchObject({
      firstLoad: true,
      nextGeneration: 1,
      resumed: null,
      repeated: [['count']],
    });
    await mirror(study, 'subjects', []);
    dropPass(study, beginPass(study, 'labs'));
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
    expect(beginPass(study, 'labs')).toMatchObject({ firstLoad: false, resumed: null, proven: null });
  });

  test('is resumed with the pages that were staged, and the reasons of earlier ones', async () => {
    const study = newTrial();
    const { id, startedAt } = beginPass(study, 'labs', [['count']]);
    expect(beginPass(study, 'labs').resumed).toBeNull();
    await stage(study, 'labs', [labPage([{ id: 'a', value: 1 }]), labPage([{ id: 'b', value: 1 }])]);
    const resumed = beginPass(study, 'labs');
    expect(resumed).toMatchObject({ id, startedAt, repeated: [['count']], resumed: { pages: 2 } });
    expect([...resumed.pages.keys()]).toEqual([1, 2]);
    expect(resumed.resumed?.at).toMatch(/^\d{4}-/);
  });
});
