import { describe, expect, test } from 'vitest';
import {
  assertOpens,
  assertSameKind,
  assertSameKindAsPacks,
  copyHere,
  assertLooksLikeNone,
  planTakeIn,
  type CopyHere,
} from '../../../src/core/vault/studies/take-in.ts';
import { dueAfter } from '../../../src/core/vault/settings/site-packs.ts';

const [earlier, later] = ['2026-11-01T08:00:00.000Z', '2026-11-20T08:00:00.000Z'];
const incoming = {
  study: '22-001',
  seal: { generation: 4, counts: {}, digest: 'packed' },
  pack: { expires: '2026-12-10', madeAt: later, asOf: later, digest: 'packed', due: [] },
};

function here(state: CopyHere['state'], digest: string | null, pack: CopyHere['pack'] = null): CopyHere {
  return { state, seal: digest === null ? null : { generation: 3, counts: {}, digest }, pack };
}
const packedHere = (digest: string, expires: string, asOf: string): CopyHere['pack'] => ({ digest, expires, asOf });

describe('taking in a packed study', () => {
  test.each([
    ['nothing is here', null, 'added'],
    ['it was added, but never mirrored', here('none', null), 'added'],
    ['its file was damaged and set aside', here('set-aside', 'other'), 'replaced'],
    ['its file is gone', here('lost', 'packed'), 'replaced'],
    ['the same copy, mirrored here', here('there', 'packed'), 'unchanged'],
    ['the same copy from a pack that expires later', here('there', 'packed', packedHere('packed', '2026-12-31', later)), 'unchanged'],
    ['the same copy from the same pack', here('there', 'packed', packedHere('packed', '2026-12-10', later)), 'unchanged'],
    ['the same copy from a pack that expires earlier', here('there', 'packed', packedHere('packed', '2026-11-25', later)), 'prolonged'],
    [
      'a copy of a time that has not come',
      here('there', 'other', packedHere('other', '9999-12-31', '9999-12-01T08:00:00.000Z')),
      'replaced',
    ],
    ['an older copy from a pack', here('there', 'other', packedHere('other', '2026-12-31', earlier)), 'replaced'],
  ] as const)('%s', (_what, copy, plan) => {
    expect(planTakeIn(copy, incoming, Date.parse(later))).toBe(plan);
  });

  test.each([
    ['a copy that was mirrored here', here('there', 'other')],
    ['a copy from a pack that a sync changed here', here('there', 'synced', packedHere('other', '2026-12-31', earlier))],
    ['a newer copy from a pack', here('there', 'other', packedHere('other', '2026-11-25', '2026-11-21T00:00:00.000Z'))],
    ['another copy of the same time from a pack', here('there', 'other', packedHere('other', '2026-11-25', later))],
  ])('keeps %s and refuses the pack', (_what, copy) => {
    expect(() => planTakeIn(copy, incoming, Date.parse(later))).toThrow(/nothing was changed/);
  });
});

describe('a packed study beside those of the vault', () => {
  const others = ['22-001', 'SPN-É 7', 'ABC-9'];

  test.each([
    ...['22\u2011001', '２２-001', '22\u2212001', 'spn-e\u0301 7', '22\u200b-001', '22\u02d7001', '22\u30fc001'],
    // Bengali, Persian and N'Ko digits; Cyrillic and Greek letters.
    ...['22-\u09e6\u09e61', '22-00\u06f1', '22-00\u07c1', '\u0410BC-9', 'AB\u0421-9', '\u0391\u0392C-9'],
  ])('is refused if %s looks like another one', (study) => {
    expect(() => {
      assertLooksLikeNone(study, others);
    }).toThrow(/looks like the study .* nothing was changed/);
  });

  test.each(['22-001', '22-0010', '22001', 'SPN-E 8', '22-\u0662\u0660\u0661', '\u0414BC-9'])('is taken in as %s', (study) => {
    expect(() => {
      assertLooksLikeNone(study, others);
    }).not.toThrow();
  });
});

describe('a pack of a time that has not come', () => {
  const day = 86_400_000;
  const now = Date.parse(later);
  const asOf = (at: number): string => new Date(at).toISOString();
  const plan = (packed: number, present: number) => (): string =>
    planTakeIn(
      here('there', 'other', packedHere('other', '2026-12-31', asOf(present))),
      { ...incoming, pack: { ...incoming.pack, asOf: asOf(packed) } },
      now,
    );

  test('gives way to any other, if it is more than a day ahead of the clock', () => {
    expect(plan(now, now + day + 1)()).toBe('replaced');
    expect(plan(now, now + day)).toThrow(/that is not older/);
  });

  test('does not give way to one of such a time', () => {
    expect(plan(now + day + 1, now + day + 2)).toThrow(/that is not older/);
  });
});

test.each([
  [true, null, null],
  [false, null, null],
  [true, true, null],
  [false, false, null],
  [true, false, 'The pack of 22-001 holds demo data, but this data folder is connected to a real service.'],
  [false, true, 'The pack of 22-001 holds data of a real service, but this data folder is connected to the demo.'],
])('a pack of the demo (%s) beside a connection to the demo (%s): %s', (demo, connected, says) => {
  const open = (): void => assertSameKind({ study: '22-001', demo }, connected);
  if (says === null) expect(open).not.toThrow();
  else expect(open).toThrow(expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(says) }));
});

test('a pack opens until its last day has ended', () => {
  const open = (latest: string) => (): void => assertOpens(incoming, Date.parse(latest));
  expect(open('2026-12-10T23:59:59.999Z')).not.toThrow();
  expect(open('2026-12-11T00:00:00.000Z')).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
});

test('no copy is here without the study', () => {
  expect(copyHere(null)).toBeNull();
});

describe('connecting a service after a pack was taken in', () => {
  const packed = { study: '22-001', sitePack: { ...incoming.pack, expired: false } };
  test.each([
    ['demo data, a real service', [{ ...packed, demo: true }], false, 'cannot be connected to a real service'],
    ['data of a service, the demo', [{ ...packed, demo: false }], true, 'cannot be connected to the demo'],
  ] as const)('is refused: %s', (_what, studies, demo, says) => {
    expect(() => assertSameKindAsPacks(studies, demo)).toThrow(says);
  });

  test.each([
    [[{ ...packed, demo: true }], true],
    [[{ ...packed, demo: false }], false],
    [[{ study: '22-001', sitePack: null, demo: true }], false],
    [[], true],
  ] as const)('is allowed: %j with demo %s', (studies, demo) => {
    expect(() => assertSameKindAsPacks(studies, demo)).not.toThrow();
  });
});

describe('the datasets of a pack that a sync has not yet proven', () => {
  const synced = (dataset: 'labs' | 'vitals', state: 'updated' | 'unchanged' | 'kept' | 'pending', error: 'FORBIDDEN' | null = null) => ({
    dataset,
    state,
    error,
    records: 1,
    generation: 1,
    added: 0,
    changed: 0,
    vanished: 0,
  });
  test.each([
    [[synced('labs', 'updated'), synced('vitals', 'unchanged')], []],
    [[synced('labs', 'updated')], ['vitals']],
    [[synced('labs', 'updated'), synced('vitals', 'kept', 'FORBIDDEN')], ['vitals']],
    [[synced('labs', 'pending')], null],
    [[synced('labs', 'kept', 'FORBIDDEN')], null],
    [[], null],
  ] as const)('case %#', (datasets, left) => {
    expect(dueAfter(['labs', 'vitals'], datasets)).toEqual(left);
  });
});
