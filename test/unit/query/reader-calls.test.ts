import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import type { StudyDirectory, StudyEntryLite } from '../../../src/core/query/study-directory.ts';
import { usualLiverWindow } from '../../../src/shared/derive/hys-law.ts';
import { contract, type Input } from '../../../src/shared/contract.ts';
import { datasetNames, datasets } from '../../../src/shared/datasets/datasets.ts';
import type { CheckRule } from '../../../src/shared/checks/check-rule.ts';
import { ruleText } from '../../../src/shared/checks/rule-text.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { answer } from '../../../src/shared/answering.ts';
import { open, type CallsOf } from '../../../src/shared/rpc.ts';
import { labText, mirroredStudy, type MirroredStudy } from './mirrored-study.ts';
import { everything, studyNumber } from './study-fixture.ts';

let mirrored: MirroredStudy;
beforeEach(() => {
  mirrored = mirroredStudy();
});
afterEach(() => {
  mirrored.remove();
});

/** The studies of these tests: one mirrored, one never mirrored, one damaged. */
function directory(): StudyDirectory {
  const entry = (study: string, path: string): StudyEntryLite => ({
    study,
    demo: study === studyNumber,
    path,
    lastOpened: null,
    sitePack: null,
  });
  return {
    studies: () => [
      entry(studyNumber, mirrored.path),
      entry('new', join(mirrored.folder, 'none.db')),
      entry('damaged', join(mirrored.folder, 'damaged.db')),
    ],
    open: (study) => {
      if (study === 'damaged') throw new AppError('CORRUPT', 'The cache of study damaged is damaged.');
      return study === studyNumber ? mirrored.study : null;
    },
    renew: async () => false,
  };
}

/** Calls as the window does: the input is parsed, and the answer must be what the contract says. */
async function ask<N extends CallsOf<'reader'>>(name: N, input: Input<N>) {
  return askAny(name, input) as Promise<ReturnType<(typeof contract)[N]['output']['parse']>>;
}

async function askAny(name: CallsOf<'reader'>, input: unknown): Promise<unknown> {
  return contract[name].output.parse(open(await answer('reader', createReaderHandlers(directory()), name, input)));
}

const nameless: CheckRule = {
  ...{ id: 'nameless', title: 'A test without a name', says: '', severity: 'minor', source: '', dataset: 'labs' },
  ...{ where: [{ column: 'test', op: 'missing', values: [] }], finds: [{}], leaves: [{ test: 'ALT' }] },
};

function onlyAsked({ dataset, where, finds, leaves }: CheckRule): Input<'checks.try'>['rule'] {
  return { dataset, where, finds, leaves };
}

