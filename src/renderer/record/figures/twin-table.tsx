import { useElementSize } from '@mantine/hooks';
import { useMemo, useState, type ReactNode } from 'react';
import { severalDatasets, subjectPixels } from '../../ui/parts/dataset-titles.ts';
import type { Mark, TwinRow, TwinTable } from './figure.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Height of a row in pixels, and number of rows drawn beyond the visible ones. */
const rowHeight = 28;
const beyond = 10;
/** Cells with more characters may be truncated, so they get a tooltip. */
const longCell = 16;

interface Props {
  readonly title: string;
  readonly table: TwinTable;
  readonly onOpen: (mark: Pick<Mark, 'id' | 'subject'>) => void;
  /** Current order, if clicking a heading sorts. */
  readonly sort?: { readonly column: number; readonly descending: boolean } | null;
  readonly onSort?: (column: number) => void;
}

/** A chart's data as a table. Only the visible rows are drawn. */
export function ChartTable({ title, table: { columns, rows }, onOpen, sort = null, onSort }: Props): ReactNode {
  const { ref, height, width } = useElementSize();
  const subjects = useMemo(() => rows.flatMap(({ subject, cells }) => (subject === null ? [] : (cells[0] ?? []))), [rows]);
  const lead = subjects.length === 0 ? 0 : subjectPixels(subjects);
  const [top, setTop] = useState(0);
  const shares = columns.reduce((sum, { share = 1 }, at) => sum + (lead > 0 && at === 0 ? 0 : share), 0);
  const least = columns.reduce((sum, { width: own = 0 }, at) => sum + (lead > 0 && at === 0 ? lead : own), 0);
  const rest = Math.max(0, 1 - lead / Math.max(1, width, least));
  const [first, last] = drawnRows({ top, height }, rows.length);
  return (
    <div
      ref={ref}
      className="chart-twin"
      data-wide={least > width}
      role="region"
      aria-label={`${title} as a table, ${formatCountOf(rows.length, 'row')}`}
      tabIndex={0}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
      }}
    >
      <table className="plain-table num" style={{ minWidth: least }} aria-rowcount={rows.length + 1}>
        <colgroup>
          {columns.map(({ title: name, share = 1 }, at) => (
            <col key={name} style={{ width: at === 0 && lead > 0 ? lead : `${String((100 * rest * share) / shares)}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ title: name, right }, at) => {
              const sorted = sort?.column === at ? (sort.descending ? 'descending' : 'ascending') : undefined;
              return (
                <th key={name} scope="col" data-right={right} aria-sort={sorted}>
                  {onSort === undefined ? (
                    name
                  ) : (
                    <button
                      type="button"
                      className="chart-twin-sort"
                      onClick={() => {
                        onSort(at);
                      }}
                    >
                      {name}
                      {sorted === undefined ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'}
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} columns={columns.length} />
          {rows.slice(first, last).map((row, offset) => (
            <Line key={row.key} row={row} columns={columns} at={first + offset} onOpen={onOpen} />
          ))}
          <Spacer rows={rows.length - last} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/**
 * The rows to draw, from `first` to before `last`. If the table has become shorter than it was scrolled, these are its last ones: the space
 * above them must not keep it as long as before.
 */
export function drawnRows({ top, height }: { readonly top: number; readonly height: number }, rows: number): readonly [number, number] {
  const inView = Math.ceil(height / rowHeight);
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), rows - inView) - beyond);
  return [first, Math.min(rows, Math.ceil((top + height) / rowHeight) + beyond)];
}

/** Takes the space of the rows that are not drawn. */
function Spacer({ rows, columns }: { readonly rows: number; readonly columns: number }): ReactNode {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} className="chart-twin-spacer" style={{ height: rows * rowHeight }} />
    </tr>
  );
}

interface LineProps extends Pick<Props, 'onOpen'> {
  readonly row: TwinRow;
  readonly columns: TwinTable['columns'];
  readonly at: number;
}

function Line({ row: { key, subject, cells }, columns, at, onOpen }: LineProps): ReactNode {
  return (
    <tr className="plain-line" aria-rowindex={at + 2} data-record={subject === null ? undefined : severalDatasets}>
      {cells.map((cell, place) => (
        <td key={columns[place]?.title ?? place} data-right={columns[place]?.right} title={cell.length > longCell ? cell : undefined}>
          {place === 0 && subject !== null ? (
            <button
              type="button"
              className="bare-link"
              onClick={() => {
                onOpen({ id: key, subject });
              }}
            >
              {cell}
            </button>
          ) : (
            cell
          )}
        </td>
      ))}
    </tr>
  );
}
