import { expect, test } from 'vitest';
import type { SyncedDataset } from '../../../src/core/vault/audit/audit-event.ts';
import { sayEvent } from '../../../src/core/vault/audit/audit-words.ts';

type Moved = Pick<SyncedDataset, 'dataset' | 'added' | 'changed' | 'vanished'>;

function said(...moved: readonly Moved[]): string {
  const datasets = moved.map((one): SyncedDataset => ({ ...one, state: 'updated', records: 28_471, generation: 2, error: null }));
  return sayEvent({ kind: 'sync', study: '22-001', outcome: 'OK', acceptShrink: false, datasets });
}

test('summarises what a sync changed and omits datasets without changes', () => {
  const labs = { dataset: 'labs', added: 28_471, changed: 3, vanished: 0 } as const;
  const vitals = { dataset: 'vitals', added: 12, changed: 0, vanished: 1 } as const;
  expect(said(labs, vitals, { dataset: 'responses', added: 0, changed: 0, vanished: 0 })).toBe(
    'Synced 22-001: OK; new: Labs 28,471, Vitals 12; changed: Labs 3; vanished: Vitals 1',
  );
  expect(said({ ...vitals, added: 0, vanished: 0 })).toBe('Synced 22-001: OK');
});
