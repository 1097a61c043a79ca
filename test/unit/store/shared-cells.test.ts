import { describe, expect, test } from 'vitest';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { beginPass, dropPass } from '../../../src/core/store/passes/pass.ts';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import { sharedCells } from '../../../src/core/store/pages/shared-cells.ts';
import { pageStager } from '../../../src/core/store/passes/stage-page.ts';
import { digestOf } from '../../../src/core/bundle/bundle-entry.ts';
import { readPageBody } from '../../../src/core/store/pages/page-reading.ts';
import type { ArrivedPage } from '../../../src/core/store/passes/stage-page.ts';
import type { WritableStudy } from '../../../src/core/store/database/study.ts';
import { all, labPage, labs, mirror, newTrial, prove, stage, STUDY } from './trial-study.ts';

const combinations = 'SELECT _id, study, "double" FROM labs_shared ORDER BY _id';

describe('cells that records share', () => {
  test('are kept once for each combination', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [
      labPage([
        { id: 'a', value: 5 },
        { id: 'b', value: 6 },
      ]),
      labPage([{ id: 'c', value: 5 }]),
    ]);
    expect(all(study, combinations)).toEqual([
      { _id: 1, study: '22-001', double: 10 },
      { _id: 2, study: '22-001', double: 12 },
    ]);
    expect(all(study, 'SELECT record_id, _shared FROM labs_row ORDER BY 1')).toEqual([
      { record_id: 'a', _shared: 1 },
      { record_id: 'b', _shared: 2 },
      { record_id: 'c', _shared: 1 },
    ]);
  });

  test('are deleted with the last record that has them', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [
      labPage([
        { id: 'a', value: 5 },
        { id: 'b', value: 6 },
        { id: 'c', value: 7 },
      ]),
    ]);
    await mirror(study, 'labs', [
      labPage([
        { id: 'a', value: 5 },
        { id: 'b', value: 8 },
      ]),
    ]);
    expect(all<{ double: number }>(study, combinations).map(({ double }) => double)).toEqual([10, 16]);
    expect(checkStudy(study)).toEqual([]);
  });

  test('of a dropped pass are deleted with it', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5 }])]);
    dropPass(
      study,
      await stage(study, 'labs', [
        labPage([
          { id: 'a', value: 5 },
          { id: 'b', value: 9 },
        ]),
      ]),
    );
    expect(all(study, combinations)).toEqual([{ _id: 1, study: '22-001', double: 10 }]);
  });

  test('of pages that could not be staged are stored again by the next attempt', async () => {
    const study = newTrial();
    const pass = beginPass(study, 'labs');
    const stagePages = pageStager(study, pass);
    stagePages([await arrivedPage(study, 1, labPage([{ id: 'a', value: 5 }]))]);
    const [lost, again] = [
      await arrivedPage(study, 2, labPage([{ id: 'b', value: 6 }])),
      await arrivedPage(study, 1, labPage([{ id: 'c', value: 7 }])),
    ];
    // Page 1 with another body fails, and page 2 with it.
    expect(() => {
      stagePages([lost, again]);
    }).toThrow(expect.objectContaining({ code: 'INCONSISTENT' }));
    stagePages([lost]);
    prove(study, pass);
    applyFlip(study, planFlip(study, [pass]));
    expect(all(study, 'SELECT record_id, "double" FROM labs ORDER BY 1')).toEqual([
      { record_id: 'a', double: 10 },
      { record_id: 'b', double: 12 },
    ]);
    expect(checkStudy(study)).toEqual([]);
  });

  test('may be as many as there are records, and more than are kept in memory', () => {
    const study = newTrial();
    const idOf = sharedCells(study.db, labs);
    const count = 40_000;
    study.db.transaction(() => {
      for (let index = 0; index < count; index++) idOf(['22-001', index]);
    })();
    const id = idOf(['22-001', 3]);
    expect(all(study, `SELECT study, "double" FROM labs_shared WHERE _id = ${id}`)).toEqual([{ study: '22-001', double: 3 }]);
  });

  test('are not a change if they are stored twice', async () => {
    const study = newTrial();
    const page = labPage([{ id: 'a', value: 5 }]);
    await mirror(study, 'labs', [page]);
    study.db.exec('INSERT INTO labs_shared SELECT 99, study, "double" FROM labs_shared; UPDATE labs_row SET _shared = 99, _hash = x\'00\'');
    expect(await mirror(study, 'labs', [page, labPage([])])).toMatchObject({ datasets: [{ changed: 0, isChange: false }] });
  });
});

async function arrivedPage(study: WritableStudy, number: number, body: Buffer): Promise<ArrivedPage> {
  return { number, digest: digestOf(body), body: await readPageBody(study.extractor('labs'), body, STUDY) };
}
