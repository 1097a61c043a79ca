import { formatCount } from '../../ui/format/numbers.ts';
import type { ChangeGroup, ChangeKind } from './change-lines.ts';

const kinds: readonly ChangeKind[] = ['new', 'changed', 'vanished'];

export function total(counts: ChangeGroup['counts']): number {
  return counts.new + counts.changed + counts.vanished;
}

/** "203 new, 19 changed"; "no difference" when nothing is. */
export function countsInWords(counts: ChangeGroup['counts'], separator = ', '): string {
  const words = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${formatCount(counts[kind])} ${kind}`);
  return words.length === 0 ? 'no difference' : words.join(separator);
}
