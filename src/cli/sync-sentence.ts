import type { SyncResult } from '../shared/status.ts';
import { printable } from '../shared/printable.ts';

/** One or two sentences about a sync that did not end with OK. */
export function sentenceOf({ code, studies }: SyncResult): string {
  if (code === 'CANCELLED') return cancelledSentence(studies);
  const all = studies.flatMap((study) => study.datasets);
  const failure = all.find(({ error }) => error !== null)?.error?.message;
  const hasCopy = all.some(({ state }) => state === 'kept');
  if (code !== 'PARTIAL') return failure ?? `The sync failed.${hasCopy ? ' Mirrored data is unchanged.' : ''}`;
  const pending = all.filter(({ state }) => state === 'pending').map(({ dataset }) => dataset);
  if (pending.length === 0)
    return `Some datasets were mirrored, others ${hasCopy ? 'keep their earlier copy' : 'were not'}. ${failure ?? ''}`.trimEnd();
  const pendingReview = `Pending review, because they would lose many records or subjects: ${pending.join(', ')}. The earlier copy stays visible. If the loss is correct, run again with --accept-shrink.`;
  if (failure === undefined) return pendingReview;
  const failed = all.filter(({ error }) => error !== null).map(({ dataset }) => dataset);
  return `${pendingReview} Not mirrored: ${[...new Set(failed)].join(', ')}. ${failure}`;
}

/** Studies before the cancelled one are finished. */
function cancelledSentence(studies: SyncResult['studies']): string {
  const ended = studies.filter(({ datasets }) => datasets.every(({ error }) => error?.code !== 'CANCELLED'));
  const goesOn = 'the next sync continues from the pages already read.';
  const hasCopy = studies.some(({ datasets }) => datasets.some(({ state }) => state === 'kept'));
  if (ended.length === 0) return `Cancelled${hasCopy ? '. Mirrored data is unchanged' : ''}; ${goesOn}`;
  return `Cancelled after ${ended.map(({ study }) => printable(study)).join(', ')}, which finished. ${hasCopy ? 'The others keep their earlier copy' : 'The others are not mirrored yet'}; ${goesOn}`;
}
