/** One record as the service writes it; `id` is what `_Id` of its fullUrl carries (spec 2), `null` for a Group. */
export interface RecordText {
  readonly id: string | null;
  readonly json: string;
}

/** A dataset that can write any stretch of its records without writing those before it. */
export interface Dataset {
  readonly total: number;
  /** The records `from` (0-based) up to but without `to`. */
  records(from: number, to: number): readonly RecordText[];
}

/** Records that belong together (one visit, one subject): their number is known before any is written. */
export interface Block {
  readonly size: number;
  record(slot: number): RecordText;
}

const SCANNED_AT_ONCE = 500;

/** A dataset of blocks, one after the other. */
export function fromBlocks(blocks: readonly Block[]): Dataset {
  const ends = new Uint32Array(blocks.length);
  let total = 0;
  blocks.forEach((block, i) => {
    total += block.size;
    ends[i] = total;
  });
  return { total, records: (from, to) => stretch(blocks, ends, from, Math.min(to, total)) };
}

function stretch(blocks: readonly Block[], ends: Uint32Array, from: number, to: number): readonly RecordText[] {
  const records: RecordText[] = [];
  for (let b = firstAbove(ends, from), at = from; at < to; b++) {
    const block = blocks[b];
    const end = ends[b];
    if (block === undefined || end === undefined) break;
    const start = end - block.size;
    for (; at < Math.min(end, to); at++) records.push(block.record(at - start));
  }
  return records;
}

/** The one record with an id, or none. */
export function onlyRecord(dataset: Dataset, id: string): Dataset {
  for (let from = 0; from < dataset.total; from += SCANNED_AT_ONCE) {
    const found = dataset.records(from, from + SCANNED_AT_ONCE).find((record) => record.id === id);
    if (found !== undefined) return { total: 1, records: (start, end) => [found].slice(start, end) };
  }
  return { total: 0, records: () => [] };
}

/** The index of the first number above `value` in an ascending list. */
export function firstAbove(ascending: Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
