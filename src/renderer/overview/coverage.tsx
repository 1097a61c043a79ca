import { useElementSize } from '@mantine/hooks';
import { IconCalendarOff, IconUsers } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Output } from '../../shared/contract.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import { usePlace } from '../model/model-context.ts';
import { studyPlace, subjectPlace } from '../model/place.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Empty } from '../parts/states.tsx';
import { subjectWidth } from '../parts/subject-column.ts';
import { useSubjectFilter } from '../subjects/use-subject-filter.ts';
import { useOpenRows } from '../grid/use-open-rows.ts';
import { shortLabels } from '../../shared/derive/visit-labels.ts';
import { foldableVisits, heatWords, matrixOf, withFolded, type CoverageMatrix, type Slot } from './coverage-model.ts';
import { VisitOrderDialog } from './visit-order-dialog.tsx';

/** Height of a row, and rows drawn beyond those in view. */
const rowHeight = 24;
const beyond = 8;
/** The place of the subjects, before the first visit. */
const subjectColumn = -1;

interface Props {
  readonly study: string;
  /** Whose rows a place opens. */
  readonly dataset: 'labs' | 'vitals';
  readonly coverage: Output<'coverage.read'>;
  /** What is counted, in words: "labs". */
  readonly counted: string;
  /** Whether somebody decided on the order of visits. */
  readonly isOrdered: boolean;
  /** Another order of visits was decided on; an empty one: that by days. */
  readonly onOrder: (visits: readonly string[]) => void;
}

/** Subjects by visits, with the records at each; what the shades mean above, what was counted beneath. */
export function Coverage({ study, dataset, coverage, counted, isOrdered, onOrder }: Props): ReactNode {
  const [ordering, setOrdering] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const foldable = useMemo(() => foldableVisits(coverage), [coverage]);
  const folded = isOpen ? noVisits : foldable;
  const matrix = useMemo(() => matrixOf(withFolded(coverage, folded)), [coverage, folded]);
  if (matrix.rows.length === 0) return <NoCoverage study={study} dataset={dataset} counted={counted} unscheduled={coverage.unscheduled} />;
  return (
    <>
      <div className="coverage-legend small t3">
        {heatWords(matrix.breaks).map((words, heat) => (
          <span key={words} className="coverage-shade">
            <i data-heat={heat + 1} /> {words}
          </span>
        ))}
        <span className="coverage-shade">
          <i data-gap /> gap: a planned visit that most have, none here though the subject has later ones
        </span>
      </div>
      <CoverageGrid study={study} dataset={dataset} matrix={matrix} folded={folded} />
      <footer className="status-line">
        <span>
          <b>{formatCount(matrix.rows.length)}</b> {matrix.rows.length === 1 ? 'subject' : 'subjects'} with {counted} at a visit
        </span>
        <span className="status-part">{formatCountOf(coverage.visits.length, 'visit')}</span>
        {foldable.length > 0 && (
          <button
            type="button"
            className="link small status-part"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {isOpen ? 'Fold' : 'Open'} {formatCount(foldable.length)} unscheduled
          </button>
        )}
        {coverage.unscheduled > 0 && <span className="status-part">{formatCountOf(coverage.unscheduled, 'record')} without a visit</span>}
        <span className="status-space" />
        <span className="t3">{isOrdered ? 'Visits in your order' : 'Visits by their dates and numbers'}</span>
        <button
          type="button"
          className="link small status-part"
          onClick={() => {
            setOrdering(true);
          }}
        >
          Reorder
        </button>
      </footer>
      {ordering && (
        <VisitOrderDialog
          visits={coverage.visits}
          onDecide={onOrder}
          onClose={() => {
            setOrdering(false);
          }}
        />
      )}
    </>
  );
}

const noVisits: readonly string[] = [];

interface NoCoverageProps extends Pick<Props, 'study' | 'dataset' | 'counted'> {
  readonly unscheduled: number;
}

