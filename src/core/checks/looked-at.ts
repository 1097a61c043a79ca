import type { FoundInCheck } from '../../shared/calls/checks.ts';
import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { listAnnotations } from '../annotations/list-annotations.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import type { Finding } from './finding.ts';

type Looked = NonNullable<FoundInCheck['looked']>;

/** Returns when a finding was looked at; null if it is open. */
export type LookedAt = (finding: Finding) => Looked | null;

interface Mark extends Looked {
  readonly generation: number;
}

/**
 * Reads the valid "looked at" marks. A record that changed after the generation that was looked at is open again, and so is a finding of a
 * rule that has changed since. `ruleOf`: the digest of what a rule asks, null for a built-in check. Call inside a snapshot.
 */
export function readLookedAt(study: StudyReader, ruleOf: (check: string) => string | null): LookedAt {
  const marks = new Map<string, Mark>();
  const keys = new Map<DatasetName, Set<string>>(datasetNames.map((name) => [name, new Set()]));
  // Newest first, because the newest of several marks on one record counts.
  for (const { id, annotation } of listAnnotations(study, 'looked-at')) {
    if (annotation.kind !== 'looked-at') continue;
    const { check, dataset, rule = null, generation, at } = annotation.value;
    if (ruleOf(check) !== rule) continue;
    for (const key of annotation.value.keys) {
      const place = placeOf({ check, dataset, key });
      if ((marks.get(place)?.generation ?? -1) < generation) marks.set(place, { at, mark: id, generation });
      keys.get(dataset)?.add(key);
    }
  }
  const changed = new Map([...keys].map(([dataset, marked]) => [dataset, readChanged(study, dataset, marked)]));
  return (finding) => {
    const mark = marks.get(placeOf(finding));
    const since = changed.get(finding.dataset)?.get(finding.key);
    return mark === undefined || since === undefined || since > mark.generation ? null : { at: mark.at, mark: mark.mark };
  };
}

function placeOf({ check, dataset, key }: Omit<Finding, 'subject'>): string {
  return `${check} ${dataset} ${key}`;
}

/** The generation in which each of these records was added or last changed. */
function readChanged({ db }: StudyReader, dataset: DatasetName, keys: ReadonlySet<string>): ReadonlyMap<string, number> {
  if (keys.size === 0) return new Map();
  const key = sqlName(findColumn(datasets[dataset], datasets[dataset].key));
  const rows = db
    .prepare<[string], [string, number]>(
      `SELECT ${key}, _changed FROM ${quoted(rowTable(dataset))} WHERE ${key} IN (SELECT value FROM json_each(?))`,
    )
    .raw()
    .all(JSON.stringify([...keys]));
  return new Map(rows);
}
