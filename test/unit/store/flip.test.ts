import { describe, expect, test } from 'vitest';
import { listChanges, listPasses, recordHistory } from '../../../src/core/query/changes.ts';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { beginPass, dropPass, passFacts, stagedHeads } from '../../../src/core/store/passes/pass.ts';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import { indexAhead } from '../../../src/core/store/database/projection.ts';
import { sealOf } from '../../../src/core/store/database/seal.ts';
import { readStudyStatus, recordOutcome } from '../../../src/core/store/database/status.ts';
import type { WritableStudy } from '../../../src/core/store/study-file/study-file.ts';
import type { Change } from '../../../src/shared/contract.ts';
import {
  all,
  bundle,
  labPage,
  labs,
  labStatus,
  ledger,
  mirror,
  newStudyFile,
  newTrial,
  openTrial,
  prove,
  stage,
  stageBody,
} from './trial-study.ts';

describe('the first load', () => {
  test('shows nothing before the flip and everything after it', async () => {
    const study = newTrial();
    const pass = await stage(study, 'labs', [labPage([{ id: 'a', value: 5 }]), labPage([{ id: 'b', value: 6 }])]);
    prove(study, pass);
    expect(all(study, 'SELECT * FROM labs')).toEqual([]);
    const plan = planFlip(study, [pass]);
    expect(plan).toMatchObject({ generation: 1, datasets: [{ before: 0, records: 2, added: 2, changed: 0, vanished: 0, isChange: true }] });
    applyFlip(study, plan);
    expect(all(study, 'SELECT subject, record_id, collected_at, result, result_sent, double, _added, _changed FROM labs')).toEqual([
      {
        subject: '007',
        record_id: 'a',
        collected_at: Date.UTC(2025, 8, 3, 8),
        result: 5,
        result_sent: null,
        double: 10,
        _added: 1,
        _changed: 1,
      },
      {
        subject: '007',
        record_id: 'b',
        collected_at: Date.UTC(2025, 8, 3, 8),
        result: 6,
        result_sent: null,
        double: 12,
        _added: 1,
        _changed: 1,
      },
    ]);
    expect(ledger(study).map(({ key, kind, generation }) => [key, kind, generation])).toEqual([
      ['a', 'new', 1],
      ['b', 'new', 1],
    ]);
    expect(labStatus(study)).toMatchObject({ state: 'updated', records: 2, pages: 2, generation: 1, added: 2, error: null });
    expect(sealOf(study)).toEqual(plan.seal);
    expect(checkStudy(study)).toEqual([]);
  });

  test('builds the indexes that the declaration asks for', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5 }])]);
    const indexes = all<{ name: string; sql: string }>(
      study,
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'labs_row' ORDER BY name",
    );
    expect(indexes.map(({ name }) => name)).toEqual(['labs_1', 'labs_key']);
    expect(indexes[0]?.sql).toContain('"subject", "collected_at"');
  });

  test('of an empty dataset is a generation without records', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([], 0)]);
    expect(labStatus(study)).toMatchObject({ state: 'updated', records: 0, generation: 1 });
  });
});