const questions: { readonly [N in CallsOf<'reader'>]: (study: string) => Input<N> } = {
  'studies.list': () => undefined,
  'study.status': (study) => ({ study }),
  'rows.page': (study) => ({ study, query: { selection: everything('labs'), sort: [], offset: 0, limit: 10 } }),
  'rows.named': (study) => ({ study, dataset: 'labs', keys: ['r1', 'gone'] }),
  'rows.count': (study) => ({ study, selection: everything('labs') }),
  'column.values': (study) => ({ study, selection: everything('labs'), column: 'test', search: '', limit: 10 }),
  'column.summary': (study) => ({ study, selection: everything('labs'), column: 'result_number' }),
  'annotations.list': (study) => ({ study, kind: 'note' }),
  'terms.read': (study) => ({ study }),
  'checks.summary': (study) => ({ study, subjects: null }),
  'checks.subjects': (study) => ({ study, check: 'duplicate-result', dataset: 'labs', subjects: null }),
  'checks.notJudged': (study) => ({ study, subjects: null }),
  'checks.read': (study) => ({ study, name: 'mine.json', text: ruleText([nameless]) }),
  'checks.try': (study) => ({ study, rule: onlyAsked(nameless) }),
  'checks.records': (study) => ({ study, check: 'several-units', dataset: 'labs', subjects: null, limit: 10 }),
  'subjects.list': (study) => ({ study, selection: everything('labs') }),
  'overview.read': (study) => ({ study, subjects: null }),
  'overview.waiting': (study) => ({ study, subjects: null }),
  'visits.list': (study) => ({ study }),
  'coverage.read': (study) => ({ study, datasets: ['labs', 'vitals'], subjects: null }),
  'pivot.read': (study) => ({ study, selection: everything('labs'), tests: ['ALT'], sort: [], offset: 0, limit: 10 }),
  'tests.list': (study) => ({ study, dataset: 'labs', subjects: null }),
  'tests.results': (study) => ({ study, dataset: 'labs', tests: null, subjects: null, limit: 10 }),
  'results.trends': (study) => ({ study, dataset: 'labs', tests: ['ALT'], subjects: null, anchor: { kind: 'baseline' } }),
  'results.shifts': (study) => ({ study, test: 'ALT', subjects: null, anchor: null }),
  'results.grades': (study) => ({ study, subjects: null, anchor: null }),
  'results.liver': (study) => ({ study, subjects: null, window: usualLiverWindow }),
  'results.sites': (study) => ({ study, subjects: null }),
  'anchors.default': (study) => ({ study }),
  'subjects.anchors': (study) => ({ study, anchor: { kind: 'baseline' } }),
  'responses.assessments': (study) => ({ study, subjects: null }),
  'subject.medications': (study) => ({ study, subject: '0012' }),
  'subject.changes': (study) => ({ study, subject: '0012', limit: 10 }),
  'record.get': (study) => ({ study, dataset: 'labs', key: 'r1' }),
  'export.preview': (study) => ({
    study,
    part: { selection: everything('labs'), sort: [], columns: [] },
    anchor: { kind: 'first-record' },
    vocabulary: 'plain',
  }),
  'rows.marked': (study) => ({ study, dataset: 'labs', since: 0 }),
  'changes.list': (study) => ({ study, dataset: null, since: 0, kind: null, offset: 0, limit: 10 }),
  'changes.subjects': (study) => ({ study, since: 0, subjects: null }),
  'changes.before': (study) => ({ study, moment: '2026-11-20T14:05:00Z' }),
  'view.code': (study) => ({
    study,
    ...{ selection: everything('labs'), sort: [], columns: ['subject'], vocabulary: 'plain', language: 'sql', file: 'parquet' },
  }),
  'listing.read': (study) => ({ study, listing: { name: 'subjects', subjects: null }, limit: 10 }),
  'changes.passes': (study) => ({ study }),
  'issues.summary': (study) => ({ study }),
  'verify.since': (study) => ({ study, datasets: [{ dataset: 'labs', generation: 1 }] }),
  'issues.records': (study) => ({ study, dataset: 'labs', rule: 'no-key', path: 'id', offset: 0, limit: 10 }),
};
const names = Object.keys(questions) as CallsOf<'reader'>[];

/** The numbers in an answer other than 0, and its truths, with where they are. */
function foundIn(answer: unknown, place: string): readonly string[] {
  if (typeof answer === 'object' && answer !== null)
    return Object.entries(answer).flatMap(([name, one]) => foundIn(one, `${place} ${name}`));
  return (typeof answer === 'number' && answer !== 0) || answer === true ? [`${place}: ${String(answer)}`] : [];
}

