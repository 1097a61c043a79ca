import { type Block, firstAbove } from './dataset.ts';
import { hash } from './random.ts';

/** What the revisions so far did to one block of the base data. */
export interface BlockEdits {
  readonly withdrawn: Set<number>;
  /** Slot to the number of times it was changed. */
  readonly changed: Map<number, number>;
}

const RECORDS_PER_EDIT = 400;
const MOST_EDITS = 2000;

/**
 * Chooses, revision by revision, which base records are changed and which withdrawn: about one in 400 of each,
 * at least one of each. A record that was withdrawn stays so and is not changed any more.
 */
export function planEdits(sizes: readonly number[], seed: number, revision: number): ReadonlyMap<number, BlockEdits> {
  const edits = new Map<number, BlockEdits>();
  const ends = runningTotal(sizes);
  const total = ends[ends.length - 1] ?? 0;
  const each = Math.min(MOST_EDITS, Math.max(1, Math.round(total / RECORDS_PER_EDIT)));
  for (let k = 1; k <= revision && total > 0; k++) {
    for (let i = 0; i < each * 2; i++) {
      const ordinal = freeOrdinal(hash(seed, k, i) % total, total, ends, sizes, edits);
      if (ordinal === null) return edits;
      applyEdit(edits, ordinal, i % 2 === 0 ? 'change' : 'withdraw');
    }
  }
  return edits;
}

/** Leaves withdrawn slots out of a block; `write` gets the base slot and how often the record was changed. */
export function editedBlock(
  size: number,
  edits: BlockEdits | undefined,
  write: (slot: number, changes: number) => ReturnType<Block['record']>,
): Block {
  if (edits === undefined) return { size, record: (slot) => write(slot, 0) };
  const slots = Array.from({ length: size }, (_, slot) => slot).filter((slot) => !edits.withdrawn.has(slot));
  return {
    size: slots.length,
    record(index) {
      const slot = slots[index] ?? 0;
      return write(slot, edits.changed.get(slot) ?? 0);
    },
  };
}

interface Place {
  readonly block: number;
  readonly slot: number;
}

function runningTotal(sizes: readonly number[]): Uint32Array {
  const ends = new Uint32Array(sizes.length);
  let total = 0;
  sizes.forEach((size, i) => {
    total += size;
    ends[i] = total;
  });
  return ends;
}

function freeOrdinal(
  wanted: number,
  total: number,
  ends: Uint32Array,
  sizes: readonly number[],
  edits: ReadonlyMap<number, BlockEdits>,
): Place | null {
  for (let tries = 0; tries < total; tries++) {
    const ordinal = (wanted + tries) % total;
    const block = firstAbove(ends, ordinal);
    const slot = ordinal - ((ends[block] ?? 0) - (sizes[block] ?? 0));
    if (edits.get(block)?.withdrawn.has(slot) !== true) return { block, slot };
  }
  return null;
}

function applyEdit(edits: Map<number, BlockEdits>, place: Place, kind: 'change' | 'withdraw'): void {
  const found: BlockEdits = edits.get(place.block) ?? { withdrawn: new Set(), changed: new Map() };
  if (kind === 'withdraw') found.withdrawn.add(place.slot);
  else found.changed.set(place.slot, (found.changed.get(place.slot) ?? 0) + 1);
  edits.set(place.block, found);
}
