import { useCallback } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import type { Call } from '../../../shared/rpc.ts';
import { useLoad, type LoadState } from '../../data/calls/use-load.ts';
import { titleOf } from '../../record/inspector/record-title.ts';
import { useModel } from '../../data/model/model-context.ts';

/** Records that are asked for at once. */
const mostAtOnce = 1000;

export interface NamedRecord {
  readonly dataset: DatasetName;
  readonly key: string;
}

/** What records are, in the words of their own rows, by `dataset/key`; one that is not mirrored any more is not there. */
export function useRecordTitles(study: string, records: readonly NamedRecord[]): LoadState<ReadonlyMap<string, string>> {
  const { data } = useModel();
  const asked = JSON.stringify(records);
  const load = useCallback(() => readTitles(data.call, study, JSON.parse(asked) as NamedRecord[]), [data, study, asked]);
  return useLoad(load);
}

export function recordId({ dataset, key }: NamedRecord): string {
  return `${dataset}/${key}`;
}

async function readTitles(call: Call, study: string, records: readonly NamedRecord[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const dataset of new Set(records.map((record) => record.dataset))) {
    const keys = [...new Set(records.filter((record) => record.dataset === dataset).map(({ key }) => key))];
    for (let at = 0; at < keys.length; at += mostAtOnce) {
      const chosen = { mode: 'only' as const, keys: keys.slice(at, at + mostAtOnce) };
      const selection = { dataset, where: [], search: '', subjects: null, chosen };
      const page = await call('rows.page', { study, query: { selection, sort: [], offset: 0, limit: mostAtOnce } });
      for (const row of page.rows) titles.set(recordId({ dataset, key: row.key }), titleWords(dataset, row));
    }
  }
  return titles;
}

/** "ALT (SGPT) 62 U/L · C2D1 · 2025-10-03 08:04". */
function titleWords(name: DatasetName, row: GridRow): string {
  const dataset = datasets[name];
  const { title, context } = titleOf(dataset, row);
  const when = context.filter((word) => !word.startsWith('Subject '));
  return [title.join(' '), ...when].filter((word) => word !== '').join(' · ');
}
