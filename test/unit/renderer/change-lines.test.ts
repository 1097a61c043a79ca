import { expect, test } from 'vitest';
import { groupChanges, loadGroup } from '../../../src/renderer/record/changes/change-lines.ts';
import { contract, type Change, type GridRow, type Input } from '../../../src/shared/contract.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Call } from '../../../src/shared/rpc.ts';

const changed = 1200;
const vanished = 2300;

/** A reader of a ledger with that many changes; its input must match the contract. */
const call = (async (name: 'changes.list' | 'rows.named', input: Input<'changes.list'> | Input<'rows.named'>): Promise<unknown> => {
  const asked: unknown = contract[name].input.parse(input);
  if (name === 'rows.named') return (asked as Input<'rows.named'>).keys.map((key): GridRow => ({ key, added: 1, changed: 2, cells: [] }));
  const { kind, offset, limit } = asked as Input<'changes.list'>;
  const of = kind === 'changed' ? changed : kind === 'vanished' ? vanished : 0;
  const changes = Array.from({ length: Math.max(0, Math.min(limit, of - offset)) }, (_, place): Change => ({
    generation: 2,
    at: '2026-05-14T12:05:00.000Z',
    dataset: 'labs',
    key: `${String(kind)}-${offset + place}`,
    subject: '0012',
    kind: kind ?? 'new',
    fields: kind === 'changed' ? [{ column: datasets.labs.columns[0]?.name ?? '', before: 'a', after: 'b' }] : [],
  }));
  return { counts: { new: 0, changed, vanished }, changes };
}) as Call;

async function keysWithin(limit: number, kind: Change['kind'] | null = null): Promise<readonly string[]> {
  const group = await loadGroup(call, { study: '22-001', dataset: 'labs', since: 1, kind, subjects: null, limit });
  expect(group.counts).toEqual({ new: 0, changed, vanished });
  expect(group.shown).toBe(group.lines.length);
  for (const { change, row } of group.lines) expect(row?.key ?? null).toBe(change.kind === 'vanished' ? null : change.key);
  return group.lines.map(({ change }) => change.key);
}

test('a growing list reaches every vanished record, however many changes there are', async () => {
  const all = await keysWithin(10_000);
  expect(new Set(all).size).toBe(changed + vanished);
  expect([all.at(0), all.at(changed), all.at(-1)]).toEqual(['changed-0', 'vanished-0', `vanished-${vanished - 1}`]);
  expect(await keysWithin(2200)).toEqual(all.slice(0, 2200));
  expect(await keysWithin(2200, 'vanished')).toEqual(all.slice(changed, changed + 2200));
});

test('a short list shows the first changes', async () => {
  expect(await keysWithin(9)).toEqual(Array.from({ length: 9 }, (_, place) => `changed-${place}`));
});

test('each changed field has its own line, except that a result and an identical number share one', async () => {
  const fields = [
    { column: 'result', before: '4', after: '5' },
    { column: 'result_number', before: 4, after: 5 },
    { column: 'visit', before: null, after: 'C1' },
    { column: 'performer', before: null, after: 'C1' },
  ];
  const change: Change = {
    generation: 2,
    at: '2026-05-14T12:05:00.000Z',
    dataset: 'labs',
    key: 'a',
    subject: '1',
    kind: 'changed',
    fields,
  };
  const linesOf = async (...sent: Change['fields']) =>
    (await groupChanges(call, '22-001', [{ ...change, fields: sent }])).flatMap(({ lines }) => lines.map(({ field }) => field?.column));
  expect(await linesOf(...fields)).toEqual(['result', 'visit', 'performer']);
  expect(await linesOf({ column: 'result', before: '4.0', after: '5.0' }, ...fields.slice(1, 2))).toEqual(['result', 'result_number']);
});
