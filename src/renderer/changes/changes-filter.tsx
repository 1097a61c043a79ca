import { SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { datasetNames, type DatasetName } from '../../shared/datasets/declaration.ts';
import { formatCount } from '../format/numbers.ts';
import { ChangeMark } from '../parts/change-mark.tsx';
import { datasetTitles } from '../parts/dataset-titles.ts';
import type { ChangeGroup, ChangeKind } from './change-lines.ts';
import { total } from './count-words.ts';

interface Props {
  readonly counts: ChangeGroup['counts'] | null;
  readonly kind: ChangeKind | null;
  readonly dataset: DatasetName | null;
  readonly onKind: (kind: ChangeKind | null) => void;
  readonly onDataset: (dataset: DatasetName | null) => void;
}

const kinds = [
  ['new', 'New'],
  ['changed', 'Changed'],
  ['vanished', 'Vanished'],
] as const;

export function ChangesFilter({ counts, kind, dataset, onKind, onDataset }: Props): ReactNode {
  const count = (known: number | undefined): ReactNode => (
    <span className="num t3 kind-count">{known === undefined ? '' : formatCount(known)}</span>
  );
  return (
    <div className="changes-filter">
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
      <span className="small t3">Changed and vanished first, then new</span>
    </div>
  );
}
