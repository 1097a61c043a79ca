import type { Change, GridRow } from '../../shared/contract.ts';
import { columnOf, datasets } from '../../shared/datasets/datasets.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import type { Call } from '../../shared/rpc.ts';

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

interface ChangeQuestion {
  readonly study: string;
  readonly dataset: DatasetName;
  /** Only what came after this generation. */
  readonly since: number;
  readonly kind: ChangeKind | null;
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
  const { study, dataset, since, limit } = question;
  const kinds = question.kind === null ? order : [question.kind];
  const answers = await Promise.all(kinds.map((kind) => call('changes.list', { study, dataset, since, kind, offset: 0, limit })));
  const changes = answers.flatMap((answer) => answer.changes).slice(0, limit);
  const rows = await loadRows(
    call,
    study,
    dataset,
    changes.filter((change) => change.kind !== 'vanished').map((change) => change.key),
  );
  return {
    dataset,
    counts: answers[0]?.counts ?? { new: 0, changed: 0, vanished: 0 },
    lines: changes.flatMap((change) => linesOf(change, rows.get(change.key) ?? null)),
    shown: changes.length,
  };
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
  if (keys.length === 0) return new Map();
  const chosen = { mode: 'only' as const, keys: [...new Set(keys)] };
  const { rows } = await call('rows.page', {
    study,
    query: {
      selection: { dataset, where: [], search: '', subjects: null, chosen },
      sort: [],
      offset: 0,
      limit: Math.min(1000, chosen.keys.length),
    },
  });
  return new Map(rows.map((row) => [row.key, row]));
}
