import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { saySubjects } from '../../../shared/subjects-meant.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import {
  type ExportOptions,
  type ExportSubject,
  columnNames,
  gridOf,
  guessSize,
  isLake,
  rowCount,
  wholeDatasets,
} from './export-options.ts';
import { leavingNames } from './protect-options.ts';
import type { Exported } from '../../../shared/calls/export.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly subject: ExportSubject;
  readonly options: ExportOptions;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** "You will get": rows, columns, filters and file name, shown before the export starts. */
export function ExportSummary({ subject, options, name, onName }: Props): ReactNode {
  const [renaming, setRenaming] = useState(false);
  if (isLake(subject, options)) return <LakeSummary subject={subject} options={options} />;
  return (
    <div className="export-summary">
      <span className="export-label">You will get</span>
      <div>
        <p className="num">
          <b>{shapeOf(subject, options)}</b>
          {subject.meant !== null && ` of ${saySubjects(subject.meant)}`}, about {formatSize(guessSize(subject, options))}
        </p>
        <p className="small t2 export-filters">{filtersOf(subject, options)}</p>
      </div>
      <span className="export-label">File</span>
      {renaming ? (
        <TextInput
          aria-label="File name"
          value={name}
          autoFocus
          onChange={(event) => {
            onName(event.currentTarget.value);
          }}
        />
      ) : (
        <div className="row">
          <span className="mono selectable file-name">{name}</span>
          <button
            type="button"
            className="link small push"
            onClick={() => {
              setRenaming(true);
            }}
          >
            Rename
          </button>
        </div>
      )}
    </div>
  );
}

function LakeSummary({ subject, options }: Pick<Props, 'subject' | 'options'>): ReactNode {
  return (
    <div className="export-summary">
      <span className="export-label">You will get</span>
      <div>
        <p className="num">
          <b>{shapeWords(subject, options, rowCount(subject, options), 0)}</b>, of which only what is new to the lake
        </p>
        <p className="small t2 export-filters">
          {options.protect === null
            ? 'A folder for each dataset and generation, and one for the changes since the first.'
            : 'A folder for each dataset and generation. Changes are not included, because their values have not been reviewed.'}
        </p>
      </div>
      <span className="export-label">Folder</span>
      <p>An empty one, or the lake of this study. You choose it next.</p>
    </div>
  );
}

/** "1,234 rows × 12 columns", or "9,876 rows of 5 datasets". */
function shapeOf(subject: ExportSubject, options: ExportOptions): string {
  const rows = rowCount(subject, options);
  const grid = gridOf(subject.source, options);
  if (grid === null) return shapeWords(subject, options, rows, 0);
  if (options.format === 'ndjson') return `${shapeWords(subject, options, rows, 0)}, each as the service sent it`;
  const names = columnNames(grid, options);
  return shapeWords(
    subject,
    options,
    rows,
    (options.protect === null || grid.pivot !== undefined ? names : leavingNames(grid.dataset, names)).length,
  );
}

function filtersOf(subject: ExportSubject, options: ExportOptions): string {
  const grid = gridOf(subject.source, options);
  if (grid === null) {
    const titles = wholeDatasets(subject, options).map(({ dataset }) => datasetTitles[dataset]);
    return `${titles.join(', ')}: ${options.format === 'xlsx' ? 'a sheet each, with a codebook' : 'a file each, in a zip'}`;
  }
  if (options.rows === 'all') {
    const every = grid.pivot === undefined ? 'Every record of this dataset' : 'Every result of these tests';
    return subject.meant === null ? `${every}, without filters` : `${every} of these subjects, without other filters`;
  }
  const filters = grid.filters.length === 0 ? 'No filter' : grid.filters.join(' · ');
  return options.rows === 'selected' ? `Only the selected rows · ${filters}` : filters;
}

/** "1,234 rows × 12 columns", or "9,876 rows of 5 datasets". `columns`: 0 for records as the service sent them. */
export function shapeWords(subject: ExportSubject, options: ExportOptions, rows: number, columns: number): string {
  const counted = formatCountOf(rows, 'row');
  if (gridOf(subject.source, options) === null) return `${counted} of ${formatCountOf(wholeDatasets(subject, options).length, 'dataset')}`;
  return columns === 0 ? counted : `${counted} × ${formatCountOf(columns, 'column')}`;
}

/** What was written to a lake: "5 files with 9,876 rows, up to generation 7", or that nothing was new. */
export function lakeWords({ files = 0, rows, generation }: Pick<Exported, 'files' | 'rows' | 'generation'>): string {
  const latest = `generation ${String(generation ?? 0)}`;
  return files === 0
    ? `Nothing new: the lake is at ${latest}`
    : `${formatCountOf(files, 'file')} with ${formatCountOf(rows, 'row')}, up to ${latest}`;
}
