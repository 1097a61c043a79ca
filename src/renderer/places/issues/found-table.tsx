import type { ReactNode } from 'react';
import type { FoundInCheck } from '../../../shared/calls/checks.ts';
import type { GridRow } from '../../../shared/contract.ts';
import { columnOf, datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { formatMoment, formatShortMoment } from '../../ui/format/dates.ts';
import { isRightAligned, cellText } from '../../record/grid/cell-text.ts';
import { usePreferences, usePlace } from '../../data/model/model-context.ts';
import { type RecordAddress, studyPlace } from '../../data/model/place.ts';
import { SubjectLink } from '../../ui/parts/buttons.tsx';

interface FoundTableProps {
  readonly study: string;
  readonly dataset: DatasetName;
  readonly records: readonly FoundInCheck[];
  /** The rows of those records, as far as they are loaded. */
  readonly rows: readonly GridRow[];
  readonly current: RecordAddress | null;
  /** Adds or removes the "looked at" mark of a record; null if these records have no such mark. */
  readonly onMark: ((record: FoundInCheck) => void) | null;
}

/** Records found by a check, with the columns that identify them. Each opens in the inspector. */
export function FoundTable({ study, dataset, records, rows, current, onMark }: FoundTableProps): ReactNode {
  const { vocabulary } = usePreferences();
  const columns = foundColumns(dataset);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return (
    <table className="plain-table found-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={isRightAligned(column) ? 'right' : undefined}>
              {headerOf(column, vocabulary)}
            </th>
          ))}
          {onMark !== null && (
            <th scope="col" className="found-looked">
              Looked at
            </th>
          )}
          <th className="issue-open" aria-label="Open" />
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <FoundLine
            key={record.key}
            study={study}
            dataset={dataset}
            columns={columns}
            record={record}
            row={byKey.get(record.key)}
            isOpen={current?.key === record.key && current.dataset === dataset}
            onMark={onMark}
          />
        ))}
      </tbody>
    </table>
  );
}

interface FoundLineProps extends Pick<FoundTableProps, 'study' | 'dataset' | 'onMark'> {
  readonly columns: readonly Column[];
  readonly record: FoundInCheck;
  readonly row: GridRow | undefined;
  readonly isOpen: boolean;
}

function FoundLine({ study, dataset, columns, record, row, isOpen, onMark }: FoundLineProps): ReactNode {
  const { key, subject, looked } = record;
  return (
    <tr className="plain-line" data-record={dataset} data-looked={looked !== null} aria-current={isOpen ? 'true' : undefined}>
      {columns.map((column) => (
        <td key={column.name} className={isRightAligned(column) ? 'right num selectable' : 'selectable'}>
          {column.name === 'subject' && subject !== null && subject !== '' ? (
            <SubjectLink study={study} subject={subject} />
          ) : (
            <FoundCell dataset={dataset} column={column} row={row} />
          )}
        </td>
      ))}
      {onMark !== null && (
        <td>
          <label className="found-mark">
            <input
              type="checkbox"
              className="tick"
              aria-label={`Looked at the record${subject === null ? '' : ` of ${subject}`}`}
              checked={looked !== null}
              onChange={() => {
                onMark(record);
              }}
            />
            {looked !== null && (
              <span className="small t3 num" title={formatMoment(looked.at)}>
                {formatShortMoment(looked.at)}
              </span>
            )}
          </label>
        </td>
      )}
      <td>
        <OpenRecord study={study} record={{ dataset, key }} />
      </td>
    </tr>
  );
}

/** The columns of a dataset that lists of findings show. */
function foundColumns(dataset: DatasetName): readonly Column[] {
  return datasets[dataset].finding.flatMap((name) => columnOf(datasets[dataset], name) ?? []);
}

/** One cell, formatted as in the grid; empty until its row is loaded. */
function FoundCell({
  dataset,
  column,
  row,
}: {
  readonly dataset: DatasetName;
  readonly column: Column;
  readonly row: GridRow | undefined;
}): ReactNode {
  if (row === undefined) return null;
  const cell = row.cells[datasets[dataset].columns.indexOf(column)] ?? null;
  return cellText(column, cell);
}

/** Opens a record in the inspector next to the issues. */
export function OpenRecord({ study, record }: { readonly study: string; readonly record: RecordAddress }): ReactNode {
  const { go } = usePlace();
  return (
    <button
      type="button"
      className="link small"
      onClick={() => {
        go(studyPlace(study, 'issues', record));
      }}
    >
      Open
    </button>
  );
}
