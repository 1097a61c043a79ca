import { expect, test } from 'vitest';
import type { AuditEntry, AuditEvent } from '../../../src/core/vault/audit/audit-event.ts';
import { recordedManifests, trailFiles } from '../../../src/core/vault/audit/trail-files.ts';
import { judgeFile } from '../../../src/core/verify/judge-file.ts';
import { sayRemarks, sayVerdict } from '../../../src/shared/verified-words.ts';

/*
 * Whoever knows the passphrase of a backup can write the trail in it. What a restore brought must not speak as if Carrel had written it here.
 */

const at = '2026-11-25T10:00:00.000Z';
const [forged, genuine] = ['f'.repeat(64), 'a'.repeat(64)];

function exported(sha256: string): AuditEvent {
  const what = { study: '22-001', dataset: 'labs', format: 'csv', where: [], narrowed: false } as const;
  return { kind: 'export', id: 'its id', ...what, rows: 1, columns: 1, generation: 1, sha256 };
}

function entriesOf(...events: readonly AuditEvent[]): readonly AuditEntry[] {
  return events.map((event, place) => ({ number: place + 1, at, actor: 'nina', event, hash: '' }));
}

function judge(sha256: string, own: readonly AuditEvent[], earlier: readonly AuditEvent[], id: string | null = null) {
  const trail = trailFiles({ entries: () => entriesOf(...own), earlier: () => entriesOf(...earlier) });
  const inside = id === null ? null : { id, at, study: '22-001', datasets: [], sha256: null };
  const { entry, ...judged } = judgeFile(sha256, { inside, beside: null, isSitePack: false }, trail);
  const file = { name: 'x', bytes: 1, sha256, rows: null, differs: null, ...judged };
  return { ...judged, says: [sayVerdict(file, String), ...sayRemarks(file, null)].join(' ') };
}

test('a file known only from a restored trail is reported as that', () => {
  const { verdict, known, says } = judge(forged, [], [exported(forged)]);
  expect([verdict, known?.restored]).toEqual(['unchanged', true]);
  expect(says).toContain('the audit trail of a restored backup');
  expect(says).not.toContain('what Carrel wrote');
});

test('only the vault’s own trail says which lakes may be continued', () => {
  const lakeOf = (study: string, sha256: string): AuditEvent => ({ ...exported(sha256), study, format: 'parquet-lake' }) as AuditEvent;
  const own = [lakeOf('22-001', genuine), exported('b'.repeat(64)), lakeOf('22-009', 'c'.repeat(64))];
  const audit = { entries: () => entriesOf(...own), earlier: () => entriesOf(lakeOf('22-001', forged)) };
  expect(recordedManifests(audit, '22-001')).toEqual([genuine]);
});

test.each([
  ['the same bytes', genuine, 'unchanged', 'what Carrel wrote'],
  ['other bytes with the same id', forged, 'changed', 'the file was changed after it was written'],
])('the vault’s own trail counts before a restored one: %s', (_what, sha256, verdict, sentence) => {
  const found = judge(sha256, [exported(genuine)], [exported(forged), exported(genuine)], 'its id');
  expect(found.verdict).toBe(verdict);
  expect(found.known).not.toHaveProperty('restored');
  expect(found.says).toContain(sentence);
  expect(found.says).not.toContain('restored backup');
});
