import { SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { ChangeMark } from '../../ui/parts/badges.tsx';
import { Choice } from '../../ui/parts/controls.tsx';
import { type ChangeGroup, type ChangeKind, total } from '../../record/changes/change-lines.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { formatCount } from '../../../shared/format-count.ts';

interface Props {
  readonly counts: ChangeGroup['counts'] | null;
  readonly kind: ChangeKind | null;
  readonly dataset: DatasetName | null;
  /** One row per record or per subject. */
  readonly by: 'records' | 'subjects';
  readonly onBy: (by: 'records' | 'subjects') => void;
  readonly onKind: (kind: ChangeKind | null) => void;
  readonly onDataset: (dataset: DatasetName | null) => void;
}

const rows = [
  ['records', 'By record'],
  ['subjects', 'By subject'],
] as const;

const kinds = [
  ['new', 'New'],
  ['changed', 'Changed'],
  ['vanished', 'Vanished'],
] as const;

export function ChangesFilter({ counts, kind, dataset, by, onKind, onDataset, onBy }: Props): ReactNode {
  const count = (known: number | undefined): ReactNode => (
    <span className="num t3 kind-count">{known === undefined ? '' : formatCount(known)}</span>
  );
  return (
    <div className="changes-filter">
      <Choice label="Rows show" options={rows} value={by} onChange={onBy} />
      {by === 'records' && (
        <SegmentedControl
          aria-label="Kind of change"
          value={kind ?? 'all'}
          onChange={(value) => {
            onKind(kinds.find(([name]) => name === value)?.[0] ?? null);
          }}
          data={[
            { value: 'all', label: <span className="kind">All {count(counts === null ? undefined : total(counts))}</span> },
            ...kinds.map(([name, title]) => ({
              value: name,
              label: (
                <span className="kind">
                  <ChangeMark kind={name} />
                  {title} {count(counts?.[name])}
                </span>
              ),
            })),
          ]}
        />
      )}
      <Select
        aria-label="Dataset"
        w={150}
        value={dataset ?? 'all'}
        allowDeselect={false}
        comboboxProps={{ shadow: 'sm' }}
        data={[{ value: 'all', label: 'All datasets' }, ...datasetNames.map((name) => ({ value: name, label: datasetTitles[name] }))]}
        onChange={(value) => {
          onDataset(datasetNames.find((name) => name === value) ?? null);
        }}
      />
      <span className="small t3">{by === 'records' ? 'Changed and vanished first, then new' : 'New subjects first'}</span>
    </div>
  );
}