describe('indexes built before the flip', () => {
  const pages = [labPage([{ id: 'a', value: 5 }]), labPage([{ id: 'b', value: 6 }])];
  const indexesIn = (study: WritableStudy) =>
    all<{ name: string; tbl_name: string; sql: string }>(
      study,
      "SELECT name, tbl_name, replace(sql, 'labs_staged', 'labs_row') AS sql FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE 'labs%' AND sql IS NOT NULL ORDER BY name",
    );
  const placesOf = (study: WritableStudy): readonly string[] => indexesIn(study).map(({ tbl_name }) => tbl_name);

  async function preparedTo(steps: number) {
    const study = newTrial();
    const usual = indexesIn(study);
    const pass = await stage(study, 'labs', pages);
    const ahead = indexAhead(study.db, labs);
    for (let step = 0; step < steps; step += 1) ahead.next();
    return { study, pass, usual };
  }

  test.each([0, 1, 2, 3])('give the same file as those built in the flip, wherever they stop (%i steps)', async (steps) => {
    const { study, pass, usual } = await preparedTo(steps);
    expect(placesOf(study).filter((table) => table === 'labs_staged')).toHaveLength(Math.min(steps, 2));
    prove(study, pass);
    expect([all(study, 'SELECT * FROM labs'), labStatus(study).state, sealOf(study).generation]).toEqual([[], 'none', 0]);
    applyFlip(study, planFlip(study, [pass]));
    const together = newTrial();
    await mirror(together, 'labs', pages);
    expect(indexesIn(study).map(({ name, tbl_name }) => [name, tbl_name])).toEqual(usual.map(({ name, tbl_name }) => [name, tbl_name]));
    expect(all(study, 'SELECT * FROM labs')).toEqual(all(together, 'SELECT * FROM labs'));
    expect(checkStudy(study)).toEqual([]);
    await mirror(study, 'labs', [labPage([{ id: 'b', value: 7 }])]);
    expect(all(study, 'SELECT record_id, result FROM labs')).toEqual([{ record_id: 'b', result: 7 }]);
    expect(checkStudy(study)).toEqual([]);
  });

  test.each([1, 2])('are removed when the pass is dropped or resumed (%i steps)', async (steps) => {
    const given = await preparedTo(steps);
    dropPass(given.study, given.pass);
    expect(indexesIn(given.study)).toEqual(given.usual);
    await mirror(given.study, 'labs', pages);
    expect(checkStudy(given.study)).toEqual([]);

    const taken = await preparedTo(steps);
    const again = beginPass(taken.study, 'labs');
    expect([again.id, again.pages.size]).toEqual([taken.pass.id, 2]);
    expect(indexesIn(taken.study)).toEqual(taken.usual);
    // A key that comes twice is staged and counted, not refused.
    await stageBody(taken.study, again, 3, labPage([{ id: 'a', value: 9 }]));
    expect(passFacts(taken.study, again).repeats).toBe(1);
  });

  test('are restored if the flip moves no table', async () => {
    const study = newTrial();
    const usual = indexesIn(study);
    await mirror(study, 'labs', [labPage([], 0)]);
    const pass = await stage(study, 'labs', [labPage([], 0)]);
    Array.from(indexAhead(study.db, labs));
    expect(placesOf(study)).toEqual(['labs_staged', 'labs_staged']);
    prove(study, pass);
    applyFlip(study, planFlip(study, [pass]));
    expect(indexesIn(study)).toEqual(usual);
  });
});

