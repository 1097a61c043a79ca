import type { Change, GridRow, Output } from '../../../shared/contract.ts';
import { columnOf, datasets, datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Call } from '../../../shared/rpc.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** One line of the table: one changed field, or a whole record. */
export interface ChangeLine {
  readonly id: string;
  readonly change: Change;
  /** The record as it is now; null for a vanished one. */
  readonly row: GridRow | null;
  /** Null: the whole record. */
  readonly field: Change['fields'][number] | null;
}

export type ChangeKind = Change['kind'];
/** What a person wants to see first: what may upset earlier work. */
const order: readonly ChangeKind[] = ['changed', 'vanished', 'new'];
/** Changes and records that one question may ask for. */
const atOnce = 1000;

interface ChangeQuestion {
  readonly study: string;
  readonly dataset: DatasetName;
  /** Only what came after this generation. */
  readonly since: number;
  readonly kind: ChangeKind | null;
  /** Null: of everybody. */
  readonly subjects: string[] | null;
  readonly limit: number;
}

export interface ChangeGroup {
  readonly dataset: DatasetName;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly lines: readonly ChangeLine[];
  /** Records that the lines stand for. */
  readonly shown: number;
}

/** Reads the changes of one dataset, changed and vanished first, with the records as they are now. */
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

/** The same of changes that were read already, in the order of the datasets. */
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

/** The first changes of the question, kind after kind, however many are wanted. */
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

/** A derived column follows from others, and a result has its number beside it: neither makes a line of its own. */
function linesOf(change: Change, row: GridRow | null): readonly ChangeLine[] {
  const id = `${change.dataset}/${change.key}/${String(change.generation)}`;
  if (change.kind !== 'changed') return [{ id, change, row, field: null }];
  const sent = change.fields.filter((field) => !isWorkedOut(change.dataset, field.column));
  const fields = (sent.length > 0 ? sent : change.fields).filter(
    (field, place, all) => all.findIndex((other) => sameStep(other, field)) === place,
  );
  if (fields.length === 0) return [{ id, change, row, field: null }];
  return fields.map((field) => ({ id: `${id}/${field.column}`, change, row, field }));
}

function sameStep(a: Change['fields'][number], b: Change['fields'][number]): boolean {
  return String(a.before) === String(b.before) && String(a.after) === String(b.after);
}

function isWorkedOut(dataset: DatasetName, name: string): boolean {
  const column = columnOf(datasets[dataset], name);
  return column !== undefined && 'derive' in column;
}

async function loadRows(call: Call, study: string, dataset: DatasetName, keys: readonly string[]): Promise<ReadonlyMap<string, GridRow>> {
  const distinct = [...new Set(keys)];
  const found = new Map<string, GridRow>();
  for (let from = 0; from < distinct.length; from += atOnce) {
    const chosen = { mode: 'only' as const, keys: distinct.slice(from, from + atOnce) };
    const { rows } = await call('rows.page', {
      study,
      query: { selection: { dataset, where: [], search: '', subjects: null, chosen }, sort: [], offset: 0, limit: chosen.keys.length },
    });
    for (const row of rows) found.set(row.key, row);
  }
  return found;
}

/** Records that a dataset shows at first where it stands alone. */
export const firstShown = 200;

/** How many records more a list of so many grows by: a person who comes so far wants to read on. */
export function growthOf(shown: number): number {
  return shown < 1000 ? firstShown : 1000;
}

const kinds: readonly ChangeKind[] = ['new', 'changed', 'vanished'];

export function total(counts: ChangeGroup['counts']): number {
  return counts.new + counts.changed + counts.vanished;
}

/** "203 new, 19 changed"; "no difference" when nothing is. */
export function countsInWords(counts: ChangeGroup['counts'], separator = ', '): string {
  const words = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${formatCount(counts[kind])} ${kind}`);
  return words.length === 0 ? 'no difference' : words.join(separator);
}
