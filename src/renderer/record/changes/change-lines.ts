import type { Change, GridRow, Output } from '../../../shared/contract.ts';
import { columnOf, datasets, datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Call } from '../../../shared/rpc.ts';
import { formatCount } from '../../../shared/format-count.ts';
import { numberTwin } from '../grid/number-twin.ts';

/** A line of the table: a changed field, or a whole record. */
export interface ChangeLine {
  readonly id: string;
  readonly change: Change;
  /** The current record, also one after the data cut-off; null if it vanished or cannot be found. */
  readonly row: GridRow | null;
  /** Null for the whole record. */
  readonly field: Change['fields'][number] | null;
}

export type ChangeKind = Change['kind'];
/** Changes that may affect earlier work come first. */
const order: readonly ChangeKind[] = ['changed', 'vanished', 'new'];
/** Most changes or records in one call. */
const atOnce = 1000;

interface ChangeQuestion {
  readonly study: string;
  readonly dataset: DatasetName;
  /** Only changes after this generation. */
  readonly since: number;
  readonly kind: ChangeKind | null;
  /** Null for all subjects. */
  readonly subjects: string[] | null;
  readonly limit: number;
}

export interface ChangeGroup {
  readonly dataset: DatasetName;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly lines: readonly ChangeLine[];
  /** Number of changed records that the lines cover. */
  readonly shown: number;
}

/** Reads the changes of one dataset with the current records: changed ones first, then vanished, then new. */
export async function loadGroup(call: Call, question: ChangeQuestion): Promise<ChangeGroup> {
  const { study, dataset } = question;
  const { counts, changes } = await listInOrder(call, question);
  const rows = await loadRows(
    call,
    study,
    dataset,
    changes.filter((change) => change.kind !== 'vanished').map((change) => change.key),
  );
  return {
    dataset,
    counts,
    lines: changes.flatMap((change) => linesOf(change, rows.get(change.key) ?? null)),
    shown: changes.length,
  };
}

/** Groups changes that have already been read by dataset, with the current records. */
export async function groupChanges(call: Call, study: string, changes: readonly Change[]): Promise<readonly ChangeGroup[]> {
  const groups = datasetNames.map(async (dataset): Promise<ChangeGroup> => {
    const own = changes.filter((change) => change.dataset === dataset);
    const keys = own.filter(({ kind }) => kind !== 'vanished').map(({ key }) => key);
    const rows = await loadRows(call, study, dataset, keys);
    const counts = { new: 0, changed: 0, vanished: 0 };
    for (const { kind } of own) counts[kind] += 1;
    return { dataset, counts, lines: own.flatMap((change) => linesOf(change, rows.get(change.key) ?? null)), shown: own.length };
  });
  return (await Promise.all(groups)).filter(({ shown }) => shown > 0);
}

/** Reads up to `limit` changes, kind by kind, in as many calls as necessary. */
async function listInOrder(call: Call, question: ChangeQuestion): Promise<Pick<Output<'changes.list'>, 'counts' | 'changes'>> {
  const { study, dataset, since, subjects, limit } = question;
  const kinds = question.kind === null ? order : [question.kind];
  let counts: ChangeGroup['counts'] = { new: 0, changed: 0, vanished: 0 };
  const changes: Change[] = [];
  for (const kind of kinds) {
    let offset = 0;
    let isMore = true;
    while (isMore && changes.length < limit) {
      const wanted = Math.min(atOnce, limit - changes.length);
      const answer = await call('changes.list', { study, dataset, since, kind, subjects, offset, limit: wanted });
      counts = answer.counts;
      changes.push(...answer.changes);
      offset += answer.changes.length;
      isMore = answer.changes.length === wanted;
    }
  }
  return { counts, changes };
}

/**
 * Derived columns follow from others and get no lines, unless nothing else changed. A result's number gets none if it changed exactly as
 * the result did.
 */
function linesOf(change: Change, row: GridRow | null): readonly ChangeLine[] {
  const id = `${change.dataset}/${change.key}/${String(change.generation)}`;
  if (change.kind !== 'changed') return [{ id, change, row, field: null }];
  const sent = change.fields.filter((field) => !isWorkedOut(change.dataset, field.column));
  const fields = (sent.length > 0 ? sent : change.fields).filter((field, _, all) => !all.some((other) => repeats(change, field, other)));
  if (fields.length === 0) return [{ id, change, row, field: null }];
  return fields.map((field) => ({ id: `${id}/${field.column}`, change, row, field }));
}

/** Whether `number` is the number of the field `result`, with the same old and new value. */
function repeats({ dataset }: Change, number: Change['fields'][number], result: Change['fields'][number]): boolean {
  const column = columnOf(datasets[dataset], result.column);
  if (column === undefined || numberTwin(datasets[dataset], column)?.name !== number.column) return false;
  return String(number.before) === String(result.before) && String(number.after) === String(result.after);
}

function isWorkedOut(dataset: DatasetName, name: string): boolean {
  const column = columnOf(datasets[dataset], name);
  return column !== undefined && 'derive' in column;
}

async function loadRows(call: Call, study: string, dataset: DatasetName, keys: readonly string[]): Promise<ReadonlyMap<string, GridRow>> {
  const distinct = [...new Set(keys)];
  const found = new Map<string, GridRow>();
  for (let from = 0; from < distinct.length; from += atOnce) {
    const rows = await call('rows.named', { study, dataset, keys: distinct.slice(from, from + atOnce) });
    for (const row of rows) found.set(row.key, row);
  }
  return found;
}

/** Changed records that a dataset on its own shows at first. */
export const firstShown = 200;

/** How many more records a list loads at a time: more once it is long, for users who read on. */
export function growthOf(shown: number): number {
  return shown < 1000 ? firstShown : 1000;
}

const kinds: readonly ChangeKind[] = ['new', 'changed', 'vanished'];

export function total(counts: ChangeGroup['counts']): number {
  return counts.new + counts.changed + counts.vanished;
}

/** "203 new, 19 changed"; "no difference" if all counts are 0. */
export function countsInWords(counts: ChangeGroup['counts'], separator = ', '): string {
  const words = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${formatCount(counts[kind])} ${kind}`);
  return words.length === 0 ? 'no difference' : words.join(separator);
}