describe('a second pass', () => {
  test('over the same pages writes nothing but its proof', async () => {
    const study = newTrial();
    const pages = [labPage([{ id: 'a', value: 5 }]), labPage([{ id: 'b', value: 6 }])];
    await mirror(study, 'labs', pages, '2026-01-01T00:00:00.000Z');
    const before = [
      all(study, 'SELECT * FROM labs'),
      all(study, 'SELECT * FROM page'),
      all(study, 'SELECT id FROM body'),
      all(study, 'SELECT * FROM change'),
    ];
    const plan = await mirror(study, 'labs', pages, '2026-01-02T00:00:00.000Z');
    expect(plan).toMatchObject({ generation: 1, datasets: [{ samePages: true, isChange: false }] });
    expect([
      all(study, 'SELECT * FROM labs'),
      all(study, 'SELECT * FROM page'),
      all(study, 'SELECT id FROM body'),
      all(study, 'SELECT * FROM change'),
    ]).toEqual(before);
    expect(labStatus(study)).toMatchObject({ state: 'unchanged', asOf: '2026-01-02T00:00:00.000Z', generation: 1, added: 0 });
    expect(checkStudy(study)).toEqual([]);
  });

  test('writes the ledger field by field and leaves unchanged rows alone', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [
      labPage([
        { id: 'a', value: 5 },
        { id: 'b', value: 6 },
        { id: 'c', value: 7 },
      ]),
    ]);
    const plan = await mirror(study, 'labs', [
      labPage([
        { id: 'a', value: 5 },
        { id: 'b', value: '6.50' },
        { id: 'd', value: 8 },
      ]),
    ]);
    expect(plan).toMatchObject({ generation: 2, datasets: [{ before: 3, records: 3, added: 1, changed: 1, vanished: 1 }] });
    expect(all(study, 'SELECT record_id, result, result_sent, _added, _changed FROM labs ORDER BY record_id')).toEqual([
      { record_id: 'a', result: 5, result_sent: null, _added: 1, _changed: 1 },
      { record_id: 'b', result: 6.5, result_sent: '6.50', _added: 1, _changed: 2 },
      { record_id: 'd', result: 8, result_sent: null, _added: 2, _changed: 2 },
    ]);
    const [changed, vanished, added] = ledger(study).slice(3);
    expect(changed).toMatchObject({
      key: 'b',
      kind: 'changed',
      generation: 2,
      fields: [
        { column: 'result', before: 6, after: '6.50' },
        { column: 'double', before: 12, after: null },
      ],
    });
    expect(vanished).toMatchObject({ key: 'c', kind: 'vanished' });
    expect(vanished?.fields).toContainEqual({ column: 'result', before: 7, after: null });
    expect(added).toMatchObject({ key: 'd', kind: 'new', fields: [] });
  });

  test('that differs only in spacing is no change', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5 }])]);
    const spaced = Buffer.from(
      labPage([{ id: 'a', value: 5 }])
        .toString()
        .replace('"id":', '"id" : '),
    );
    const plan = await mirror(study, 'labs', [spaced]);
    expect(plan).toMatchObject({ generation: 1, datasets: [{ added: 0, changed: 0, vanished: 0, isChange: false, samePages: false }] });
    expect(ledger(study)).toHaveLength(1);
    expect(checkStudy(study)).toEqual([]);
  });

  test('finds a change in a field that no column shows', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5, more: ',"extra":1' }])]);
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5, more: ',"extra":2' }])]);
    expect(ledger(study)[1]?.fields).toEqual([
      { column: '_undescribed', before: '[{"path":"extra","value":"1"}]', after: '[{"path":"extra","value":"2"}]' },
    ]);
  });

  test('keeps the issues of pages that did not change, and drops those of pages that are gone', async () => {
    const study = newTrial();
    const odd = labPage([{ id: 'a', value: 5, more: ',"extra":1' }]);
    await mirror(study, 'labs', [odd, labPage([{ id: 'b', value: 6 }])]);
    await mirror(study, 'labs', [labPage([{ id: 'c', value: 6 }]), odd]);
    expect(all(study, 'SELECT dataset, key, page, rule, path, quarantined FROM issue')).toEqual([
      { dataset: 'labs', key: 'a', page: 2, rule: 'unknown-field', path: 'extra', quarantined: 0 },
    ]);
    expect(labStatus(study)).toMatchObject({ issues: 1, quarantined: 0 });
    await mirror(study, 'labs', [labPage([{ id: 'c', value: 6 }])]);
    expect(all(study, 'SELECT * FROM issue')).toEqual([]);
    expect(all(study, 'SELECT * FROM body_issue')).toEqual([]);
  });

  test('that has a record twice is never shown', async () => {
    const study = newTrial();
    const pass = await stage(study, 'labs', [labPage([{ id: 'a', value: 5 }]), labPage([{ id: 'a', value: 6 }])]);
    expect(passFacts(study, pass)).toMatchObject({ pages: 2, entries: 2, keyed: 2, distinct: 1, repeats: 1 });
    prove(study, pass);
    expect(() => planFlip(study, [pass])).toThrow(expect.objectContaining({ code: 'INCONSISTENT' }));
  });
});

