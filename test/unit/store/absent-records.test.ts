import { describe, expect, test } from 'vitest';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { passFacts, provePass } from '../../../src/core/store/passes/pass.ts';
import { planFlip, type FlipPlan } from '../../../src/core/store/flip/plan-flip.ts';
import { proofOf } from '../../../src/core/store/passes/proof.ts';
import { readStudyStatus } from '../../../src/core/store/database/status.ts';
import type { WritableStudy } from '../../../src/core/store/database/study.ts';
import { isDerived } from '../../../src/shared/datasets/declaration.ts';
import { surenessAt } from './sureness.ts';
import { all, labPage, labs, newStudyFile, newTrial, openTrial, stage, subjects, type Lab } from './trial-study.ts';

async function show(study: WritableStudy, records: readonly Lab[], confirmed: boolean): Promise<FlipPlan> {
  const pass = await stage(study, 'labs', [labPage(records)]);
  provePass(study, pass, proofOf(study, pass, passFacts(study, pass), surenessAt(confirmed ? pass.startedAt : null)));
  const plan = planFlip(study, [pass]);
  applyFlip(study, plan);
  return plan;
}

const [a, b, c] = ['a', 'b', 'c'].map((id, place): Lab => ({ id, value: place + 5 })) as [Lab, Lab, Lab];

/** A confirmed copy of two records, then an unconfirmed one that lacks b. */
async function withoutB(): Promise<WritableStudy> {
  const study = newTrial();
  await show(study, [a, b], true);
  await show(study, [a], false);
  return study;
}

const entries = (study: WritableStudy): readonly unknown[] =>
  all<{ readonly key: string; readonly kind: string; readonly generation: number }>(
    study,
    "SELECT key, kind, generation FROM change WHERE dataset = 'labs' ORDER BY id",
  ).map(({ key, kind, generation }) => `${key} ${kind} ${String(generation)}`);

const rows = (study: WritableStudy): readonly unknown[] =>
  all(study, 'SELECT record_id AS id, result, _added, _changed FROM labs ORDER BY record_id');

const statusOf = (study: WritableStudy) => readStudyStatus(study).datasets.find(({ dataset }) => dataset === 'labs');

describe('a record that an unconfirmed copy lacks', () => {
  test('is no longer shown and counts as absent, but is not recorded as vanished', async () => {
    const study = await withoutB();
    expect(rows(study)).toEqual([{ id: 'a', result: 5, _added: 1, _changed: 1 }]);
    expect(entries(study)).toEqual(['b new 1']);
    expect(statusOf(study)).toMatchObject({ records: 1, generation: 2, vanished: 0, absent: 1 });
  });

  test('vanishes, with its last values, once a confirmed copy lacks it as well', async () => {
    const study = await withoutB();
    await show(study, [a, c], true);
    expect(entries(study)).toEqual(['b new 1', 'c new 3', 'b vanished 3']);
    expect(all(study, "SELECT fields FROM change WHERE kind = 'vanished'")).toEqual([
      { fields: expect.stringContaining('{"column":"result","before":6,"after":null}') as string },
    ]);
    expect(statusOf(study)).toMatchObject({ added: 1, vanished: 1, absent: 0 });
  });

  test('vanishes once the same pages are confirmed later', async () => {
    const study = await withoutB();
    const plan = await show(study, [a], true);
    expect(plan).toMatchObject({ generation: 3, datasets: [{ samePages: true, isChange: true, vanished: 1 }] });
    expect(entries(study)).toEqual(['b new 1', 'b vanished 3']);
    expect(statusOf(study)).toMatchObject({ vanished: 1, absent: 0, generation: 3 });
  });

  test.each([true, false])('is not a new record when it comes back (confirmed: %s)', async (confirmed) => {
    const study = await withoutB();
    await show(study, [a, b, c], confirmed);
    expect(rows(study)).toEqual([
      { id: 'a', result: 5, _added: 1, _changed: 1 },
      { id: 'b', result: 6, _added: 1, _changed: 1 },
      { id: 'c', result: 7, _added: 3, _changed: 3 },
    ]);
    expect(entries(study)).toEqual(['c new 3']);
    expect(all(study, "SELECT records FROM first_load WHERE dataset = 'labs'")).toEqual([{ records: 2 }]);
    expect(statusOf(study)).toMatchObject({ records: 3, added: 1, changed: 0, vanished: 0, absent: 0 });
  });

  test('is a changed record when it comes back with another value', async () => {
    const study = await withoutB();
    await show(study, [a, { ...b, value: 60 }], true);
    expect(entries(study)).toEqual(['b changed 3']);
    expect(
      JSON.parse(all<{ readonly fields: string }>(study, "SELECT fields FROM change WHERE kind = 'changed'")[0]?.fields ?? ''),
    ).toEqual([
      { column: 'result', before: 6, after: 60 },
      { column: 'double', before: 12, after: 120 },
    ]);
    expect(rows(study)).toContainEqual({ id: 'b', result: 60, _added: 1, _changed: 3 });
    expect(statusOf(study)).toMatchObject({ added: 0, changed: 1 });
  });

  test('is unchanged when it comes back and only the declaration differs', async () => {
    const file = newStudyFile();
    const before = openTrial(file);
    await show(before, [a, b], true);
    await show(before, [a], false);
    before.close();
    const [, , collected] = labs.columns;
    if (collected === undefined || isDerived(collected)) throw new Error('The sample has other columns.');
    const wider = { ...labs, columns: [...labs.columns, { ...collected, name: 'collected_again' }] };
    const study = openTrial(file, [wider, subjects]);
    await show(study, [a, b], true);
    expect(entries(study)).toEqual([]);
    expect(statusOf(study)).toMatchObject({ added: 0, changed: 0, vanished: 0 });
  });

  test('is not a new record either after an unconfirmed copy without any records', async () => {
    const study = newTrial();
    await show(study, [a, b], true);
    await show(study, [], false);
    expect(statusOf(study)).toMatchObject({ records: 0, absent: 2, vanished: 0 });
    await show(study, [a, c], true);
    expect(rows(study)).toEqual([
      { id: 'a', result: 5, _added: 1, _changed: 1 },
      { id: 'c', result: 7, _added: 3, _changed: 3 },
    ]);
    expect(entries(study)).toEqual(['b new 1', 'c new 3', 'b vanished 3']);
    expect(all(study, "SELECT generation, records FROM first_load WHERE dataset = 'labs'")).toEqual([{ generation: 1, records: 1 }]);
  });
});
