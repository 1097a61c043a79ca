import { describe, expect, test } from 'vitest';
import type { AuditEntry, AuditEvent, ExportWritten } from '../../../src/core/vault/audit/audit-event.ts';
import { recordedManifests, trailFiles } from '../../../src/core/vault/audit/trail-files.ts';

const at = '2026-11-20T08:00:00Z';
const study = '22-001';
const written: ExportWritten = {
  ...{ kind: 'export', study, dataset: 'labs', format: 'csv', where: [], narrowed: false, generation: 4 },
  ...{ id: 'one', rows: 12, columns: 3, sha256: 'aa' },
};
const packed = { study, generation: 4, expires: '2026-12-24', sha256: 'cc' } as const;
const unpacked = { kind: 'unpack', madeAt: at, ...packed } as const;

const entriesOf = (events: readonly AuditEvent[]) => (): readonly AuditEntry[] =>
  events.map((event, place) => ({ number: place + 1, at, actor: 'nina', event, hash: '' }));
const filesIn = (own: readonly AuditEvent[], earlier: readonly AuditEvent[] = []) =>
  trailFiles({ entries: entriesOf(own), earlier: entriesOf(earlier) });
const flagsIn = (own: readonly AuditEvent[], earlier: readonly AuditEvent[] = []) =>
  filesIn(own, earlier).map(({ known }) => (known.what === 'export' ? [known.nameless, known.anew, known.restored ?? false] : null));

describe('the files of a trail', () => {
  test('are its exports, site packs and the trail itself', () => {
    expect(
      filesIn([
        { kind: 'unlocked', with: 'os' },
        { ...written, evidenceSha256: 'bb', rowDigests: ['dd'], notes: true, byVisit: true, recipient: 'Site 7' },
        { kind: 'pack', bytes: 1, ...packed },
        { ...unpacked, outcome: 'unchanged' },
        { kind: 'trail-exported', format: 'csv', entries: 3, sha256: 'ee' },
      ]),
    ).toEqual([
      {
        ...{ sha256: 'aa', evidenceSha256: 'bb', rowDigests: ['dd'] },
        known: {
          ...{ what: 'export', at, by: 'nina', id: 'one', study, dataset: 'labs', format: 'csv', rows: 12, columns: 3 },
          ...{ recipient: 'Site 7', generation: 4, nameless: false, anew: false, notes: true, byVisit: true },
        },
      },
      { sha256: 'cc', known: { what: 'site-pack', at, by: 'nina', study, expires: '2026-12-24', taken: false } },
      { sha256: 'cc', known: { what: 'site-pack', at, by: 'nina', study, expires: '2026-12-24', taken: true } },
      { sha256: 'ee', known: { what: 'audit-trail', at, by: 'nina', format: 'csv', entries: 3 } },
    ]);
  });

  test('of earlier versions have only their digest', () => {
    const { id: _, ...earlier } = written;
    const [file] = filesIn([earlier]);
    expect(Object.keys(file ?? {})).toEqual(['sha256', 'known']);
    expect(file?.known).toMatchObject({ id: null, recipient: null });
  });

  test('got no name if their export failed afterwards', () => {
    const { rows: _, columns: __, sha256: ___, ...asked } = written;
    const failed = { ...asked, kind: 'export-failed', outcome: 'INTERRUPTED' } as const;
    expect(flagsIn([written, failed])).toEqual([[true, false, false]]);
    expect(flagsIn([written, { ...failed, id: 'two' }])).toEqual([[false, false, false]]);
  });

  test.each<[AuditEvent, boolean]>([
    [{ kind: 'wiped', study }, true],
    [{ kind: 'renewed', study }, true],
    [{ ...unpacked, outcome: 'added' }, true],
    [{ ...unpacked, outcome: 'replaced' }, true],
    [{ ...unpacked, outcome: 'prolonged' }, false],
    [{ ...unpacked, outcome: 'unchanged' }, false],
    [{ kind: 'history-restore-begun', study }, true],
    [{ kind: 'wiped', study: '22-009' }, false],
    [{ kind: 'study-opened', study }, false],
  ])('are of earlier generations after %j: %s', (event, anew) => {
    expect(flagsIn([written, event]).filter((one) => one !== null)).toEqual([[false, anew, false]]);
    expect(flagsIn([event, written]).filter((one) => one !== null)).toEqual([[false, false, false]]);
  });

  test('of a restored trail are marked, and a restored history does not renumber theirs', () => {
    const begun = { kind: 'history-restore-begun', study } as const;
    expect(flagsIn([begun], [written])).toEqual([[false, false, true]]);
    expect(flagsIn([written, begun], [])).toEqual([[false, true, false]]);
    expect(flagsIn([{ kind: 'wiped', study }], [written])).toEqual([[false, true, true]]);
  });
});

test('the manifests of a lake are those that this vault wrote', () => {
  const lake = { ...written, format: 'parquet-lake', sha256: 'll' };
  expect(recordedManifests({ entries: entriesOf([lake, written, { ...lake, study: '22-009', sha256: 'xx' }]) }, study)).toEqual(['ll']);
});