describe('every call', () => {
  test('answers as the contract says, before and after the first mirror', async () => {
    const all = async () => {
      for (const name of names) for (const study of [studyNumber, 'new']) await askAny(name, questions[name](study));
    };
    await all();
    await mirrored.mirror('labs', [[labText('r1'), labText('r2', { extra: ',"odd":1' }), null]]);
    await all();
  });

  test('finds and counts nothing in a study that was never mirrored', async () => {
    const found: string[] = [];
    for (const name of names.filter((candidate) => candidate !== 'studies.list'))
      found.push(...foundIn(await askAny(name, questions[name]('new')), name));
    // The axis of an empty chart, and the window that was asked for.
    expect(found).toEqual([
      'results.trends trends step: 1',
      'results.trends trends whole: true',
      'results.liver screening window withinDays: 30',
    ]);
  });

  test('is rejected with USAGE for a study that is not listed', async () => {
    for (const name of names.filter((candidate) => candidate !== 'studies.list'))
      await expect(askAny(name, questions[name]('other'))).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('shorten long texts for tables and lists, but not for a copy, and not in a record', async () => {
    const long = (letter: string): string => letter.repeat(20_000);
    const begun = (letter: string): string => `${letter.repeat(10_000)}…`;
    await mirrored.mirror('labs', [[labText('r1', { subject: long('a') })]]);
    await mirrored.mirror('labs', [[labText('r1', { subject: long('b') })]]);
    const study = studyNumber;
    const query = { selection: everything('labs'), sort: [], offset: 0, limit: 10 };
    const inRow = ({ cells }: { readonly cells: readonly unknown[] }): unknown =>
      cells[datasets.labs.columns.findIndex(({ name }) => name === 'subject')];
    expect((await ask('rows.page', { study, query })).rows.map(inRow)).toEqual([begun('b')]);
    expect((await ask('rows.named', { study, dataset: 'labs', keys: ['r1'] })).map(inRow)).toEqual([begun('b')]);
    expect((await ask('rows.page', { study, query, isWhole: true })).rows.map(inRow)).toEqual([long('b')]);
    const { row, history } = await ask('record.get', { study, dataset: 'labs', key: 'r1' });
    expect(row === null ? null : inRow(row)).toBe(long('b'));
    const { changes } = await ask('changes.list', {
      study,
      dataset: 'labs',
      since: 1,
      kind: 'changed',
      subjects: null,
      offset: 0,
      limit: 10,
    });
    for (const change of [history.find(({ kind }) => kind === 'changed'), changes[0]])
      expect(change?.fields).toContainEqual({ column: 'subject', before: begun('a'), after: begun('b') });
    await mirrored.mirror('labs', [[labText('r1').replace('"ALT"', `"${long('c')}"`)]]);
    expect((await ask('terms.read', { study })).tests.map(({ test }) => test)).toEqual([begun('c')]);
  });

  test('is rejected with CORRUPT for a damaged study, whose card says so beside those of the others', async () => {
    await expect(ask('rows.page', questions['rows.page']('damaged'))).rejects.toMatchObject({ code: 'CORRUPT' });
    writeFileSync(join(mirrored.folder, 'damaged.db'), 'x'.repeat(10));
    const cards = await ask('studies.list', undefined);
    expect(cards.map((card) => [card.study, card.problem?.code ?? null, card.size === null])).toEqual([
      [studyNumber, null, false],
      ['new', null, true],
      ['damaged', 'CORRUPT', false],
    ]);
  });
});

// Regression: on a slow machine, a sync that flipped twice before the reader heard of it made a sound file look damaged.
test('a file that is newer than the known seals is not reported as damaged: the newest seals are requested', async () => {
  await mirrored.mirror('labs', [[labText('r1')]]);
  let behind = 2;
  const late: StudyDirectory = {
    ...directory(),
    open: (study) => {
      if (behind === 0) return directory().open(study);
      throw new AppError('CORRUPT', 'It is not the state that the last sync left.');
    },
    renew: async () => (behind -= 1) >= 0,
  };
  const handlers = createReaderHandlers(late);
  const input = { study: studyNumber, selection: everything('labs') };
  expect(open(await answer('reader', handlers, 'rows.count', input))).toMatchObject({ rows: 1 });
  behind = 2;
  expect(open(await answer('reader', handlers, 'study.status', { study: studyNumber }))).toMatchObject({ problem: null });
});

test('what came since an export counts from its generation, and everything if it has none', async () => {
  await mirrored.mirror('labs', [[labText('r1'), labText('r2')]]);
  await mirrored.mirror('labs', [[labText('r1', { value: '31' }), labText('r2')]]);
  const since = async (generation: number | null) => {
    const labs = (await ask('verify.since', { study: studyNumber, datasets: [{ dataset: 'labs', generation }] }))?.[0];
    return [labs?.passes, labs?.counts.new, labs?.counts.changed];
  };
  expect([await since(null), await since(1), await since(2)]).toEqual([
    [2, 2, 1],
    [1, 0, 1],
    [0, 0, 0],
  ]);
});

describe('the card of a study', () => {
  test('shows its sponsor, counts and the changes since somebody last looked', async () => {
    await mirrored.mirror('labs', [[labText('r1'), labText('r2')]]);
    const card = await ask('study.status', { study: studyNumber });
    expect(card).toMatchObject({ demo: true, sponsor: 'SP-1', lookedAt: null, lookedGeneration: 1, problem: null });
    expect(card.status.datasets.map(({ dataset, state, records }) => [dataset, state, records])).toEqual(
      datasetNames.map((dataset) => (dataset === 'labs' ? [dataset, 'updated', 2] : [dataset, 'none', 0])),
    );
    await mirrored.mirror('labs', [[labText('r1', { value: '31' }), labText('r3')]]);
    expect((await ask('study.status', { study: studyNumber })).sinceLooked).toEqual({ new: 1, changed: 1, vanished: 1 });
    const passes = await ask('changes.passes', { study: studyNumber });
    expect(passes.map(({ generation }) => generation)).toEqual([2, 1]);
    expect(passes[0]?.counts).toEqual({ new: 1, changed: 1, vanished: 1 });
  });

  test('is empty for a study without a file', async () => {
    const card = await ask('study.status', { study: 'new' });
    expect(card).toMatchObject({ size: null, sponsor: null, issues: 0, problem: null });
    expect(card.status.datasets.every((dataset) => dataset.state === 'none')).toBe(true);
  });
});

describe('one record', () => {
  test('has its resource as sent, its page, and the fields that no column shows', async () => {
    const sent = labText('r2', { value: '5.10', extra: ',"odd":{"a":1.50}' });
    await mirrored.mirror('labs', [[labText('r1')], [null, sent]]);
    const record = await ask('record.get', { study: studyNumber, dataset: 'labs', key: 'r2' });
    expect(record.raw).toBe(sent);
    expect(record.page).toMatchObject({ number: 2, of: 2 });
    expect(record.row?.key).toBe('r2');
    expect(record.undescribed.map(({ path }) => path).join()).toContain('odd');
    expect(record.issues.map(({ rule }) => rule)).toContain('unknown-field');
  });

  test('that vanished has only its history', async () => {
    await mirrored.mirror('labs', [[labText('r1'), labText('r2')]]);
    await mirrored.mirror('labs', [[labText('r1', { value: '31' })]]);
    const gone = await ask('record.get', { study: studyNumber, dataset: 'labs', key: 'r2' });
    expect(gone).toMatchObject({ row: null, raw: null, page: null });
    expect(gone.history.map(({ kind, generation }) => [kind, generation])).toContainEqual(['vanished', 2]);
    const changed = await ask('record.get', { study: studyNumber, dataset: 'labs', key: 'r1' });
    expect(changed.history[0]).toMatchObject({ kind: 'changed', generation: 2, subject: '0012' });
    expect(changed.history[0]?.fields).toContainEqual({ column: 'result', before: '24', after: '31' });
  });

  test('of the subjects has the Group as its resource', async () => {
    const group = `{"resourceType":"Group","identifier":[{"use":"usual","value":"${studyNumber}"}],"type":"person","member":[{"entity":{"reference":"Patient/0012"}},{"entity":{"reference":"Patient/012"}}]}`;
    await mirrored.mirror('subjects', [[group]]);
    expect((await ask('record.get', { study: studyNumber, dataset: 'subjects', key: '012' })).raw).toBe(group);
  });
});

describe('changes and issues', () => {
  beforeEach(async () => {
    await mirrored.mirror('labs', [[labText('r1'), labText('r2'), labText('r3', { value: '"high"' }), null]]);
    await mirrored.mirror('labs', [[labText('r1', { value: '31' }), labText('r3', { value: '"high"' }), labText('r4'), null]]);
  });

  test('lists changes of one kind since a generation, and counts all kinds', async () => {
    const list = await ask('changes.list', { study: studyNumber, dataset: 'labs', since: 1, kind: 'new', offset: 0, limit: 10 });
    expect(list.counts).toEqual({ new: 1, changed: 1, vanished: 1 });
    expect(list.changes.map(({ key, kind, generation }) => [key, kind, generation])).toEqual([['r4', 'new', 2]]);
    expect(
      (await ask('changes.list', { study: studyNumber, dataset: 'vitals', since: 0, kind: null, offset: 0, limit: 10 })).changes,
    ).toEqual([]);
  });

  test('counts each row marked since a generation once, and none that is gone', async () => {
    expect(await ask('rows.marked', { study: studyNumber, dataset: 'labs', since: 1 })).toEqual({ added: 1, changed: 1 });
    await mirrored.mirror('labs', [[labText('r1', { value: '32' }), labText('r3', { value: '"high"' }), labText('r5'), null]]);
    // r1 changed twice; r4 came and went.
    expect(await ask('rows.marked', { study: studyNumber, dataset: 'labs', since: 1 })).toEqual({ added: 1, changed: 1 });
    expect(await ask('rows.marked', { study: studyNumber, dataset: 'labs', since: 0 })).toEqual({ added: 3, changed: 0 });
  });

  test('groups issues by rule, and lists the records of each group', async () => {
    const groups = await ask('issues.summary', { study: studyNumber });
    const wrong = groups.find(({ rule }) => rule === 'wrong-type');
    expect(wrong).toMatchObject({ dataset: 'labs', quarantined: false, exampleKey: 'r3' });
    expect(groups.find(({ rule }) => rule === 'no-resource')).toMatchObject({ count: 1, quarantined: true, exampleKey: null });
    for (const { dataset, rule, path, count } of groups) {
      expect(await ask('issues.records', { study: studyNumber, dataset, rule, path, offset: 0, limit: 10 })).toHaveLength(count);
    }
  });
});