describe('the ledger of a first load', () => {
  const four = labPage(['a', 'b', 'c', 'd'].map((id) => ({ id, value: 5 })));

  test('stores no entries of its own, but is still listed, page by page', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [four]);
    await mirror(study, 'labs', [
      labPage([
        { id: 'a', value: 6 },
        { id: 'b', value: 5 },
        { id: 'd', value: 5 },
        { id: 'e', value: 5 },
      ]),
    ]);
    expect(all(study, "SELECT key FROM change WHERE kind = 'new' ORDER BY id")).toEqual([{ key: 'c' }, { key: 'e' }]);
    const list = (offset: number, limit: number, kind: Change['kind'] | null = null, since = 0) =>
      listChanges(study, { dataset: 'labs', since, kind, offset, limit });
    const whole = list(0, 100);
    expect(whole.counts).toEqual({ new: 5, changed: 1, vanished: 1 });
    expect(whole.changes.map(({ key, kind, generation }) => `${generation} ${kind} ${key}`)).toEqual([
      '2 changed a',
      '2 vanished c',
      '2 new e',
      '1 new a',
      '1 new b',
      '1 new d',
      '1 new c',
    ]);
    for (const size of [1, 2, 3]) {
      const pages = [0, 1, 2, 3, 4, 5, 6, 7].filter((page) => page * size < 7).flatMap((page) => list(page * size, size).changes);
      expect(pages).toEqual(whole.changes);
    }
    expect(list(0, 100, 'new').changes.map(({ key }) => key)).toEqual(['e', 'a', 'b', 'd', 'c']);
    expect(list(0, 100, null, 1)).toMatchObject({ counts: { new: 1, changed: 1, vanished: 1 } });
    expect(list(0, 100, null, 2)).toEqual({ counts: { new: 0, changed: 0, vanished: 0 }, changes: [] });
    expect(listPasses(study).map(({ counts }) => counts)).toEqual([
      { new: 1, changed: 1, vanished: 1 },
      { new: 4, changed: 0, vanished: 0 },
    ]);
  });

  test('is part of the history of a record, even of one that vanished', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [four]);
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 6 }])]);
    const history = (key: string) => recordHistory(study, 'labs', key).map(({ kind, generation, subject }) => [kind, generation, subject]);
    expect(history('a')).toEqual([
      ['changed', 2, '007'],
      ['new', 1, '007'],
    ]);
    expect(history('b')).toEqual([
      ['vanished', 2, '007'],
      ['new', 1, '007'],
    ]);
  });

  test('starts again after everything vanished', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [four]);
    await mirror(study, 'labs', [labPage([])]);
    await mirror(study, 'labs', [four]);
    expect(listPasses(study).map(({ counts }) => counts)).toEqual([
      { new: 4, changed: 0, vanished: 0 },
      { new: 0, changed: 0, vanished: 4 },
      { new: 4, changed: 0, vanished: 0 },
    ]);
    expect(recordHistory(study, 'labs', 'a').map(({ kind, generation }) => [kind, generation])).toEqual([
      ['new', 3],
      ['vanished', 2],
      ['new', 1],
    ]);
  });

  test('has the generation of its own flip, even if another flip came in between', async () => {
    const study = newTrial();
    const pass = await stage(study, 'labs', [four]);
    await mirror(study, 'subjects', [
      bundle(
        ['{"resource":{"resourceType":"Group","identifier":[{"value":"22-001"}],"member":[{"entity":{"reference":"Patient/1"}}]}}'],
        1,
      ),
    ]);
    prove(study, pass);
    applyFlip(study, planFlip(study, [pass]));
    expect(all(study, 'SELECT DISTINCT _added, _changed FROM labs')).toEqual([{ _added: 2, _changed: 2 }]);
    expect(listPasses(study).map(({ generation, counts }) => [generation, counts.new])).toEqual([
      [2, 4],
      [1, 1],
    ]);
  });
});

