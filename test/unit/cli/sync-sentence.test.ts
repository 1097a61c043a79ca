import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../src/cli/sync-sentence.ts';
import { emptyDataset } from '../../../src/shared/empty-status.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { DatasetStatus, StudyStatus } from '../../../src/shared/status.ts';

function dataset(name: DatasetName, over: Partial<DatasetStatus> = {}): DatasetStatus {
  return { ...emptyDataset(name), state: 'updated', ...over };
}
const failed = { state: 'kept', error: { code: 'SERVER', message: 'The service failed.' } } as const;
const cancelled = { state: 'kept', error: { code: 'CANCELLED', message: 'Cancelled.' } } as const;

describe('the sentence on how a sync ended', () => {
  test('names what failed beside what is pending review', () => {
    const studies = [{ study: '22-001', datasets: [dataset('labs', { state: 'pending' }), dataset('vitals', failed)] }];
    const says = sentenceOf({ exitCode: 30, code: 'PARTIAL', studies });
    expect(says).toMatch(/^Pending review, .*: labs\. .*--accept-shrink\. Not mirrored: vitals\. The service failed\.$/);
    const heldAlone = [{ study: '22-001', datasets: [dataset('labs', { state: 'pending' })] }];
    expect(sentenceOf({ exitCode: 30, code: 'PARTIAL', studies: heldAlone })).toMatch(/--accept-shrink\.$/);
  });

  test('says that nothing changed after a cancel only if no study had finished', () => {
    const first: StudyStatus = { study: '22-001', datasets: [dataset('labs')] };
    const second: StudyStatus = { study: '23-014', datasets: [dataset('labs', cancelled)] };
    const says = (studies: StudyStatus[]): string => sentenceOf({ exitCode: 130, code: 'CANCELLED', studies });
    expect(says([second])).toContain('Mirrored data is unchanged');
    const never: StudyStatus = { study: '23-014', datasets: [dataset('labs', { ...cancelled, state: 'none' })] };
    expect(says([never])).toBe('Cancelled; the next sync continues from the pages already read.');
    expect(says([first, never])).toContain('The others are not mirrored yet;');
    expect(says([first, second])).toMatch(/^Cancelled after 22-001, which finished\. The others keep their earlier copy/);
  });
});
