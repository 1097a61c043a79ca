import type { CustomCellRendererProps } from 'ag-grid-react';
import type { ReactNode } from 'react';
import type { GridRow } from '../../shared/contract.ts';
import { ChangeMark } from '../parts/change-mark.tsx';
import { NoteMark } from '../notes/follow-mark.tsx';
import { markOf } from './change-marks.ts';
import { FlagBadge, ResponseBadge } from './cell-marks.tsx';
import { useGrid } from './grid-context.ts';
import { isPicked } from './picked.ts';

type CellProps = CustomCellRendererProps<GridRow>;

/** The tick of a row. The cell around it has the focus; Space ticks from any cell of the row. */
export function PickCell({ data, node }: CellProps): ReactNode {
  const { state, tick } = useGrid();
  if (data === undefined) return null;
  return (
    <input
      type="checkbox"
      className="tick"
      tabIndex={-1}
      aria-label={`Choose row ${String((node.rowIndex ?? 0) + 1)}`}
      checked={isPicked(state.picked, data.key)}
      onChange={() => undefined}
      onClick={(event) => {
        tick(data.key, node.rowIndex ?? 0, event.shiftKey);
      }}
    />
  );
}

/** The signs of a row: new or changed since somebody last looked, and that somebody wrote a note on it. */
export function MarkCell({ data }: CellProps): ReactNode {
  const { marks, noted } = useGrid();
  if (data === undefined) return null;
  const mark = markOf(data, marks.since);
  const note = noted.get(data.key);
  return (
    <span className="row-marks">
      {mark !== null && (mark === 'changed' || marks.showNew) && <ChangeMark kind={mark} />}
      {note !== undefined && <NoteMark open={note === 'open'} />}
    </span>
  );
}

export function FlagCell({ value }: CustomCellRendererProps<GridRow, string | null>): ReactNode {
  return value === null || value === undefined ? null : <FlagBadge flag={value} />;
}

export function ResponseCell({ value, valueFormatted }: CustomCellRendererProps<GridRow, string | null>): ReactNode {
  return value === null || value === undefined ? <span className="t3">{valueFormatted}</span> : <ResponseBadge code={value} />;
}
