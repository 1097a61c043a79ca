import { useElementSize } from '@mantine/hooks';
import { useMemo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { severalDatasets, subjectWidth } from '../../ui/parts/dataset-titles.ts';
import {
  coverageHeads,
  type CoverageHead,
  headHeight,
  keepInView,
  rowHeight,
  stepOf,
  subjectColumn,
  type CoveragePlace,
  type CoverageMatrix,
  type Slot,
  openedDataset,
  slotLines,
} from './coverage-model.ts';
import { CoverageCard } from './coverage-card.tsx';
import { formatCount } from '../../../shared/format-count.ts';

/** Rows rendered above and below those in view. */
const beyond = 8;

interface Props {
  readonly study: string;
  readonly matrix: CoverageMatrix;
  /** Name of the counted records: "labs". */
  readonly counted: string;
  /** Visits folded into the last column. */
  readonly folded: readonly string[];
}

/** Arrow keys move; Enter or a click opens the records of a cell, or a subject's page. Only rows in or near the view are rendered. */
export function CoverageGrid({ study, matrix, counted, folded }: Props): ReactNode {
  const openPlace = useOpenPlace(study, matrix, folded);
  const widths = useMemo(() => subjectWidth(matrix.rows.map(({ subject }) => subject)), [matrix]);
  const heads = useMemo(() => coverageHeads(matrix.visits.map(({ visit }) => visit)), [matrix]);
  const { ref, height } = useElementSize();
  const [top, setTop] = useState(0);
  const [at, setAt] = useState<CoveragePlace>({ row: 0, column: 0 });
  // The cell whose card is shown: under the pointer, or reached by keyboard.
  const [reported, setReported] = useState<CoveragePlace | null>(null);
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const last = Math.min(matrix.rows.length, Math.ceil((top + height) / rowHeight) + beyond);
  const hear = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter') openPlace(at);
    if (event.key === 'Escape') setReported(null);
    const next = stepOf(event.key, at, matrix.rows.length, matrix.visits.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    keepInView(event.currentTarget, next);
    setReported(next);
  };
  const opened = (place: CoveragePlace): void => {
    setAt(place);
    openPlace(place);
  };
  const lines = reported === null ? null : linesAt(matrix, reported, counted);
  return (
    <>
      <div
        ref={ref}
        className="coverage-box"
        style={widths}
        role="grid"
        aria-label="Records by subject and visit"
        aria-rowcount={matrix.rows.length + 1}
        aria-colcount={matrix.visits.length + 1}
        aria-activedescendant={slotId(at)}
        tabIndex={0}
        onKeyDown={hear}
        onScroll={(event) => {
          setTop(event.currentTarget.scrollTop);
        }}
        onMouseOver={(event) => {
          setReported(placeUnder(event));
        }}
        onMouseLeave={() => {
          setReported(null);
        }}
        onBlur={() => {
          setReported(null);
        }}
      >
        <VisitHeads visits={matrix.visits} heads={heads} />
        <div className="coverage-rows" role="rowgroup" style={{ height: matrix.rows.length * rowHeight }}>
          {matrix.rows.slice(first, last).map(({ subject }, offset) => (
            <CoverageRow key={subject} {...{ matrix, heads, counted, at }} row={first + offset} onOpen={opened} />
          ))}
        </div>
      </div>
      {reported !== null && lines !== null && <CoverageCard placeId={slotId(reported)} lines={lines} />}
    </>
  );
}

interface RowProps extends Pick<Props, 'matrix' | 'counted'> {
  readonly heads: readonly CoverageHead[];
  readonly row: number;
  /** The active cell for the keyboard. */
  readonly at: CoveragePlace;
  readonly onOpen: (place: CoveragePlace) => void;
}

function CoverageRow({ matrix: { rows, visits }, heads, counted, row, at, onOpen }: RowProps): ReactNode {
  const { subject = '', slots = [] } = rows[row] ?? {};
  const own = { row, column: subjectColumn };
  return (
    <div className="coverage-row" role="row" aria-rowindex={row + 2} style={{ top: row * rowHeight }} data-record={severalDatasets}>
      <span
        id={slotId(own)}
        role="rowheader"
        className="coverage-subject coverage-opens medium num"
        data-here={row === at.row && at.column === subjectColumn}
        title={`Open subject ${subject}`}
        onClick={() => {
          onOpen(own);
        }}
      >
        {subject}
      </span>
      {slots.map((slot, column) => (
        <SlotCell
          key={visits[column]?.visit ?? column}
          place={{ row, column }}
          slot={slot}
          width={heads[column]?.width ?? 0}
          label={slotLines(subject, visits[column]?.visit ?? '', slot, counted).join(', ')}
          here={row === at.row && column === at.column}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

/** Opens the records of a cell, or the page of a subject. */
function useOpenPlace(study: string, { rows, visits }: CoverageMatrix, folded: readonly string[]): (place: CoveragePlace) => void {
  const openRows = useOpenRows(study);
  const { go } = usePlace();
  return ({ row, column }) => {
    const subject = rows[row]?.subject;
    if (subject !== undefined && column === subjectColumn) go(subjectPlace(study, subject));
    const visit = visits[column]?.visit;
    const slot = rows[row]?.slots[column];
    if (subject === undefined || visit === undefined || slot?.kind !== 'records') return;
    openRows(openedDataset(slot.cell), [
      { column: 'subject', op: '=', values: [subject] },
      folded.length > 0 && column === visits.length - 1
        ? { column: 'visit', op: 'in', values: [...folded] }
        : { column: 'visit', op: '=', values: [visit] },
    ]);
  };
}

function linesAt({ rows, visits }: CoverageMatrix, { row, column }: CoveragePlace, counted: string): readonly string[] | null {
  const [of, visit] = [rows[row], visits[column]?.visit];
  const slot = of?.slots[column];
  return of === undefined || visit === undefined || slot === undefined ? null : slotLines(of.subject, visit, slot, counted);
}

/** The cell under the pointer; null over headers and subjects. */
function placeUnder({ target }: MouseEvent): CoveragePlace | null {
  const slot = target instanceof Element ? target.closest<HTMLElement>('.coverage-slot') : null;
  return slot === null ? null : { row: Number(slot.dataset['row']), column: Number(slot.dataset['column']) };
}

function VisitHeads({ visits, heads }: Pick<CoverageMatrix, 'visits'> & { readonly heads: readonly CoverageHead[] }): ReactNode {
  return (
    <div className="coverage-row coverage-visits" role="row" aria-rowindex={1} style={{ height: headHeight }}>
      <span role="columnheader" className="coverage-subject">
        Subject
      </span>
      {visits.map(({ visit, subjects }, at) => (
        <span key={visit} role="columnheader" className="coverage-visit" title={visit} style={{ width: heads[at]?.width }}>
          <span>{heads[at]?.label ?? visit}</span>
          <span className="t3 num">{formatCount(subjects)}</span>
        </span>
      ))}
    </div>
  );
}

function slotId({ row, column }: CoveragePlace): string {
  return `slot-${String(row)}-${String(column)}`;
}

interface SlotCellProps {
  readonly place: CoveragePlace;
  readonly slot: Slot;
  readonly width: number;
  /** The text of its card. */
  readonly label: string;
  readonly here: boolean;
  readonly onOpen: (place: CoveragePlace) => void;
}

function SlotCell({ place, slot, width, label, here, onOpen }: SlotCellProps): ReactNode {
  return (
    <span
      id={slotId(place)}
      role="gridcell"
      className="coverage-slot"
      style={{ width: width - 2 }}
      data-row={place.row}
      data-column={place.column}
      data-kind={slot.kind}
      data-heat={slot.kind === 'records' ? slot.heat : undefined}
      data-here={here}
      aria-label={label}
      onClick={() => {
        onOpen(place);
      }}
    >
      {slot.kind === 'records' ? formatCount(slot.cell.records) : slot.kind === 'gap' ? 'gap' : '·'}
    </span>
  );
}
