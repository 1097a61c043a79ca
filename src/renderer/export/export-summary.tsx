import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatCountOf, formatSize } from '../format/numbers.ts';
import { columnNames, guessSize, rowCount, type ExportOptions } from './export-options.ts';
import type { ExportSource } from './export-source.ts';

interface Props {
  readonly source: ExportSource;
  readonly options: ExportOptions;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** "You will get": rows, columns, filters and the file's name, before anything starts. */
export function ExportSummary({ source, options, name, onName }: Props): ReactNode {
  const [renaming, setRenaming] = useState(false);
  const rows = formatCountOf(rowCount(source, options.rows), 'row');
  const columns = formatCountOf(columnNames(source, options.columns).length, 'column');
  return (
    <div className="export-summary">
      <span className="export-label">You will get</span>
      <div>
        <p className="num">
          <b>
            {rows} × {columns}
          </b>
          , about {formatSize(guessSize(source, options))}
        </p>
        <p className="small t2 export-filters">{filtersOf(source, options)}</p>
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

function filtersOf(source: ExportSource, options: ExportOptions): string {
  if (options.rows === 'all') return 'Every record of this dataset, without filters';
  const filters = source.filters.length === 0 ? 'No filter' : source.filters.join(' · ');
  return options.rows === 'selected' ? `Only the rows that are ticked · ${filters}` : filters;
}