/** Why there is no matrix: the subject filter leaves no such records, or they came without a visit. */
function NoCoverage({ study, dataset, counted, unscheduled }: NoCoverageProps): ReactNode {
  const [filter, setFilter] = useSubjectFilter(study);
  const { go } = usePlace();
  const says = unscheduled === 0 ? {} : { says: `${formatCountOf(unscheduled, 'record')} came without a visit.` };
  if (filter !== null && unscheduled === 0)
    return (
      <Empty
        icon={IconUsers}
        title={`The ${formatCountOf(filter.subjects.length, 'subject')} of the filter ${filter.subjects.length === 1 ? 'has' : 'have'} no ${counted}`}
        step={{
          label: 'Show all subjects',
          take: () => {
            setFilter(null);
          },
        }}
      />
    );
  return (
    <Empty
      icon={IconCalendarOff}
      title={`No ${counted} at a visit`}
      {...says}
      step={{
        label: `Go to ${datasetTitles[dataset]}`,
        take: () => {
          go(studyPlace(study, dataset));
        },
      }}
    />
  );
}

/** Arrows move, Enter and a click open the rows; on a subject that subject's page. Only the rows in view are drawn. */
function CoverageGrid({
  study,
  dataset,
  matrix,
  folded,
}: Pick<Props, 'study' | 'dataset'> & { readonly matrix: CoverageMatrix; readonly folded: readonly string[] }): ReactNode {
  const openRows = useOpenRows(study);
  const { go } = usePlace();
  const widths = useMemo(() => subjectWidth(matrix.rows.map(({ subject }) => subject)), [matrix]);
  const { ref, height } = useElementSize();
  const [top, setTop] = useState(0);
  const [at, setAt] = useState({ row: 0, column: 0 });
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const last = Math.min(matrix.rows.length, Math.ceil((top + height) / rowHeight) + beyond);
  const open = (row: number, column: number): void => {
    const subject = matrix.rows[row]?.subject;
    if (subject !== undefined && column === subjectColumn) go(subjectPlace(study, subject));
    const visit = matrix.visits[column]?.visit;
    if (subject === undefined || visit === undefined || matrix.rows[row]?.slots[column]?.kind !== 'records') return;
    openRows(dataset, [
      { column: 'subject', op: '=', values: [subject] },
      folded.length > 0 && column === matrix.visits.length - 1
        ? { column: 'visit', op: 'in', values: [...folded] }
        : { column: 'visit', op: '=', values: [visit] },
    ]);
  };
  const hear = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter') open(at.row, at.column);
    const next = stepOf(event.key, at, matrix.rows.length, matrix.visits.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    keepInView(event.currentTarget, next);
  };
  return (
    <div
      ref={ref}
      className="coverage-box"
      style={widths}
      role="grid"
      aria-label="Records by subject and visit"
      aria-rowcount={matrix.rows.length + 1}
      aria-colcount={matrix.visits.length + 1}
      aria-activedescendant={slotId(at.row, at.column)}
      tabIndex={0}
      onKeyDown={hear}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
      }}
    >
      <VisitHeads visits={matrix.visits} />
      <div className="coverage-rows" role="rowgroup" style={{ height: matrix.rows.length * rowHeight }}>
        {matrix.rows.slice(first, last).map(({ subject, slots }, offset) => {
          const row = first + offset;
          return (
            <div key={subject} className="coverage-row" role="row" aria-rowindex={row + 2} style={{ top: row * rowHeight }}>
              <span
                id={slotId(row, subjectColumn)}
                role="rowheader"
                className="coverage-subject coverage-opens medium num"
                data-here={row === at.row && at.column === subjectColumn}
                title={`Open subject ${subject}`}
                onClick={() => {
                  setAt({ row, column: subjectColumn });
                  open(row, subjectColumn);
                }}
              >
                {subject}
              </span>
              {slots.map((slot, column) => (
                <SlotCell
                  key={matrix.visits[column]?.visit ?? column}
                  id={slotId(row, column)}
                  slot={slot}
                  title={slotWords(subject, matrix.visits[column]?.visit ?? '', slot)}
                  here={row === at.row && column === at.column}
                  onOpen={() => {
                    setAt({ row, column });
                    open(row, column);
                  }}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Characters that a head has room for. */
const longestHead = 11;

function VisitHeads({ visits }: Pick<CoverageMatrix, 'visits'>): ReactNode {
  const labels = shortLabels(
    visits.map(({ visit }) => visit),
    longestHead,
  );
  return (
    <div className="coverage-row coverage-visits" role="row" aria-rowindex={1}>
      <span role="columnheader" className="coverage-subject">
        Subject
      </span>
      {visits.map(({ visit, subjects }) => (
        <span key={visit} role="columnheader" className="coverage-visit" title={visit}>
          <span className="clip">{labels.get(visit) ?? visit}</span>
          <span className="t3 num">{formatCount(subjects)}</span>
        </span>
      ))}
    </div>
  );
}

function slotId(row: number, column: number): string {
  return `slot-${String(row)}-${String(column)}`;
}

interface SlotCellProps {
  readonly id: string;
  readonly slot: Slot;
  readonly title: string;
  readonly here: boolean;
  readonly onOpen: () => void;
}

function SlotCell({ id, slot, title, here, onOpen }: SlotCellProps): ReactNode {
  return (
    <span
      id={id}
      role="gridcell"
      className="coverage-slot"
      data-kind={slot.kind}
      data-heat={slot.kind === 'records' ? slot.heat : undefined}
      data-here={here}
      aria-label={title}
      title={title}
      onClick={onOpen}
    >
      {slot.kind === 'records' ? formatCount(slot.cell.records) : slot.kind === 'gap' ? 'gap' : '·'}
    </span>
  );
}

function slotWords(subject: string, visit: string, slot: Slot): string {
  if (slot.kind === 'gap') return `${subject} at ${visit}: gap, no records though later visits have some`;
  if (slot.kind === 'none') return `${subject} at ${visit}: no records`;
  const { records, outside, first } = slot.cell;
  const day = first === null ? '' : `, ${new Date(first).toISOString().slice(0, 10)}`;
  return `${subject} at ${visit}${day}: ${formatCountOf(records, 'record')}${outside === 0 ? '' : `, ${formatCount(outside)} outside their range`}`;
}

function stepOf(
  key: string,
  { row, column }: { readonly row: number; readonly column: number },
  rows: number,
  columns: number,
): { readonly row: number; readonly column: number } | null {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-20, 0],
    PageDown: [20, 0],
    Home: [0, -columns - 1],
    End: [0, columns],
  };
  const step = steps[key];
  if (step === undefined) return null;
  const within = (value: number, least: number, most: number): number => Math.min(most - 1, Math.max(least, value));
  return { row: within(row + step[0], 0, rows), column: within(column + step[1], subjectColumn, columns) };
}

/** Beneath the visits and beside the subjects, which stay where they are. */
function keepInView(box: HTMLElement, { row, column }: { readonly row: number; readonly column: number }): void {
  const header = 40;
  const [names, ...visits] = box.querySelectorAll('.coverage-visits > span');
  const visit = visits[column]?.getBoundingClientRect();
  if (names !== undefined && visit !== undefined) {
    const left = names.getBoundingClientRect().right;
    const right = box.getBoundingClientRect().left + box.clientWidth;
    if (visit.left < left) box.scrollLeft -= left - visit.left + 4;
    else if (visit.right > right) box.scrollLeft += visit.right - right + 16;
  }
  const from = row * rowHeight;
  if (from < box.scrollTop) box.scrollTop = from;
  else if (from + rowHeight + header > box.scrollTop + box.clientHeight) box.scrollTop = from + rowHeight + header - box.clientHeight;
}