describe('several datasets', () => {
  test('flip in one generation, and an unchanged one keeps its own', async () => {
    const study = newTrial();
    const group = bundle(
      [
        '{"resource":{"resourceType":"Group","type":"person","identifier":[{"value":"22-001"}],"member":[{"entity":{"reference":"Patient/1"}},{"entity":{"reference":"Patient/2"}},{"entity":{"reference":"Patient/1"}}]}}',
      ],
      1,
    );
    const first = [await stage(study, 'labs', [labPage([{ id: 'a', value: 5 }])]), await stage(study, 'subjects', [group])];
    for (const pass of first) prove(study, pass);
    applyFlip(study, planFlip(study, first));
    expect(all(study, 'SELECT number, datasets FROM generation')).toEqual([{ number: 1, datasets: '["labs","subjects"]' }]);
    expect(all(study, 'SELECT subject, study FROM subjects')).toEqual([
      { subject: '1', study: '22-001' },
      { subject: '2', study: '22-001' },
    ]);
    expect(all(study, 'SELECT key, rule FROM issue')).toEqual([{ key: '1', rule: 'repeated-member' }]);

    const second = [await stage(study, 'labs', [labPage([{ id: 'a', value: 6 }])]), await stage(study, 'subjects', [group])];
    for (const pass of second) prove(study, pass);
    const plan = planFlip(study, second);
    applyFlip(study, plan);
    const states = readStudyStatus(study)
      .datasets.filter(({ asOf }) => asOf !== null)
      .map(({ dataset, state, generation, records }) => [dataset, state, generation, records]);
    expect(states).toEqual([
      ['subjects', 'unchanged', 1, 2],
      ['labs', 'updated', 2, 1],
    ]);
    expect(sealOf(study)).toEqual(plan.seal);
    expect(plan.seal).toMatchObject({ generation: 2, counts: { labs: 1, subjects: 2 } });
  });

  test('keep their copy and its as-of time after an outcome without a flip', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5 }])], '2026-01-01T00:00:00.000Z');
    const seal = sealOf(study);
    recordOutcome(study, 'labs', { state: 'kept', error: { code: 'SERVER', message: 'no' } });
    expect(labStatus(study)).toMatchObject({
      state: 'kept',
      records: 1,
      asOf: '2026-01-01T00:00:00.000Z',
      error: { code: 'SERVER', message: 'no' },
    });
    expect(sealOf(study)).toEqual(seal);
  });
});

describe('a pass that was interrupted', () => {
  test('resumes with its pages after the file was closed', async () => {
    const file = newStudyFile();
    const earlier = openTrial(file);
    await stage(earlier, 'labs', [labPage([{ id: 'a', value: 5 }], 2)]);
    earlier.close();
    const study = openTrial(file);
    const pass = beginPass(study, 'labs');
    expect([...pass.pages.values()]).toMatchObject([{ number: 1, entries: 1 }]);
    expect([...stagedHeads(study, pass)]).toMatchObject([{ number: 1, head: { total: 2, identifier: '22-001', links: [] } }]);
    const body = labPage([{ id: 'b', value: 6 }], 2);
    await stageBody(study, pass, 2, body);
    prove(study, pass);
    applyFlip(study, planFlip(study, [pass]));
    expect(labStatus(study).records).toBe(2);
    expect(checkStudy(study)).toEqual([]);
  });

  test('that was proven but never shown stays proven until it is proven again', async () => {
    const study = newTrial();
    prove(study, await stage(study, 'labs', [labPage([{ id: 'a', value: 5 }])]));
    expect(beginPass(study, 'labs').pages.size).toBe(1);
    expect(all(study, 'SELECT status, proof IS NOT NULL AS proven FROM pass')).toEqual([{ status: 'proven', proven: 1 }]);
  });

  test('leaves nothing behind when it is dropped', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 5 }])]);
    const pass = await stage(study, 'labs', [labPage([{ id: 'a', value: 5 }]), labPage([{ id: 'b', value: 5 }])]);
    dropPass(study, pass);
    expect(all(study, 'SELECT * FROM labs_staged')).toEqual([]);
    expect([
      all(study, 'SELECT id FROM pass').length,
      all(study, 'SELECT number FROM page').length,
      all(study, 'SELECT id FROM body').length,
    ]).toEqual([1, 1, 1]);
    expect(checkStudy(study)).toEqual([]);
  });

  test('accepts the same page twice, but not with another body', async () => {
    const study = newTrial();
    const pass = await stage(study, 'labs', [labPage([{ id: 'a', value: 5 }])]);
    const again = labPage([{ id: 'a', value: 5 }]);
    await stageBody(study, pass, 1, again);
    expect(passFacts(study, pass).entries).toBe(1);
    const other = labPage([{ id: 'b', value: 5 }]);
    await expect(stageBody(study, pass, 1, other)).rejects.toMatchObject({ code: 'INCONSISTENT' });
    expect(all(study, 'SELECT * FROM labs_staged')).toHaveLength(1);
  });
});
